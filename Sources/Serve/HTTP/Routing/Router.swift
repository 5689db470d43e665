/// Routes requests to handlers and answers requests that match no route.
///
/// `HEAD` uses the route of `GET`, and the serializer omits the content. The router answers `OPTIONS` for
/// every path. A `Problem` that a handler throws becomes the response. `failure` of the route maps any other
/// error; without it `errors` does.
public struct Router<Identity: Sendable, Permission: Sendable>: Sendable {
    /// All routes, in the given order.
    public let routes: [Route<Identity, Permission>]
    @usableFromInline let table: RouteTable
    @usableFromInline let errors: @Sendable (any Error) -> Response

    /// Makes a router. No two routes may have the same method and match the same paths.
    /// - Parameter errors: The response for an error that is not a `Problem`.
    public init(
        _ routes: [Route<Identity, Permission>],
        errors: @escaping @Sendable (any Error) -> Response = { _ in
            Problem(.internalError, "The server failed to handle the request.").response
        }
    ) {
        self.routes = routes
        self.errors = errors
        table = RouteTable(
            routes.map { RouteTable.Entry($0.method, $0.pattern, $0.bodyBytesMax, $0.contentTypes) })
    }

    /// The distinct patterns of the routes. Their number is bounded, so they can label metrics.
    public var patterns: [String] { table.patterns }

    /// The methods of all routes, formatted for `Allow`.
    public var methods: String { table.methods }

    /// The methods of a pattern, formatted for `Allow`.
    /// - Parameter pattern: The index of the pattern in `patterns`.
    public func methods(at pattern: Int) -> String { table.methods(at: pattern) }

    /// The routes of a pattern.
    /// - Parameter pattern: The index of the pattern in `patterns`.
    public func routes(at pattern: Int) -> [Route<Identity, Permission>] {
        table.routes(at: pattern).map { routes[$0] }
    }

    /// The route of a request, with its body limit. Without a route the general limit applies, so that the
    /// server can read the body before it refuses the request.
    @inlinable public func route(for head: RequestHead) -> RouteMatch { table.route(for: head) }

    /// The decoded segments of a path that match the placeholders of its route.
    /// - Throws: `Problem` 400 if one of them is not valid text.
    public func parameters(of head: RequestHead, at match: RouteMatch) throws -> [String] {
        try table.parameters(of: head, at: match)
    }

    /// A refusal to send before the content, if the client waits for `100 Continue` (RFC 9110 §10.1.1): 404,
    /// 405 or 415.
    @inlinable public func earlyResponse(to head: RequestHead, at match: RouteMatch) -> Response? {
        table.earlyResponse(to: head, at: match)
    }

    /// The response of the route, or the one to `OPTIONS`, 404 or 405. A route that is not open gives 500
    /// without a caller: the server failed to identify one. The middleware checks the permission before this
    /// call.
    ///
    /// Inlined where the types of caller and permission are known: the generic code took 8 % more
    /// instructions for a GET of a list.
    @inlinable @inline(__always) public func respond(
        to request: Request, _ context: RequestContext<Identity>
    ) async -> Response {
        do {
            guard let route = context.route.route else {
                return try table.responseWithoutRoute(request.head, context.route.pattern)
            }
            var context = context
            context.parameters = try table.parameters(of: request.head, at: context.route)
            switch routes[route].handler {
            case .open(let answer): return try await answer(request, context)
            case .callers(_, let answer):
                guard let caller = context.caller else { throw RouteTable.missingCaller }
                return try await answer(request, context, caller)
            }
        } catch {
            return await response(to: error, of: request, context)
        }
    }

    @usableFromInline func response(
        to error: any Error, of request: Request, _ context: RequestContext<Identity>
    ) async -> Response {
        if let problem = error as? Problem { return problem.response }
        if let route = context.route.route, let failure = routes[route].failure {
            return await failure(error, request, context.caller)
        }
        return errors(error)
    }
}
