public import JSON

/// An error as a response (RFC 9457).
public struct Problem: Error, Sendable {
    /// The type of the problem, which decides the status.
    public let type: ProblemType
    /// The fault, and what the client can do about it.
    public var detail: String
    /// The violations of the request; empty if the request as a whole is at fault.
    public var errors: [any JSONWritable & Sendable] = []
    /// The index of the operation of a batch that is at fault; `nil` outside a batch.
    public var operation: Int?
    /// Fields of the response that belong to the status, such as `Allow`.
    public var fields = Fields()

    /// Makes a problem.
    public init(_ type: ProblemType, _ detail: String) {
        self.type = type
        self.detail = detail
    }

    /// The status of the response.
    public var status: Status { type.status }
}
