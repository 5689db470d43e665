public import HTTP

/// Lets each client ask only so often: one token, or one address where no token is shown.
///
/// Every answer says what is left (draft-ietf-httpapi-ratelimit-headers-10).
public struct RateGuard: Guard {
    private let limiter: RateLimiter
    private let now: @Sendable () -> UInt64

    /// - Parameter now: A clock that never goes back, in nanoseconds.
    public init(_ limit: RateLimit, now: @escaping @Sendable () -> UInt64) {
        limiter = RateLimiter(limit)
        self.now = now
    }

    /// 429.
    public func refusal(of head: inout RequestHead, from peer: String) -> Response? {
        let verdict = limiter.take(for: Self.client(head, peer), now: now())
        if verdict.isAllowed { return nil }
        let limit = limiter.limit
        var problem = Problem(
            .tooManyRequests, "More than \(limit.requests) requests came in \(limit.seconds) seconds.")
        problem.fields[.retryAfter] = String(max(1, verdict.retryAfterSeconds))
        return problem.response
    }

    /// Says what is left.
    public func complete(_ response: inout Response, to head: RequestHead, from peer: String) {
        let limit = limiter.limit
        let verdict = limiter.look(at: Self.client(head, peer), now: now())
        response.fields.append(.rateLimitPolicy, "\"default\";q=\(limit.requests);w=\(limit.seconds)")
        response.fields.append(
            .rateLimit, "\"default\";r=\(verdict.remaining);t=\(verdict.resetSeconds)")
    }

    private static func client(_ head: RequestHead, _ peer: String) -> RateLimiter.Client {
        if let token = head.tokenID { return .token(token) }
        return .address(peer)
    }
}
