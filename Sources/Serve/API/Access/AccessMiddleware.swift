public import Checklists
import Foundation
public import HTTP

/// Identifies the caller of each request, and answers 401 without a valid token (RFC 6750).
///
/// This is the only place that sets `RequestContext.caller`; `MiddlewareStack` checks what the caller may do.
/// While no token exists and `isRequired` is false, a request without a token has the caller `.local`.
public struct AccessMiddleware: Middleware {
    /// The query parameter that may have a token of the scope `feed`, where that is enough: calendar programs
    /// send no header. No other token may stand in an address, since addresses are not kept secret.
    static let queryParameter = "token"

    private let tokens: AccessTokens
    private let store: any Store
    private let isRequired: Bool
    private let permissions: RoutePermissions
    /// Whether a route exchanges the secret of a link for a token, by its index.
    private let exchangesSecret: [Bool]
    /// Whether a route takes a token as a password, by its index.
    private let takePasswords: [Bool]
    private let failures: RateLimiter<ClientAddress>?
    private let now: @Sendable () -> UInt64
    private let time: @Sendable () -> Timestamp
    private let onUse: @Sendable (Principal) -> Void

    /// - Parameters:
    ///   - store: Knows the devices of people and the links to lists.
    ///   - isRequired: Whether requests without a token get 401 even while no token exists.
    ///   - router: Knows what the routes need.
    ///   - failures: How many wrong tokens one address may show; `nil` for any number.
    ///   - now: A clock that never goes back, in nanoseconds.
    ///   - time: The time, by which links end.
    ///   - onUse: Is told of a device that is used in another hour than was noted.
    public init(
        _ tokens: AccessTokens, in store: any Store, isRequired: Bool, for router: CallerRouter,
        failures: RateLimit?, now: @escaping @Sendable () -> UInt64,
        time: @escaping @Sendable () -> Timestamp, onUse: @escaping @Sendable (Principal) -> Void
    ) {
        self.tokens = tokens
        self.store = store
        self.time = time
        self.onUse = onUse
        self.isRequired = isRequired
        permissions = RoutePermissions(router)
        exchangesSecret = router.routes.map(Self.exchangesSecret)
        takePasswords = router.routes.map { route in
            // Some programs begin at the root of the server, where `GET` is the page's.
            Self.isForPrograms(route.pattern)
                || route.pattern == "/" && [.propfind, .options].contains(route.method)
        }
        self.failures = failures.map { RateLimiter($0) }
        self.now = now
    }

    /// 401, or 429 for a wrong token after too many of them; 403 for a token that others could have read.
    public func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response? {
        guard let permission = permissions.permission(for: head, at: context.route) else { return nil }
        let isOpen = !isRequired && tokens.isEmpty && !store.hasDevices
        let hasCredentials = head.fields.contains(.authorization)
        if isOpen, !hasCredentials, !head.target.hasQuery {
            context.caller = .local
            return nil
        }
        let takesPassword = takesPassword(head, context.route)
        let password = takesPassword ? Self.password(head.fields) : nil
        let shown =
            if permission.person == .feed, !hasCredentials {
                Self.tokenInAddress(head.target)
            } else {
                password ?? Self.bearer(head.fields)
            }
        // Calendar programs send a password even where none is needed. A client that sends a token relies on
        // it, so that an invalid one is refused.
        if isOpen, password != nil || shown == nil {
            context.caller = .local
            return nil
        }
        if password != nil, !head.isConfidential(from: context.peer) { return Self.refusePlainPassword }
        guard hasCredentials || shown != nil else {
            return Self.unauthorized(
                "A token is needed: Authorization: Bearer cld_….", challenge: "", takesPassword)
        }
        guard let shown, let caller = caller(showing: shown) else {
            return refuseWrongToken(from: context.peer, takesPassword)
        }
        if !hasCredentials, caller.scope != .feed {
            return Problem(
                .forbidden, "In an address only a token of the scope feed may stand; revoke this one."
            ).response
        }
        context.caller = caller
        return nil
    }

    /// The caller that shows a token; `nil` if it is not in force.
    private func caller(showing shown: [UInt8]) -> Caller? {
        let digest = AccessToken.digest(of: shown)
        let known = tokens.token(of: digest)
        let holder = known == nil ? store.holder(ofToken: digest) : nil
        if let token = known ?? (holder == nil ? tokens.newToken(of: digest) : nil) {
            return .person(.first, by: .serviceToken(token.id), scope: token.scope)
        }
        guard let holder else { return nil }
        let now = time()
        if let end = holder.expiresAt, end <= now { return nil }
        if let noted = holder.lastUsedAt, noted < now.startOfHour { onUse(holder.caller.principal) }
        return holder.caller
    }

