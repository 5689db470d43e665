import Testing

@testable import Checklists
@testable import MemoryStore

@Suite struct `A memory with limits` {
    private let now = Timestamp(milliseconds: 1_795_218_957_484)
    private let list = Checklist.ID(rawValue: 1)

    /// A store with a list and two items on it.
    private func store(_ limit: (inout Capacity) -> Void) async throws -> VolatileStore {
        var memory = MemoryStore()
        limit(&memory.capacity)
        let store = VolatileStore(memory, now: { [now] in now })
        _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), once: nil)
        for text in ["a", "b"] {
            _ = try await store.asFirst.addItem(ItemDraft(text: text), to: list, once: nil)
        }
        return store
    }

    @Test func `takes no checklist beyond them`() async throws {
        let store = try await store { $0.checklistsMax = 1 }
        await #expect(throws: ChecklistsError.full(.checklists, used: 1, limit: 1)) {
            try await store.asFirst.addChecklist(ChecklistDraft(name: "Other"), once: nil)
        }
        await #expect(throws: ChecklistsError.full(.checklists, used: 1, limit: 1)) {
            let imported = ImportedChecklist(ChecklistDraft(name: "Other"), items: [])
            return try await store.asFirst.importChecklists([imported], once: nil)
        }
        try await store.asFirst.deleteChecklist(list, ifMatch: nil)
        _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "Other"), once: nil)
    }

    @Test func `takes no item beyond them, nor any of several`() async throws {
        let store = try await store { $0.itemsMax = 3 }
        await #expect(throws: ChecklistsError.full(.items, used: 2, limit: 3)) {
            try await store.asFirst.addItems(
                [ItemDraft(text: "c"), ItemDraft(text: "d")], to: list, once: nil)
        }
        #expect(try await store.asFirst.counts().items == 2)
        _ = try await store.asFirst.addItem(ItemDraft(text: "c"), to: list, once: nil)
        // What makes nothing more is always possible.
        _ = try await store.asFirst.toggleItem(Item.ID(rawValue: 1), ifMatch: nil, once: nil)
        await #expect(throws: ChecklistsError.full(.items, used: 3, limit: 3)) {
            try await store.asFirst.addItem(ItemDraft(text: "d"), to: list, once: nil)
        }
        #expect(try await store.asFirst.deleteItems(of: list, checked: true) == 1)
        _ = try await store.asFirst.addItem(ItemDraft(text: "d"), to: list, once: nil)
    }

    @Test func `lets nothing grow beyond their bytes, and everything shrink`() async throws {
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
            try await store.asFirst.addItem(ItemDraft(text: "c"), to: list, once: nil)
        }
        // What a key leaves behind takes room as well.
        await #expect(throws: ChecklistsError.full(.dataBytes, used: 2_000, limit: 2_000)) {
            let key = IdempotencyKey(key: "k", fingerprint: [])
            return try await store.asFirst.toggleItem(first, ifMatch: nil, once: key)
        }
        _ = try await store.asFirst.updateItem(first, notes(0), ifMatch: nil)
        #expect(try await store.read { ($0.dataBytes, asOf: .zero) } == used)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `counts their bytes as they are, whatever is made and taken back`(seed: UInt64) throws {
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
        var bytes = memory.idempotencyRecords.reduce(0) { $0 + $1.storedBytes }
        for id in memory.checklistIDs {
            bytes += try #require(memory.checklist(id)).storedBytes
            bytes += memory.itemList(of: id).reduce(0) { $0 + $1.storedBytes }
        }
        bytes += memory.allRemovals.reduce(0) { $0 + $1.storedBytes }
        bytes += memory.deliveries(in: 0..<100_000).reduce(0) { $0 + $1.storedBytes }
        #expect(memory.dataBytes == bytes, "seed \(seed)")
    }
}
