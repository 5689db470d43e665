/// What is known of a request beside what it says: where it leads, and who sent it.
///
/// It is made once, when the head is there, and travels with the request.
public struct RequestContext: Sendable {
    /// Where the request leads.
    public let route: RouteMatch
    /// The segments of the path that stand for the route's placeholders, percent-decoded, in the order of the
    /// pattern.
    public internal(set) var parameters: [String] = []
    /// The address of the other end, without its port; empty for a Unix socket.
    public let peer: String
    /// Who asks, once somebody has found out: a number that tells one from another, and no secret. `nil` for
    /// whoever has not said who it is.
    public var principal: UInt64?
    /// Whose share of a limit on requests the request uses; `nil` for that of its address.
    public var quota: UInt64?
    /// What is known of who asks besides, for those who look into it.
    public var annotation: (any Sendable)?

    /// What is known of a request as soon as its head is there.
    public init(_ route: RouteMatch = RouteMatch(), from peer: String = "") {
        self.route = route
        self.peer = peer
    }
}

/// Where a request leads.
public struct RouteMatch: Hashable, Sendable {
    /// The route, by its index among the router's; `nil` where none answers.
    public let route: Int?
    /// The pattern that the path belongs to, whatever the method, by its index among the router's; `nil`
    /// where there is none.
    public let pattern: Int?
    /// How large the content may be, in octets.
    public let bodyBytesMax: Int

    /// A match; one of nothing, unless it says otherwise.
    public init(
        route: Int? = nil, pattern: Int? = nil, bodyBytesMax: Int = MessageLimits.bodyBytesMax
    ) {
        self.route = route
        self.pattern = pattern
        self.bodyBytesMax = bodyBytesMax
    }
}
