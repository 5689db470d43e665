/// A database error that says what it means for a request.
public protocol SQLError: Error {
    /// The meaning of the error for the request.
    var failure: SQLFailure { get }
    /// Whether a transaction may have been committed without an acknowledgement.
    var leavesDoubt: Bool { get }
    /// Whether the role lacks a privilege.
    var lacksPrivilege: Bool { get }
    /// Whether another transaction held a lock, so that the statement was cancelled.
    var isConflict: Bool { get }
}

extension SQLError {
    public var leavesDoubt: Bool { false }
    public var lacksPrivilege: Bool { false }
    public var isConflict: Bool { false }
}

/// The meaning of a database error for a request.
public enum SQLFailure: Sendable {
    /// A retry may succeed; the text is the reason.
    case passing(String)
    /// The database has no storage left.
    case full
    /// Every retry fails.
    case lasting
}

/// A result lacks the expected columns or values.
public struct MalformedResult: SQLError, Hashable, CustomStringConvertible {
    /// The fault.
    public var reason: String

    /// Creates an error.
    public init(_ reason: String) { self.reason = reason }

    public var failure: SQLFailure { .lasting }

    public var description: String { "a result of the database is not as expected: \(reason)" }
}
