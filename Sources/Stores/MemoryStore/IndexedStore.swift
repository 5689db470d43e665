public import Checklists

/// A store that holds all data in a `MemoryStore` and reads by its indexes. A conforming type makes the
/// decided changes durable.
public protocol IndexedStore: Store {
    /// The time for the timestamps of a change.
    func now() -> Timestamp

    /// Reads the memory, and returns when the read data is durable.
    ///
    /// - Parameter body: Returns the value and the newest revision in it. If it throws, the error may depend
    ///   on any change; it is rethrown when the newest change is durable.
    func read<Value: Sendable>(
        _ body: (inout MemoryStore) throws -> (Value, asOf: Revision)
    ) async throws -> Value

    /// Reads the memory without waiting until the data is durable.
    func peek<Value: Sendable>(_ body: (borrowing MemoryStore) -> Value) -> Value

    /// Reads a revision from the memory without waiting; `nil` if it is not durable yet.
    func readNow(_ body: (borrowing MemoryStore) -> Revision?) -> Revision?
}
