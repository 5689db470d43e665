/// A request to somewhere else.
public struct OutgoingRequest: Hashable, Sendable {
    /// What is asked for.
    public enum Method: Hashable, Sendable {
        /// `GET`, without a body.
        case get
        /// `POST` of these bytes.
        case post([UInt8])
        /// `DELETE`, without a body.
        case delete
    }

    /// What is asked for.
    public var method: Method
    /// Of whom: an `http` or `https` URL without user information.
    public var url: String
    /// The header fields beside `host` and `content-length`; no value has CR, LF or NUL.
    public var fields: [HeaderField]
    /// How long it may take and how much is read.
    public var limits: OutgoingLimits

    /// A request.
    public init(
        _ method: Method, _ url: String, fields: [HeaderField] = [], limits: OutgoingLimits = OutgoingLimits()
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.limits = limits
    }
}
