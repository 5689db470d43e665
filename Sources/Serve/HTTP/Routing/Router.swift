/// Finds who answers a request, and answers for those that nobody answers.
///
/// `HEAD` goes wherever `GET` does, and the serializer leaves the content out. `OPTIONS` is answered for
/// every path. What a handler throws becomes an answer: a `Problem` its own, any other error the one that
/// `errors` gives it.
public struct Router<Identity: Sendable, Permission: Sendable>: Sendable {
    /// All routes, in the order given.
    public let routes: [Route<Identity, Permission>]
    private let tree: RouteTree
    /// What each method of each pattern leads to, by their indexes.
    private let matches: [RouteMatch]
    private let errors: @Sendable (any Error) -> Response

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
        let tree = RouteTree(routes.map { ($0.method, $0.pattern) })
        self.tree = tree
        matches = tree.resources.indices.flatMap { pattern in
            Method.allCases.map { method in
                guard let route = tree.resources[pattern][method] else { return RouteMatch(pattern: pattern) }
                return RouteMatch(
                    route: route, pattern: pattern, bodyBytesMax: routes[route].bodyBytesMax)
            }
        }
    }

    /// The patterns of the routes, each once. There are no more of them than routes, so they serve to label
    /// metrics.
    public var patterns: [String] { tree.resources.map(\.pattern) }

    /// The methods that any of the routes has, as `Allow` lists them.
    public var methods: String { tree.allow }

    /// The route that answers, with its limit; the general limit where there is none, so that the body can be
    /// read before the refusal.
    public func route(for head: RequestHead) -> RouteMatch {
        guard let pattern = tree.resource(at: head.target.pathOctets) else { return RouteMatch() }
        return matches[pattern * Method.count + head.method.index]
    }

    /// What is wrong already, if the client waits for a word before it sends the content (RFC 9110 §10.1.1):
    /// 404, 405 or 415.
    public func earlyResponse(to head: RequestHead, at match: RouteMatch) -> Response? {
        guard head.awaitsContinue else { return nil }
        do throws(Problem) {
            guard let route = match.route else { return try answerWithoutRoute(head, match.pattern) }
            if let types = routes[route].contentTypes { try Request(head: head).requireContent(of: types) }
            return nil
        } catch {
            return error.response
        }
    }

    /// The answer of the route, or `OPTIONS`, 404, 405. Without a caller, a route that is not open gives 500,
    /// since the server failed to identify one. The permission is not checked here, but before.
    public func respond(to request: Request, _ context: RequestContext<Identity>) async -> Response {
        do {
            guard let route = context.route.route, let pattern = context.route.pattern else {
                return try answerWithoutRoute(request.head, context.route.pattern)
            }
            var context = context
            context.parameters = try tree.resources[pattern].parameters(of: request.head.target.pathOctets)
            switch routes[route].handler {
            case .open(let answer): return try await answer(request, context)
            case .callers(_, let answer):
                guard let caller = context.caller else {
                    throw Problem(
                        .internalServerError, "The server did not identify a caller for this request.")
                }
                return try await answer(request, context, caller)
            }
        } catch let problem as Problem {
            return problem.response
        } catch {
            return errors(error)
        }
    }

    private func answerWithoutRoute(_ head: RequestHead, _ pattern: Int?) throws(Problem) -> Response {
        guard let pattern else { return try answerWithoutPattern(head.method, path: head.target.path) }
        let allow = tree.resources[pattern].allow
        if head.method == .options { return Self.options(allow) }
        throw Self.notAllowed(head.method, allow: allow)
    }

    /// What is asked of the server as a whole (RFC 9110 §9.3.7), or of what is not there.
    private func answerWithoutPattern(_ method: Method, path: String) throws(Problem) -> Response {
        if path == "*" { return Self.options(tree.allow) }
        // Its target is another server, which this one leads nobody to.
        if method == .connect { throw Self.notAllowed(method, allow: tree.allow) }
        throw Problem(.notFound, "There is nothing at this path.")
    }

    private static func options(_ allow: String) -> Response {
        Response(.noContent, fields: [.allow: allow, .cacheControl: "no-store"])
    }

    /// RFC 9110 §15.5.6.
    private static func notAllowed(_ method: Method, allow: String) -> Problem {
        var problem = Problem(.methodNotAllowed, "\(method.rawValue) is not possible here, but \(allow).")
        problem.fields[.allow] = allow
        return problem
    }
}
