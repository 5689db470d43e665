public import Checklists
import Footprints
public import MemoryStore
import Paging
import Synchronization

/// A store that decides every operation on a footprint, like a store whose data is in another process. Rules
/// get only loaded rows.
public final class FootprintStore: IndexedStore {
    public let epoch = Epoch(rawValue: 0)
    public let servedSince: Timestamp
    public let retention = Retention()
    private let memory: Mutex<MemoryStore>
    private let clock: @Sendable () -> Timestamp
    private let feed = CommitFeed()

    /// An empty store with a clock and limits.
    public init(_ capacity: Capacity = Capacity(), now clock: @escaping @Sendable () -> Timestamp) {
        var memory = MemoryStore()
        memory.capacity = capacity
        self.memory = Mutex(memory)
        self.clock = clock
        servedSince = clock()
    }

    /// A fixed secret.
    public func secret() async throws -> StoreSecret {
        StoreSecret(bytes: Array(repeating: 7, count: StoreSecret.count)) ?? .drawn()
    }

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

    public func commits() -> AsyncStream<Commit> { feed.stream() }

    /// Decides the operation on a footprint and applies the change.
    public func write<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result> {
        try memory.withLock { memory in
            var loader = FootprintLoader(memory)
            var footprint = Footprint(now: clock(), nextRevision: memory.nextRevision)
            let outcome = try footprint.decide(
                operation, as: principal, ifMatch: ifMatch, idempotencyKey: key
            ) {
                needs, footprint in
                for need in needs { loader.load(need, into: &footprint) }
            }
            switch try outcome.get() {
            case .change(let change, let result):
                try memory.checkRoom(for: change)
                memory.apply(change)
                feed.send(Commit(change))
                return Idempotent(result, isReplay: false)
            case .unchanged(let result): return Idempotent(result, isReplay: false)
            case .replay(let result, _): return Idempotent(result, isReplay: true)
            }
        }
    }
}
