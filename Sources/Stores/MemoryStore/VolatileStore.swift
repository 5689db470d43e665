public import Checklists
import Paging
import Synchronization

/// A store in memory without durability, for tests and trials.
public final class VolatileStore: IndexedStore {
    public let epoch: Epoch
    public let servedSince: Timestamp
    public let retention: Retention
    private let drawnSecret: StoreSecret
    private let memory: Mutex<MemoryStore>
    private let clock: @Sendable () -> Timestamp
    private let feed = CommitFeed()

    /// A store over a memory and a clock.
    /// - Parameter servedSince: Since when a scheduler has looked for due reminders; `nil` for now.
    public init(
        _ memory: MemoryStore = MemoryStore(), epoch: Epoch = Epoch(rawValue: 0),
        servedSince: Timestamp? = nil, retention: Retention = Retention(),
        secret: StoreSecret = .drawn(), now clock: @escaping @Sendable () -> Timestamp
    ) {
        self.epoch = epoch
        self.servedSince = servedSince ?? clock()
        self.retention = retention
        drawnSecret = secret
        self.memory = Mutex(memory)
        self.clock = clock
    }

    /// The secret that the initialiser drew.
    public func secret() async throws -> StoreSecret { drawnSecret }

    public func now() -> Timestamp { clock() }

    public func read<Value: Sendable>(
        _ body: (inout MemoryStore) throws -> (Value, asOf: Revision)
    ) async throws -> Value {
        try memory.withLock { memory in try body(&memory).0 }
    }

    public func readNow(_ body: (borrowing MemoryStore) -> Revision?) -> Revision? {
        memory.withLock { memory in body(memory) }
    }

    public func peek<Value: Sendable>(_ body: (borrowing MemoryStore) -> Value) -> Value {
        memory.withLock { memory in body(memory) }
    }

    /// Every commit from now on.
    public func commits() -> AsyncStream<Commit> { feed.stream() }

    public func write<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result> {
        let (answer, change): (Idempotent<O.Result>, Change?) = try memory.withLock { memory in
            switch try memory.decide(
                operation, as: principal, ifMatch: ifMatch, idempotencyKey: key, at: clock())
            {
            case .change(let change, let result):
                try memory.checkRoom(for: change)
                memory.apply(change)
                return (Idempotent(result, isReplay: false), change)
            case .unchanged(let result): return (Idempotent(result, isReplay: false), nil)
            case .replay(let result, _): return (Idempotent(result, isReplay: true), nil)
            }
        }
        if let change { feed.send(Commit(change)) }
        return answer
    }
}
