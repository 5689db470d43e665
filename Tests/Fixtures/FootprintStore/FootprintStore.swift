public import Checklists
import Footprints
public import MemoryStore
import Paging
import Synchronization

/// A store that decides everything on footprints, as one does that has its data elsewhere: what a rule asks
/// for is loaded, and nothing else is known to it.
public final class FootprintStore: IndexedStore {
    /// Which history the revisions belong to.
    public let epoch = Epoch(rawValue: 0)
    /// Since when it has been there.
    public let servedSince: Timestamp
    /// For how long is kept what was deleted.
    public let retention = Retention()
    private let memory: Mutex<MemoryStore>
    private let clock: @Sendable () -> Timestamp
    private let feed = CommitFeed()

    /// An empty store by that clock, with limits.
    public init(_ capacity: Capacity = Capacity(), now clock: @escaping @Sendable () -> Timestamp) {
        var memory = MemoryStore()
        memory.capacity = capacity
        self.memory = Mutex(memory)
        self.clock = clock
        servedSince = clock()
    }

    /// Always the same.
    public func secret() async throws -> StoreSecret {
        StoreSecret(bytes: Array(repeating: 7, count: StoreSecret.count)) ?? .drawn()
    }

    /// The time by its clock.
    public func now() -> Timestamp { clock() }

    /// Reads what there is.
    public func read<Value: Sendable>(
        _ body: (inout MemoryStore) throws -> (Value, asOf: Revision)
    ) async throws -> Value {
        try memory.withLock { memory in try body(&memory).0 }
    }

    /// Reads what there is.
    public func readNow(_ body: (borrowing MemoryStore) -> Revision?) -> Revision? {
        memory.withLock { memory in body(memory) }
    }

    /// Looks at what there is.
    public func peek<Value: Sendable>(_ body: (borrowing MemoryStore) -> Value) -> Value {
        memory.withLock { memory in body(memory) }
    }

    /// Every change from now on.
    public func commits() -> AsyncStream<Commit> { feed.stream() }

    /// Decides on a footprint, and makes the change.
    public func write<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Idempotent<O.Result> {
        try memory.withLock { memory in
            var loader = FootprintLoader(memory)
            var footprint = Footprint(now: clock(), nextRevision: memory.nextRevision)
            let outcome = try footprint.decide(operation, as: principal, ifMatch: ifMatch, once: key) {
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
