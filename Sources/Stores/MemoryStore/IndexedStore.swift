public import Checklists

/// A store that holds everything in a `MemoryStore`: it says how to read that and how to keep what was
/// decided, and reads by its indexes.
public protocol IndexedStore: Store {
    /// The time that changes are stamped with.
    func now() -> Timestamp

    /// Reads the memory and returns when what was read is durable.
    ///
    /// - Parameter body: Gives the value and the newest change that it shows. When it throws, what it saw was
    ///   all of the memory: the error is thrown on when the newest change is durable.
    func read<Value: Sendable>(
        _ body: (inout MemoryStore) throws -> (Value, asOf: Revision)
    ) async throws -> Value

    /// Looks at the memory as it is, whether that is durable or not.
    func peek<Value: Sendable>(_ body: (borrowing MemoryStore) -> Value) -> Value

    /// Looks for a revision in the memory, and gives it if it is durable and nobody has to wait.
    func readNow(_ body: (borrowing MemoryStore) -> Revision?) -> Revision?
}
