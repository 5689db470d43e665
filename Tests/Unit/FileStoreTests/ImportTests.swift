import Glibc
import MemoryStore
import StoreFixtures
import Synchronization
import Testing

@testable import Checklists
@testable import FileStore

@Suite struct `An import into the store` {
    /// Sample lists with items.
    private func lists(_ count: Int = 3, items: Int = 40) -> [ImportedChecklist] {
        (0..<count).map { number in
            var list = ImportedChecklist(ChecklistDraft(name: "List \(number) 🛒"), items: [])
            list.items = (0..<items).map { ImportedItem(ItemDraft(text: "Item \($0) é")) }
            return list
        }
    }

    @Test func `survives a restart, with and without a checkpoint`() async throws {
        let ids = [2, 3, 4].map(Checklist.ID.init(rawValue:))
        let count = ImportCount(checklists: 3, items: 120, checklistIDs: ids)
        for hasCheckpoint in [false, true] {
            let folder = TemporaryFolder()
            let contents = try await withStore(folder) { store in
                _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "Before"), idempotencyKey: nil)
                let result = try await store.asFirst.importChecklists(
                    lists(), idempotencyKey: IdempotencyKey(key: "k", fingerprint: [1]))
                #expect(result.value == count)
                if hasCheckpoint { try await store.checkpoint() }
                _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "After"), idempotencyKey: nil)
                return try await store.contents
            }
            #expect(contents.checklists.map(\.itemsCount) == [0, 40, 40, 40, 0])
            let found = try folder.data.verify(now: Sample.moment)
            #expect(found.items == 120)
            let read = try folder.data.checklists(now: Sample.moment)
            #expect(read.map(\.items.count) == [0, 40, 40, 40, 0])
            try await withStore(folder) { store in
                let kept = try await store.contents
                #expect(kept == contents)
                let again = try await store.asFirst.importChecklists(
                    [], idempotencyKey: IdempotencyKey(key: "k", fingerprint: [1]))
                #expect(again.isReplay)
                #expect(again.value == count)
            }
        }
    }

    @Test func `is dropped if its line is truncated`() async throws {
        let folder = TemporaryFolder()
        var before = folder
        try await withStore(folder) { store in
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "Before"), idempotencyKey: nil)
            before = try folder.copy()
            _ = try await store.asFirst.importChecklists(lists(), idempotencyKey: nil)
        }
        let name = "journal/0000000001.jsonl"
        let start = try before[name].count
        let journal = try folder[name]
        let end = journal[start...].firstIndex(of: UInt8(ascii: "\n")) ?? start
        for length in stride(from: start + 1, through: end, by: 97) {
            // The other files are as they were before the import.
            let cut = try before.copy()
            try cut.write(Array(journal.prefix(length)), to: name)
            let found = try cut.data.verify(now: Sample.moment)
            #expect(found.items == 0)
        }
        let whole = try folder.data.verify(now: Sample.moment)
        #expect(whole.items == 120)
    }

    @Test func `leaves nothing on a full disk, and succeeds later`() async throws {
        let folder = TemporaryFolder()
        let files = FaultyFileSystem()
        let contents = try await withStore(folder, files) { store in
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "Before"), idempotencyKey: nil)
            let before = try await store.contents
            files.setPlan { _, call, _ in call == "pwrite" ? .error(ENOSPC) : nil }
            await #expect(throws: ChecklistsError.storageFull) {
                try await store.asFirst.importChecklists(lists(), idempotencyKey: nil)
            }
            #expect(try await store.contents == before)
            files.setPlan { _, _, _ in nil }
            _ = try await store.asFirst.importChecklists(lists(), idempotencyKey: nil)
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "After"), idempotencyKey: nil)
            return try await store.contents
        }
        #expect(contents.items.count == 120)
        #expect(contents.checklists.count == 5)
        try await withStore(folder) { store in
            let kept = try await store.contents
            #expect(kept == contents)
        }
    }

    @Test func `that is refused keeps no copy of the data`() async throws {
        let files = FaultyFileSystem()
        try await withStore(TemporaryFolder(), files) { store in
            _ = try await store.asFirst.importChecklists(lists(), idempotencyKey: nil)
            files.setPlan { _, call, _ in call == "pwrite" ? .error(ENOSPC) : nil }
            await #expect(throws: ChecklistsError.storageFull) {
                try await store.asFirst.importChecklists(lists(), idempotencyKey: nil)
            }
            #expect(store.state.withLock { $0.shadow.memory.itemsCount } == 0)
        }
    }

    @Test func `is visible only once all of it is durable`() async throws {
        let seen = Mutex<[Int]>([])
        let folder = TemporaryFolder()
        let files = FaultyFileSystem()
        try await withStore(folder, files) { store in
            files.setPlan { _, call, path in
                if call == "fdatasync", path.contains("journal") {
                    let count = store.state.withLock { $0.memory.itemsCount }
                    seen.withLock { $0.append(count) }
                }
                return nil
            }
            _ = try await store.asFirst.importChecklists(lists(), idempotencyKey: nil)
            #expect(try await store.asFirst.counts().items == 120)
        }
        #expect(seen.withLock { $0.first } == 0)
    }

    @Test func `has other writes wait, and run after it`() async throws {
        try await withStore(TemporaryFolder()) { store in
            let late = Mutex<Task<Idempotent<Checklist>, any Error>?>(nil)
            let operation = ObservedImport(lists: lists()) {
                // From here on a write must wait until the import is done.
                late.withLock { late in
                    late =
                        late
                        ?? Task {
                            try await store.asFirst.addChecklist(
                                ChecklistDraft(name: "Late"), idempotencyKey: nil)
                        }
                }
            }
            let imported = try await store.write(operation, as: .first, ifMatch: nil, idempotencyKey: nil)
            #expect(imported.value.items == 120)
            let added = try await late.withLock { $0 }?.value.value
            #expect(added?.id == Checklist.ID(rawValue: 4))
            #expect(added?.revision == Revision(rawValue: 2))
        }
    }

    @Test func `is atomic among concurrent writes`() async throws {
        let folder = TemporaryFolder()
        let contents = try await withStore(folder) { store in
            try await withThrowingTaskGroup { group in
                for number in 0..<8 {
                    group.addTask {
                        _ = try await store.asFirst.importChecklists(lists(2, items: 5), idempotencyKey: nil)
                    }
                    group.addTask {
                        for _ in 0..<20 {
                            _ = try await store.asFirst.addChecklist(
                                ChecklistDraft(name: "\(number)"), idempotencyKey: nil)
                        }
                    }
                }
                try await group.waitForAll()
            }
            return try await store.contents
        }
        #expect(contents.checklists.count == 8 * 22)
        #expect(contents.items.count == 80)
        #expect(contents.items.map(\.id.rawValue).sorted() == Array(1...80))
        try await withStore(folder) { store in
            let kept = try await store.contents
            #expect(kept == contents)
        }
    }

    @Test func `into a closed store fails`() async throws {
        let folder = TemporaryFolder()
        let store = try await withStore(folder) { $0 }
        await #expect(throws: StorageError.closed) {
            try await store.asFirst.importChecklists(lists(), idempotencyKey: nil)
        }
    }
}

/// An import with a callback at its decision.
private struct ObservedImport: Checklists.Operation {
    let lists: [ImportedChecklist]
    let onDecision: @Sendable () -> Void

    var access: Access { .unrestricted }
    var needs: [Need] { ImportChecklists(lists: lists, owner: .first).needs }

    func size(in transaction: inout some Transaction) -> Int { StorageLimits().changesUnderLockMax + 1 }

    func decide(in transaction: inout some Transaction) throws(ChecklistsError) -> Decision<ImportCount> {
        onDecision()
        return try ImportChecklists(lists: lists, owner: .first).decide(in: &transaction)
    }
}
