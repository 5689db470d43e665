/// A response as a handler returns it. The server adds `Date`, framing and connection fields.
public struct Response: Sendable {
    /// The status code and reason.
    public var status: Status
    /// The header fields, without those that the server adds.
    public var fields: Fields
    /// The content.
    public var body: Body

    /// Makes a response from its parts.
    public init(_ status: Status, fields: Fields = Fields(), body: Body = .empty) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The content of a response.
    public enum Body: Sendable {
        /// No content.
        case empty
        /// The complete content.
        case bytes([UInt8])
        /// A stream of unknown length: each call returns the next piece, and `nil` at the end. An error
        /// closes the connection.
        case stream(@Sendable () async throws -> [UInt8]?)
    }
}
