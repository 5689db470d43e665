import Checklists
import Footprints
import Synchronization

/// A request that waits to be decided on, whatever its operation.
struct PendingWrite: Sendable {
    /// What is to be loaded for it.
    let rounds: FootprintRounds
    /// How many numbers for new things it says that it needs.
    let idCounts: IDCounts
    /// Whether it has a transaction of its own.
    var isAlone: Bool
    /// Whether it is of so many things that the others do not wait for its turn.
    var isLarge = false
    /// Whether the service itself asks for it, which is never refused for its size.
    let isOfService: Bool
    /// About how many things it changes; `nil` if a footprint lacks something to tell that.
    let size: @Sendable (inout Footprint) -> Int?
    /// Has it weighed on a footprint; `nil` if that lacks something.
    let attempt: @Sendable (inout Footprint) -> Decided?
    /// Tells the client that it cannot be done.
    let fail: @Sendable (any Error) -> Void

    /// What a request comes to, to be answered once that is durable.
    struct Decided: Sendable {
        /// What is to change, if anything.
        let change: Change?
        /// Tells the client.
        let answer: @Sendable () -> Void
    }

    /// A request for an operation.
    init<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: Set<Revision>?,
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

/// The requests that wait, and whether somebody takes them.
struct WriteQueue {
    private var waiting: [PendingWrite] = []
    private(set) var isServed = false
    private var isClosed = false

    /// Adds a request.
    ///
    /// - Returns: Whether somebody has to begin to take them.
    mutating func add(_ write: PendingWrite) -> Bool {
        guard !isClosed else {
            write.fail(ChecklistsError.unavailable)
            return false
        }
        waiting.append(write)
        defer { isServed = true }
        return !isServed
    }

    /// The requests of the next transaction; `nil` if nobody waits.
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

    /// Adds those to a batch that wait and may share its transaction.
    mutating func join(_ batch: inout [PendingWrite]) {
        if batch.contains(where: \.isAlone) { return }
        let joining = waiting.prefix(Limits.batchRequestsMax - batch.count).prefix { !$0.isAlone }
        batch += joining
        waiting.removeFirst(joining.count)
    }

    /// Puts requests back, in front of all others.
    mutating func putBack(_ writes: some Collection<PendingWrite>) {
        waiting.insert(contentsOf: writes, at: 0)
    }

    /// Takes nothing any more, and answers nobody who waits.
    mutating func close() -> [PendingWrite] {
        isClosed = true
        defer { waiting = [] }
        return waiting
    }
}
