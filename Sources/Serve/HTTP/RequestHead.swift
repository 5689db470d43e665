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
    private var authorityOctets: ArraySlice<UInt8>

    /// A head from its parts.
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

    /// A head that has been parsed.
    init(
        method: Method, target: RequestTarget, version: Version, fields: Fields, authority: ArraySlice<UInt8>
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
        authorityOctets = authority
    }

    /// The authority that the request is for: that of an absolute target, else the `Host` field's; empty in
    /// HTTP/1.0 without one.
    public var authority: String {
        get { String(decoding: authorityOctets, as: UTF8.self) }
        set { authorityOctets = ArraySlice(newValue.utf8) }
    }

    /// Whether it is for `localhost` or an address of which RFC 1122 §3.2.1.3 and RFC 4291 §2.5.3 say that it
    /// never leaves the machine, on whatever port; also where it names nobody, as HTTP/1.0 allows.
    public var isForLoopback: Bool {
        authorityOctets.isEmpty || Authority.isLoopback(authorityOctets.span)
    }

    /// Whether a proxy handed it on and shows that: by what it adds for who comes behind (RFC 7239 §4,
    /// RFC 9110 §7.6.3), or by saying `close` in HTTP/1.0, as nginx does until it is told otherwise. No
    /// client of that version says what goes without saying there.
    ///
    /// A proxy may as well show nothing of itself.
    public var isForwarded: Bool {
        if fields.lines.contains(where: fields.isOfProxy) { return true }
        return version == .http10 && fields[.connection]?.lowercased() == "close"
    }

    /// Whether the client used TLS, as a proxy says (`X-Forwarded-Proto`, or RFC 7239 §5.4); `nil` if no
    /// proxy says it.
    public var cameToProxyByTLS: Bool? {
        if let scheme = fields["X-Forwarded-Proto"] { return scheme.lowercased() == "https" }
        guard let forwarded = fields[.forwarded]?.lowercased(), forwarded.contains("proto=") else {
            return nil
        }
        return forwarded.contains("proto=https")
    }

    /// Whether it asks for what is at its target and for nothing else: no condition, no part, no preference
    /// among media types, and no content.
    ///
    /// The length of a name rules out most fields. A search for each name by itself took 560 instructions
    /// more, of the 27,000 of a GET of a list.
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

    /// Whether the client waits for a word before it sends the content (RFC 9110 §10.1.1).
    var awaitsContinue: Bool {
        guard version == .http11, fields.contains(.expect) else { return false }
        return fields.contains(.transferEncoding) || fields[.contentLength].map { $0 != "0" } ?? false
    }

    /// A version that is spoken here.
    public enum Version: Sendable {
        case http10
        case http11
    }
}
