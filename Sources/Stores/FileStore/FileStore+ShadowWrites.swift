import Checklists
import MemoryStore
import Synchronization

extension FileStore {
    /// Like `write`, for large changes: it decides and makes the change on a copy of the memory. The copy
    /// replaces the memory when the change is durable. Reads continue meanwhile and do not see the change.
    /// Other writes wait without blocking a thread, so that none comes in between.
    /// - Throws: `CancellationError`; nothing has changed then.
    func writeLarge<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result> {
        try await withTaskExecutorPreference(background) {
            try await raiseWriteBarrier()
            defer { state.withLock { $0.lowerWriteBarrier() }.send() }
            while true {
                try Task.checkCancellation()
                let written = try await writeToShadow(
                    operation, as: principal, ifMatch: ifMatch, idempotencyKey: key)
                if let written { return written }
            }
        }
    }

    /// Decides, makes the change and returns when it is durable and visible; `nil` if a rollback removed
    /// state that the decision depends on.
    private func writeToShadow<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result>? {
        var (copy, queue) = state.withLock { state in (state.memory, (state.queue.epoch, state.queue.durable))
        }
        let (epoch, durable) = queue
        // Other writes already wait, so none has a later time and an earlier place in the journal.
        let (answer, change) = copy.answer(
            operation, as: principal, ifMatch: ifMatch, idempotencyKey: key, at: clock(), durable: durable)
        let outcome: CommitQueue.Outcome
        if let change {
            copy.apply(change)
            copy.prepare()
            // Nothing is stored yet, so the change can stop if the client has disconnected.
            try Task.checkCancellation()
            outcome = await commit(change, made: &copy, seenIn: epoch)
        } else {
            outcome = await whenDurable(answer.revision, seenIn: epoch)
        }
        switch outcome {
        case .durable:
            return try answer.result.get()
        case .rolledBack(let error):
            if change != nil { throw error }
            return nil
        case .superseded: return nil
        case .closed: throw StorageError.closed
        }
    }

    /// Waits until a revision from an epoch is durable.
    private func whenDurable(_ revision: Revision, seenIn epoch: Int) async -> CommitQueue.Outcome {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state in
                state.queue.wait(for: revision, seenIn: epoch) { continuation.resume(returning: $0) }
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    /// Queues a change that was made on a copy, and replaces the memory by the copy when it is durable.
    ///
    /// The journal line is encoded before the lock is taken, for the offset at which it will probably stand.
    /// - Returns: The outcome; `superseded` if a rollback removed state that the copy shows.
    private func commit(
        _ change: Change, made copy: inout MemoryStore, seenIn epoch: Int
    ) async -> CommitQueue.Outcome {
        let files = ChangedFiles(of: change)
        while true {
            let offset = state.withLock { $0.queue.offset }
            let line = JournalRecord.line(of: change, durableOffset: offset)
            var isHandedIn = false
            let outcome: ShadowWriteOutcome = await withCheckedContinuation { continuation in
                let outcome = state.withLock { state in
                    state.commit(change, line, at: offset, made: &copy, files, seenIn: epoch) {
                        continuation.resume(returning: ShadowWriteOutcome.ended($0))
                    }
                }
                switch outcome {
                case .waiting(let wakesJournal):
                    isHandedIn = true
                    if wakesJournal { journalSemaphore.send() }
                case .moved, .stale, .ended: continuation.resume(returning: outcome)
                }
            }
            if case .moved = outcome { continue }
            // The old memory is freed here, outside the lock.
            if isHandedIn { state.withLock { state in swap(&state.shadow.memory, &copy) } }
            if case .ended(let ending) = outcome { return ending }
            return .superseded
        }
    }

    /// Makes other writes wait, after any other large write has ended.
    private func raiseWriteBarrier() async throws {
        while true {
            let ending = await withCheckedContinuation { continuation in
                let ending = state.withLock { state in
                    state.raiseWriteBarrier { continuation.resume(returning: $0) }
                }
                if let ending { continuation.resume(returning: ending) }
            }
            switch ending {
            case .durable: return
            case .superseded, .rolledBack: continue
            case .closed: throw StorageError.closed
            }
        }
    }
}

/// The result of queueing a change that was made on a copy.
enum ShadowWriteOutcome {
    /// The change is queued, and the waiter gets the outcome later.
    case waiting(wakesJournal: Bool)
    /// The line would now stand at another offset.
    case moved
    /// A rollback removed the state on which the decision depends.
    case stale
    case ended(CommitQueue.Outcome)
}

extension FileStoreState {
    /// Raises the barrier.
    ///
    /// - Parameter waiter: Called when another large write has ended, to try again.
    /// - Returns: `durable` if the barrier is up, `closed` if the store is closed; `nil` if the waiter will
    ///   be called.
    mutating func raiseWriteBarrier(_ waiter: @escaping @Sendable (CommitQueue.Outcome) -> Void)
        -> CommitQueue.Outcome?
    {
        if availability.isClosed { return .closed }
        if barrier.isUp {
            barrier.waiters.append(waiter)
            return nil
        }
        barrier.isUp = true
        return .durable
    }

    /// Lowers the barrier. The writes that waited decide again.
    mutating func lowerWriteBarrier() -> CommitQueue.Waiters {
        barrier.isUp = false
        return CommitQueue.Waiters(
            waiters: exchange(&barrier.waiters, with: []), outcome: .superseded)
    }

    /// Queues a change that was made on a copy, and keeps the copy until the change is durable.
    mutating func commit(
        _ change: Change, _ line: [UInt8], at offset: Int, made copy: inout MemoryStore,
        _ files: ChangedFiles, seenIn epoch: Int,
        _ waiter: @escaping @Sendable (CommitQueue.Outcome) -> Void
    ) -> ShadowWriteOutcome {
        if availability.isClosed { return .ended(.closed) }
        if availability.health.isFinal { return .ended(.rolledBack(.readOnly)) }
        guard queue.epoch == epoch else { return .stale }
        guard queue.offset == offset else { return .moved }
        swap(&shadow.memory, &copy)
        shadow.revision = change.revision
        changed.formUnion(files)
        queue.add(change, line: line, waiter)
        return .waiting(wakesJournal: wakeJournal())
    }

    /// Replaces the memory by the copy, if its change is durable.
    mutating func publishShadow() {
        guard let revision = shadow.revision, revision <= queue.durable else { return }
        swap(&memory, &shadow.memory)
        memory.dropBuilds()
        memory.takeClaims(of: shadow.memory)
        shadow.revision = nil
    }
}
