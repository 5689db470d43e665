public import Checklists
public import MemoryStore
import Synchronization

extension FileStore {
    /// Reads the memory and returns when what was read is durable. What was taken back meanwhile is read
    /// again.
    public func read<Value: Sendable>(
        _ body: (inout MemoryStore) throws -> (Value, asOf: Revision)
    ) async throws -> Value {
        while true {
            let (answer, epoch, isDurable) = state.withLock { state in
                let answer = state.answer(body)
                return (answer, state.queue.epoch, answer.revision <= state.queue.durable)
            }
            if isDurable { return try answer.result.get() }
            let ending = await withUnsafeContinuation { continuation in
                let ending = state.withLock { state in
                    state.queue.wait(for: answer.revision, seenIn: epoch) {
                        continuation.resume(returning: $0)
                    }
                }
                if let ending { continuation.resume(returning: ending) }
            }
            switch ending {
            case .durable: return try answer.result.get()
            // What was read is true no more.
            case .rolledBack, .superseded: continue
            case .closed: throw StorageError.closed
            }
        }
    }

    public func peek<Value: Sendable>(_ body: (borrowing MemoryStore) -> Value) -> Value {
        state.withLock { state in body(state.memory) }
    }

    public func readNow(_ body: (borrowing MemoryStore) -> Revision?) -> Revision? {
        state.withLock { state in
            guard !state.availability.isClosed, let revision = body(state.memory),
                revision <= state.queue.durable
            else {
                return nil
            }
            return revision
        }
    }

    /// Has an operation weighed, makes the change that it decides on and returns when that is durable.
    ///
    /// Most writes are of one item, and reach this through a protocol, behind which the compiler would not
    /// know of what they are.
    ///
    /// - Throws: What the rule throws; `ChecklistsError.storageFull` or `readOnly` when nothing of the change
    ///   was kept; `StorageError.closed`.
    @specialized(where O == AddItem)
    @specialized(where O == ToggleItem)
    @specialized(where O == UpdateItem)
    public func write<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result> {
        // Whatever has the type of the result has to be made ready at run time where nothing is known of it,
        // and before it is seen that something is.
        try await writeKnown(operation, as: principal, ifMatch: ifMatch, once: key)
    }

    @inline(never)
    private func writeKnown<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result> {
        while true {
            var answer: Answer<Idempotent<O.Result>>?
            var isMade = false
            var isLarge = false
            let outcome = await withUnsafeContinuation { continuation in
                var wakesJournal = false
                let outcome: CommitQueue.Outcome? = state.withLock { state in
                    let waiter: @Sendable (CommitQueue.Outcome) -> Void = {
                        continuation.resume(returning: $0)
                    }
                    if state.barrier.isUp {
                        state.barrier.waiters.append(waiter)
                        return nil
                    }
                    if operation.size(in: &state.memory) > limits.changesUnderLockMax {
                        isLarge = true
                        return .durable
                    }
                    // Not before the wait, so that a later change has no earlier time.
                    let (decided, change) = state.answer(
                        operation, as: principal, ifMatch: ifMatch, once: key, at: clock())
                    answer = decided
                    guard let change else {
                        return state.queue.wait(for: decided.revision, seenIn: state.queue.epoch, waiter)
                    }
                    isMade = true
                    wakesJournal = state.commit(change, waiter)
                    return nil
                }
                if wakesJournal { journalSemaphore.send() }
                if let outcome { continuation.resume(returning: outcome) }
            }
            if isLarge {
                return try await writeLarge(operation, as: principal, ifMatch: ifMatch, once: key)
            }
            switch outcome {
            case .durable:
                if let answer { return try answer.result.get() }
            case .rolledBack(let error):
                if isMade { throw error }
            // Nothing was to be changed, and the reason for that is true no more; or nothing was decided yet.
            case .superseded: break
            case .closed: throw StorageError.closed
            }
        }
    }
}

/// What a request comes to.
struct Answer<Value: Sendable>: Sendable {
    /// What is answered, once it may be.
    var result: Result<Value, any Error>
    /// The newest change that it shows, which has to be durable first.
    var revision: Revision
}

extension FileStoreState {
    /// Reads the memory.
    mutating func answer<Value: Sendable>(
        _ body: (inout MemoryStore) throws -> (Value, asOf: Revision)
    ) -> Answer<Value> {
        if availability.isClosed { return Answer(result: .failure(StorageError.closed), revision: .zero) }
        do {
            let (value, revision) = try body(&memory)
            return Answer(result: .success(value), revision: revision)
        } catch {
            return Answer(result: .failure(error), revision: memory.revision)
        }
    }

    /// Has an operation weighed. The change that is to be made, if any, is not made yet.
    mutating func answer<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: Set<Revision>?, once key: IdempotencyKey?,
        at now: Timestamp
    ) -> (Answer<Idempotent<O.Result>>, Change?) {
        if availability.isClosed {
            return (Answer(result: .failure(StorageError.closed), revision: .zero), nil)
        }
        let (answer, change) = memory.answer(
            operation, as: principal, ifMatch: ifMatch, once: key, at: now, durable: queue.durable)
        if change != nil, availability.health == .readOnly {
            return (Answer(result: .failure(ChecklistsError.readOnly), revision: .zero), nil)
        }
        return (answer, change)
    }
}

extension MemoryStore {
    /// What an operation comes to, and the change that is to be made for it.
    ///
    /// - Parameter durable: The newest change that is durable.
    mutating func answer<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: Set<Revision>?, once key: IdempotencyKey?,
        at now: Timestamp,
        durable: Revision
    ) -> (Answer<Idempotent<O.Result>>, Change?) {
        do throws(ChecklistsError) {
            switch try decide(operation, as: principal, ifMatch: ifMatch, once: key, at: now) {
            case .change(let change, let value):
                try checkRoom(for: change)
                let answer = Idempotent(value, isReplay: false)
                return (Answer(result: .success(answer), revision: change.revision), change)
            case .unchanged(let value):
                let answer = Idempotent(value, isReplay: false)
                return (Answer(result: .success(answer), revision: revision), nil)
            case .replay(let value, let first):
                // A repetition that overtakes its answer would wait for as long as that; it is told to come
                // back.
                if first > durable { throw .idempotencyKeyInUse }
                return (Answer(result: .success(Idempotent(value, isReplay: true)), revision: first), nil)
            }
        } catch {
            let revision = error == .idempotencyKeyInUse ? .zero : revision
            return (Answer(result: .failure(error), revision: revision), nil)
        }
    }
}
