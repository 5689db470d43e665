import Checklists
import Glibc
import MemoryStore
import Records
import StoreFixtures
import Synchronization
import Testing

@testable import FileStore

/// Blocks the store's next write to the journal until the test opens the gate.
private final class Gate: Sendable {
    private let arrived = AsyncStream.makeStream(of: Void.self)
    private let isOpen = Semaphore()
    private let fault = Mutex<FaultyFileSystem.Fault?>(nil)
    private let isArmed = Mutex(false)

    /// The plan for the file system.
    func plan(_ call: String, _ path: String) -> FaultyFileSystem.Fault? {
        guard call == "pwrite", path.hasSuffix(".jsonl"), isArmed.withLock({ exchange(&$0, with: false) })
        else {
            return nil
        }
        arrived.continuation.yield()
        isOpen.wait()
        return fault.withLock { $0 }
    }

    /// Blocks the next write.
    func arm() { isArmed.withLock { $0 = true } }

    /// Waits until a write is blocked.
    func wait() async {
        for await _ in arrived.stream { break }
    }

    /// Continues the blocked write, with a fault or without.
    func open(_ fault: FaultyFileSystem.Fault? = nil) {
        self.fault.withLock { $0 = fault }
        isOpen.send()
    }
}

@Suite struct `A store that cannot write` {
    private let folder = TemporaryFolder()
    private let files = FaultyFileSystem()
    private let events = EventLog()

    private func list(_ number: Int) -> Checklist.ID { Checklist.ID(rawValue: number) }

    private func failWrites(_ code: Int32?) {
        files.setPlan { _, call, path in
            guard let code, call == "pwrite", path.hasSuffix(".jsonl") else { return nil }
            return .error(code)
        }
    }

