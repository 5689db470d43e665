/// The context of a request: its route, the peer's address, and its caller.
///
/// The server creates it once, when the head is complete. The domain defines the type of the caller; this
/// module only carries it.
public struct RequestContext<Identity: Sendable>: Sendable {
    /// The route of the request.
    public let route: RouteMatch
    /// The decoded path segments that match the route's placeholders, in the order of the pattern.
    public var parameters: [String] = []
    /// The address of the peer without its port; empty for a Unix socket.
    public let peer: String
    /// The identity of the request; `nil` until the middleware in front of the router has set it. Without it
    /// only open routes answer.
    public var caller: Identity?

    /// Makes the context of a request from its head.
    @inlinable
    public init(_ route: RouteMatch = RouteMatch(), from peer: String = "", caller: Identity? = nil) {
        self.route = route
        self.peer = peer
        self.caller = caller
    }
}

/// The route and the pattern that match a request.
public struct RouteMatch: Hashable, Sendable {
    /// The index of the route in the router; `nil` if none matches.
    public let route: Int?
    /// The index of the pattern in the router, independent of the method; `nil` if none matches.
    public let pattern: Int?
    /// The limit of the content, in octets.
    public let bodyBytesMax: Int

    /// Makes a match. The defaults match nothing.
    @inlinable public init(
        route: Int? = nil, pattern: Int? = nil, bodyBytesMax: Int = MessageLimits.bodyBytesMax
    ) {
        self.route = route
        self.pattern = pattern
        self.bodyBytesMax = bodyBytesMax
    }
}
