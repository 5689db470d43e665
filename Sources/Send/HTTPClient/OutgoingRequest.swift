/// A request to another server.
public struct OutgoingRequest: Hashable, Sendable {
    /// The method with its body.
    public enum Method: Hashable, Sendable {
        /// `GET`, without a body.
        case get
        /// `POST` with this body.
        case post([UInt8])
        /// `DELETE`, without a body.
        case delete
    }

    /// The method with its body.
    public var method: Method
    /// The target: an `http` or `https` URL without user information.
    public var url: String
    /// The header fields except `host` and `content-length`. No value has CR, LF or NUL.
    public var fields: [HeaderField]
    /// The limits on its time and size.
    public var limits: OutgoingLimits

    /// Creates a request.
    public init(
        _ method: Method, _ url: String, fields: [HeaderField] = [], limits: OutgoingLimits = OutgoingLimits()
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.limits = limits
    }
}
