/// Finds who answers a request, and answers for those that nobody answers.
///
/// `HEAD` goes wherever `GET` does, and the serializer leaves the content out. `OPTIONS` is answered for
/// every path. What a handler throws becomes an answer: a `Problem` its own, any other error the one that
/// `errors` gives it.
public struct Router: Responder {
    /// All routes, in the order given.
    public let routes: [Route]
    private let tree: RouteTree
    private let jsonDepthMax: Int
    private let errors: @Sendable (any Error) -> Response
    private let keptAnswers = KeptAnswers()

    /// A router for these routes. No two of them may have the same method and match the same paths.
    /// - Parameters:
    ///   - jsonDepthMax: How deep JSON in the content may go.
    ///   - errors: The answer for an error that is no `Problem`.
    public init(
        _ routes: [Route], jsonDepthMax: Int = MessageLimits().jsonDepthMax,
        errors: @escaping @Sendable (any Error) -> Response = { _ in
            Problem(.internalServerError, "Something went wrong here.").response
        }
    ) {
        self.routes = routes
        self.jsonDepthMax = jsonDepthMax
        self.errors = errors
        tree = RouteTree(routes)
    }

    /// The limit of the route; the general one where there is none, so that the body can be read before the
    /// refusal.
    public func bodyBytesMax(for head: RequestHead) -> Int {
        route(for: head)?.bodyBytesMax ?? MessageLimits.bodyBytesMax
    }

    /// The route that answers; `nil` where none does.
    public func route(for head: RequestHead) -> Route? {
        guard let place = tree.place(of: head.target.pathOctets), let route = tree.places[place][head.method]
        else {
            return nil
        }
        return routes[route]
    }

    /// The pattern of the routes that the path belongs to, whatever the method; `nil` where there are none.
    /// There are no more of them than routes, so it serves to label metrics.
    public func pattern(for head: RequestHead) -> String? {
        tree.place(of: head.target.pathOctets).map { tree.places[$0].pattern }
    }

    /// What the same request was answered before, if that still holds.
    public func answerByHead(_ head: inout RequestHead, from peer: String) -> Response? {
        head.isPlainGet ? keptAnswers.answer(to: head.target) : nil
    }

    /// The answer of the route, or `OPTIONS`, 404, 405.
    public func respond(to request: Request) async -> Response {
        let place = tree.place(of: request.head.target.pathOctets)
        let route = place.flatMap { tree.places[$0][request.head.method] }
        var response: Response
        do {
            response =
                if let place, let route {
                    try await answer(request, at: place, by: route)
                } else {
                    try answerWithoutRoute(request.head, at: place)
                }
        } catch let problem as Problem {
            response = problem.response
        } catch {
            response = errors(error)
        }
        response.route = route
        if response.isCurrent != nil, request.head.isPlainGet {
            keptAnswers.keep(response, to: request.head.target)
        }
        return response
    }

    private func answer(_ request: Request, at place: Int, by route: Int) async throws -> Response {
        var request = request
        request.jsonDepthMax = jsonDepthMax
        request.parameters = try tree.places[place].parameters(of: request.head.target.pathOctets)
        return try await routes[route].handler(request)
    }

    private func answerWithoutRoute(_ head: RequestHead, at place: Int?) throws(Problem) -> Response {
        guard let place else { return try answerWithoutPlace(head.method, path: head.target.path) }
        let allow = tree.places[place].allow
        if head.method == .options { return Self.options(allow) }
        throw Self.notAllowed(head.method, allow: allow)
    }

    /// What is asked of the server as a whole (RFC 9110 §9.3.7), or of what is not there.
    private func answerWithoutPlace(_ method: Method, path: String) throws(Problem) -> Response {
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
