/// What a server asks for answers.
public protocol Responder: Sendable {
    /// Where a request leads. Asked once for each, when its head is there; what comes of it is in the context
    /// from then on.
    func route(for head: RequestHead) -> RouteMatch
    /// The answer to a request that its head alone decides: a refusal, or what is at hand; `nil` to have the
    /// content read and `respond` asked. Asked exactly once for each request, and must not wait for anything.
    ///
    /// It may note in the context what it found out, for those that see the request later.
    func earlyResponse(to head: RequestHead, _ context: inout RequestContext) -> Response?
    /// The answer to a complete request. Never fails: what goes wrong inside is an answer too.
    func respond(to request: Request, _ context: RequestContext) async -> Response
}

extension Responder {
    /// Nowhere in particular, with content up to the general limit.
    public func route(for head: RequestHead) -> RouteMatch { RouteMatch() }

    /// Nothing is answered by its head alone.
    public func earlyResponse(to head: RequestHead, _ context: inout RequestContext) -> Response? { nil }

    /// The answer to a request of which all is there already, for whoever has it from no connection.
    public func respond(to request: Request, from peer: String = "") async -> Response {
        var context = RequestContext(route(for: request.head), from: peer)
        if let response = earlyResponse(to: request.head, &context) { return response }
        return await respond(to: request, context)
    }
}
