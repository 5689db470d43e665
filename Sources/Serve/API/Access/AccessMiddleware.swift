public import Checklists
import Foundation
public import HTTP

/// Identifies the caller of each request, and answers 401 without a valid token (RFC 6750).
///
/// Only this and `ProxyAdmission` set `RequestContext.caller`. `MiddlewareStack` checks what it may do.
/// While no token exists and `isRequired` is false, a request without a token has the caller `.local`.
public final class AccessMiddleware: Middleware {
    /// The query parameter for a token of the scope `feed`, on routes where that scope suffices: calendar
    /// programs send no header. Addresses are not secret, so no other token may be part of one.
    static let queryParameter = "token"

    private let tokens: AccessTokens
    private let store: any Store
    private let isRequired: Bool
    private let permissions: RoutePermissions
    /// Whether a route exchanges the secret of a link for a token, by its index.
    private let exchangesSecret: [Bool]
    /// Whether a route takes a token as a password, by its index.
    private let takePasswords: [Bool]
    /// Whether a route takes a ticket, by its index.
    private let takeTickets: [Bool]
    private let tickets: EventTicket.Cipher
    private let spentTickets = SpentTickets()
    private let proxyUser: ProxyUser?
    private let failures: RateLimiter<ClientAddress>?
    private let now: @Sendable () -> UInt64
    private let time: @Sendable () -> Timestamp
    private let onUse: @Sendable (Principal) -> Void

