import Checklists
import MemoryStore
import Synchronization

extension FileStore {
    /// As `write`, for what takes long: it is decided and made on a copy of the memory, which takes the
    /// memory's place when the change is durable. Reads go on meanwhile and see nothing of it. Other writes
    /// wait, without blocking anybody, so that nothing comes between.
    /// - Throws: `CancellationError`, and nothing is changed.
    func writeLarge<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result> {
        try await withTaskExecutorPreference(background) {
            try await raiseWriteBarrier()
            defer { state.withLock { $0.lowerWriteBarrier() }.send() }
            while true {
                try Task.checkCancellation()
                let written = try await writeToShadow(
                    operation, as: principal, ifMatch: ifMatch, once: key)
                if let written { return written }
            }
        }
    }

    /// Decides, makes the change and returns when it is durable and seen by all; `nil` where something that
    /// the decision rests on was rolled back meanwhile.
    private func writeToShadow<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result>? {
        var (copy, queue) = state.withLock { state in (state.memory, (state.queue.epoch, state.queue.durable))
        }
        let (epoch, durable) = queue
        // Other writes wait from here on, so that none has a later time and comes before.
        let (answer, change) = copy.answer(
            operation, as: principal, ifMatch: ifMatch, once: key, at: clock(), durable: durable)
        let outcome: CommitQueue.Outcome
        if let change {
            copy.apply(change)
            copy.prepare()
            // Nothing is kept of it yet, and its client has gone.
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

    /// Waits until a revision that was seen in an epoch is durable.
    private func whenDurable(_ revision: Revision, seenIn epoch: Int) async -> CommitQueue.Outcome {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state in
                state.queue.wait(for: revision, seenIn: epoch) { continuation.resume(returning: $0) }
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    /// Has a change kept that was made on a copy, and the copy take the memory's place.
    ///
    /// The line is made before anybody is kept waiting by the lock, for the place where it will probably
    /// stand.
    /// - Returns: How it ended; `superseded` where something that the copy shows was rolled back.
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
            // What is not needed any more is freed here, where nobody waits for it.
            if isHandedIn { state.withLock { state in swap(&state.shadow.memory, &copy) } }
            if case .ended(let ending) = outcome { return ending }
            return .superseded
        }
    }

    /// Has other writes wait from now on, once no other long one is under way.
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

/// What came of handing in a change that was made on a copy.
enum ShadowWriteOutcome {
    /// It is queued, and whoever asked is told later.
    case waiting(wakesJournal: Bool)
    /// Its line would stand elsewhere now.
    case moved
    /// What it was decided from was taken back.
    case stale
    case ended(CommitQueue.Outcome)
}

extension FileStoreState {
    /// Has writes wait.
    ///
    /// - Parameter waiter: Called when another long write has ended, to try again.
    /// - Returns: `durable` if they do now, `closed` if there will be none; `nil` where the waiter is called.
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

    /// Lets writes go on; those that waited look again at how things are.
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
        if availability.health == .readOnly { return .ended(.rolledBack(.readOnly)) }
        guard queue.epoch == epoch else { return .stale }
        guard queue.offset == offset else { return .moved }
        swap(&shadow.memory, &copy)
        shadow.revision = change.revision
        changed.formUnion(files)
        queue.add(change, line: line, waiter)
        return .waiting(wakesJournal: wakeJournal())
    }

    /// Puts the copy in the memory's place, if its change is durable.
    mutating func publishShadow() {
        guard let revision = shadow.revision, revision <= queue.durable else { return }
        swap(&memory, &shadow.memory)
        memory.dropBuilds()
        memory.takeClaims(of: shadow.memory)
        shadow.revision = nil
    }
}
