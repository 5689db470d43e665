import Testing

@testable import Checklists
@testable import MemoryStore

@Suite struct `A memory with limits` {
    private let now = Timestamp(milliseconds: 1_795_218_957_484)
    private let list = Checklist.ID(rawValue: 1)

    /// A store with a list of two items.
    private func store(_ limit: (inout Capacity) -> Void) async throws -> VolatileStore {
        var memory = MemoryStore()
        limit(&memory.capacity)
        let store = VolatileStore(memory, now: { [now] in now })
        _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
        for text in ["a", "b"] {
            _ = try await store.asFirst.addItem(ItemDraft(text: text), to: list, idempotencyKey: nil)
        }
        return store
    }

    @Test func `refuses a checklist beyond them`() async throws {
        let store = try await store { $0.checklistsMax = 1 }
        await #expect(throws: ChecklistsError.full(.checklists, used: 1, limit: 1)) {
            try await store.asFirst.addChecklist(ChecklistDraft(name: "Other"), idempotencyKey: nil)
        }
        await #expect(throws: ChecklistsError.full(.checklists, used: 1, limit: 1)) {
            let imported = ImportedChecklist(ChecklistDraft(name: "Other"), items: [])
            return try await store.asFirst.importChecklists([imported], idempotencyKey: nil)
        }
        try await store.asFirst.deleteChecklist(list, ifMatch: nil)
        _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "Other"), idempotencyKey: nil)
    }

    @Test func `refuses an item beyond them, and several together`() async throws {
        let store = try await store { $0.itemsMax = 3 }
        await #expect(throws: ChecklistsError.full(.items, used: 2, limit: 3)) {
            try await store.asFirst.addItems(
                [ItemDraft(text: "c"), ItemDraft(text: "d")], to: list, idempotencyKey: nil)
        }
        #expect(try await store.asFirst.counts().items == 2)
        _ = try await store.asFirst.addItem(ItemDraft(text: "c"), to: list, idempotencyKey: nil)
        // Changes that add nothing always pass.
        _ = try await store.asFirst.toggleItem(Item.ID(rawValue: 1), ifMatch: nil, idempotencyKey: nil)
        await #expect(throws: ChecklistsError.full(.items, used: 3, limit: 3)) {
            try await store.asFirst.addItem(ItemDraft(text: "d"), to: list, idempotencyKey: nil)
        }
        #expect(try await store.asFirst.deleteItems(of: list, checked: true).count == 1)
        _ = try await store.asFirst.addItem(ItemDraft(text: "d"), to: list, idempotencyKey: nil)
    }

    @Test func `refuses growth beyond their bytes, and permits shrinking`() async throws {
        let store = try await store { $0.dataBytesMax = 2_000 }
        let used = try await store.read { ($0.dataBytes, asOf: .zero) }
        let notes = { (count: Int) in
            var patch = ItemPatch()
            patch.notes = String(repeating: "n", count: count)
            return patch
        }
        let full = ChecklistsError.full(.dataBytes, used: used, limit: 2_000)
        let first = Item.ID(rawValue: 1)
        await #expect(throws: full) {
            try await store.asFirst.updateItem(first, notes(2_001 - used), ifMatch: nil)
        }
        _ = try await store.asFirst.updateItem(first, notes(2_000 - used), ifMatch: nil)
        #expect(try await store.read { ($0.dataBytes, asOf: .zero) } == 2_000)
        await #expect(throws: ChecklistsError.full(.dataBytes, used: 2_000, limit: 2_000)) {
            try await store.asFirst.addItem(ItemDraft(text: "c"), to: list, idempotencyKey: nil)
        }
        // An idempotency record counts, too.
        await #expect(throws: ChecklistsError.full(.dataBytes, used: 2_000, limit: 2_000)) {
            let key = IdempotencyKey(key: "k", fingerprint: [])
            return try await store.asFirst.toggleItem(first, ifMatch: nil, idempotencyKey: key)
        }
        _ = try await store.asFirst.updateItem(first, notes(0), ifMatch: nil)
        #expect(try await store.read { ($0.dataBytes, asOf: .zero) } == used)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `counts the bytes after any change and revert`(seed: UInt64) throws {
        var work = RandomWork(seed: seed)
        var memory = MemoryStore()
        for step in 0..<300 {
            let (before, revision) = (memory.dataBytes, memory.revision)
            guard let change = work.change(memory) else { continue }
            memory.apply(change)
            memory.revert([change], to: revision)
            #expect(memory.dataBytes == before, "seed \(seed), step \(step)")
            memory.apply(change)
        }
        #expect(memory.usage(of: .first) == memory.usage(ofListsOf: .first), "seed \(seed)")
        var bytes = memory.idempotencyRecords.reduce(0) { $0 + $1.storedBytes }
        for id in memory.checklistIDs {
            bytes += try #require(memory.checklist(id)).storedBytes
            bytes += memory.itemList(of: id).reduce(0) { $0 + $1.storedBytes }
        }
        bytes += memory.allTombstones.reduce(0) { $0 + $1.storedBytes }
        bytes += memory.deliveries(in: 0..<100_000).reduce(0) { $0 + $1.storedBytes }
        #expect(memory.dataBytes == bytes, "seed \(seed)")
    }

    @Test func `counts lists for their first owner after any change and revert`() throws {
        var memory = MemoryStore()
        let (ada, bea) = (Person.ID(rawValue: 2), Person.ID(rawValue: 3))
        let made = Checklist(
            id: list, name: "List", icon: .folder, members: [Member(ada, .own)], createdAt: now,
            updatedAt: now, revision: Revision(rawValue: 1))
        let item = Item(
            id: Item.ID(rawValue: 1), checklistID: list, text: "Milk", position: 1, createdAt: now,
            updatedAt: now, revision: Revision(rawValue: 2))
        var (shared, given, renamed) = (made, made, made)
        shared.members.append(Member(bea, .own))
        given.members = [Member(ada, .edit), Member(bea, .own)]
        renamed.members = [Member(bea, .own)]
        renamed.name = "A longer name"
        let steps: [(mutation: Mutation, payer: Person.ID?)] = [
            (.checklist(before: nil, after: made), ada), (.item(before: nil, after: item), ada),
            (.checklist(before: made, after: shared), ada), (.checklist(before: shared, after: given), bea),
            (.checklist(before: given, after: renamed), bea), (.item(before: item, after: nil), bea),
            (.checklist(before: renamed, after: nil), nil),
        ]
        for (number, step) in steps.enumerated() {
            let change = Change(revision: Revision(rawValue: UInt64(number + 1)), mutations: [step.mutation])
            let (before, revision) = ([ada, bea].map { memory.usage(of: $0) }, memory.revision)
            memory.apply(change)
            memory.revert([change], to: revision)
            #expect([ada, bea].map { memory.usage(of: $0) } == before, "step \(number)")
            memory.apply(change)
            for person in [.first, ada, bea] {
                #expect(memory.usage(of: person) == memory.usage(ofListsOf: person), "step \(number)")
                #expect((memory.usage(of: person) != Usage()) == (person == step.payer), "step \(number)")
            }
        }
    }
}

extension MemoryStore {
    /// The usage of the lists that a person pays for, counted item by item.
    fileprivate func usage(ofListsOf person: Person.ID) -> Usage {
        checklistIDs.reduce(into: Usage()) { usage, id in
            guard let checklist = checklist(id), checklist.payer == person else { return }
            usage += itemList(of: id).reduce(checklist.usage) { $0 + $1.usage }
        }
    }
}
