/// The name of a header field. Comparison ignores case (RFC 9110 §5.1).
public struct FieldName: Sendable, ExpressibleByStringLiteral {
    /// The name in its original spelling.
    public let spelling: String
    /// Whether the name is a token (RFC 9110 §5.1). Otherwise `Fields` replaces octets.
    let isToken: Bool

    /// Makes a name from text in any case.
    public init(_ name: String) {
        spelling = name
        let octets = name.utf8.span
        isToken = octets.isToken(0..<octets.count)
    }

    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The name in lower case, as HTTP/2 sends it.
    public var lowercased: String { spelling.lowercased() }
}

extension FieldName: Hashable {
    /// Compares two names without regard to case (RFC 9110 §5.1).
    public static func == (left: FieldName, right: FieldName) -> Bool {
        let (left, right) = (left.spelling.utf8, right.spelling.utf8)
        return left.elementsEqual(right) { $0.lowercased == $1.lowercased }
    }

    public func hash(into hasher: inout Hasher) {
        for octet in spelling.utf8 { hasher.combine(octet.lowercased) }
    }
}

extension FieldName {
    /// RFC 9110 §12.5.1.
    public static let accept: FieldName = "Accept"
    /// RFC 9110 §12.5.3.
    public static let acceptEncoding: FieldName = "Accept-Encoding"
    /// RFC 9110 §12.5.4.
    public static let acceptLanguage: FieldName = "Accept-Language"
    /// RFC 5789 §3.1.
    public static let acceptPatch: FieldName = "Accept-Patch"
    /// The Fetch standard: the fields that a preflighted request may carry.
    public static let accessControlAllowHeaders: FieldName = "Access-Control-Allow-Headers"
    /// The Fetch standard: the methods that a preflighted request may use.
    public static let accessControlAllowMethods: FieldName = "Access-Control-Allow-Methods"
    /// The Fetch standard: the origin that may read the response.
    public static let accessControlAllowOrigin: FieldName = "Access-Control-Allow-Origin"
    /// The Fetch standard: the response fields that scripts may read.
    public static let accessControlExposeHeaders: FieldName = "Access-Control-Expose-Headers"
    /// The Fetch standard: the pages that may embed the response without CORS.
    public static let crossOriginResourcePolicy: FieldName = "Cross-Origin-Resource-Policy"
    /// The Fetch standard: how long a browser may cache a preflight response, in seconds.
    public static let accessControlMaxAge: FieldName = "Access-Control-Max-Age"
    /// The Fetch standard: the method of the request after the preflight.
    public static let accessControlRequestMethod: FieldName = "Access-Control-Request-Method"
    /// RFC 9110 §10.2.1.
    public static let allow: FieldName = "Allow"
    /// RFC 9110 §11.6.2.
    public static let authorization: FieldName = "Authorization"
    /// Microsoft's older form of `Prefer: return=minimal`, which calendar programs send.
    public static let brief: FieldName = "Brief"
    /// RFC 9111 §5.2.
    public static let cacheControl: FieldName = "Cache-Control"
    /// RFC 9110 §7.6.1.
    public static let connection: FieldName = "Connection"
    /// RFC 6266.
    public static let contentDisposition: FieldName = "Content-Disposition"
    /// RFC 9110 §8.4.
    public static let contentEncoding: FieldName = "Content-Encoding"
    /// RFC 9110 §8.6.
    public static let contentLength: FieldName = "Content-Length"
    /// The Content Security Policy standard.
    public static let contentSecurityPolicy: FieldName = "Content-Security-Policy"
    /// RFC 9110 §8.3.
    public static let contentType: FieldName = "Content-Type"
    /// RFC 9110 §6.6.1.
    public static let date: FieldName = "Date"
    /// RFC 4918 §10.1.
    public static let dav: FieldName = "DAV"
    /// RFC 4918 §10.2.
    public static let depth: FieldName = "Depth"
    /// RFC 4918 §10.3.
    public static let destination: FieldName = "Destination"
    /// RFC 9110 §8.8.3.
    public static let etag: FieldName = "ETag"
    /// RFC 9110 §10.1.1.
    public static let expect: FieldName = "Expect"
    /// RFC 7239 §4.
    public static let forwarded: FieldName = "Forwarded"
    /// The addresses of the client and of each proxy but the last.
    public static let xForwardedFor: FieldName = "X-Forwarded-For"
    /// RFC 9110 §7.2.
    public static let host: FieldName = "Host"
    /// draft-ietf-httpapi-idempotency-key-header: the server executes requests with the same key once.
    public static let idempotencyKey: FieldName = "Idempotency-Key"
    /// Marks a response that the server replayed for a repeated idempotency key.
    public static let idempotentReplayed: FieldName = "Idempotent-Replayed"
    /// RFC 4918 §10.4.
    public static let `if`: FieldName = "If"
    /// RFC 9110 §13.1.1.
    public static let ifMatch: FieldName = "If-Match"
    /// RFC 9110 §13.1.3.
    public static let ifModifiedSince: FieldName = "If-Modified-Since"
    /// RFC 9110 §13.1.2.
    public static let ifNoneMatch: FieldName = "If-None-Match"
    /// RFC 9110 §13.1.4.
    public static let ifUnmodifiedSince: FieldName = "If-Unmodified-Since"
    /// WHATWG HTML §9.2.4: the event after which the server resumes a stream.
    public static let lastEventID: FieldName = "Last-Event-ID"
    /// RFC 9110 §8.8.2.
    public static let lastModified: FieldName = "Last-Modified"
    /// RFC 8288 §3.
    public static let link: FieldName = "Link"
    /// RFC 9110 §10.2.2.
    public static let location: FieldName = "Location"
    /// RFC 6454 §7.
    public static let origin: FieldName = "Origin"
    /// RFC 4918 §10.6.
    public static let overwrite: FieldName = "Overwrite"
    /// RFC 7240 §2.
    public static let prefer: FieldName = "Prefer"
    /// RFC 7240 §3.
    public static let preferenceApplied: FieldName = "Preference-Applied"
    /// RFC 9110 §14.2.
    public static let range: FieldName = "Range"
    /// draft-ietf-httpapi-ratelimit-headers: what is left of a quota.
    public static let rateLimit: FieldName = "RateLimit"
    /// draft-ietf-httpapi-ratelimit-headers: the quotas of the server.
    public static let rateLimitPolicy: FieldName = "RateLimit-Policy"
    /// The Referrer Policy standard.
    public static let referrerPolicy: FieldName = "Referrer-Policy"
    /// RFC 9110 §10.2.3.
    public static let retryAfter: FieldName = "Retry-After"
    /// The Fetch Metadata standard: whether the requesting page is same-origin, same-site or cross-site.
    public static let secFetchSite: FieldName = "Sec-Fetch-Site"
    /// RFC 9112 §6.1.
    public static let transferEncoding: FieldName = "Transfer-Encoding"
    /// The id of the trash entry that a deletion created.
    public static let trashID: FieldName = "Trash-Id"
    /// RFC 9110 §10.1.5.
    public static let userAgent: FieldName = "User-Agent"
    /// RFC 9110 §12.5.5.
    public static let vary: FieldName = "Vary"
    /// RFC 9110 §7.6.3.
    public static let via: FieldName = "Via"
    /// RFC 9110 §11.6.1.
    public static let wwwAuthenticate: FieldName = "WWW-Authenticate"
    /// The Fetch standard: `nosniff` stops browsers from guessing another media type.
    public static let xContentTypeOptions: FieldName = "X-Content-Type-Options"
    /// The client's address, which nginx configurations usually add.
    public static let xRealIP: FieldName = "X-Real-IP"
    /// The number of elements of a collection over all its pages.
    public static let xTotalCount: FieldName = "X-Total-Count"
}
