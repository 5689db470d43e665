/// An answer as a handler gives it. The server adds `Date`, framing and connection fields.
public struct Response: Sendable {
    /// How it went.
    public var status: Status
    /// The header fields, but for those that the server adds.
    public var fields: Fields
    /// The content.
    public var body: Body

    /// An answer from its parts.
    public init(_ status: Status, fields: Fields = Fields(), body: Body = .empty) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The content of an answer.
    public enum Body: Sendable {
        /// None.
        case empty
        /// All of it, at once.
        case bytes([UInt8])
        /// Piece by piece, of unknown length: each call returns the next piece, and `nil` at the end. An
        /// error cuts the connection.
        case stream(@Sendable () async throws -> [UInt8]?)
    }
}
