/// Looks at each request before its content is read, and at its answer before it leaves.
public protocol Middleware: Sendable {
    /// The answer to a request that is to go no further; `nil` to let it pass. Must not wait for anything.
    ///
    /// It may note in the context what it found out, for those behind it.
    func earlyResponse(to head: RequestHead, _ context: inout RequestContext) -> Response?
    /// Adds to an answer what belongs there: to those of whoever stands behind this one, and to its own.
    func complete(_ response: inout Response, to head: RequestHead, _ context: RequestContext)
}

extension Middleware {
    /// The answer leaves as it is.
    public func complete(_ response: inout Response, to head: RequestHead, _ context: RequestContext) {}
}

/// A responder with middleware in front of it, the outermost first.
public struct MiddlewareStack: Responder {
    private let middleware: [any Middleware]
    private let responder: any Responder

    /// Whatever passes all the middleware is answered by the responder.
    public init(_ middleware: [any Middleware], before responder: any Responder) {
        self.middleware = middleware
        self.responder = responder
    }

    /// What the responder says.
    public func route(for head: RequestHead) -> RouteMatch {
        responder.route(for: head)
    }

    /// What the first of the middleware answers that lets the request go no further; else what the responder
    /// answers, completed by all.
    public func earlyResponse(to head: RequestHead, _ context: inout RequestContext) -> Response? {
        for index in middleware.indices {
            guard var response = middleware[index].earlyResponse(to: head, &context) else { continue }
            complete(&response, by: middleware[...index], to: head, context)
            return response
        }
        guard var response = responder.earlyResponse(to: head, &context) else { return nil }
        complete(&response, by: middleware[...], to: head, context)
        return response
    }

    /// What the responder answers, completed by all the middleware.
    public func respond(to request: Request, _ context: RequestContext) async -> Response {
        var response = await responder.respond(to: request, context)
        complete(&response, by: middleware[...], to: request.head, context)
        return response
    }

    /// Lets middleware add to an answer, the innermost first.
    private func complete(
        _ response: inout Response, by middleware: ArraySlice<any Middleware>, to head: RequestHead,
        _ context: RequestContext
    ) {
        // By their indexes, so that none is copied.
        for index in middleware.indices.reversed() {
            middleware[index].complete(&response, to: head, context)
        }
    }
}
