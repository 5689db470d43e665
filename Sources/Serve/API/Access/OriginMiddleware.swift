public import Checklists
public import HTTP

/// Refuses changes by pages of other sites in a visitor's browser, and implements CORS of the Fetch standard
/// for the allowed origins.
///
/// A browser hides responses from pages of other origins. But it sends some of their changes without a
/// preflight, which this middleware refuses.
public struct OriginMiddleware: Middleware {
    private let origins: Set<String>
    private let allowsAll: Bool
    private let methods: String
    private let exempt: Set<String>

    /// - Parameters:
    ///   - origins: The allowed origins in the form of browsers, for example `https://lists.example`; `*` for
    ///     all.
    ///   - router: The routes, whose methods pages of these origins may use.
    ///   - exempt: The paths that pages of every origin may use. Credentials that a browser adds have no
    ///     effect there.
    public init(
        allowing origins: [String], for router: CallerRouter, exempting exempt: Set<String> = []
    ) {
        self.origins = Set(origins)
        methods = router.methods
        self.exempt = exempt
        allowsAll = origins.contains("*")
    }

    /// Whether a text is an origin in the form of browsers (RFC 6454 §6.2): scheme, host, and a port other
    /// than the default of the scheme.
    public static func isOrigin(_ text: String) -> Bool {
        let scheme = ["http://", "https://"].first { text.hasPrefix($0) }
        guard let scheme else { return false }
        let host = text.dropFirst(scheme.count)
        return !host.isEmpty && text == text.lowercased()
            && host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#@\\,*".utf8.contains($0) }
            && !text.hasSuffix(scheme == "http://" ? ":80" : ":443")
    }

    /// The answer to a preflight; 403 for a change by a page of an origin that is not allowed.
    public func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response? {
        let isPreflight =
            head.method == .options && !origins.isEmpty && head.fields.contains(.origin)
            && head.fields.contains(.accessControlRequestMethod)
        if isPreflight { return preflight(head) }
        switch head.method {
        case .get, .head, .options, .query: return nil
        default: break
        }
        guard !exempt.contains(head.target.path), !isAllowed(head), comesFromElsewhere(head) else {
            return nil
        }
        return Problem(
            .otherOrigin,
            "Pages of other origins cannot change anything. Allow this origin with --cors-origin."
        ).response
    }

    /// Adds the fields by which browsers and caches decide who may see the response.
    public func complete(
        _ response: inout Response, to head: RequestHead, _ context: RequestContext<Caller>
    ) {
        if exempt.contains(head.target.path) {
            response.fields[.accessControlAllowOrigin] = "*"
            response.fields[.crossOriginResourcePolicy] = "cross-origin"
            return
        }
        // Pages of other origins may embed only responses that allow it themselves.
        if !response.fields.contains(.crossOriginResourcePolicy) {
            response.fields.append(.crossOriginResourcePolicy, "same-origin")
        }
        if origins.isEmpty { return }
        response.fields.append(.vary, "Origin")
        guard isAllowed(head), let origin = head.fields[.origin] else { return }
        response.fields[.accessControlAllowOrigin] = allowsAll ? "*" : origin
        if response.fields.contains(.accessControlAllowMethods) { return }
        response.fields[.accessControlExposeHeaders] = Self.exposed
    }

    private func preflight(_ head: RequestHead) -> Response {
        var response = Response(.noContent, fields: [.cacheControl: "no-store"])
        if isAllowed(head) {
            response.fields[.accessControlAllowMethods] = methods
            response.fields[.accessControlAllowHeaders] = Self.requestFields
            response.fields[.accessControlMaxAge] = String(Limits.preflightSecondsMax)
        }
        return response
    }

    private func isAllowed(_ head: RequestHead) -> Bool {
        guard let origin = head.fields[.origin] else { return false }
        return allowsAll || origins.contains(origin)
    }

    /// Whether a browser marks the request as coming from a page of another origin. Other clients send no
    /// such field.
    private func comesFromElsewhere(_ head: RequestHead) -> Bool {
        if let site = head.fields[.secFetchSite] { return site != "same-origin" && site != "none" }
        guard let origin = head.fields[.origin] else { return false }
        return origin != "http://\(head.authority)" && origin != "https://\(head.authority)"
    }

    /// The request fields that the API and CalDAV read, except those that CORS always allows.
    private static let requestFields =
        "Authorization, Brief, Content-Type, Depth, Destination, Idempotency-Key, If-Match, "
        + "If-Modified-Since, If-None-Match, If-Unmodified-Since, Last-Event-ID, Overwrite, Prefer"
    private static let exposed =
        "Accept-Patch, Allow, Content-Disposition, DAV, ETag, Idempotent-Replayed, Link, Location, "
        + "Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, Trash-Id, "
        + "WWW-Authenticate, X-Total-Count"
}
