import Synchronization

/// A repository that keeps nothing beyond its own life, for tests and for trying things out.
public final class InMemoryRepository: CatalogueRepository {
    private let catalogue: Mutex<Catalogue>
    private let clock: @Sendable () -> Timestamp

    /// A repository over a catalogue, by that clock.
    public init(
        _ catalogue: consuming Catalogue = Catalogue(), now clock: @escaping @Sendable () -> Timestamp
    ) {
        self.catalogue = Mutex(catalogue)
        self.clock = clock
    }

    /// The time by its clock.
    public func now() -> Timestamp { clock() }

    /// Reads the catalogue.
    public func read<Value: Sendable>(
        _ body: (inout Catalogue) throws -> (Value, asOf: Revision)
    ) async throws -> Value {
        try catalogue.withLock { catalogue in try body(&catalogue).0 }
    }

    /// Decides and makes the change.
    public func write<Value: Sendable>(
        _ decide: (borrowing Catalogue) throws -> Decision<Value>
    ) async throws -> Once<Value> {
        try catalogue.withLock { catalogue in
            switch try decide(catalogue) {
            case .change(let change, let result):
                catalogue.apply(change)
                return Once(result, isReplay: false)
            case .unchanged(let result, _):
                return Once(result, isReplay: false)
            case .replay(let result, _):
                return Once(result, isReplay: true)
            }
        }
    }
}
