/// Finds the route of a request, and answers requests that have none.
///
/// `HEAD` goes wherever `GET` does, and the serializer leaves the content out. `OPTIONS` is answered for
/// every path. What a handler throws becomes an answer: a `Problem` its own, any other error the one that
/// `errors` gives it.
public struct Router<Identity: Sendable, Permission: Sendable>: Sendable {
    /// All routes, in the order given.
    public let routes: [Route<Identity, Permission>]
    @usableFromInline let table: RouteTable
    @usableFromInline let errors: @Sendable (any Error) -> Response

    /// A router for these routes. No two of them may have the same method and match the same paths.
    /// - Parameter errors: The answer for an error that is no `Problem`.
    public init(
        _ routes: [Route<Identity, Permission>],
        errors: @escaping @Sendable (any Error) -> Response = { _ in
            Problem(.internalServerError, "Something went wrong here.").response
        }
    ) {
        self.routes = routes
        self.errors = errors
        table = RouteTable(
            routes.map { RouteTable.Entry($0.method, $0.pattern, $0.bodyBytesMax, $0.contentTypes) })
    }

    /// The patterns of the routes, each once. There are no more of them than routes, so they serve to label
    /// metrics.
    public var patterns: [String] { table.patterns }

    /// The methods that any of the routes has, as `Allow` lists them.
    public var methods: String { table.methods }

    /// The route that answers, with its limit; the general limit where there is none, so that the body can be
    /// read before the refusal.
    @inlinable public func route(for head: RequestHead) -> RouteMatch { table.route(for: head) }

    /// What is wrong already, if the client waits for a word before it sends the content (RFC 9110 §10.1.1):
    /// 404, 405 or 415.
    @inlinable public func earlyResponse(to head: RequestHead, at match: RouteMatch) -> Response? {
        table.earlyResponse(to: head, at: match)
    }

    /// The answer of the route, or `OPTIONS`, 404, 405. Without a caller, a route that is not open gives 500,
    /// since the server failed to identify one. The permission is not checked here, but before.
    ///
    /// Inlined where the types of caller and permission are known: the generic code took 8 % more
    /// instructions for a GET of a list.
    @inlinable public func respond(
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
        } catch let problem as Problem {
            return problem.response
        } catch {
            return errors(error)
        }
    }
}
