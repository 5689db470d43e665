/// What went wrong, for programs and people (RFC 9457).
public struct Problem: Error, Sendable {
    /// The status of the answer.
    public var status: Status
    /// What went wrong this time, and what to do about it.
    public var detail: String
    /// What kind of problem it is, as a URI, where a program cannot tell from the status.
    public var type = "about:blank"
    /// What is wrong with which part of the content; empty where the whole request is at fault.
    public var errors: [(pointer: String, detail: String)] = []
    /// Fields that go with the status, such as `Allow`.
    public var fields = Fields()

    /// A problem.
    public init(_ status: Status, _ detail: String) {
        self.status = status
        self.detail = detail
    }
}
