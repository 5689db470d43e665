/// An error of a database that says what it means for a request.
public protocol SQLError: Error {
    /// What the error means for the request.
    var failure: SQLFailure { get }
    /// Whether a transaction may have been committed although its end was not acknowledged.
    var leavesDoubt: Bool { get }
    /// Whether the role lacks a privilege.
    var lacksPrivilege: Bool { get }
}

extension SQLError {
    public var leavesDoubt: Bool { false }
    public var lacksPrivilege: Bool { false }
}

/// What an error of a database means for a request.
public enum SQLFailure: Sendable {
    /// The next attempt may succeed; the text is the reason.
    case passing(String)
    /// The database has no room.
    case full
    /// Every attempt fails.
    case lasting
}

/// A result does not have the columns or values that were to be read.
public struct MalformedResult: SQLError, Hashable, CustomStringConvertible {
    /// What is wrong.
    public var reason: String

    /// A result with this fault.
    public init(_ reason: String) { self.reason = reason }

    public var failure: SQLFailure { .lasting }

    public var description: String { "a result of the database is not as expected: \(reason)" }
}
