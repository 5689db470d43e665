public import Checklists
public import HTTP

/// Limits the request rate of each client, by its token, or by its address without a token. All devices of a
/// person share a quota, and so do the guests of a share link.
///
/// Tokens and addresses have separate quotas, because a stranger can have any number of addresses, but no
/// token. Exempt routes do not count. Every other response reports the remaining quota
/// (draft-ietf-httpapi-ratelimit-headers-10).
public final class RateLimitMiddleware: Middleware {
    private let limit: RateLimit
    private let tokens: RateLimiter<Caller.Quota>
    private let addresses: RateLimiter<ClientAddress>
    /// Whether a route has no limit, by its index.
    private let exempt: [Bool]
    private let now: @Sendable () -> UInt64

    /// - Parameters:
    ///   - router: The routes behind the limit.
    ///   - patterns: The patterns of routes without a limit.
    ///   - now: A monotonic clock, in nanoseconds.
    public convenience init(
        _ limit: RateLimit, for router: CallerRouter, exempting patterns: Set<String>,
        now: @escaping @Sendable () -> UInt64
    ) {
        self.init(
            limit, for: router, exempting: patterns, clientsMax: Limits.rateLimitClientsMax, now: now)
    }

    /// - Parameter clientsMax: The maximum number of remembered tokens, and of addresses.
    init(
        _ limit: RateLimit, for router: CallerRouter, exempting patterns: Set<String>, clientsMax: Int,
        now: @escaping @Sendable () -> UInt64
    ) {
        self.limit = limit
        tokens = RateLimiter(limit, clientsMax: clientsMax)
        addresses = RateLimiter(limit, clientsMax: clientsMax)
        exempt = router.routes.map { patterns.contains($0.pattern) }
        self.now = now
    }

    /// 429 over the limit.
    public func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response? {
        if isExempt(context) { return nil }
        let verdict =
            if let quota = context.caller?.quota {
                tokens.take(for: quota, now: now())
            } else {
                addresses.take(for: ClientAddress(context.client), now: now())
            }
        if verdict.isAllowed { return nil }
        var problem = Problem(
            .rateLimited, "The limit is \(limit.requests) requests in \(limit.seconds) seconds.")
        problem.fields[.retryAfter] = String(max(1, verdict.retryAfterSeconds))
        return problem.response
    }

    /// Adds the remaining quota.
    public func complete(
        _ response: inout Response, to head: RequestHead, _ context: RequestContext<Caller>
    ) {
        if isExempt(context) { return }
        let verdict =
            if let quota = context.caller?.quota {
                tokens.look(at: quota, now: now())
            } else {
                addresses.look(at: ClientAddress(context.client), now: now())
            }
        response.fields.append(.rateLimitPolicy, "\"default\";q=\(limit.requests);w=\(limit.seconds)")
        response.fields.append(
            .rateLimit, "\"default\";r=\(verdict.remaining);t=\(verdict.resetSeconds)")
    }

    private func isExempt(_ context: RequestContext<Caller>) -> Bool {
        context.route.route.map { exempt[$0] } ?? false
    }
}
