public import HTTP

/// Lets nobody in without a token that allows what the route needs (RFC 6750).
///
/// As long as no token is in force, and none has to be, everybody is let in who does not show one.
public struct AccessGuard: Guard {
    /// The query parameter that may have a token of the scope `feed`, where that is enough: calendar programs
    /// send no header. No other token may stand in an address, since addresses are not kept secret.
    static let queryParameter = "token"

    private let tokens: AccessTokens
    private let isRequired: Bool
    private let router: Router
    private let failures: RateLimiter?
    private let now: @Sendable () -> UInt64

    /// - Parameters:
    ///   - isRequired: Whether nobody is let in even while no token is in force.
    ///   - router: Knows what the routes need.
    ///   - failures: How many wrong tokens one address may show; `nil` for any number.
    ///   - now: A clock that never goes back, in nanoseconds.
    public init(
        _ tokens: AccessTokens, isRequired: Bool, for router: Router, failures: RateLimit?,
        now: @escaping @Sendable () -> UInt64
    ) {
        self.tokens = tokens
        self.isRequired = isRequired
        self.router = router
        self.failures = failures.map { RateLimiter($0) }
        self.now = now
    }

    /// 401, 403, or 429 after too many wrong tokens.
    public func refusal(of head: inout RequestHead, from peer: String) -> Response? {
        let isOpen = !isRequired && tokens.isEmpty
        let hasCredentials = head.fields.contains(.authorization)
        if isOpen, !hasCredentials, !head.target.hasQuery { return nil }
        guard let needed = scope(for: head) else { return nil }
        let shown =
            if needed == .feed, !hasCredentials {
                Self.tokenInAddress(head.target)
            } else {
                Self.bearer(head.fields)
            }
        // Whoever shows a token relies on it; one that is out of force is not passed over.
        if isOpen, shown == nil { return nil }
        guard hasCredentials || shown != nil else {
            return Self.unauthorized("A token is needed: Authorization: Bearer cld_….", challenge: "")
        }
        guard let shown, let token = tokens.token(shown: shown) else { return refuseWrongToken(from: peer) }
        head.tokenID = token.id
        guard token.scope >= needed else {
            return Self.forbidden(needed, allowed: token.scope)
        }
        if !hasCredentials, token.scope != .feed {
            return Problem(
                .forbidden, "In an address only a token of the scope feed may stand; revoke this one."
            ).response
        }
        return nil
    }

    /// What a token has to allow for that request; `nil` if none is needed. Below `/v1` one is, even for what
    /// is not there, so that nobody learns what is.
    private func scope(for head: RequestHead) -> Scope? {
        if let route = router.route(for: head) {
            return route.scope ?? (Self.isProtected(route.pattern) ? .admin : nil)
        }
        // The pattern, because a path may spell `/v1` with escapes.
        return Self.isProtected(router.pattern(for: head) ?? head.target.path) ? .read : nil
    }

    private static func isProtected(_ path: String) -> Bool {
        path == "/v1" || path.hasPrefix("/v1/")
    }

    /// A right token is let in whatever others at the same address did: behind a proxy all clients have the
    /// same one, and nobody there is to shut out the others. Guessing is hopeless in any number: a token has
    /// 256 random bits.
    private func refuseWrongToken(from peer: String) -> Response {
        if let verdict = failures?.take(for: .address(peer), now: now()), !verdict.isAllowed {
            var problem = Problem(.tooManyRequests, "Too many wrong tokens came from this address.")
            problem.fields[.retryAfter] = String(verdict.retryAfterSeconds)
            return problem.response
        }
        return Self.unauthorized("The token is not in force.", challenge: ", error=\"invalid_token\"")
    }

    /// `credentials` of the scheme `Bearer` (RFC 6750 §2.1, RFC 9110 §11.4); `nil` for anything else.
    private static func bearer(_ fields: Fields) -> [UInt8]? {
        guard let value = fields[.authorization] else { return nil }
        let octets = Array(value.utf8)
        let scheme = Array("bearer ".utf8)
        guard octets.count > scheme.count, octets.count <= Limits.credentialsBytesMax,
            zip(octets, scheme).allSatisfy({ $0 | 0x20 == $1 })
        else { return nil }
        return Array(octets.dropFirst(scheme.count).drop { $0 == UInt8(ascii: " ") })
    }

    /// The token in a query; `nil` where there is none, or more than one.
    private static func tokenInAddress(_ target: RequestTarget) -> [UInt8]? {
        // What is wrong with the query is said by whoever reads all of it.
        let values = (try? QueryParameters(target))?.values(of: queryParameter) ?? []
        guard values.count == 1, let text = values.first, 1...Limits.credentialsBytesMax ~= text.utf8.count
        else { return nil }
        return Array(text.utf8)
    }

    private static func unauthorized(_ detail: String, challenge: String) -> Response {
        var problem = Problem(.unauthorized, detail)
        problem.fields[.wwwAuthenticate] = "Bearer realm=\"checklistd\"\(challenge)"
        return problem.response
    }

    private static func forbidden(_ needed: Scope, allowed: Scope) -> Response {
        var problem = Problem(
            .forbidden, "The token allows \(allowed.rawValue), and this needs \(needed.rawValue).")
        problem.fields[.wwwAuthenticate] =
            "Bearer realm=\"checklistd\", error=\"insufficient_scope\", scope=\"\(needed.rawValue)\""
        return problem.response
    }
}
