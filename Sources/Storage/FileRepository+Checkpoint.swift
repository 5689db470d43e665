import Checklists
import Glibc
import Synchronization

extension FileRepository {
    /// Brings the files up to date now, and returns when they are.
    /// - Throws: `StorageError`.
    public func checkpoint() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.checkpointWaiters.append { continuation.resume(with: $0) } }
                return state.isClosed
            }
            if isClosed {
                continuation.resume(throwing: StorageError.closed)
            } else {
                checkpointSignal.send()
            }
        }
    }

    /// Brings the files up to date whenever that is due, until the repository is closed.
    func runCheckpoints(_ initial: CheckpointFiles) {
        letOthersGoFirst()
        var files = initial
        var seconds = limits.checkpointSecondsMax
        while true {
            checkpointSignal.wait(secondsMax: seconds)
            let (isClosed, isDue, waiters) = state.withLock { state in
                (state.isClosed, !state.changed.isEmpty, exchange(&state.checkpointWaiters, with: []))
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

    /// Makes this thread a nice one: while both processors are busy with requests it has a tenth of either,
    /// and all of one that is idle. On Linux this is about the thread that calls, not about the process
    /// (`setpriority(2)`).
    private func letOthersGoFirst() {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    }

    /// Makes one checkpoint.
    private func bringUpToDate(_ files: inout CheckpointFiles) throws(StorageError) {
        let start = uptime()
        let lock = try asStorageError { () throws(FileError) in try folder.lockFiles(.exclusive, waits: false)
        }
        guard let lock else {
            throw .invalid(
                path: folder.path, reason: "a backup is being made; the files wait for it")
        }
        defer { folder.fileSystem.close(lock) }
        let cut = try beginSegment()
        let old = files.count
        do throws(StorageError) {
            try write(cut, &files)
        } catch {
            state.withLock { $0.putBack(cut) }
            throw error
        }
        state.withLock { $0.finishCheckpoint() }
        onEvent(.checkpoint(cut.revision, files: files.count - old, duration: uptime() - start))
    }

    /// Has the journal go on in a new segment, and returns when it does.
    private func beginSegment() throws(StorageError) -> RepositoryState.Cut {
        let handoff = Handoff<Result<RepositoryState.Cut, StorageError>>()
        let (isClosed, wakesJournal) = state.withLock { state in
            if state.isClosed { return (true, false) }
            state.cutWaiter = { handoff.give($0) }
            return (false, state.wakeJournal())
        }
        if isClosed { throw .closed }
        if wakesJournal { journalSignal.send() }
        return try handoff.wait().get()
    }

    /// Writes everything that had changed before a cut, as it is by now.
    private func write(_ cut: RepositoryState.Cut, _ files: inout CheckpointFiles) throws(StorageError) {
        let changed = cut.changed.checklists.sorted()
        for start in stride(from: 0, to: changed.count, by: limits.checkpointListsMax) {
            let ids = changed[start..<min(start + limits.checkpointListsMax, changed.count)]
            let contents = try contents(of: ids)
            try asStorageError { () throws(FileError) in try files.write(contents) }
        }
        try writeDeliveries(cut.changed, &files)
        if cut.changed.once {
            let now = now()
            let (records, revision) = try whenDurable { state in
                state.catalogue.forgetOnceRecords(at: now)
                return state.catalogue.onceRecords
            }
            try asStorageError { () throws(FileError) in
                try files.write(IdempotencyFile(revision: revision, records: records))
            }
        }
        let (settings, _) = try whenDurable { state in
            SettingsFile(revision: cut.revision, of: state.catalogue)
        }
        try asStorageError { () throws(FileError) in try files.finish(settings, before: cut.segment) }
    }

    /// The files of some lists as they are by now; `nil` for a list that is no more.
    ///
    /// While the snapshots are held, changes of what they show cost a copy. They are gone when this returns,
    /// before anything waits for the disk.
    private func contents(
        of ids: ArraySlice<Checklist.ID>
    ) throws(StorageError) -> [(id: Checklist.ID, bytes: [UInt8]?)] {
        let (snapshots, revision) = try whenDurable { state in
            ids.map { ($0, state.catalogue.snapshot(of: $0)) }
        }
        return snapshots.map { id, snapshot in
            (id, snapshot.map { ChecklistFile.bytes($0, revision: revision) })
        }
    }

    /// Writes webhooks and deliveries that had changed, as they are by now.
    private func writeDeliveries(
        _ changed: ChangedFiles, _ files: inout CheckpointFiles
    ) throws(StorageError) {
        if changed.webhooks {
            let (webhooks, revision) = try whenDurable { $0.catalogue.allWebhooks }
            try asStorageError { () throws(FileError) in
                try files.write(WebhooksFile(revision: revision, webhooks: webhooks))
            }
        }
        for number in changed.deliveries.sorted() {
            let (deliveries, revision) = try whenDurable { state in
                state.catalogue.deliveries(in: DeliveriesFile.identifiers(of: number))
            }
            try asStorageError { () throws(FileError) in
                try files.write(number, DeliveriesFile(revision: revision, deliveries: deliveries))
            }
        }
    }

    /// Looks at the catalogue and returns when what was seen is durable; what is taken back is looked at
    /// again.
    private func whenDurable<Value: Sendable>(
        _ look: (inout RepositoryState) -> Value
    ) throws(StorageError) -> (Value, Revision) {
        while true {
            let handoff = Handoff<CommitQueue.Ending>()
            let (value, revision, ending, isClosed) = state.withLock { state in
                let value = look(&state)
                let revision = state.catalogue.revision
                let ending = state.queue.wait(for: revision, seenIn: state.queue.epoch) { handoff.give($0) }
                return (value, revision, ending, state.isClosed)
            }
            if isClosed { throw .closed }
            if case .durable = ending ?? handoff.wait() { return (value, revision) }
        }
    }
}
