/// What is known of a request beside what it says: where it leads, where it comes from, and its caller.
///
/// It is made once, when the head is there, and travels with the request. The type of the caller belongs to
/// the domain; this module only carries it.
public struct RequestContext<Identity: Sendable>: Sendable {
    /// Where the request leads.
    public let route: RouteMatch
    /// The segments of the path that stand for the route's placeholders, percent-decoded, in the order of the
    /// pattern.
    public var parameters: [String] = []
    /// The address of the other end, without its port; empty for a Unix socket.
    public let peer: String
    /// The identity of the request; `nil` until the middleware in front of the router has set it. Without it
    /// only open routes answer.
    public var caller: Identity?

    /// What is known of a request as soon as its head is there.
    @inlinable
    public init(_ route: RouteMatch = RouteMatch(), from peer: String = "", caller: Identity? = nil) {
        self.route = route
        self.peer = peer
        self.caller = caller
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
    @inlinable public init(
        route: Int? = nil, pattern: Int? = nil, bodyBytesMax: Int = MessageLimits.bodyBytesMax
    ) {
        self.route = route
        self.pattern = pattern
        self.bodyBytesMax = bodyBytesMax
    }
}
