/// An error as a response (RFC 9457).
public struct Problem: Error, Sendable {
    /// The status of the response.
    public var status: Status
    /// What went wrong, and what the client can do about it.
    public var detail: String
    /// The problem type as a URI, for kinds that a program cannot tell apart by status.
    public var type = "about:blank"
    /// The invalid members of the content, by JSON pointer; empty if the request as a whole is at fault.
    public var errors: [(pointer: String, detail: String)] = []
    /// Fields of the response that belong to the status, such as `Allow`.
    public var fields = Fields()

    /// Makes a problem.
    public init(_ status: Status, _ detail: String) {
        self.status = status
        self.detail = detail
    }
}
