/// A request as a handler sees it: complete, checked and routed.
public struct Request: Sendable {
    /// Everything before the body.
    public var head: RequestHead
    /// The content, with its transfer coding taken off; never more than the route allows.
    public var body: [UInt8]
    /// Who sent it: the address of the other end, without its port; empty for a Unix socket.
    public var peer: String
    /// The segments of the path that stand for the route's placeholders, percent-decoded, in the order of the
    /// pattern.
    public internal(set) var parameters: [String] = []

    /// A request from its parts.
    public init(head: RequestHead, body: [UInt8] = [], peer: String = "") {
        self.head = head
        self.body = body
        self.peer = peer
    }
}

/// The request line and the fields of a request (RFC 9112 §2).
public struct RequestHead: Sendable {
    /// What is to be done.
    public var method: Method
    /// What it is to be done with: path and query.
    public var target: RequestTarget
    /// 1.0 or 1.1; any later minor version counts as 1.1.
    public var version: Version
    /// The header fields.
    public var fields: Fields
    /// The authority that the request is for: that of an absolute target, else the `Host` field's; empty in
    /// HTTP/1.0 without one.
    public var authority: String

    /// A head from its parts.
    public init(
        method: Method, target: RequestTarget, version: Version = .http11, fields: Fields = Fields(),
        authority: String = ""
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
        self.authority = authority
    }

    /// A version that is spoken here.
    public enum Version: Sendable {
        case http10
        case http11
    }
}

/// Path and query of a request (RFC 9110 §7.1), checked: no control octets, no `..`, every percent sign with
/// two digits.
public struct RequestTarget: Hashable, Sendable {
    /// The path as sent, beginning with a slash; `*` for `OPTIONS *`.
    public var path: String
    /// What follows the question mark, as sent; `nil` without one.
    public var query: String?

    /// A target that has been checked.
    public init(path: String, query: String? = nil) {
        self.path = path
        self.query = query
    }
}
