import Synchronization

/// The place of one operation in a batch. It takes the one write of a session, and returns the result when
/// the batch has been made.
public struct BatchPlace: Sendable {
    fileprivate let collector: BatchCollector
    fileprivate let index: Int

    /// Adds an operation to the batch, and waits for its result.
    /// - Throws: `operationFailed` if an operation of the batch failed; the errors of the store.
    func write<O: Operation>(_ operation: O, ifMatch: KnownState?) async throws -> Idempotent<O.Result> {
        guard let operation = operation as? any BatchOperation else {
            throw ChecklistsError.invalid([Violation("", .notInBatch)])
        }
        let made = try await collector.made(BatchStep(operation: operation, ifMatch: ifMatch), at: index)
        guard let result = O.result(recorded: made.value) else {
            throw ChecklistsError.idempotencyKeyReused
        }
        return Idempotent(result, isReplay: made.isReplay)
    }
}

extension CallerSession {
    /// The id that a temporary id stands for, once the batch is made; any other id unchanged.
    public func resolved<ID: Identifier>(_ id: ID) -> ID { batch?.collector.resolved(id) ?? id }

    /// Runs a function for each operation of a batch. Each makes one write. When all have come to their
    /// writes, the store makes these as one change, all or none; then the functions continue with the
    /// results.
    ///
    /// - Parameters:
    ///   - count: The number of operations.
    ///   - key: The idempotency key of the batch.
    ///   - body: Makes the write with the given index in the given session, and returns its answer.
    /// - Returns: The answers, and whether an earlier request with the same key made the change.
    /// - Throws: `operationFailed`; what a function throws before its write, as `BatchFault`; the errors of
    ///   the store.
    public func writeBatch<Answer: Sendable>(
        of count: Int, idempotencyKey key: IdempotencyKey?,
        _ body: @escaping @Sendable (_ index: Int, Session) async throws -> Answer
    ) async throws -> Idempotent<[Answer]> {
        try await collectBatch(of: count, body) { steps in
            let operation = Batch(steps: steps, principal: principal)
            let made = try await write(operation, ifMatch: nil, idempotencyKey: key)
            return Idempotent(made.value.map(Optional.some), isReplay: made.isReplay)
        }
    }

    /// Collects the writes of several functions for one that makes them.
    /// - Parameter make: Makes the writes, and returns their results; `nil` for one that was left out, which
    ///   throws `revisionMismatch` in its function.
    func collectBatch<Answer: Sendable>(
        of count: Int, _ body: @escaping @Sendable (_ index: Int, Session) async throws -> Answer,
        make: ([BatchStep]) async throws -> Idempotent<[IdempotencyRecord.Result?]>
    ) async throws -> Idempotent<[Answer]> {
        let (store, principal) = (store, principal)
        let collector = BatchCollector(count: count)
        return try await withThrowingTaskGroup(of: (Int, Answer)?.self) { group in
            for index in 0..<count {
                let session = Session(
                    store, for: principal, in: BatchPlace(collector: collector, index: index))
                group.addTask {
                    do {
                        let answer = try await body(index, session)
                        collector.end(index, nil)
                        return (index, answer)
                    } catch {
                        collector.end(index, error)
                        return nil
                    }
                }
            }
            let steps = await collector.all()
            var made: Idempotent<[IdempotencyRecord.Result?]>?
            do {
                made = try await make(try steps.get())
                collector.resume(with: made.map { .success($0) } ?? .failure(CancellationError()))
            } catch {
                collector.resume(with: .failure(error))
                throw error
            }
            var answers: [Answer?] = Array(repeating: nil, count: count)
            for try await case let (index, answer)? in group { answers[index] = answer }
            let all = answers.compactMap(\.self)
            // The change is made, so an answer that failed has another cause than the request.
            if all.count < count { throw collector.fault ?? CancellationError() }
            return Idempotent(all, isReplay: made?.isReplay ?? false)
        }
    }
}

/// The error of an operation of a batch before the store decides.
public struct BatchFault: Error {
    /// The index of the operation in the batch.
    public let index: Int
    /// The error.
    public let error: any Error

    /// Creates a fault.
    public init(index: Int, error: any Error) {
        self.index = index
        self.error = error
    }
}

/// Collects the writes of a batch, and distributes the results.
private final class BatchCollector: Sendable {
    private let state: Mutex<State>

