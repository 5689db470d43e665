/// The request line and the header fields of a request (RFC 9112 §2).
public struct RequestHead: Sendable {
    /// The request method.
    public var method: Method
    /// Path and query.
    public var target: RequestTarget
    /// The version, 1.0 or 1.1. A later minor version counts as 1.1.
    public var version: Version
    /// The header fields.
    public var fields: Fields
    private var authorityOctets: ArraySlice<UInt8>

    /// Makes a head from its parts.
    public init(
        method: Method, target: RequestTarget, version: Version = .http11, fields: Fields = Fields(),
        authority: String = ""
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
        authorityOctets = ArraySlice(authority.utf8)
    }

    /// Makes a head that the parser has checked.
    init(
        method: Method, target: RequestTarget, version: Version, fields: Fields, authority: ArraySlice<UInt8>
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
        authorityOctets = authority
    }

    /// The authority of the request: that of an absolute target, else the `Host` field. It is empty in
    /// HTTP/1.0 without the field.
    public var authority: String {
        get { String(decoding: authorityOctets, as: UTF8.self) }
        set { authorityOctets = ArraySlice(newValue.utf8) }
    }

    /// Whether the authority is loopback (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3) or `localhost`, on any port. An
    /// empty authority counts as loopback; HTTP/1.0 allows it.
    public var isForLoopback: Bool {
        authorityOctets.isEmpty || Authority.isLoopback(authorityOctets.span)
    }

    /// Whether a proxy visibly forwarded the request. It added a field that identifies the client or itself
    /// (RFC 7239 §4, RFC 9110 §7.6.3), or sent `Connection: close` in HTTP/1.0, as nginx does by default. No
    /// HTTP/1.0 client sends that option, because closing is its default.
    ///
    /// A proxy can also forward without a trace.
    public var isForwarded: Bool {
        if fields.lines.contains(where: fields.isOfProxy) { return true }
        return version == .http10 && fields[.connection]?.lowercased() == "close"
    }

    /// Whether the client used TLS, according to the proxy (`X-Forwarded-Proto`, or RFC 7239 §5.4); `nil` if
    /// no proxy states the scheme.
    public var cameToProxyByTLS: Bool? {
        if let scheme = fields["X-Forwarded-Proto"] { return scheme.lowercased() == "https" }
        guard let forwarded = fields[.forwarded]?.lowercased(), forwarded.contains("proto=") else {
            return nil
        }
        return forwarded.contains("proto=https")
    }

    /// Whether the request is a bare `GET`: no condition, range, content or preference among media types.
    ///
    /// The length of a name rules out most fields. A separate search for each name took 560 more of the
    /// 27,000 instructions of a GET of a list.
    public var isPlainGet: Bool {
        guard method == .get else { return false }
        return fields.lines.allSatisfy { line in
            switch line.name.count {
            case 5: !fields.has(.range, line)
            case 6: !fields.has(.accept, line) || fields.hasValue("*/*", line)
            case 14: !fields.has(.contentLength, line)
            case 17: !fields.has(.transferEncoding, line) && !fields.isCondition(line)
            case 8, 13, 19: !fields.isCondition(line)
            default: true
            }
        }
    }

    /// Whether the client waits for `100 Continue` before it sends the content (RFC 9110 §10.1.1).
    var awaitsContinue: Bool {
        guard version == .http11, fields.contains(.expect) else { return false }
        return fields.contains(.transferEncoding) || fields[.contentLength].map { $0 != "0" } ?? false
    }

    /// A version that the server supports.
    public enum Version: Sendable {
        case http10
        case http11
    }
}