    @Test(arguments: [ENOSPC, EDQUOT, EFBIG])
    func `reports a full disk, keeps reading, and writes again once there is space`(code: Int32)
        async throws
    {
        try await withStore(folder, files, events: events) { store in
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "A"), idempotencyKey: nil)
            let before = try await store.contents
            failWrites(code)
            for _ in 0..<2 {
                await #expect(throws: ChecklistsError.storageFull) {
                    try await store.asFirst.addChecklist(ChecklistDraft(name: "B"), idempotencyKey: nil)
                }
            }
            #expect(store.health == .full)
            #expect(try await store.contents == before)
            failWrites(nil)
            let next = try await store.asFirst.addChecklist(ChecklistDraft(name: "C"), idempotencyKey: nil)
            #expect(next.value.id == list(2))
            #expect(store.health == .ok)
        }
        let changes = events.all.compactMap {
            if case .stateChanged(let state, _) = $0 { state } else { nil }
        }
        #expect(changes == [.full, .ok])
        #expect(try Recovery.contents(of: folder).checklists.map(\.name) == ["A", "C"])
    }

    @Test func `detects free space without a request`() async throws {
        var limits = StorageLimits.quiet
        limits.roomRetrySeconds = 0
        try await withStore(folder, files, limits: limits, events: events) { store in
            failWrites(ENOSPC)
            await #expect(throws: ChecklistsError.storageFull) {
                try await store.asFirst.addChecklist(ChecklistDraft(name: "A"), idempotencyKey: nil)
            }
            failWrites(nil)
            await events.wait { if case .stateChanged(.ok, _) = $0 { true } else { false } }
            #expect(store.health == .ok)
        }
    }

    @Test(arguments: [EROFS, EIO])
    func `becomes read-only when the disk refuses writes`(code: Int32) async throws {
        try await withStore(folder, files) { store in
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "A"), idempotencyKey: nil)
            let before = try await store.contents
            failWrites(code)
            await #expect(throws: ChecklistsError.readOnly) {
                try await store.asFirst.deleteChecklist(list(1), ifMatch: nil)
            }
            #expect(store.health == .readOnly)
            failWrites(nil)
            let calls = files.calls.count
            await #expect(throws: ChecklistsError.readOnly) {
                try await store.asFirst.deleteChecklist(list(1), ifMatch: nil)
            }
            await #expect(throws: ChecklistsError.notFound(.checklist)) {
                try await store.asFirst.deleteChecklist(list(9), ifMatch: nil)
            }
            #expect(files.calls.count == calls)
            #expect(try await store.contents == before)
        }
    }

    @Test func `refuses all changes that depend on a failed write`() async throws {
        let gate = Gate()
        files.setPlan { _, call, path in gate.plan(call, path) }
        try await withStore(folder, files) { store in
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "Kept"), idempotencyKey: nil)
            let before = try await store.contents
            gate.arm()
            let first = Task {
                try await store.asFirst.addChecklist(ChecklistDraft(name: "Lost"), idempotencyKey: nil)
            }
            await gate.wait()
            // These tasks depend on the list that is not durable yet. When its write fails, the reader must
            // get
            // `notFound`.
            let others = (0..<20).map { number in
                Task {
                    try await store.asFirst.addItem(
                        ItemDraft(text: "\(number)"), to: list(2), idempotencyKey: nil)
                }
            }
            let reader = Task { try await store.asFirst.checklist(list(2)) }
            let renamer = Task {
                try await store.asFirst.updateChecklist(list(2), ChecklistPatch(name: "Lost"), ifMatch: nil)
            }
            while store.state.withLock({ $0.queue.count }) < 20 { await Task.yield() }
            gate.open(.error(ENOSPC))
            await #expect(throws: ChecklistsError.storageFull) { try await first.value }
            for other in others {
                // A later task is decided again, and finds no list.
                let error = await #expect(throws: ChecklistsError.self) { try await other.value }
                #expect([.storageFull, .notFound(.checklist)].contains(error))
            }
            await #expect(throws: ChecklistsError.notFound(.checklist)) { try await reader.value }
            await #expect(throws: ChecklistsError.self) { try await renamer.value }
            #expect(try await store.contents == before)
            let next = try await store.asFirst.addChecklist(ChecklistDraft(name: "Next"), idempotencyKey: nil)
            #expect(next.value.id == list(2))
        }
        #expect(try Recovery.contents(of: folder).checklists.map(\.name) == ["Kept", "Next"])
    }

    @Test func `keeps reading every list of a refused batch`() async throws {
        let gate = Gate()
        files.setPlan { _, call, path in gate.plan(call, path) }
        let lists = (1...3).map(list)
        try await withStore(folder, files) { store in
            for _ in lists {
                _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
            }
            let before = try await store.contents
            gate.arm()
            let first = Task {
                try await store.asFirst.addItem(ItemDraft(text: "a"), to: lists[0], idempotencyKey: nil)
            }
            await gate.wait()
            let others = lists.map { list in
                Task { try await store.asFirst.addItem(ItemDraft(text: "b"), to: list, idempotencyKey: nil) }
            }
            while store.state.withLock({ $0.queue.count }) < lists.count { await Task.yield() }
            gate.open(.error(ENOSPC))
            for task in [first] + others {
                await #expect(throws: ChecklistsError.storageFull) { try await task.value }
            }
            for list in lists {
                #expect(try await store.asFirst.items(ItemQuery(checklistID: list)).elements.isEmpty)
                #expect(try await store.asFirst.snapshots(of: list).count == 1)
                #expect(try await store.asFirst.deleteItems(of: list, checked: nil).count == 0)
                let part = store.currentRevision(of: .items(of: list))
                #expect(try #require(part) <= before.revision)
            }
            #expect(try await store.contents == before)
        }
    }

    @Test func `refuses changes over its capacity before it writes`() async throws {
        var limits = StorageLimits.quiet
        limits.capacity.itemsMax = 1
        try await withStore(folder, files, limits: limits) { store in
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
            _ = try await store.asFirst.addItem(ItemDraft(text: "a"), to: list(1), idempotencyKey: nil)
            let (before, calls) = (try await store.contents, files.calls.count)
            let full = ChecklistsError.full(.items, used: 1, limit: 1)
            await #expect(throws: full) {
                try await store.asFirst.addItem(ItemDraft(text: "b"), to: list(1), idempotencyKey: nil)
            }
            await #expect(throws: full) {
                let items = [ImportedItem(ItemDraft(text: "c"))]
                let imported = ImportedChecklist(ChecklistDraft(name: "Other"), items: items)
                return try await store.asFirst.importChecklists([imported], idempotencyKey: nil)
            }
            #expect(try await store.contents == before)
            #expect(files.calls.count == calls)
        }
        // A store over its limit still accepts changes.
        limits.capacity.itemsMax = 0
        try await withStore(folder, limits: limits) { store in
            _ = try await store.asFirst.toggleItem(Item.ID(rawValue: 1), ifMatch: nil, idempotencyKey: nil)
            #expect(try await store.asFirst.deleteItems(of: list(1), checked: nil).count == 1)
        }
    }

    @Test func `never returns data that is not durable`() async throws {
        let gate = Gate()
        files.setPlan { _, call, path in gate.plan(call, path) }
        try await withStore(folder, files) { store in
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "A"), idempotencyKey: nil)
            gate.arm()
            let key = IdempotencyKey(key: "k", fingerprint: [])
            let rename = Task {
                try await store.asFirst.updateChecklist(list(1), ChecklistPatch(name: "B"), ifMatch: nil)
            }
            await gate.wait()
            let repeated = Task {
                try await store.asFirst.addChecklist(ChecklistDraft(name: "C"), idempotencyKey: key)
            }
            while store.state.withLock({ $0.queue.count }) < 1 { await Task.yield() }
            let hasAnswered = Flag()
            let reader = Task {
                let name = try await store.asFirst.checklist(list(1)).name
                hasAnswered.set()
                return name
            }
            let failing = Task {
                // The absence of the list may follow from a change that is not durable.
                await #expect(throws: ChecklistsError.notFound(.checklist)) {
                    try await store.asFirst.checklist(list(7))
                }
                hasAnswered.set()
            }
            await #expect(throws: ChecklistsError.idempotencyKeyInUse) {
                try await store.asFirst.addChecklist(ChecklistDraft(name: "C"), idempotencyKey: key)
            }
            for _ in 0..<1000 { await Task.yield() }
            #expect(!hasAnswered.isSet)
            gate.open()
            #expect(try await reader.value == "B")
            await failing.value
            _ = try await rename.value
            #expect(try await !repeated.value.isReplay)
            #expect(
                try await store.asFirst.addChecklist(ChecklistDraft(name: "C"), idempotencyKey: key).isReplay)
        }
    }

    @Test func `closes before any answer when a sync fails`() async throws {
        let reasons = Mutex<[String]>([])
        let (files, folder) = (files, folder)
        try await withStore(
            folder, files,
            onFatal: { error in reasons.withLock { $0.append((error as? FileError)?.call ?? "\(error)") } }
        ) { store in
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "A"), idempotencyKey: nil)
            files.setPlan { _, call, _ in call == "fdatasync" ? .error(EIO) : nil }
            await #expect(throws: StorageError.closed) {
                try await store.asFirst.addChecklist(ChecklistDraft(name: "B"), idempotencyKey: nil)
            }
            files.setPlan { _, _, _ in nil }
            await #expect(throws: StorageError.closed) { try await store.asFirst.checklist(list(1)) }
            await #expect(throws: StorageError.closed) {
                try await store.asFirst.addChecklist(ChecklistDraft(name: "C"), idempotencyKey: nil)
            }
        }
        #expect(reasons.withLock { $0 } == ["fdatasync"])
        // The store does not retry: after a failed sync the second change counts as lost.
        #expect(files.calls.last == "fdatasync \(folder.path)/journal/0000000001.jsonl")
        #expect(try Recovery.contents(of: folder).checklists.first?.name == "A")
    }

    @Test func `closes when a file of a checkpoint cannot be synced`() async throws {
        let hasGivenUp = Flag()
        try await withStore(folder, files, onFatal: { _ in hasGivenUp.set() }) { store in
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "A"), idempotencyKey: nil)
            files.setPlan { _, call, path in
                call == "fsync" && path.contains("checklists") ? .error(EIO) : nil
            }
            await #expect(throws: StorageError.self) { try await store.checkpoint() }
            await #expect(throws: StorageError.closed) { try await store.asFirst.checklist(list(1)) }
        }
        #expect(hasGivenUp.isSet)
    }

    @Test func `can make a checkpoint after a failed one`() async throws {
        try await withStore(folder, files, events: events) { store in
            try await Work.everything(store)
            files.setPlan { _, call, path in
                call == "pwrite" && path.hasSuffix("/2.json.tmp") ? .error(ENOSPC) : nil
            }
            await #expect(throws: StorageError.self) { try await store.checkpoint() }
            #expect(store.statistics.changedChecklists > 0)
            files.setPlan { _, _, _ in nil }
            try await store.checkpoint()
            #expect(store.statistics.changedChecklists == 0)
        }
        let failures = events.all.count { if case .checkpointFailed = $0 { true } else { false } }
        #expect(failures == 1)
        #expect(try folder.names.filter { $0.hasPrefix("journal") } == ["journal/0000000003.jsonl"])
    }
}
