import Checklists
import Glibc
import Synchronization
import Testing

@testable import Storage

/// Holds a thread of the store at its next write to the journal until a test lets it go on.
private final class Gate: Sendable {
    private let arrived = AsyncStream.makeStream(of: Void.self)
    private let isOpen = Signal()
    private let fault = Mutex<FaultyFileSystem.Fault?>(nil)
    private let isArmed = Mutex(false)

    /// What the file system does with a call.
    func plan(_ call: String, _ path: String) -> FaultyFileSystem.Fault? {
        guard call == "pwrite", path.hasSuffix(".jsonl"), isArmed.withLock({ exchange(&$0, with: false) })
        else {
            return nil
        }
        arrived.continuation.yield()
        isOpen.wait()
        return fault.withLock { $0 }
    }

    /// Holds the next write.
    func arm() { isArmed.withLock { $0 = true } }

    /// Returns when a write is held.
    func wait() async {
        for await _ in arrived.stream { break }
    }

    /// Lets the write go on, or fail.
    func open(_ fault: FaultyFileSystem.Fault? = nil) {
        self.fault.withLock { $0 = fault }
        isOpen.send()
    }
}

@Suite struct `A repository that cannot write` {
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
    func `says that it is full, goes on reading, and goes on writing when there is room`(code: Int32)
        async throws
    {
        try await withRepository(folder, files, events: events) { repository in
            _ = try await repository.addChecklist(ChecklistDraft(name: "A"), once: nil)
            let before = try await repository.contents
            failWrites(code)
            for _ in 0..<2 {
                await #expect(throws: ChecklistsError.storageFull) {
                    try await repository.addChecklist(ChecklistDraft(name: "B"), once: nil)
                }
            }
            #expect(repository.health == .full)
            #expect(try await repository.contents == before)
            failWrites(nil)
            let next = try await repository.addChecklist(ChecklistDraft(name: "C"), once: nil)
            #expect(next.value.id == list(2))
            #expect(repository.health == .ok)
        }
        let changes = events.all.compactMap {
            if case .stateChanged(let state, _) = $0 { state } else { nil }
        }
        #expect(changes == [.full, .ok])
        #expect(try Recovery.contents(of: folder).checklists.map(\.name) == ["A", "C"])
    }

    @Test func `sees by itself that there is room again`() async throws {
        var limits = StorageLimits.quiet
        limits.roomRetrySeconds = 0
        try await withRepository(folder, files, limits: limits, events: events) { repository in
            failWrites(ENOSPC)
            await #expect(throws: ChecklistsError.storageFull) {
                try await repository.addChecklist(ChecklistDraft(name: "A"), once: nil)
            }
            failWrites(nil)
            await events.wait { if case .stateChanged(.ok, _) = $0 { true } else { false } }
            #expect(repository.health == .ok)
        }
    }

    @Test(arguments: [EROFS, EIO])
    func `takes no more changes when the disk refuses them`(code: Int32) async throws {
        try await withRepository(folder, files) { repository in
            _ = try await repository.addChecklist(ChecklistDraft(name: "A"), once: nil)
            let before = try await repository.contents
            failWrites(code)
            await #expect(throws: ChecklistsError.readOnly) {
                try await repository.deleteChecklist(list(1), ifMatch: nil)
            }
            #expect(repository.health == .readOnly)
            failWrites(nil)
            let calls = files.calls.count
            await #expect(throws: ChecklistsError.readOnly) {
                try await repository.deleteChecklist(list(1), ifMatch: nil)
            }
            await #expect(throws: ChecklistsError.notFound(.checklist)) {
                try await repository.deleteChecklist(list(9), ifMatch: nil)
            }
            #expect(files.calls.count == calls)
            #expect(try await repository.contents == before)
        }
    }

    @Test func `refuses everything that was decided on what it could not write`() async throws {
        let gate = Gate()
        files.setPlan { _, call, path in gate.plan(call, path) }
        try await withRepository(folder, files) { repository in
            _ = try await repository.addChecklist(ChecklistDraft(name: "Kept"), once: nil)
            let before = try await repository.contents
            gate.arm()
            let first = Task { try await repository.addChecklist(ChecklistDraft(name: "Lost"), once: nil) }
            await gate.wait()
            // These see the list that is not durable yet; the reader among them has to see later that there
            // is none.
            let others = (0..<20).map { number in
                Task { try await repository.addItem(ItemDraft(text: "\(number)"), to: list(2), once: nil) }
            }
            let reader = Task { try await repository.checklist(list(2)) }
            let renamer = Task {
                try await repository.updateChecklist(list(2), ChecklistPatch(name: "Lost"), ifMatch: nil)
            }
            while repository.state.withLock({ $0.queue.count }) < 20 { await Task.yield() }
            gate.open(.error(ENOSPC))
            await #expect(throws: ChecklistsError.storageFull) { try await first.value }
            for other in others {
                // Who came late decided anew, and found no list.
                let error = await #expect(throws: ChecklistsError.self) { try await other.value }
                #expect([.storageFull, .notFound(.checklist)].contains(error))
            }
            await #expect(throws: ChecklistsError.notFound(.checklist)) { try await reader.value }
            await #expect(throws: ChecklistsError.self) { try await renamer.value }
            #expect(try await repository.contents == before)
            let next = try await repository.addChecklist(ChecklistDraft(name: "Next"), once: nil)
            #expect(next.value.id == list(2))
        }
        #expect(try Recovery.contents(of: folder).checklists.map(\.name) == ["Kept", "Next"])
    }

    @Test func `shows nobody what is not durable`() async throws {
        let gate = Gate()
        files.setPlan { _, call, path in gate.plan(call, path) }
        try await withRepository(folder, files) { repository in
            _ = try await repository.addChecklist(ChecklistDraft(name: "A"), once: nil)
            gate.arm()
            let key = IdempotencyKey(key: "k", fingerprint: [])
            let rename = Task {
                try await repository.updateChecklist(list(1), ChecklistPatch(name: "B"), ifMatch: nil)
            }
            await gate.wait()
            let repeated = Task { try await repository.addChecklist(ChecklistDraft(name: "C"), once: key) }
            while repository.state.withLock({ $0.queue.count }) < 1 { await Task.yield() }
            let hasAnswered = Flag()
            let reader = Task {
                let name = try await repository.checklist(list(1)).name
                hasAnswered.set()
                return name
            }
            let failing = Task {
                // That there is no such list may follow from a change that is not durable.
                await #expect(throws: ChecklistsError.notFound(.checklist)) {
                    try await repository.checklist(list(7))
                }
                hasAnswered.set()
            }
            await #expect(throws: ChecklistsError.idempotencyKeyInUse) {
                try await repository.addChecklist(ChecklistDraft(name: "C"), once: key)
            }
            for _ in 0..<1000 { await Task.yield() }
            #expect(!hasAnswered.isSet)
            gate.open()
            #expect(try await reader.value == "B")
            await failing.value
            _ = try await rename.value
            #expect(try await !repeated.value.isReplay)
            #expect(try await repository.addChecklist(ChecklistDraft(name: "C"), once: key).isReplay)
        }
    }

    @Test func `gives up before anybody is told anything when a sync fails`() async throws {
        let reasons = Mutex<[String]>([])
        let (files, folder) = (files, folder)
        try await withRepository(
            folder, files,
            onFatal: { error in reasons.withLock { $0.append((error as? FileError)?.call ?? "\(error)") } }
        ) { repository in
            _ = try await repository.addChecklist(ChecklistDraft(name: "A"), once: nil)
            files.setPlan { _, call, _ in call == "fdatasync" ? .error(EIO) : nil }
            await #expect(throws: StorageError.closed) {
                try await repository.addChecklist(ChecklistDraft(name: "B"), once: nil)
            }
            files.setPlan { _, _, _ in nil }
            await #expect(throws: StorageError.closed) { try await repository.checklist(list(1)) }
            await #expect(throws: StorageError.closed) {
                try await repository.addChecklist(ChecklistDraft(name: "C"), once: nil)
            }
        }
        #expect(reasons.withLock { $0 } == ["fdatasync"])
        // It is not tried again: what the disk has of the second change is as good as none.
        #expect(files.calls.last == "fdatasync \(folder.path)/journal/0000000001.jsonl")
        #expect(try Recovery.contents(of: folder).checklists.first?.name == "A")
    }

    @Test func `gives up when a file of a checkpoint cannot be synced`() async throws {
        let hasGivenUp = Flag()
        try await withRepository(folder, files, onFatal: { _ in hasGivenUp.set() }) { repository in
            _ = try await repository.addChecklist(ChecklistDraft(name: "A"), once: nil)
            files.setPlan { _, call, path in
                call == "fsync" && path.contains("checklists") ? .error(EIO) : nil
            }
            await #expect(throws: StorageError.self) { try await repository.checkpoint() }
            await #expect(throws: StorageError.closed) { try await repository.checklist(list(1)) }
        }
        #expect(hasGivenUp.isSet)
    }

    @Test func `makes a checkpoint later that it could not make now`() async throws {
        try await withRepository(folder, files, events: events) { repository in
            try await Work.everything(repository)
            files.setPlan { _, call, path in
                call == "pwrite" && path.hasSuffix("/2.json.tmp") ? .error(ENOSPC) : nil
            }
            await #expect(throws: StorageError.self) { try await repository.checkpoint() }
            #expect(repository.statistics.changedChecklists > 0)
            files.setPlan { _, _, _ in nil }
            try await repository.checkpoint()
            #expect(repository.statistics.changedChecklists == 0)
        }
        let failures = events.all.count { if case .checkpointFailed = $0 { true } else { false } }
        #expect(failures == 1)
        #expect(try folder.names.filter { $0.hasPrefix("journal") } == ["journal/0000000003.jsonl"])
    }
}
