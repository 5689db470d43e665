public import HTTP

/// Lets each client ask only so often: one token, or one address where no token is shown.
///
/// Tokens are counted apart from addresses: strangers may have any number of these, and none of those.
/// Every answer says what is left (draft-ietf-httpapi-ratelimit-headers-10).
public struct RateLimitMiddleware: Middleware {
    private let limit: RateLimit
    private let tokens: RateLimiter<UInt64>
    private let addresses: RateLimiter<ClientAddress>
    private let exempt: Set<String>
    private let now: @Sendable () -> UInt64

    /// - Parameters:
    ///   - exempt: The paths that anybody may ask for as often as it likes.
    ///   - now: A clock that never goes back, in nanoseconds.
    public init(_ limit: RateLimit, exempting exempt: Set<String>, now: @escaping @Sendable () -> UInt64) {
        self.init(limit, exempting: exempt, clientsMax: Limits.rateLimitClientsMax, now: now)
    }

    /// One that remembers so many tokens, and so many addresses.
    init(
        _ limit: RateLimit, exempting exempt: Set<String>, clientsMax: Int,
        now: @escaping @Sendable () -> UInt64
    ) {
        self.limit = limit
        tokens = RateLimiter(limit, clientsMax: clientsMax)
        addresses = RateLimiter(limit, clientsMax: clientsMax)
        self.exempt = exempt
        self.now = now
    }

    /// 429.
    public func earlyResponse(to head: RequestHead, _ context: inout RequestContext) -> Response? {
        if exempt.contains(head.target.path) { return nil }
        let verdict =
            if let token = context.principal {
                tokens.take(for: token, now: now())
            } else {
                addresses.take(for: ClientAddress(context.peer), now: now())
            }
        if verdict.isAllowed { return nil }
        var problem = Problem(
            .tooManyRequests, "More than \(limit.requests) requests came in \(limit.seconds) seconds.")
        problem.fields[.retryAfter] = String(max(1, verdict.retryAfterSeconds))
        return problem.response
    }

    /// Says what is left.
    public func complete(_ response: inout Response, to head: RequestHead, _ context: RequestContext) {
        if exempt.contains(head.target.path) { return }
        let verdict =
            if let token = context.principal {
                tokens.look(at: token, now: now())
            } else {
                addresses.look(at: ClientAddress(context.peer), now: now())
            }
        response.fields.append(.rateLimitPolicy, "\"default\";q=\(limit.requests);w=\(limit.seconds)")
        response.fields.append(
            .rateLimit, "\"default\";r=\(verdict.remaining);t=\(verdict.resetSeconds)")
    }
}
