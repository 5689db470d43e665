/// Answers the requests of a server.
public protocol Responder: Sendable {
    /// Decides by the head: returns a response, or a function of the complete request. The server calls it
    /// once for each request. The function must not block.
    func receive(_ head: RequestHead, from peer: String) -> HeadDecision
    /// Learns that the server itself answered a request that is malformed or incomplete.
    /// - Parameter head: The head; `nil` if that is malformed.
    func note(_ refusal: ParseError, of head: RequestHead?, from peer: String)
}

extension Responder {
    public func note(_ refusal: ParseError, of head: RequestHead?, from peer: String) {}
}

/// The decision after the head: a response, or a function of the complete request.
public struct HeadDecision: Sendable {
    /// The route of the request.
    public let route: RouteMatch
    /// The response, or the function that makes it.
    public let outcome: Outcome

    /// The two kinds of decision. A response is indirect, so that the decision on a request with content
    /// stays small.
    public enum Outcome: Sendable {
        /// The response is final. The server does not need the content.
        indirect case answered(Response)
        /// A function of the complete request. It never throws: it turns errors into responses.
        case awaitsContent(@Sendable (Request) async -> Response)
    }

    /// Makes a decision from the head alone.
    public init(_ response: Response, at route: RouteMatch) {
        self.route = route
        outcome = .answered(response)
    }

    /// Makes a decision that needs the content. The route limits its size.
    public init(at route: RouteMatch, respond: @escaping @Sendable (Request) async -> Response) {
        self.route = route
        outcome = .awaitsContent(respond)
    }
}

extension Responder {
    /// Answers a complete request without a connection.
    public func respond(to request: Request, from peer: String = "") async -> Response {
        switch receive(request.head, from: peer).outcome {
        case .answered(let response): response
        case .awaitsContent(let respond): await respond(request)
        }
    }
}

extension Router {
    /// Answers a request of this process as the given caller. The permission of the route is not checked.
    public func respond(to request: Request, as caller: Identity) async -> Response {
        await respond(to: request, RequestContext(route(for: request.head), caller: caller))
    }
}

/// A router without middleware identifies no caller, so only its open routes answer.
extension Router: Responder {
    /// The early response, or the handler of the route.
    public func receive(_ head: RequestHead, from peer: String) -> HeadDecision {
        let route = route(for: head)
        if let response = earlyResponse(to: head, at: route) { return HeadDecision(response, at: route) }
        let context = RequestContext<Identity>(route, from: peer)
        return HeadDecision(at: route) { request in await respond(to: request, context) }
    }
}
