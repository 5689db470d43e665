import Synchronization

/// A repository that keeps nothing beyond its own life, for tests and for trying things out.
public final class InMemoryRepository: CatalogueRepository {
    private let catalogue: Mutex<Catalogue>
    private let clock: @Sendable () -> Timestamp
    private let onCommit: @Sendable (Change) -> Void

    /// A repository over a catalogue, by that clock.
    /// - Parameter onCommit: Told of every change once it is made.
    public init(
        _ catalogue: consuming Catalogue = Catalogue(), now clock: @escaping @Sendable () -> Timestamp,
        onCommit: @escaping @Sendable (Change) -> Void = { _ in }
    ) {
        self.catalogue = Mutex(catalogue)
        self.clock = clock
        self.onCommit = onCommit
    }

    /// The time by its clock.
    public func now() -> Timestamp { clock() }

    /// Reads the catalogue.
    public func read<Value: Sendable>(
        _ body: (inout Catalogue) throws -> (Value, asOf: Revision)
    ) async throws -> Value {
        try catalogue.withLock { catalogue in try body(&catalogue).0 }
    }

    /// Reads the catalogue.
    public func readNow(_ body: (borrowing Catalogue) -> Revision?) -> Revision? {
        catalogue.withLock { catalogue in body(catalogue) }
    }

    /// Decides and makes the change.
    public func write<Value: Sendable>(
        _ decide: (inout Catalogue) throws -> Decision<Value>
    ) async throws -> Once<Value> {
        let (answer, change): (Once<Value>, Change?) = try catalogue.withLock { catalogue in
            switch try decide(&catalogue) {
            case .change(let change, let result):
                catalogue.apply(change)
                return (Once(result, isReplay: false), change)
            case .unchanged(let result, _):
                return (Once(result, isReplay: false), nil)
            case .replay(let result, _):
                return (Once(result, isReplay: true), nil)
            }
        }
        if let change { onCommit(change) }
        return answer
    }
}
