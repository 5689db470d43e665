/// Why a request was refused while it was read.
public struct ParseError: Error, Hashable, Sendable {
    /// The status of the answer.
    public let status: Status
    /// What is wrong, in a sentence.
    public let detail: String
    /// Whether the connection has to be closed behind the answer, because nobody knows where the next request
    /// begins.
    public internal(set) var closes: Bool
    /// What was to be done, where that much could be read; the answer to `HEAD` has no content.
    public internal(set) var method: Method?

    init(_ status: Status, _ detail: String, closes: Bool = true) {
        self.status = status
        self.detail = detail
        self.closes = closes
    }

    /// A request that was begun and not finished in time (RFC 9110 §15.5.9).
    public static let timeout = ParseError(.requestTimeout, "The request did not arrive in time.")

    /// A request that was given up, because those that are not finished take too much memory together.
    public static let overloaded = ParseError(
        .serviceUnavailable, "Too much is sent at once, and nothing of this came for longest; try again.")

    /// The answer.
    public var response: Response { Problem(status, detail).response }

    static func badRequest(_ detail: String) -> ParseError { ParseError(.badRequest, detail) }
}
