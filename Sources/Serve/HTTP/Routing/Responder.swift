/// Answers the requests of a server.
public protocol Responder: Sendable {
    /// Decides by the head: a response now, or a function of the complete request. The server calls it once
    /// for each request. It must not wait.
    func receive(_ head: RequestHead, from peer: String) -> HeadDecision
}

/// What the head of a request decides: a response now, or a function of the complete request.
public struct HeadDecision: Sendable {
    /// Where the request leads.
    public let route: RouteMatch
    /// What answers it.
    public let outcome: Outcome

    /// What answers a request.
    public enum Outcome: Sendable {
        /// A refusal, or an answer that is at hand. The content is not needed.
        case answered(Response)
        /// A function of the complete request. It never fails: an error inside is an answer too.
        case awaitsContent(@Sendable (Request) async -> Response)
    }

    /// The head alone decided the answer.
    public init(_ response: Response, at route: RouteMatch) {
        self.route = route
        outcome = .answered(response)
    }

    /// The answer follows the content, of as many octets as the route allows.
    public init(at route: RouteMatch, respond: @escaping @Sendable (Request) async -> Response) {
        self.route = route
        outcome = .awaitsContent(respond)
    }
}

extension Responder {
    /// The answer to a request that is complete from the beginning, without a connection.
    public func respond(to request: Request, from peer: String = "") async -> Response {
        switch receive(request.head, from: peer).outcome {
        case .answered(let response): response
        case .awaitsContent(let respond): await respond(request)
        }
    }
}

extension Router {
    /// The answer to a request of the process itself, as this caller. The permission of the route is not
    /// checked.
    public func respond(to request: Request, as caller: Identity) async -> Response {
        await respond(to: request, RequestContext(route(for: request.head), caller: caller))
    }
}

/// A router without middleware finds no caller: only its open routes answer.
extension Router: Responder {
    /// The answer to its head, or the route's.
    public func receive(_ head: RequestHead, from peer: String) -> HeadDecision {
        let route = route(for: head)
        if let response = earlyResponse(to: head, at: route) { return HeadDecision(response, at: route) }
        let context = RequestContext<Identity>(route, from: peer)
        return HeadDecision(at: route) { request in await respond(to: request, context) }
    }
}
