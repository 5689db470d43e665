import Testing

@testable import Checklists
@testable import MemoryStore

@Suite struct `A memory under random work` {
    static let seeds: [UInt64] = [1, 2, 3, 4]

    @Test(arguments: seeds) func `answers every query like the model`(seed: UInt64) throws {
        var work = RandomWork(seed: seed)
        var memory = MemoryStore()
        var model = StoreModel()
        for step in 0..<700 {
            if let change = work.change(memory) {
                memory.apply(change)
                model.apply(change)
            }
            let query = work.itemQuery(memory)
            if step % 5 == 0 {
                try #expect(
                    walk(&memory, query, limit: 7) == model.elements(query), "seed \(seed), step \(step)")
                let query = work.checklistQuery()
                try #expect(
                    walk(&memory, query, limit: 3) == model.elements(query), "seed \(seed), step \(step)")
            }
            #expect(
                memory.counts(at: work.now) == model.counts(at: work.now), "seed \(seed), step \(step)")
        }
        #expect(StoreModel(memory) == model, "seed \(seed)")
    }

    @Test(arguments: seeds) func `counts the items of each list`(seed: UInt64) throws {
        var work = RandomWork(seed: seed)
        var memory = MemoryStore()
        for _ in 0..<700 {
            if let change = work.change(memory) { memory.apply(change) }
        }
        for id in memory.checklistIDs {
            let checklist = try #require(memory.checklist(id))
            let items = memory.itemList(of: id)
            #expect(checklist.itemsCount == items.count, "seed \(seed)")
            #expect(checklist.uncheckedItemsCount == items.count { !$0.checked }, "seed \(seed)")
        }
    }

    @Test(arguments: seeds) func `counts the due items of each list`(seed: UInt64) {
        var work = RandomWork(seed: seed)
        var memory = MemoryStore()
        var sum = 0
        for step in 0..<700 {
            if let change = work.change(memory) { memory.apply(change) }
            for id in memory.checklistIDs {
                let overdue = memory.itemList(of: id).count { item in
                    !item.checked
                        && (DayOfItem(item)?.isOver(at: work.now) ?? item.dueDate.map { $0 < work.now }
                            ?? false)
                }
                let counted = memory.waiting(in: .list(id)).overdue(before: work.now, in: memory.items)
                #expect(counted == overdue, "seed \(seed), step \(step)")
                let reminders = memory.itemList(of: id).count { $0.remindAt != nil }
                #expect(
                    memory.waiting(in: .list(id)).reminders.count == reminders, "seed \(seed), step \(step)")
                sum += overdue
            }
        }
        #expect(sum > 100)
    }

    @Test(arguments: seeds) func `finds the items by their names`(seed: UInt64) {
        var work = RandomWork(seed: seed)
        var memory = MemoryStore()
        for step in 0..<700 {
            guard let change = work.change(memory) else { continue }
            memory.apply(change)
            let named = memory.checklistIDs.flatMap { memory.itemList(of: $0) }
                .flatMap { item in item.names.map { ($0, item.id) } }
            #expect(
                memory.itemIDsByName == Dictionary(uniqueKeysWithValues: named),
                "seed \(seed), step \(step)")
        }
        #expect(memory.itemIDsByName.count > 2)
    }

    @Test(arguments: seeds) func `is unchanged after changes are reverted`(seed: UInt64) throws {
        var work = RandomWork(seed: seed)
        var memory = MemoryStore()
        for step in 0..<300 {
            let before = MemoryContents(&memory)
            var changes: [Change] = []
            for _ in 0..<Int.random(in: 1...4, using: &work.generator) {
                guard let change = work.change(memory) else { continue }
                memory.apply(change)
                changes.append(change)
            }
            memory.revert(changes.reversed(), to: before.revision)
            for id in memory.checklistIDs {
                #expect(memory.lastTouched(id) <= before.revision, "seed \(seed), step \(step)")
            }
            #expect(MemoryContents(&memory) == before, "seed \(seed), step \(step)")
            for change in changes { memory.apply(change) }
        }
    }

    @Test(arguments: seeds) func `is unchanged after a replay of its last changes`(seed: UInt64) throws {
        var work = RandomWork(seed: seed)
        var memory = MemoryStore()
        var changes: [Change] = []
        for step in 0..<500 {
            if let change = work.change(memory) {
                memory.apply(change)
                changes.append(change)
            }
            guard step % 50 == 49 else { continue }
            let before = MemoryContents(&memory)
            for change in changes.suffix(40) { memory.apply(change) }
            #expect(MemoryContents(&memory) == before, "seed \(seed), step \(step)")
        }
    }

    private func walk(_ memory: inout MemoryStore, _ query: ItemQuery, limit: Int) throws -> [Item] {
        var query = query
        query.page.limit = limit
        var items: [Item] = []
        var total = 0
        repeat {
            let page = try memory.page(query)
            items += page.elements
            total = page.total
            query.page.cursor = page.next
        } while query.page.cursor != nil && items.count <= total
        #expect(total == items.count)
        return items
    }

    private func walk(_ memory: inout MemoryStore, _ query: ChecklistQuery, limit: Int) throws -> [Checklist]
    {
        var query = query
        query.page.limit = limit
        var checklists: [Checklist] = []
        var total = 0
        repeat {
            let page = try memory.page(query)
            checklists += page.elements
            total = page.total
            query.page.cursor = page.next
        } while query.page.cursor != nil && checklists.count <= total
        #expect(total == checklists.count)
        return checklists
    }
}

/// All data of a memory, and its indexes.
struct MemoryContents: Equatable {
    var model: StoreModel
    var revision: Revision
    var nextIDs: [Int]
    var counts: Counts
    var orders: [[Int]]
    var tallies: [ItemTally]
    var idempotencyRecords: [IdempotencyRecord]
    var names: [Item.Name: Item.ID]

    init(_ memory: inout MemoryStore) {
        model = StoreModel(memory)
        revision = memory.revision
        nextIDs = [memory.sequences[.checklist], memory.sequences[.item]]
        counts = memory.counts(at: Timestamp(milliseconds: 1_700_000_000_000))
        idempotencyRecords = memory.idempotencyRecords
        names = memory.itemIDsByName
        tallies = [memory.itemTally]
        orders = []
        for id in memory.checklistIDs {
            if let scope = memory.listIndexes[id] { tallies.append(scope.tally) }
            for property in ItemQuery.Property.allCases {
                orders.append(Self.ids(of: id, by: property, &memory))
            }
        }
        for property in ItemQuery.Property.allCases {
            orders.append(Self.ids(of: nil, by: property, &memory))
        }
    }

    private static func ids(
        of list: Checklist.ID?, by property: ItemQuery.Property, _ memory: inout MemoryStore
    ) -> [Int] {
        var query = ItemQuery(checklistID: list)
        query.sort = [SortKey(property)]
        query.page.limit = 1_000_000
        return (try? memory.page(query).elements.map(\.id.rawValue)) ?? []
    }
}
