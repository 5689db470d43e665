import Checklists
import Glibc
import MemoryStore
import Synchronization

extension FileStore {
    /// Makes a checkpoint now and returns when it is complete.
    /// - Throws: `StorageError`.
    public func checkpoint() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.availability.isClosed {
                    state.checkpoints.waiters.append { continuation.resume(with: $0) }
                }
                return state.availability.isClosed
            }
            if isClosed {
                continuation.resume(throwing: StorageError.closed)
            } else {
                checkpointSemaphore.send()
            }
        }
    }

    /// Makes a checkpoint whenever one is due, until the store is closed.
    func runCheckpoints(_ initial: CheckpointFiles) {
        lowerPriority()
        var files = initial
        var seconds = limits.checkpointSecondsMax
        while true {
            checkpointSemaphore.wait(secondsMax: seconds)
            let (isClosed, isDue, waiters) = state.withLock { state in
                (
                    state.availability.isClosed, !state.changed.isEmpty,
                    exchange(&state.checkpoints.waiters, with: [])
                )
            }
            if isClosed {
                for waiter in waiters { waiter(.failure(.closed)) }
                return
            }
            guard isDue || !waiters.isEmpty else { continue }
            do throws(StorageError) {
                try bringUpToDate(&files)
                seconds = limits.checkpointSecondsMax
                for waiter in waiters { waiter(.success(())) }
            } catch {
                seconds = limits.checkpointRetrySeconds
                if case .system(let cause) = error, cause.isFailedSync { giveUp(because: cause) }
                if error != .closed { onEvent(.checkpointFailed(error)) }
                for waiter in waiters { waiter(.failure(error)) }
            }
        }
    }

    /// Lowers the priority of this thread: it gets a tenth of a processor that requests use, and all of an
    /// idle one. On Linux the call affects the calling thread, not the process (`setpriority(2)`).
    private func lowerPriority() {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    }

    private func bringUpToDate(_ files: inout CheckpointFiles) throws(StorageError) {
        let began = uptime()
        let lock = try asStorageError { () throws(FileError) in try folder.lockFiles(.exclusive, waits: false)
        }
        guard let lock else {
            throw .invalid(
                path: folder.path,
                reason: "a backup or verification reads the files; the checkpoint is tried again later")
        }
        defer { folder.fileSystem.close(lock) }
        let start = try beginSegment()
        let old = files.count
        do throws(StorageError) {
            try write(start, &files)
        } catch {
            state.withLock { $0.putBack(start) }
            throw error
        }
        state.withLock { $0.finishCheckpoint() }
        onEvent(.checkpoint(start.revision, files: files.count - old, duration: uptime() - began))
    }

    /// Starts a new segment of the journal and returns when it exists.
    private func beginSegment() throws(StorageError) -> CheckpointStart {
        let promise = Promise<Result<CheckpointStart, StorageError>>()
        let (isClosed, wakesJournal) = state.withLock { state in
            if state.availability.isClosed { return (true, false) }
            state.journal.rotationWaiter = { promise.give($0) }
            return (false, state.wakeJournal())
        }
        if isClosed { throw .closed }
        if wakesJournal { journalSemaphore.send() }
        return try promise.wait().get()
    }

    /// Writes everything that had changed when the checkpoint started, in its current state.
    private func write(_ start: CheckpointStart, _ files: inout CheckpointFiles)
        throws(StorageError)
    {
        let changed = start.changed.checklists.sorted()
        for start in stride(from: 0, to: changed.count, by: limits.checkpointListsMax) {
            let ids = changed[start..<min(start + limits.checkpointListsMax, changed.count)]
            let contents = try contents(of: ids)
            try asStorageError { () throws(FileError) in try files.write(contents) }
        }
        try writeDeliveries(start.changed, &files)
        if start.changed.idempotency {
            let now = now()
            let (records, revision) = try whenDurable { state in
                state.memory.forgetIdempotencyRecords(at: now)
                return state.memory.idempotencyRecords
            }
            try asStorageError { () throws(FileError) in
                try files.write(FileName.idempotency, IdempotencyFile(revision: revision, records: records))
            }
        }
        let (settings, _) = try whenDurable { state in
            SettingsFile(revision: start.revision, of: state.memory)
        }
        try asStorageError { () throws(FileError) in try files.finish(settings, before: start.segment) }
    }

    /// The current files of some lists; `nil` for a deleted list.
    ///
    /// While the snapshots exist, a change to their lists costs a copy. They are released when this returns,
    /// before any wait for the disk.
    private func contents(
        of ids: ArraySlice<Checklist.ID>
    ) throws(StorageError) -> [(id: Checklist.ID, bytes: [UInt8]?)] {
        let (snapshots, revision) = try whenDurable { state in
            ids.map { ($0, state.memory.snapshot(of: $0)) }
        }
        return snapshots.map { id, snapshot in
            (id, snapshot.map { ChecklistFile.bytes($0, revision: revision) })
        }
    }

    /// Writes the current people, tombstones, webhooks and deliveries, if they had changed.
    private func writeDeliveries(
        _ changed: ChangedFiles, _ files: inout CheckpointFiles
    ) throws(StorageError) {
        if changed.people {
            let (people, revision) = try whenDurable { $0.memory.people() }
            try asStorageError { () throws(FileError) in
                try files.write(FileName.people, PeopleFile(revision: revision, records: people))
            }
        }
        if changed.tombstones {
            let (tombstones, revision) = try whenDurable { $0.memory.allTombstones }
            try asStorageError { () throws(FileError) in
                try files.write(FileName.tombstones, TombstonesFile(revision: revision, records: tombstones))
            }
        }
        if changed.webhooks {
            let (webhooks, revision) = try whenDurable { $0.memory.webhooks() }
            try asStorageError { () throws(FileError) in
                try files.write(FileName.webhooks, WebhooksFile(revision: revision, records: webhooks))
            }
        }
        for number in changed.deliveries.sorted() {
            let (deliveries, revision) = try whenDurable { state in
                state.memory.deliveries(in: DeliveriesFile.identifiers(of: number))
            }
            try asStorageError { () throws(FileError) in
                try files.write(number, DeliveriesFile(revision: revision, records: deliveries))
            }
        }
    }

    /// Reads the memory and returns when the state it read is durable. It reads again after a rollback.
    private func whenDurable<Value: Sendable>(
        _ look: (inout FileStoreState) -> Value
    ) throws(StorageError) -> (Value, Revision) {
        while true {
            let promise = Promise<CommitQueue.Outcome>()
            let (value, revision, ending, isClosed) = state.withLock { state in
                let value = look(&state)
                let revision = state.memory.revision
                let ending = state.queue.wait(for: revision, seenIn: state.queue.epoch) { promise.give($0) }
                return (value, revision, ending, state.availability.isClosed)
            }
            if isClosed { throw .closed }
            if case .durable = ending ?? promise.wait() { return (value, revision) }
        }
    }
}
