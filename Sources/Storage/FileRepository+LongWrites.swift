public import Checklists
import Synchronization

extension FileRepository {
    /// As `write`, for what takes long: it is decided and made on a copy of the catalogue, which takes the
    /// catalogue's place when the change is durable. Reads go on meanwhile and see nothing of it. Other
    /// writes wait, without blocking anybody, so that nothing comes between.
    public func writeAtLength<Value: Sendable>(
        _ decide: (inout Catalogue) throws -> Decision<Value>
    ) async throws -> Once<Value> {
        try await closeGate()
        let outcome: Result<Once<Value>?, any Error>
        do {
            outcome = .success(try await writeAside(decide))
        } catch {
            outcome = .failure(error)
        }
        state.withLock { $0.openGate() }.send()
        // What changes nothing does not take long.
        if let once = try outcome.get() { return once }
        return try await write(decide)
    }

    /// Decides, makes the change and returns when it is durable and seen by all; `nil` where nothing is to be
    /// changed.
    private func writeAside<Value: Sendable>(
        _ decide: (inout Catalogue) throws -> Decision<Value>
    ) async throws -> Once<Value>? {
        while true {
            var copy = Catalogue()
            let epoch = state.withLock { state in
                copy = Catalogue(copying: state.catalogue)
                return state.queue.epoch
            }
            // An error is thrown by `write`, which knows when it may be.
            guard case .change(let change, let value) = try? decide(&copy) else { return nil }
            copy.apply(change)
            switch await commit(change, made: &copy, seenIn: epoch) {
            case .durable:
                onCommit(change)
                return Once(value, isReplay: false)
            case .takenBack(let error): throw error
            case .closed: throw StorageError.closed
            // What it was decided from is true no more.
            case nil: continue
            }
        }
    }

    /// Has a change kept that was made on a copy, and the copy take the catalogue's place.
    ///
    /// The line is made before anybody is kept waiting by the lock, for the place where it will probably
    /// stand.
    /// - Returns: How it ended; `nil` where something that the copy shows was taken back.
    private func commit(
        _ change: Change, made copy: inout Catalogue, seenIn epoch: Int
    ) async -> CommitQueue.Ending? {
        let files = ChangedFiles(of: change)
        while true {
            let offset = state.withLock { $0.queue.offset }
            let line = JournalRecord.line(of: change, durableOffset: offset)
            var isHandedIn = false
            let outcome: LongWriteOutcome = await withCheckedContinuation { continuation in
                let outcome = state.withLock { state in
                    state.commit(change, line, at: offset, made: &copy, files, seenIn: epoch) {
                        continuation.resume(returning: LongWriteOutcome.ended($0))
                    }
                }
                switch outcome {
                case .waiting(let wakesJournal):
                    isHandedIn = true
                    if wakesJournal { journalSignal.send() }
                case .moved, .stale, .ended: continuation.resume(returning: outcome)
                }
            }
            if case .moved = outcome { continue }
            // What is not needed any more is freed here, where nobody waits for it.
            if isHandedIn { state.withLock { state in swap(&state.aside, &copy) } }
            if case .ended(let ending) = outcome { return ending }
            return nil
        }
    }

    /// Has other writes wait from now on, once no other long one is under way.
    private func closeGate() async throws {
        while true {
            let ending = await withCheckedContinuation { continuation in
                let ending = state.withLock { state in
                    state.closeGate { continuation.resume(returning: $0) }
                }
                if let ending { continuation.resume(returning: ending) }
            }
            switch ending {
            case .durable: return
            case .takenBack: continue
            case .closed: throw StorageError.closed
            }
        }
    }
}

/// What came of handing in a change that was made aside.
enum LongWriteOutcome {
    /// It is queued, and whoever asked is told later.
    case waiting(wakesJournal: Bool)
    /// Its line would stand elsewhere now.
    case moved
    /// What it was decided from was taken back.
    case stale
    case ended(CommitQueue.Ending)
}

extension RepositoryState {
    /// Has writes wait.
    ///
    /// - Parameter waiter: Called when another long write has ended, to try again.
    /// - Returns: `durable` if they do now, `closed` if there will be none; `nil` where the waiter is called.
    mutating func closeGate(_ waiter: @escaping @Sendable (CommitQueue.Ending) -> Void) -> CommitQueue.Ending?
    {
        if isClosed { return .closed }
        if isGateClosed {
            gateWaiters.append(waiter)
            return nil
        }
        isGateClosed = true
        return .durable
    }

    /// Lets writes go on; those that waited look again at how things are.
    mutating func openGate() -> CommitQueue.Wakeups {
        isGateClosed = false
        return CommitQueue.Wakeups(
            waiters: exchange(&gateWaiters, with: []), ending: .takenBack(.storageFull))
    }

    /// Queues a change that was made on a copy, and keeps the copy until the change is durable.
    mutating func commit(
        _ change: Change, _ line: [UInt8], at offset: Int, made copy: inout Catalogue,
        _ files: ChangedFiles, seenIn epoch: Int,
        _ waiter: @escaping @Sendable (CommitQueue.Ending) -> Void
    ) -> LongWriteOutcome {
        if isClosed { return .ended(.closed) }
        if health == .readOnly { return .ended(.takenBack(.readOnly)) }
        guard queue.epoch == epoch else { return .stale }
        guard queue.offset == offset else { return .moved }
        swap(&aside, &copy)
        asideRevision = change.revision
        changed.formUnion(files)
        queue.add(change, line: line, waiter)
        return .waiting(wakesJournal: wakeJournal())
    }

    /// Puts the copy in the catalogue's place, if its change is durable.
    mutating func publishAside() {
        guard let revision = asideRevision, revision <= queue.durable else { return }
        swap(&catalogue, &aside)
        asideRevision = nil
    }
}