    typealias Made = Idempotent<IdempotencyRecord.Result>

    fileprivate struct State {
        var steps: [BatchStep?]
        var waiters: [CheckedContinuation<Made, any Error>?]
        /// The number of operations that have come neither to their write nor to their end.
        var missing: Int
        /// The failure of the operation with the smallest index.
        var fault: BatchFault?
        var whenAll: CheckedContinuation<Void, Never>?
        /// What the operations created, once the batch is made.
        var ids = TemporaryIDs()
    }

    init(count: Int) {
        state = Mutex(
            State(
                steps: Array(repeating: nil, count: count), waiters: Array(repeating: nil, count: count),
                missing: count))
    }

    var fault: (any Error)? { state.withLock { $0.fault?.error } }

    /// Adds the write of an operation, and waits for its result.
    func made(_ step: BatchStep, at index: Int) async throws -> Made {
        try await withCheckedThrowingContinuation { continuation in
            let (waiter, isSecond) = state.withLock { state in
                // A second write of an operation finds the batch decided.
                if state.steps[index] != nil { return (nil as CheckedContinuation<Void, Never>?, true) }
                state.steps[index] = step
                state.waiters[index] = continuation
                return (state.count(), false)
            }
            if isSecond {
                continuation.resume(throwing: ChecklistsError.invalid([Violation("", .notInBatch)]))
            }
            waiter?.resume()
        }
    }

    /// Records that an operation has ended, before or after its write.
    func end(_ index: Int, _ error: (any Error)?) {
        let waiter = state.withLock { state in
            if let error, state.fault.map({ index < $0.index }) ?? true {
                state.fault = BatchFault(index: index, error: error)
            }
            return state.steps[index] == nil ? state.count() : nil
        }
        waiter?.resume()
    }

    /// The writes of all operations.
    /// - Returns: The fault of the first operation that failed before its write.
    func all() async -> Result<[BatchStep], any Error> {
        await withCheckedContinuation { continuation in
            let isComplete = state.withLock { state in
                if state.missing > 0 { state.whenAll = continuation }
                return state.missing == 0
            }
            if isComplete { continuation.resume() }
        }
        return state.withLock { state in
            if let fault = state.fault { return .failure(fault) }
            let steps = state.steps.compactMap(\.self)
            if steps.count == state.steps.count { return .success(steps) }
            let index = state.steps.firstIndex { $0 == nil } ?? 0
            let error = ChecklistsError.invalid([Violation("", .notInBatch)])
            return .failure(BatchFault(index: index, error: error))
        }
    }

    func resolved<ID: Identifier>(_ id: ID) -> ID {
        var resolved = id
        state.withLock { $0.ids.resolve(&resolved) }
        return resolved
    }

    /// Gives each waiting operation its result, or the error.
    func resume(with made: Result<Idempotent<[IdempotencyRecord.Result?]>, any Error>) {
        let waiters = state.withLock { state in
            if case .success(let all) = made {
                for (step, result) in zip(state.steps, all.value) {
                    state.ids.append(
                        step.flatMap { step in result.flatMap { Self.created(step.operation, $0) } })
                }
            }
            return exchange(&state.waiters, with: state.waiters.map { _ in nil })
        }
        for (index, waiter) in waiters.enumerated() {
            switch made {
            case .success(let all) where all.value.indices.contains(index):
                if let result = all.value[index] {
                    waiter?.resume(returning: Idempotent(result, isReplay: all.isReplay))
                } else {
                    waiter?.resume(throwing: ChecklistsError.revisionMismatch)
                }
            case .success: waiter?.resume(throwing: ChecklistsError.idempotencyKeyReused)
            case .failure(let error): waiter?.resume(throwing: error)
            }
        }
    }
}

extension BatchCollector {
    /// The number of the record that an operation created, from its recorded result.
    private static func created<O: BatchOperation>(
        _: O, _ result: IdempotencyRecord.Result
    ) -> Int? {
        O.result(recorded: result).flatMap(O.created)
    }
}

extension BatchCollector.State {
    /// Counts an operation that has come to its write or to its end.
    ///
    /// - Returns: The waiter for all operations, if this was the last one.
    fileprivate mutating func count() -> CheckedContinuation<Void, Never>? {
        missing -= 1
        guard missing == 0 else { return nil }
        defer { whenAll = nil }
        return whenAll
    }
}
