public import Checklists
public import MemoryStore
import Synchronization

extension FileStore {
    /// Reads the memory and returns when the state it read is durable. It reads again after a rollback.
    ///
    /// Specialised for the most frequent results, as `write` is: a GET of an item takes 2,300 instructions
    /// less.
    @specialized(where Value == Item)
    @specialized(where Value == Checklist)
    public func read<Value: Sendable>(
        _ body: (inout MemoryStore) throws -> (Value, asOf: Revision)
    ) async throws -> Value {
        try await readKnown(body)
    }

    @inline(never)
    private func readKnown<Value: Sendable>(
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
            // The state that was read no longer exists.
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

    /// Decides an operation, makes its change and returns when the change is durable.
    ///
    /// Specialised for the most frequent operations: callers come through a protocol, behind which the
    /// compiler does not know the type.
    ///
    /// - Throws: The errors of the operation's rule; `ChecklistsError.storageFull` or `readOnly` if nothing
    ///   was stored; `StorageError.closed`.
    @specialized(where O == AddItem)
    @specialized(where O == ToggleItem)
    @specialized(where O == UpdateItem)
    public func write<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result> {
        // A separate function: in generic code, values of the result type need run-time metadata before the
        // dispatch to a specialisation.
        try await writeKnown(operation, as: principal, ifMatch: ifMatch, idempotencyKey: key)
    }

    @inline(never)
    private func writeKnown<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
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
                    // Read under the lock, so that a later change cannot have an earlier time.
                    let (decided, change) = state.answer(
                        operation, as: principal, ifMatch: ifMatch, idempotencyKey: key, at: clock())
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
                return try await writeLarge(operation, as: principal, ifMatch: ifMatch, idempotencyKey: key)
            }
            switch outcome {
            case .durable:
                if let answer { return try answer.result.get() }
            case .rolledBack(let error):
                if isMade { throw error }
            // The change was a no-op for a reason that no longer holds, or nothing was decided yet.
            case .superseded: break
            case .closed: throw StorageError.closed
            }
        }
    }
}

/// The result of a request that may have to wait for the disk.
struct Answer<Value: Sendable>: Sendable {
    /// The result, to be returned once `revision` is durable.
    var result: Result<Value, any Error>
    /// The newest change that the result depends on.
    var revision: Revision
}

extension FileStoreState {
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

    /// Decides an operation. Its change, if any, is not applied yet.
    mutating func answer<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: KnownState?,
        idempotencyKey key: IdempotencyKey?,
        at now: Timestamp
    ) -> (Answer<Idempotent<O.Result>>, Change?) {
        if availability.isClosed {
            return (Answer(result: .failure(StorageError.closed), revision: .zero), nil)
        }
        let (answer, change) = memory.answer(
            operation, as: principal, ifMatch: ifMatch, idempotencyKey: key, at: now, durable: queue.durable)
        if change != nil, availability.health.isFinal {
            return (Answer(result: .failure(ChecklistsError.readOnly), revision: .zero), nil)
        }
        return (answer, change)
    }
}

extension MemoryStore {
    /// Decides an operation. Returns the result and the change to make.
    ///
    /// - Parameter durable: The newest durable change.
    mutating func answer<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: KnownState?,
        idempotencyKey key: IdempotencyKey?,
        at now: Timestamp,
        durable: Revision
    ) -> (Answer<Idempotent<O.Result>>, Change?) {
        do throws(ChecklistsError) {
            switch try decide(operation, as: principal, ifMatch: ifMatch, idempotencyKey: key, at: now) {
            case .change(let change, let value):
                try checkRoom(for: change)
                let answer = Idempotent(value, isReplay: false)
                return (Answer(result: .success(answer), revision: change.revision), change)
            case .unchanged(let value):
                let answer = Idempotent(value, isReplay: false)
                return (Answer(result: .success(answer), revision: revision), nil)
            case .replay(let value, let first):
                // A repeated request would wait for the first one to become durable. The client gets an error
                // and retries instead.
                if first > durable { throw .idempotencyKeyInUse }
                return (Answer(result: .success(Idempotent(value, isReplay: true)), revision: first), nil)
            }
        } catch {
            let revision = error == .idempotencyKeyInUse ? .zero : revision
            return (Answer(result: .failure(error), revision: revision), nil)
        }
    }
}
