import Testing

@testable import Checklists

@Suite struct `A catalogue under random work` {
    static let seeds: [UInt64] = [1, 2, 3, 4]

    @Test(arguments: seeds) func `answers every query as one that recomputes everything`(seed: UInt64) throws
    {
        var work = RandomWork(seed: seed)
        var catalogue = Catalogue()
        var model = CatalogueModel()
        for step in 0..<700 {
            if let change = work.change(catalogue) {
                catalogue.apply(change)
                model.apply(change)
            }
            let query = work.itemQuery(catalogue)
            if step % 5 == 0 {
                try #expect(
                    walk(&catalogue, query, limit: 7) == model.elements(query), "seed \(seed), step \(step)")
                let query = work.checklistQuery()
                try #expect(
                    walk(&catalogue, query, limit: 3) == model.elements(query), "seed \(seed), step \(step)")
            }
            #expect(
                catalogue.counts(at: work.now) == model.counts(at: work.now), "seed \(seed), step \(step)")
        }
        #expect(CatalogueModel(catalogue) == model, "seed \(seed)")
    }

    @Test(arguments: seeds) func `counts the items of each list as they are`(seed: UInt64) throws {
        var work = RandomWork(seed: seed)
        var catalogue = Catalogue()
        for _ in 0..<700 {
            if let change = work.change(catalogue) { catalogue.apply(change) }
        }
        for id in catalogue.checklistIDs {
            let checklist = try catalogue.checklist(id)
            let items = catalogue.items(of: id)
            #expect(checklist.itemsCount == items.count, "seed \(seed)")
            #expect(checklist.uncheckedItemsCount == items.count { !$0.checked }, "seed \(seed)")
        }
    }

    @Test(arguments: seeds) func `is as before after changes are taken back`(seed: UInt64) throws {
        var work = RandomWork(seed: seed)
        var catalogue = Catalogue()
        for step in 0..<300 {
            let before = CatalogueContents(&catalogue)
            var changes: [Change] = []
            for _ in 0..<Int.random(in: 1...4, using: &work.generator) {
                guard let change = work.change(catalogue) else { continue }
                catalogue.apply(change)
                changes.append(change)
            }
            for change in changes.reversed() { catalogue.revert(change) }
            #expect(CatalogueContents(&catalogue) == before, "seed \(seed), step \(step)")
            for change in changes { catalogue.apply(change) }
        }
    }

    @Test(arguments: seeds) func `is the same when its last changes are made once more`(seed: UInt64) throws {
        var work = RandomWork(seed: seed)
        var catalogue = Catalogue()
        var changes: [Change] = []
        for step in 0..<500 {
            if let change = work.change(catalogue) {
                catalogue.apply(change)
                changes.append(change)
            }
            guard step % 50 == 49 else { continue }
            let before = CatalogueContents(&catalogue)
            for change in changes.suffix(40) { catalogue.apply(change) }
            #expect(CatalogueContents(&catalogue) == before, "seed \(seed), step \(step)")
        }
    }

    private func walk(_ catalogue: inout Catalogue, _ query: ItemQuery, limit: Int) throws -> [Item] {
        var query = query
        query.page.limit = limit
        var items: [Item] = []
        var total = 0
        repeat {
            let page = try catalogue.page(query)
            items += page.elements
            total = page.total
            query.page.cursor = page.next
        } while query.page.cursor != nil && items.count <= total
        #expect(total == items.count)
        return items
    }

    private func walk(_ catalogue: inout Catalogue, _ query: ChecklistQuery, limit: Int) throws -> [Checklist]
    {
        var query = query
        query.page.limit = limit
        var checklists: [Checklist] = []
        var total = 0
        repeat {
            let page = try catalogue.page(query)
            checklists += page.elements
            total = page.total
            query.page.cursor = page.next
        } while query.page.cursor != nil && checklists.count <= total
        #expect(total == checklists.count)
        return checklists
    }
}

/// Everything in a catalogue, with what it keeps for speed.
struct CatalogueContents: Equatable {
    var model: CatalogueModel
    var revision: Revision
    var nextIDs: [Int]
    var counts: Counts
    var orders: [[Int]]
    var tallies: [ItemTally]
    var onceRecords: [OnceRecord]

    init(_ catalogue: inout Catalogue) {
        model = CatalogueModel(catalogue)
        revision = catalogue.revision
        nextIDs = [catalogue.nextChecklistID.rawValue, catalogue.nextItemID.rawValue]
        counts = catalogue.counts(at: Timestamp(milliseconds: 1_700_000_000_000))
        onceRecords = catalogue.onceRecords
        tallies = [catalogue.allItems.tally]
        orders = []
        for id in catalogue.checklistIDs {
            if let scope = catalogue.scopes[id] { tallies.append(scope.tally) }
            for property in ItemQuery.Property.allCases {
                orders.append(Self.ids(of: id, by: property, &catalogue))
            }
        }
        for property in ItemQuery.Property.allCases {
            orders.append(Self.ids(of: nil, by: property, &catalogue))
        }
    }

    private static func ids(
        of list: Checklist.ID?, by property: ItemQuery.Property, _ catalogue: inout Catalogue
    ) -> [Int] {
        var query = ItemQuery(checklistID: list)
        query.sort = [SortKey(property)]
        query.page.limit = 1_000_000
        return (try? catalogue.page(query).elements.map(\.id.rawValue)) ?? []
    }
}
