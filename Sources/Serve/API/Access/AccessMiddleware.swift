public import Checklists
import Foundation
public import HTTP

/// Finds out the caller of each request, and refuses it where the route does not allow the caller (RFC 6750).
///
/// This is the only place that sets `RequestContext.caller`. A request without a token is the local machine's
/// while no token is in force and none has to be.
public struct AccessMiddleware: Middleware {
    /// The query parameter that may have a token of the scope `feed`, where that is enough: calendar programs
    /// send no header. No other token may stand in an address, since addresses are not kept secret.
    static let queryParameter = "token"

    private let tokens: AccessTokens
    private let store: any Store
    private let isRequired: Bool
    /// What each route lets callers do, by its index; `nil` where it is open to everyone.
    private let access: [Caller.Access?]
    /// Whether a route exchanges the secret of a link for a token, by its index.
    private let exchangesSecret: [Bool]
    /// Whether a token is needed even to learn what there is under a pattern, by its index.
    private let areProtected: [Bool]
    /// Whether a route takes a token as a password, by its index.
    private let takePasswords: [Bool]
    private let failures: RateLimiter<ClientAddress>?
    private let now: @Sendable () -> UInt64
    private let time: @Sendable () -> Timestamp
    private let onUse: @Sendable (Principal) -> Void

    /// - Parameters:
    ///   - store: Knows the devices of people and the links to lists.
    ///   - isRequired: Whether nobody is let in even while no token is in force.
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
        access = router.routes.map(\.access)
        exchangesSecret = router.routes.map(Self.exchangesSecret)
        areProtected = router.patterns.map(Self.isProtected)
        takePasswords = router.routes.map { route in
            // Some programs begin at the root of the server, where `GET` is the page's.
            Self.isForPrograms(route.pattern)
                || route.pattern == "/" && [.propfind, .options].contains(route.method)
        }
        self.failures = failures.map { RateLimiter($0) }
        self.now = now
    }

    /// 401, 403, or 429 for a wrong token after too many of them.
    public func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response? {
        guard let access = access(for: head, context.route) else { return nil }
        let isOpen = !isRequired && tokens.isEmpty && !store.hasDevices
        let hasCredentials = head.fields.contains(.authorization)
        if isOpen, !hasCredentials, !head.target.hasQuery { return admit(.local, by: access, &context) }
        let takesPassword = takesPassword(head, context.route)
        let password = takesPassword ? Self.password(head.fields) : nil
        // Calendar programs send some, also where none is needed.
        if isOpen, password != nil { return admit(.local, by: access, &context) }
        if password != nil, !head.isConfidential(from: context.peer) { return Self.refusePlainPassword }
        let shown =
            if access.person == .feed, !hasCredentials {
                Self.tokenInAddress(head.target)
            } else {
                password ?? Self.bearer(head.fields)
            }
        // Whoever shows a token relies on it; one that is out of force is not passed over.
        if isOpen, shown == nil { return admit(.local, by: access, &context) }
        guard hasCredentials || shown != nil else {
            return Self.unauthorized(
                "A token is needed: Authorization: Bearer cld_….", challenge: "", takesPassword)
        }
        guard let shown, let caller = caller(showing: shown) else {
            return refuseWrongToken(from: context.peer, takesPassword)
        }
        if let refusal = admit(caller, by: access, &context) { return refusal }
        if !hasCredentials, caller.scope != .feed {
            return Problem(
                .forbidden, "In an address only a token of the scope feed may stand; revoke this one."
            ).response
        }
        return nil
    }

    /// Sets the caller of a request; 403 where the route does not allow it.
    private func admit(
        _ caller: Caller, by access: Caller.Access, _ context: inout RequestContext<Caller>
    ) -> Response? {
        context.caller = caller
        switch access.refusal(of: caller) {
        case nil: return nil
        case .scope(let needed, has: let allowed): return Self.forbidden(needed, allowed: allowed)
        case .guests: return Problem(.forbidden, "This is not available through a share link.").response
        case .localMachine: return Problem(.forbidden, "This is not available without a token.").response
        }
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
        if let noted = holder.lastUsedAt, noted < now.startOfHour { onUse(holder.principal) }
        return Caller(holder)
    }

    /// What a request lets callers do; `nil` where it is open to everyone. Below `/v1` a token is needed even
    /// for what is not there, so that nobody learns what is.
    private func access(for head: RequestHead, _ match: RouteMatch) -> Caller.Access? {
        if let route = match.route { return access[route] }
        // The pattern, because a path may spell `/v1` with escapes.
        let isProtected = match.pattern.map { areProtected[$0] } ?? Self.isProtected(head.target.path)
        return isProtected ? .look : nil
    }

    /// Whether a route exchanges the secret of a link for a token: it alone is open where tokens are needed.
    static func exchangesSecret(_ route: CallerRoute) -> Bool {
        route.access == nil && isProtected(route.pattern)
    }

    private static func isProtected(_ path: String) -> Bool {
        path == "/v1" || path.hasPrefix("/v1/") || isForPrograms(path)
    }

    /// Whether programs come there that ask people for a name and a password. No browser does, which would
    /// show them again by itself, whoever had it ask.
    private static func isForPrograms(_ path: String) -> Bool { path == "/dav" || path.hasPrefix("/dav/") }

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

    private static func forbidden(_ needed: Scope, allowed: Scope) -> Response {
        var problem = Problem(
            .forbidden, "The token allows \(allowed.rawValue), and this needs \(needed.rawValue).")
        problem.fields[.wwwAuthenticate] =
            "Bearer realm=\"checklistd\", error=\"insufficient_scope\", scope=\"\(needed.rawValue)\""
        return problem.response
    }
}

extension RequestHead {
    /// Whether the request was not readable on its way: it came by TLS to a proxy, or from this machine.
    fileprivate func isConfidential(from peer: String) -> Bool {
        cameToProxyByTLS
            ?? (peer.isEmpty || peer == "::1" || peer.hasPrefix("127.") || peer.hasPrefix("::ffff:127."))
    }
}
