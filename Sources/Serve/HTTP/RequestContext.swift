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
    /// The address of the client: that of the peer, or the one that a trusted proxy states. Limits and the
    /// log count by it.
    public var client: String
    /// The identity of the request; `nil` until the middleware in front of the router has set it. Without it
    /// only open routes answer.
    public var caller: Identity?

    /// Makes the context of a request from its head.
    @inlinable
    public init(_ route: RouteMatch = RouteMatch(), from peer: String = "", caller: Identity? = nil) {
        self.route = route
        self.peer = peer
        client = peer
        self.caller = caller
    }
}

/// The route and the path pattern that a request matches.
///
/// 16 bytes, since every request copies it several times: an index is stored as an `Int32`, -1 for none.
public struct RouteMatch: Hashable, Sendable {
    /// The maximum size of the content, in octets.
    public let bodyBytesMax: Int
    @usableFromInline let routeIndex: Int32
    @usableFromInline let patternIndex: Int32

    /// The index of the route in the router; `nil` if no route has the method and the path.
    @inlinable public var route: Int? { routeIndex < 0 ? nil : Int(routeIndex) }
    /// The index of the path pattern in the router, for any method; `nil` if no pattern has the path.
    @inlinable public var pattern: Int? { patternIndex < 0 ? nil : Int(patternIndex) }

    /// A match. By default nothing matches.
    @inlinable public init(
        route: Int? = nil, pattern: Int? = nil, bodyBytesMax: Int = MessageLimits.bodyBytesMax
    ) {
        self.bodyBytesMax = bodyBytesMax
        routeIndex = Int32(route ?? -1)
        patternIndex = Int32(pattern ?? -1)
    }
}
