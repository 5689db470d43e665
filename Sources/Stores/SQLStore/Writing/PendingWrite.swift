import Checklists
import Footprints
import Synchronization

/// A request that waits for its decision, with the type of its operation erased.
struct PendingWrite: Sendable {
    /// The data to load for it.
    let rounds: FootprintRounds
    /// The number of new ids that it needs.
    let idCounts: IDCounts
    /// Whether it needs a separate transaction.
    var isAlone: Bool
    /// Whether it is so large that small requests do not wait for it.
    var isLarge = false
    /// Whether the server itself makes the request. Its size is not limited.
    let isOfService: Bool
    /// The approximate number of records that it changes; `nil` if the footprint lacks data.
    let size: @Sendable (inout Footprint) -> Int?
    /// Decides the request on a footprint; `nil` if the footprint lacks data.
    let attempt: @Sendable (inout Footprint) -> Decided?
    /// Fails the request.
    let fail: @Sendable (any Error) -> Void

    /// The decision on a request, to be answered once the change is durable.
    struct Decided: Sendable {
        /// The change; `nil` for none.
        let change: Change?
        /// Answers the request.
        let answer: @Sendable () -> Void
    }

    /// Creates a request for an operation.
    init<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: KnownState?,
        idempotencyKey key: IdempotencyKey?,
        answer: @escaping @Sendable (Result<Idempotent<O.Result>, any Error>) -> Void
    ) {
        rounds = FootprintRounds(operation, idempotencyKey: key)
        var counts = IDCounts()
        for need in operation.needs { counts.add(need) }
        idCounts = counts
        isAlone =
            counts[.item] > Limits.batchedItemsMax
            || operation.needs.contains { need in
                switch need {
                case .items, .deliveries: true
                default: need.isListing
                }
            }
        isOfService = principal == nil
        size = { $0.size(of: operation, as: principal) }
        attempt = { footprint in
            switch footprint.attempt(operation, as: principal, ifMatch: ifMatch, idempotencyKey: key) {
            case nil: nil
            case .failure(let error): Decided(change: nil) { answer(.failure(error)) }
            case .success(.unchanged(let result)):
                Decided(change: nil) { answer(.success(Idempotent(result, isReplay: false))) }
            case .success(.replay(let result, _)):
                Decided(change: nil) { answer(.success(Idempotent(result, isReplay: true))) }
            case .success(.change(let change, let result)):
                Decided(change: change) { answer(.success(Idempotent(result, isReplay: false))) }
            }
        }
        fail = { answer(.failure($0)) }
    }
}

/// The waiting requests, and whether a task processes them.
struct WriteQueue {
    private var waiting: [PendingWrite] = []
    private(set) var isServed = false
    private var isClosed = false

    /// Adds a request.
    ///
    /// - Returns: Whether the caller must start a task that processes the queue.
    mutating func add(_ write: PendingWrite) -> Bool {
        guard !isClosed else {
            write.fail(ChecklistsError.unavailable)
            return false
        }
        waiting.append(write)
        defer { isServed = true }
        return !isServed
    }

    /// The requests of the next transaction; `nil` if none waits. The task ends then.
    mutating func next() -> [PendingWrite]? {
        guard let first = waiting.first else {
            isServed = false
            return nil
        }
        var batch = [first]
        waiting.removeFirst()
        join(&batch)
        return batch
    }

    /// Moves waiting requests that may share the transaction into the batch.
    mutating func join(_ batch: inout [PendingWrite]) {
        if batch.contains(where: \.isAlone) { return }
        let joining = waiting.prefix(Limits.batchRequestsMax - batch.count).prefix { !$0.isAlone }
        batch += joining
        waiting.removeFirst(joining.count)
    }

    /// Returns requests to the front of the queue.
    mutating func putBack(_ writes: some Collection<PendingWrite>) {
        waiting.insert(contentsOf: writes, at: 0)
    }

    /// Refuses further requests, and returns the waiting ones unanswered.
    mutating func close() -> [PendingWrite] {
        isClosed = true
        defer { waiting = [] }
        return waiting
    }
}
