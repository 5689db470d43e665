import Checklists
import Synchronization

extension FileRepository {
    /// Brings the files up to date now, and returns when they are.
    /// - Throws: `StorageError`, or `FileError` for what the system says.
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
        var files = initial
        var seconds = limits.checkpointSecondsMax
        while true {
            checkpointSignal.wait(secondsMax: seconds)
            let (isClosed, isDue, waiters) = state.withLock { state in
                (state.isClosed, !state.changed.isEmpty, exchange(&state.checkpointWaiters, with: []))
            }
            if isClosed {
                for waiter in waiters { waiter(.failure(StorageError.closed)) }
                return
            }
            guard isDue || !waiters.isEmpty else { continue }
            do {
                try bringUpToDate(&files)
                seconds = limits.checkpointSecondsMax
                for waiter in waiters { waiter(.success(())) }
            } catch {
                seconds = limits.checkpointRetrySeconds
                if let error = error as? FileError, error.isFailedSync { giveUp(because: error) }
                if !isClosing(error) { onEvent(.checkpointFailed(error)) }
                for waiter in waiters { waiter(.failure(error)) }
            }
        }
    }

    private func isClosing(_ error: any Error) -> Bool { error as? StorageError == .closed }

    /// Makes one checkpoint.
    private func bringUpToDate(_ files: inout CheckpointFiles) throws {
        let start = uptime()
        guard let lock = try folder.lockFiles(.exclusive, waits: false) else {
            throw StorageError.invalid(
                path: folder.path, reason: "a backup is being made; the files wait for it")
        }
        defer { folder.fileSystem.close(lock) }
        let cut = try beginSegment()
        let old = files.count
        do {
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
    private func write(_ cut: RepositoryState.Cut, _ files: inout CheckpointFiles) throws {
        let changed = cut.changed.sorted()
        for start in stride(from: 0, to: changed.count, by: limits.checkpointListsMax) {
            let ids = changed[start..<min(start + limits.checkpointListsMax, changed.count)]
            let (snapshots, revision) = try whenDurable { state in
                ids.map { state.catalogue.snapshot(of: $0) }
            }
            for (id, snapshot) in zip(ids, snapshots) {
                try files.write(id, snapshot, revision: revision)
            }
        }
        if cut.isOnceChanged {
            let now = now()
            let (records, revision) = try whenDurable { state in
                state.catalogue.forgetOnceRecords(at: now)
                return state.catalogue.onceRecords
            }
            try files.write(IdempotencyFile(revision: revision, records: records))
        }
        var settings = SettingsFile()
        settings.revision = cut.revision
        (settings.nextChecklistID, settings.nextItemID) = state.withLock { state in
            (state.catalogue.nextChecklistID, state.catalogue.nextItemID)
        }
        try files.finish(settings, before: cut.segment)
    }

    /// Looks at the catalogue and returns when what was seen is durable; what is taken back is looked at again.
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
