public import Checklists
public import HTTP

/// Refuses changes by pages of other sites in a visitor's browser, and implements CORS of the Fetch standard
/// for the allowed origins.
///
/// A browser hides responses from pages of other origins. But it sends some of their changes without a
/// preflight, which this middleware refuses.
public final class OriginMiddleware: Middleware {
    private let origins: Set<String>
    private let allowsAll: Bool
    private let preflights: Preflights
    /// Whether pages of every origin may use a pattern, by its index.
    private let exempt: [Bool]
    private let proxyUser: ProxyUser?

    /// - Parameters:
    ///   - origins: The allowed origins in the form of browsers, for example `https://lists.example`; `*` for
    ///     all.
    ///   - router: The routes, whose methods pages of these origins may use.
    ///   - exempt: The patterns that pages of every origin may use. Credentials that a browser adds have no
    ///     effect there.
    ///   - proxyUser: The header field of a trusted proxy; `nil` if there is none. No page of another origin
    ///     may change anything by it.
    public init(
        allowing origins: [String], for router: CallerRouter, exempting exempt: Set<String> = [],
        proxyUser: ProxyUser? = nil
    ) {
        self.proxyUser = proxyUser
        self.origins = Set(origins)
        preflights = Preflights(router)
        self.exempt = router.patterns.map(exempt.contains)
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
        if isPreflight { return preflight(head, at: context.route) }
        switch head.method {
        case .get, .head, .options, .query: return nil
        default: break
        }
        let isAmbient = proxyUser?.isAmbient(head) ?? false
        guard !isExempt(context.route), isAmbient || !isAllowed(head), comesFromElsewhere(head)
        else { return nil }
        let remedy =
            isAmbient
            ? "A page that --cors-origin allows needs a token." : "Allow this origin with --cors-origin."
        return Problem(.otherOrigin, "Pages of other origins cannot change anything. \(remedy)").response
    }

    /// Adds the fields by which browsers and caches decide who may see the response.
    public func complete(
        _ response: inout Response, to head: RequestHead, _ context: RequestContext<Caller>
    ) {
        if isExempt(context.route) {
            response.fields[.accessControlAllowOrigin] = "*"
            response.fields[.crossOriginResourcePolicy] = "cross-origin"
            return
        }
        // Pages of other origins may embed only responses that allow it themselves.
        if !response.fields.contains(.crossOriginResourcePolicy) {
            response.fields.append(Self.sameOrigin)
        }
        if origins.isEmpty { return }
        response.fields.append(.vary, "Origin")
        guard isAllowed(head), let origin = head.fields[.origin] else { return }
        response.fields[.accessControlAllowOrigin] = allowsAll ? "*" : origin
        if response.fields.contains(.accessControlAllowMethods) { return }
        response.fields[.accessControlExposeHeaders] = Self.exposed(response.fields)
    }

    private static let sameOrigin = ConstantField(.crossOriginResourcePolicy, "same-origin")

    private func isExempt(_ match: RouteMatch) -> Bool { match.pattern.map { exempt[$0] } ?? false }

    private func preflight(_ head: RequestHead, at match: RouteMatch) -> Response {
        var response = Response(.noContent, fields: [.cacheControl: "no-store"])
        if isAllowed(head) {
            let method = head.fields[.accessControlRequestMethod].flatMap(HTTP.Method.init)
            response.fields[.accessControlAllowMethods] = preflights.methods(at: match)
            response.fields[.accessControlAllowHeaders] = preflights.requestFields(of: method, at: match)
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

    /// The names of a response's fields that a browser would hide from scripts; `nil` if it has none.
    private static func exposed(_ fields: Fields) -> String? {
        var names: [FieldName] = []
        for (name, _) in fields where !unexposed.contains(name) && !names.contains(name) {
            names.append(name)
        }
        return names.isEmpty ? nil : names.map(\.spelling).joined(separator: ", ")
    }

    /// Fields that scripts always see (the Fetch standard: CORS-safelisted), and fields that only browsers
    /// and caches use.
    private static let unexposed: Set<FieldName> = [
        .cacheControl, .contentLength, .contentType, .lastModified, .accessControlAllowOrigin,
        .contentSecurityPolicy, .crossOriginResourcePolicy, .referrerPolicy, .vary, .xContentTypeOptions,
    ]
}
