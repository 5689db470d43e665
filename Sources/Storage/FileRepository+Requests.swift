public import Checklists
import Synchronization

extension FileRepository {
    /// Reads the catalogue and returns when what was read is durable. What was taken back meanwhile is read
    /// again.
    public func read<Value: Sendable>(
        _ body: (inout Catalogue) throws -> (Value, asOf: Revision)
    ) async throws -> Value {
        while true {
            let (answer, epoch, isDurable) = state.withLock { state in
                let answer = state.answer(body)
                return (answer, state.queue.epoch, answer.revision <= state.queue.durable)
            }
            if isDurable { return try answer.result.get() }
            let ending = await withCheckedContinuation { continuation in
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
            case .takenBack: continue
            case .closed: throw StorageError.closed
            }
        }
    }

    /// Looks for a revision in the catalogue, and gives it if it is durable.
    public func readNow(_ body: (borrowing Catalogue) -> Revision?) -> Revision? {
        state.withLock { state in
            guard !state.isClosed, let revision = body(state.catalogue), revision <= state.queue.durable
            else {
                return nil
            }
            return revision
        }
    }

    /// Decides, makes the change that was decided and returns when it is durable.
    ///
    /// Most writes are of one item, and reach this through a protocol, behind which the compiler would not
    /// know of what they are.
    ///
    /// - Throws: What `decide` throws; `ChecklistsError.storageFull` or `readOnly` when nothing of the change
    ///   was kept;
    ///   `StorageError.closed`.
    @specialized(where Value == Item)
    public func write<Value: Sendable>(
        _ decide: (inout Catalogue) throws -> Decision<Value>
    ) async throws -> Once<Value> {
        while true {
            var answer: Answer<Once<Value>>?
            var made: Change?
            let ending = await withCheckedContinuation { continuation in
                var wakesJournal = false
                let ending: CommitQueue.Ending? = state.withLock { state in
                    let waiter: @Sendable (CommitQueue.Ending) -> Void = {
                        continuation.resume(returning: $0)
                    }
                    if state.isGateClosed {
                        state.gateWaiters.append(waiter)
                        return nil
                    }
                    let (decided, change) = state.decide(decide)
                    answer = decided
                    guard let change else {
                        return state.queue.wait(for: decided.revision, seenIn: state.queue.epoch, waiter)
                    }
                    made = change
                    wakesJournal = state.commit(change, waiter)
                    return nil
                }
                if wakesJournal { journalSignal.send() }
                if let ending { continuation.resume(returning: ending) }
            }
            switch ending {
            case .durable:
                if let made { onCommit(made) }
                if let answer { return try answer.result.get() }
            case .takenBack(let error):
                if made != nil { throw error }
            // Nothing was to be changed, and the reason for that is true no more; or nothing was decided yet.
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

extension RepositoryState {
    /// Reads the catalogue.
    mutating func answer<Value: Sendable>(
        _ body: (inout Catalogue) throws -> (Value, asOf: Revision)
    ) -> Answer<Value> {
        if isClosed { return Answer(result: .failure(StorageError.closed), revision: .zero) }
        do {
            let (value, revision) = try body(&catalogue)
            return Answer(result: .success(value), revision: revision)
        } catch {
            return Answer(result: .failure(error), revision: catalogue.revision)
        }
    }

    /// Decides on a write. The change that is to be made, if any, is not made yet.
    mutating func decide<Value: Sendable>(
        _ body: (inout Catalogue) throws -> Decision<Value>
    ) -> (Answer<Once<Value>>, Change?) {
        func answer(_ result: Result<Once<Value>, any Error>, _ revision: Revision = .zero) -> Answer<
            Once<Value>
        > {
            Answer(result: result, revision: revision)
        }
        if isClosed { return (answer(.failure(StorageError.closed)), nil) }
        do {
            switch try body(&catalogue) {
            case .change(let change, let value):
                if health == .readOnly { return (answer(.failure(ChecklistsError.readOnly)), nil) }
                return (answer(.success(Once(value, isReplay: false)), change.revision), change)
            case .unchanged(let value, let revision):
                return (answer(.success(Once(value, isReplay: false)), revision), nil)
            case .replay(let value, let revision):
                // A repetition that overtakes its answer would wait for as long as that; it is told to come
                // back.
                if revision > queue.durable {
                    return (answer(.failure(ChecklistsError.idempotencyKeyInUse)), nil)
                }
                return (answer(.success(Once(value, isReplay: true))), nil)
            }
        } catch {
            return (answer(.failure(error), catalogue.revision), nil)
        }
    }
}
