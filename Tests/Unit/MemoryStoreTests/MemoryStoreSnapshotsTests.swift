import Randomness
import Testing

@testable import Checklists
@testable import MemoryStore

@Suite struct `A restored memory` {
    @Test(arguments: [1, 2, 3] as [UInt64]) func `has the data of the saved one`(seed: UInt64) throws {
        var memory = randomMemory(seed: seed)
        var restored = MemoryStore()
        var random = SeededGenerator(seed: seed)
        for id in memory.checklistIDs.shuffled(using: &random) {
            guard let snapshot = memory.snapshot(of: id) else { continue }
            restored.restore(snapshot.checklist, items: snapshot.items.shuffled(using: &random))
        }
        for record in memory.idempotencyRecords { restored.restore(record) }
        restored.restore(memory.preferences)
        restored.restore(memory.sequences)
        restored.restore(revision: memory.revision)
        #expect(MemoryContents(&restored) == MemoryContents(&memory), "seed \(seed)")
        #expect(memory.checklistIDs.allSatisfy { restored.lastTouched($0) == .zero })
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `catches up with changes from before some of its lists were saved`(
        seed: UInt64
    ) throws {
        var work = RandomWork(seed: seed)
        var memory = MemoryStore()
        var changes: [Change] = []
        var kept: [Checklist.ID: (Checklist, [Item])] = [:]
        for step in 0..<600 {
            guard let change = work.change(memory) else { continue }
            memory.apply(change)
            changes.append(change)
            // Like a checkpoint during changes: each list is saved at another time.
            guard step > 300, let id = memory.checklistIDs.randomElement(using: &work.generator) else {
                continue
            }
            guard let snapshot = memory.snapshot(of: id) else { continue }
            kept[id] = (snapshot.checklist, Array(snapshot.items))
        }
        var restored = MemoryStore()
        for (checklist, items) in kept.values { restored.restore(checklist, items: items) }
        for change in changes { restored.apply(change) }
        #expect(MemoryContents(&restored) == MemoryContents(&memory), "seed \(seed)")
    }

    @Test func `has an item of two files once, on its newer list`() throws {
        for order in [[0, 1], [1, 0]] {
            let lists = (1...2).map { number in
                Checklist(
                    id: Checklist.ID(rawValue: number), name: "List", icon: .folder, itemsCount: 7,
                    uncheckedItemsCount: 7, createdAt: moment, updatedAt: moment, revision: .zero)
            }
            var memory = MemoryStore()
            for number in order {
                memory.restore(
                    lists[number], items: [item(1, revision: UInt64(number)), item(2 + number)])
            }
            #expect(memory.itemList(of: lists[0].id).map(\.id.rawValue) == [2])
            #expect(memory.itemList(of: lists[1].id).map(\.id.rawValue).sorted() == [1, 3])
            #expect(memory.checklist(lists[0].id)?.itemsCount == 1)
            #expect(memory.checklist(lists[1].id)?.uncheckedItemsCount == 2)
            #expect(memory.counts(at: moment).items == 3)
        }
    }

    @Test func `never reuses an id`() {
        var memory = MemoryStore()
        var sequences = Sequences()
        sequences[Checklist.ID.self] = Checklist.ID(rawValue: 5)
        sequences[Item.ID.self] = Item.ID(rawValue: 6)
        memory.restore(sequences)
        memory.restore(revision: Revision(rawValue: 9))
        #expect(memory.revision == Revision(rawValue: 9))
        #expect(memory.sequences[Checklist.ID.self] == Checklist.ID(rawValue: 5))
        #expect(memory.sequences[Item.ID.self] == Item.ID(rawValue: 6))
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
        var memory = randomMemory(seed: 5)
        let list = try #require(
            memory.checklistIDs.max { memory.itemList(of: $0).count < memory.itemList(of: $1).count })
        let taken = memory.snapshot(of: list)
        let snapshot = try #require(taken)
        let before = Array(snapshot.items)
        let deleteAll = DeleteItems(checklistID: list, checked: nil, numbers: nil, keepsTrash: true)
        let deletion = try memory.weigh(deleteAll, at: memory.now).change
        memory.apply(try #require(deletion))
        var work = RandomWork(seed: 6)
        for _ in 0..<200 { work.change(memory).map { memory.apply($0) } }
        #expect(!before.isEmpty)
        #expect(Array(snapshot.items) == before)
        #expect(snapshot.items.count == before.count)
    }

    @Test func `of a missing list is nil`() {
        #expect(MemoryStore().snapshot(of: Checklist.ID(rawValue: 1)) == nil)
    }
}

@Suite struct `The revision that last touched a list` {
    @Test func `is that of the newest change in the list`() throws {
        var memory = MemoryStore()
        var lists: [Checklist.ID] = []
        let moment = Timestamp(milliseconds: 0)
        for _ in 0..<2 {
            lists.append(memory.sequences[Checklist.ID.self])
            let change = try memory.addingChecklist(
                ChecklistDraft(name: "List"), idempotencyKey: nil, at: moment
            )
            .change
            memory.apply(try #require(change))
        }
        #expect(lists.map { memory.lastTouched($0).rawValue } == [1, 2])
        let adding = try memory.addingItem(
            ItemDraft(text: "a"), to: lists[0], idempotencyKey: nil, at: moment
        )
        .change
        memory.apply(try #require(adding))
        #expect(lists.map { memory.lastTouched($0).rawValue } == [3, 2])
        var patch = ItemPatch()
        patch.checklistID = lists[1]
        let decided = try memory.updatingItem(Item.ID(rawValue: 1), patch, ifMatch: nil, at: moment).change
        let moving = try #require(decided)
        memory.apply(moving)
        #expect(lists.map { memory.lastTouched($0).rawValue } == [4, 4])
        memory.revert([moving], to: Revision(rawValue: 3))
        #expect(lists.allSatisfy { memory.lastTouched($0) <= memory.revision })
        #expect(memory.lastTouched(lists[0]).rawValue == 3)
    }

    @Test func `is none of a reverted change`() throws {
        var memory = MemoryStore()
        let lists = (1...3).map { Checklist.ID(rawValue: $0) }
        let moment = Timestamp(milliseconds: 0)
        for _ in lists {
            let draft = ChecklistDraft(name: "List")
            memory.apply(
                try #require(memory.addingChecklist(draft, idempotencyKey: nil, at: moment).change))
        }
        var changes: [Change] = []
        for list in lists {
            let decided = try memory.addingItem(
                ItemDraft(text: "a"), to: list, idempotencyKey: nil, at: moment)
            changes.append(try #require(decided.change))
            memory.apply(changes[changes.count - 1])
        }
        memory.revert(changes.reversed(), to: Revision(rawValue: 3))
        #expect(memory.revision.rawValue == 3)
        #expect(lists.map { memory.lastTouched($0).rawValue } == [3, 3, 3])
    }
}

@Suite struct `The first start` {
    @Test func `creates a sample list and opens it`() throws {
        var memory = MemoryStore()
        let moment = Timestamp(milliseconds: 7)
        let change = memory.firstStart(at: moment)
        memory.apply(try #require(change))
        let list = try #require(memory.checklist(Checklist.ID(rawValue: 1)))
        #expect(list.name == "List")
        #expect(list.summary == "2 Remaining")
        #expect(memory.itemList(of: list.id).map(\.text) == ["Edit your first item", "Swipe me to delete"])
        #expect(memory.preferences.selectedChecklistID == list.id)
        #expect(memory.preferences.revision == memory.revision)
        #expect(memory.firstStart(at: moment) == nil)
    }
}

/// A memory after 500 random changes.
private func randomMemory(seed: UInt64) -> MemoryStore {
    var work = RandomWork(seed: seed)
    var memory = MemoryStore()
    for _ in 0..<500 { work.change(memory).map { memory.apply($0) } }
    return memory
}