    /// - Parameters:
    ///   - store: Has the devices of people and the share links.
    ///   - isRequired: Whether requests without a token get 401 even while no token exists.
    ///   - router: Has the permissions of the routes.
    ///   - secret: The secret of the store, which authenticates tickets.
    ///   - proxyUser: The header field of a trusted proxy; `nil` if there is none.
    ///   - failures: The limit of wrong tokens from one address; `nil` for none.
    ///   - now: A monotonic clock, in nanoseconds.
    ///   - time: The wall clock, which decides whether a link has expired.
    ///   - onUse: Called if a device is used in a later hour than the store has noted.
    public init(
        _ tokens: AccessTokens, in store: any Store, isRequired: Bool, for router: CallerRouter,
        secret: StoreSecret, proxyUser: ProxyUser? = nil, failures: RateLimit?,
        now: @escaping @Sendable () -> UInt64,
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
            // Some programs start at the root of the server, where `GET` belongs to the page.
            Self.isForPrograms(route.pattern)
                || route.pattern == "/" && [.propfind, .options].contains(route.method)
        }
        takeTickets = router.routes.map { $0.method == .get && $0.pattern == FeedRoutes.eventsPath }
        tickets = EventTicket.Cipher(secret)
        self.proxyUser = proxyUser
        self.failures = failures.map { RateLimiter($0) }
        self.now = now
    }

    /// 401, or 429 after too many wrong tokens; 403 for a token that others could have read.
    public func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response? {
        let stated = proxyUser?.statement(in: head, from: context.peer) ?? .none
        if case .refused(let refusal) = stated { return refusal }
        guard let permission = permissions.permission(for: head, at: context.route) else { return nil }
        // A token is the client's own choice, for example of a guest. A password belongs to the proxy.
        if case .user(let name) = stated, Self.bearer(head.fields) == nil {
            // `ProxyAdmission` finds the person of an unknown account.
            context.caller = store.caller(ofToken: ExternalIdentity.key(issuer: "", subject: name))?.caller
            return nil
        }
        let isOpen = !isRequired && tokens.isEmpty && !store.hasDevices
        let hasCredentials = head.fields.contains(.authorization)
        if isOpen, !hasCredentials, !head.target.hasQuery {
            context.caller = .local
            return nil
        }
        if !hasCredentials, context.route.route.map({ takeTickets[$0] }) == true,
            case let shown = Self.values(of: EventTicket.queryParameter, in: head.target), !shown.isEmpty
        {
            return admit(ticket: shown, isOpen: isOpen, &context)
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
        // it, so the server refuses an invalid one.
        if isOpen, password != nil || shown == nil {
            context.caller = .local
            return nil
        }
        if password != nil, !(head.cameToProxyByTLS ?? context.isFromThisMachine) {
            return Self.refusePlainPassword
        }
        guard hasCredentials || shown != nil else {
            return Self.unauthorized(
                .tokenMissing, "A token is needed, for example Authorization: Bearer cld_….", challenge: "",
                takesPassword)
        }
        let digest = shown.map(AccessToken.digest(of:))
        var found = digest.flatMap(caller(ofToken:))
        if found == nil {
            if let refusal = refusalOfWrong("tokens", from: context.client) { return refusal }
            found = digest.flatMap { tokens.newToken(of: $0, at: now()) }.map(Self.caller(of:))
        }
        guard let caller = found else { return Self.wrongToken(takesPassword) }
        if !hasCredentials, caller.scope != .feed {
            return Problem(
                .tokenInAddress,
                "Only a token of the scope feed may be in the URL. Revoke this token."
            ).response
        }
        context.caller = caller
        return nil
    }

    private static func caller(of token: AccessToken) -> Caller {
        .person(.first, by: .serviceToken(token.id), scope: token.scope)
    }

    /// The caller of a token; `nil` if the token is not valid.
    private func caller(ofToken digest: [UInt8]) -> Caller? {
        if let token = tokens.token(of: digest) { return Self.caller(of: token) }
        guard let holder = store.caller(ofToken: digest) else { return nil }
        let now = time()
        if let end = holder.expiresAt, end <= now { return nil }
        if let noted = holder.lastUsedAt, noted < now.startOfHour { onUse(holder.caller.principal) }
        return holder.caller
    }

    /// Sets the caller of a ticket: the caller of the token for which the server made the ticket.
    private func admit(
        ticket shown: [String], isOpen: Bool, _ context: inout RequestContext<Caller>
    ) -> Response? {
        let time = time()
        guard shown.count == 1, let ticket = tickets.ticket(shown[0]), time < ticket.end,
            let caller = ticket.tokenDigest.map(caller(ofToken:)) ?? (isOpen ? .local : nil)
        else { return refuseWrongTicket(from: context.client) }
        switch spentTickets.spend(ticket, of: caller.payer, at: time) {
        case .accepted:
            context.caller = caller
            return nil
        case .spent: return refuseWrongTicket(from: context.client)
        case .full:
            var problem = Problem(.streamsFull, "Too many tickets were used in the last minute.")
            problem.fields[.retryAfter] = String(Limits.streamRetrySeconds)
            return problem.response
        }
    }

    private func refuseWrongTicket(from client: String) -> Response {
        refusalOfWrong("tickets", from: client)
            ?? Self.unauthorized(
                .ticketInvalid,
                "The ticket is unknown, used, expired, or its token is revoked. Get another one.",
                challenge: "", false)
    }

    /// Whether a route exchanges a link's secret for a token (`POST /v1/devices`). Wrong secrets count as
    /// failures.
    private static func exchangesSecret(_ route: CallerRoute) -> Bool {
        route.method == .post && route.permission == nil && RoutePermissions.isProtected(route.pattern)
    }

    /// Whether a path belongs to calendar programs, which authenticate with a password. No route for browsers
    /// takes one: a browser would send it again with requests that another site makes.
    static func isForPrograms(_ path: String) -> Bool { path == "/dav" || path.hasPrefix("/dav/") }

    private func takesPassword(_ head: RequestHead, _ match: RouteMatch) -> Bool {
        match.route.map { takePasswords[$0] } ?? Self.isForPrograms(head.target.path)
    }

    private static func wrongToken(_ takesPassword: Bool) -> Response {
        unauthorized(
            .tokenInvalid, "The token is unknown, revoked or expired.",
            challenge: ", error=\"invalid_token\"", takesPassword)
    }

    /// Counts a wrong token or secret; 429 after too many of them.
    ///
    /// A right one always passes, because all clients behind a proxy that is not named share one address.
    /// Guessing is hopeless at any rate: tokens and secrets have 256 random bits.
    private func refusalOfWrong(_ noun: String, from client: String) -> Response? {
        guard let verdict = failures?.take(for: ClientAddress(client), now: now()), !verdict.isAllowed
        else { return nil }
        var problem = Problem(.wrongTokens, "Too many wrong \(noun) came from this address.")
        problem.fields[.retryAfter] = String(verdict.retryAfterSeconds)
        return problem.response
    }

    /// `credentials` of the scheme `Bearer` (RFC 6750 §2.1, RFC 9110 §11.4); `nil` for anything else.
    static func bearer(_ fields: Fields) -> [UInt8]? {
        guard let value = fields[.authorization] else { return nil }
        let octets = Array(value.utf8)
        let scheme = Array("bearer ".utf8)
        guard octets.count > scheme.count, octets.count <= Limits.credentialsBytesMax,
            zip(octets, scheme).allSatisfy({ $0 | 0x20 == $1 })
        else { return nil }
        return Array(octets.dropFirst(scheme.count).drop { $0 == UInt8(ascii: " ") })
    }

    /// The password of the scheme `Basic` (RFC 7617); `nil` for anything else. The user name is ignored: the
    /// token identifies the caller.
    private static func password(_ fields: Fields) -> [UInt8]? {
        guard let value = fields[.authorization], value.utf8.count <= Limits.credentialsBytesMax,
            value.prefix(6).lowercased() == "basic ",
            let decoded = Data(base64Encoded: String(value.dropFirst(6).drop { $0 == " " })),
            let colon = decoded.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return Array(decoded[(colon + 1)...])
    }

    /// The token in a query; `nil` if there is none or more than one.
    private static func tokenInAddress(_ target: RequestTarget) -> [UInt8]? {
        let values = values(of: queryParameter, in: target)
        guard values.count == 1, let text = values.first, 1...Limits.credentialsBytesMax ~= text.utf8.count
        else { return nil }
        return Array(text.utf8)
    }

    /// The values of a query parameter. The endpoint that reads the complete query reports its errors.
    private static func values(of parameter: String, in target: RequestTarget) -> [String] {
        (try? QueryParameters(target))?.values(of: parameter) ?? []
    }

    /// Counts wrong secrets of links, which the exchange answers with 404.
    public func complete(
        _ response: inout Response, to head: RequestHead, _ context: RequestContext<Caller>
    ) {
        guard let route = context.route.route, exchangesSecret[route], response.status == .notFound,
            let refusal = refusalOfWrong("secrets", from: context.client)
        else { return }
        response = refusal
    }

    private static func unauthorized(
        _ type: ProblemType, _ detail: String, challenge: String, _ takesPassword: Bool
    ) -> Response {
        var problem = Problem(type, detail)
        if takesPassword {
            problem.fields.append(.wwwAuthenticate, "Basic realm=\"checklistd\", charset=\"UTF-8\"")
        }
        problem.fields.append(.wwwAuthenticate, "Bearer realm=\"checklistd\"\(challenge)")
        return problem.response
    }

    /// The refusal of a password without TLS. Programs send a password to any server that asks for one, so
    /// the server itself refuses one that others could have read.
    private static var refusePlainPassword: Response {
        Problem(
            .plainPassword,
            """
            The password came without TLS, so others can have read it. Use https through a proxy that sends \
            X-Forwarded-Proto: https, or connect from this machine.
            """
        ).response
    }
}