    /// Whether a route exchanges a link's secret for a token (`POST /v1/devices`). Such a route has no rate
    /// limit; wrong secrets count as failures.
    static func exchangesSecret(_ route: CallerRoute) -> Bool {
        route.method == .post && route.permission == nil && RoutePermissions.isProtected(route.pattern)
    }

    /// Whether programs come there that ask people for a name and a password. No browser does, which would
    /// show them again by itself, whoever had it ask.
    static func isForPrograms(_ path: String) -> Bool { path == "/dav" || path.hasPrefix("/dav/") }

    private func takesPassword(_ head: RequestHead, _ match: RouteMatch) -> Bool {
        match.route.map { takePasswords[$0] } ?? Self.isForPrograms(head.target.path)
    }

    private func refuseWrongToken(from peer: String, _ takesPassword: Bool) -> Response {
        refusalOfWrong("tokens", from: peer)
            ?? Self.unauthorized(
                "The token is not in force.", challenge: ", error=\"invalid_token\"", takesPassword)
    }

    /// Counts a wrong token or secret; 429 after too many of them.
    ///
    /// A right one is never refused, whatever came from the same address before: behind a proxy all clients
    /// have one address. Guessing is hopeless in any number: tokens and secrets have 256 random bits.
    private func refusalOfWrong(_ noun: String, from peer: String) -> Response? {
        guard let verdict = failures?.take(for: ClientAddress(peer), now: now()), !verdict.isAllowed
        else { return nil }
        var problem = Problem(.tooManyRequests, "Too many wrong \(noun) came from this address.")
        problem.fields[.retryAfter] = String(verdict.retryAfterSeconds)
        return problem.response
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

    /// The password of the scheme `Basic` (RFC 7617); `nil` for anything else. The name is not looked at: the
    /// token says who somebody is.
    private static func password(_ fields: Fields) -> [UInt8]? {
        guard let value = fields[.authorization], value.utf8.count <= Limits.credentialsBytesMax,
            value.prefix(6).lowercased() == "basic ",
            let decoded = Data(base64Encoded: String(value.dropFirst(6).drop { $0 == " " })),
            let colon = decoded.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return Array(decoded[(colon + 1)...])
    }

    /// The token in a query; `nil` where there is none, or more than one.
    private static func tokenInAddress(_ target: RequestTarget) -> [UInt8]? {
        // What is wrong with the query is said by whoever reads all of it.
        let values = (try? QueryParameters(target))?.values(of: queryParameter) ?? []
        guard values.count == 1, let text = values.first, 1...Limits.credentialsBytesMax ~= text.utf8.count
        else { return nil }
        return Array(text.utf8)
    }

    /// Counts wrong secrets of links, which the exchange answers with 404.
    public func complete(
        _ response: inout Response, to head: RequestHead, _ context: RequestContext<Caller>
    ) {
        guard let route = context.route.route, exchangesSecret[route], response.status == .notFound,
            let refusal = refusalOfWrong("secrets", from: context.peer)
        else { return }
        response = refusal
    }

    private static func unauthorized(
        _ detail: String, challenge: String, _ takesPassword: Bool
    ) -> Response {
        var problem = Problem(.unauthorized, detail)
        if takesPassword {
            problem.fields.append(.wwwAuthenticate, "Basic realm=\"checklistd\", charset=\"UTF-8\"")
        }
        problem.fields.append(.wwwAuthenticate, "Bearer realm=\"checklistd\"\(challenge)")
        return problem.response
    }

    /// Programs take the word of a server for where a password is to go, so that this one does not take one
    /// that others could have read.
    private static var refusePlainPassword: Response {
        Problem(
            .forbidden,
            """
            The password came without TLS, so that others could read it. Put a proxy with TLS in front that \
            says so (X-Forwarded-Proto: https), or come from this machine.
            """
        ).response
    }
}

extension RequestHead {
    /// Whether the request was not readable on its way: it came by TLS to a proxy, or from this machine.
    fileprivate func isConfidential(from peer: String) -> Bool {
        cameToProxyByTLS
            ?? (peer.isEmpty || peer == "::1" || peer.hasPrefix("127.") || peer.hasPrefix("::ffff:127."))
    }
}
