import Testing

@testable import Checklists

@Suite struct `A restored catalogue` {
    @Test(arguments: [1, 2, 3] as [UInt64]) func `has what the one had that was kept`(seed: UInt64) throws {
        var catalogue = randomCatalogue(seed: seed)
        var restored = Catalogue()
        for id in catalogue.checklistIDs.shuffled() {
            guard let snapshot = catalogue.snapshot(of: id) else { continue }
            restored.restore(snapshot.checklist, items: snapshot.items.shuffled())
        }
        for record in catalogue.onceRecords { restored.restore(record) }
        restored.restore(catalogue.preferences)
        restored.restore(
            revision: catalogue.revision, nextChecklistID: catalogue.nextChecklistID,
            nextItemID: catalogue.nextItemID)
        #expect(CatalogueContents(&restored) == CatalogueContents(&catalogue), "seed \(seed)")
        #expect(catalogue.checklistIDs.allSatisfy { restored.lastTouched($0) == .zero })
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func `catches up with changes from before a part of it was kept`(
        seed: UInt64
    ) throws {
        var work = RandomWork(seed: seed)
        var catalogue = Catalogue()
        var changes: [Change] = []
        var kept: [Checklist.ID: (Checklist, [Item])] = [:]
        for step in 0..<600 {
            guard let change = work.change(catalogue) else { continue }
            catalogue.apply(change)
            changes.append(change)
            // A checkpoint that goes on while things change: one list now, another later.
            guard step > 300, let id = catalogue.checklistIDs.randomElement(using: &work.generator) else {
                continue
            }
            guard let snapshot = catalogue.snapshot(of: id) else { continue }
            kept[id] = (snapshot.checklist, Array(snapshot.items))
        }
        var restored = Catalogue()
        for (checklist, items) in kept.values { restored.restore(checklist, items: items) }
        for change in changes { restored.apply(change) }
        #expect(CatalogueContents(&restored) == CatalogueContents(&catalogue), "seed \(seed)")
    }

    @Test func `has an item once that two files have, on the list it was moved to`() throws {
        for order in [[0, 1], [1, 0]] {
            let lists = (1...2).map { number in
                Checklist(
                    id: Checklist.ID(rawValue: number), name: "List", icon: .folder, itemsCount: 7,
                    uncheckedItemsCount: 7, createdAt: moment, updatedAt: moment, revision: .zero)
            }
            var catalogue = Catalogue()
            for number in order {
                catalogue.restore(
                    lists[number], items: [item(1, revision: UInt64(number)), item(2 + number)])
            }
            #expect(catalogue.items(of: lists[0].id).map(\.id.rawValue) == [2])
            #expect(catalogue.items(of: lists[1].id).map(\.id.rawValue).sorted() == [1, 3])
            try #expect(catalogue.checklist(lists[0].id).itemsCount == 1)
            try #expect(catalogue.checklist(lists[1].id).uncheckedItemsCount == 2)
            #expect(catalogue.counts(at: moment).items == 3)
        }
    }

    @Test func `gives no number again that was given before`() {
        var catalogue = Catalogue()
        catalogue.restore(
            revision: Revision(rawValue: 9), nextChecklistID: Checklist.ID(rawValue: 5),
            nextItemID: Item.ID(rawValue: 6))
        #expect(catalogue.revision == Revision(rawValue: 9))
        #expect(catalogue.nextChecklistID == Checklist.ID(rawValue: 5))
        #expect(catalogue.nextItemID == Item.ID(rawValue: 6))
    }

    private let moment = Timestamp(milliseconds: 0)

    private func item(_ number: Int, revision: UInt64 = 0) -> Item {
        Item(
            id: Item.ID(rawValue: number), checklistID: Checklist.ID(rawValue: 1), text: "a",
            position: number,
            createdAt: moment, updatedAt: moment, revision: Revision(rawValue: revision))
    }
}

@Suite struct `A snapshot of a list` {
    @Test func `stays as it is while the list changes`() throws {
        var catalogue = randomCatalogue(seed: 5)
        let list = try #require(
            catalogue.checklistIDs.max { catalogue.items(of: $0).count < catalogue.items(of: $1).count })
        let taken = catalogue.snapshot(of: list)
        let snapshot = try #require(taken)
        let before = Array(snapshot.items)
        let deletion = try catalogue.deletingItems(of: list, checked: nil).change
        catalogue.apply(try #require(deletion))
        var work = RandomWork(seed: 6)
        for _ in 0..<200 { work.change(catalogue).map { catalogue.apply($0) } }
        #expect(!before.isEmpty)
        #expect(Array(snapshot.items) == before)
        #expect(snapshot.items.count == before.count)
    }

    @Test func `of a list that is not there is none`() {
        #expect(Catalogue().snapshot(of: Checklist.ID(rawValue: 1)) == nil)
    }
}

@Suite struct `The revision that last touched a list` {
    @Test func `is that of the newest change of anything in it`() throws {
        var catalogue = Catalogue()
        var lists: [Checklist.ID] = []
        let moment = Timestamp(milliseconds: 0)
        for _ in 0..<2 {
            lists.append(catalogue.nextChecklistID)
            let change = try catalogue.addingChecklist(ChecklistDraft(name: "List"), once: nil, at: moment)
                .change
            catalogue.apply(try #require(change))
        }
        #expect(lists.map { catalogue.lastTouched($0).rawValue } == [1, 2])
        let adding = try catalogue.addingItem(ItemDraft(text: "a"), to: lists[0], once: nil, at: moment)
            .change
        catalogue.apply(try #require(adding))
        #expect(lists.map { catalogue.lastTouched($0).rawValue } == [3, 2])
        var patch = ItemPatch()
        patch.checklistID = lists[1]
        let decided = try catalogue.updatingItem(Item.ID(rawValue: 1), patch, ifMatch: nil, at: moment).change
        let moving = try #require(decided)
        catalogue.apply(moving)
        #expect(lists.map { catalogue.lastTouched($0).rawValue } == [4, 4])
        catalogue.revert(moving)
        #expect(lists.allSatisfy { catalogue.lastTouched($0) <= catalogue.revision })
        #expect(catalogue.lastTouched(lists[0]).rawValue == 3)
    }
}

@Suite struct `The first start` {
    @Test func `makes a list to try things on`() throws {
        var catalogue = Catalogue()
        let moment = Timestamp(milliseconds: 7)
        let change = catalogue.firstStart(at: moment)
        catalogue.apply(try #require(change))
        let list = try catalogue.checklist(Checklist.ID(rawValue: 1))
        #expect(list.name == "List")
        #expect(list.summary == "2 Remaining")
        #expect(catalogue.items(of: list.id).map(\.text) == ["Edit your first item", "Swipe me to delete"])
        #expect(catalogue.firstStart(at: moment) == nil)
    }
}

/// A catalogue in which much has happened.
private func randomCatalogue(seed: UInt64) -> Catalogue {
    var work = RandomWork(seed: seed)
    var catalogue = Catalogue()
    for _ in 0..<500 { work.change(catalogue).map { catalogue.apply($0) } }
    return catalogue
}
