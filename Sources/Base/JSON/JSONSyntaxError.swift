/// Why and where the parser rejected a JSON text.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes before the error.
    public let offset: Int
    /// The reason, a clause without the offset.
    public let reason: String

    init(_ reason: String, at offset: Int) {
        self.offset = offset
        self.reason = reason
    }

    /// A clause for an error message, without a full stop.
    public var description: String { "\(reason) at byte \(offset)" }
}
