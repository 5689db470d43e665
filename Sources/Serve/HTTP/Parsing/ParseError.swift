/// The reason why the parser refuses a request.
public struct ParseError: Error, Hashable, Sendable {
    /// The type of the problem. It decides the status.
    public let type: ProblemType
    /// A sentence that says what is wrong.
    public let detail: String
    /// Whether the server must close the connection, because the start of the next request is unknown.
    public internal(set) var closes: Bool
    /// The method, if it could be read. The response to `HEAD` has no content.
    public internal(set) var method: Method?

    init(_ type: ProblemType, _ detail: String, closes: Bool = true) {
        self.type = type
        self.detail = detail
        self.closes = closes
    }

    /// 408: the client did not complete a request in time (RFC 9110 §15.5.9).
    public static let timeout = ParseError(
        .requestTimeout, "The request did not arrive in time. Send it again.")

    /// 503: all incomplete requests together use too much memory, and this one has been idle for longest.
    public static let overloaded = ParseError(
        .overloaded,
        "The server is receiving too much data and dropped the slowest request; try again.")

    /// The response as a problem document.
    public var response: Response { Problem(type, detail).response }

    /// The status of the answer.
    public var status: Status { type.status }

    static func malformed(_ detail: String) -> ParseError { ParseError(.malformedRequest, detail) }
}
