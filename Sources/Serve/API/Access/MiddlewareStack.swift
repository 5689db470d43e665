public import Checklists
public import HTTP

/// Records each response with the time that it took.
public protocol ResponseObserver: Sendable {
    /// A clock that never goes back, in nanoseconds.
    func nanoseconds() -> UInt64
    /// Records a response, and may wrap a stream to see its end. The time excludes waiting for the content.
    func record(
        _ response: inout Response, to head: RequestHead, _ context: RequestContext<Caller>, since: UInt64)
    /// Records the answer to a malformed or incomplete request.
    func record(_ refusal: ParseError, of head: RequestHead?, from peer: String)
}

/// A router with middleware before it, outermost first.
///
/// It checks the permission of the caller between the middleware and the router. So a refusal counts against
/// the rate limit and has its fields, and the cache answers only permitted callers.
///
/// A class, so that the closure of a request retains one object instead of copying the members.
public final class MiddlewareStack: Responder {
    private let middleware: [any Middleware]
    private let permissions: RoutePermissions
    private let cache: ResponseCache?
    private let compression: ResponseCompression
    private let router: CallerRouter
    private let observer: (any ResponseObserver)?
    private let admission: ProxyAdmission?

    /// - Parameters:
    ///   - admission: Finds the callers whom the middleware leaves open; `nil` if it leaves none.
    ///   - cache: The cached responses of the router; `nil` for none.
    ///   - compression: Compresses the responses of the router.
    public init(
        _ middleware: [any Middleware], before router: CallerRouter, cache: ResponseCache? = nil,
        compression: ResponseCompression = .none, admission: ProxyAdmission? = nil,
        observer: (any ResponseObserver)? = nil
    ) {
        self.admission = admission
        self.middleware = middleware
        permissions = RoutePermissions(router)
        self.cache = cache
        self.compression = compression
        self.router = router
        self.observer = observer
    }

    /// The response of the first middleware that refuses the request; else 403, a cached response or the
    /// response of the router, completed by all middleware.
    public func receive(_ head: RequestHead, from peer: String) -> HeadDecision {
        let start = observer?.nanoseconds() ?? 0
        let route = router.route(for: head)
        var context = RequestContext<Caller>(route, from: peer)
        for index in middleware.indices {
            guard var response = middleware[index].earlyResponse(to: head, &context) else { continue }
            complete(&response, by: middleware[...index], to: head, context, since: start)
            return HeadDecision(response, at: route)
        }
        let early =
            permissions.refusal(of: context.caller, for: head, at: route)
            ?? cache?.response(to: head, for: context.caller) ?? router.earlyResponse(to: head, at: route)
        if var response = early {
            complete(&response, by: middleware[...], to: head, context, since: start)
            return HeadDecision(response, at: route)
        }
        let checked = context
        // With a capture list the closure would be concurrent, and each request would switch executors twice,
        // at some 250 instructions a switch.
        return HeadDecision(at: route) { request in
            let start = self.observer?.nanoseconds() ?? 0
            if self.admission != nil, checked.caller == nil {
                return await self.respond(to: request, admitting: checked, since: start)
            }
            let response = await self.router.respond(to: request, checked)
            return self.completed(response, to: request.head, checked, since: start)
        }
    }

    public func note(_ refusal: ParseError, of head: RequestHead?, from peer: String) {
        observer?.record(refusal, of: head, from: peer)
    }

    /// The response to a proxied user who may have to sign in.
    private func respond(
        to request: Request, admitting context: RequestContext<Caller>, since start: UInt64
    ) async -> Response {
        var context = context
        let response =
            if let refusal = await admit(request.head, &context) {
                refusal
            } else {
                await router.respond(to: request, context)
            }
        return completed(response, to: request.head, context, since: start)
    }

    /// Sets the caller of a proxied user who signs in; a refusal, or `nil`.
    private func admit(_ head: RequestHead, _ context: inout RequestContext<Caller>) async -> Response? {
        guard let admission, permissions.permission(for: head, at: context.route) != nil else { return nil }
        do throws(Problem) {
            context.caller = try await admission.caller(of: head, from: context.peer)
            return permissions.refusal(of: context.caller, for: head, at: context.route)
        } catch {
            return error.response
        }
    }

    /// The response of the router or a refusal, compressed and completed.
    ///
    /// Not inlined: its temporaries would enlarge the frame of the asynchronous closure.
    @inline(never)
    private func completed(
        _ response: consuming Response, to head: RequestHead, _ context: RequestContext<Caller>,
        since start: UInt64
    ) -> Response {
        var response = compression.coded(response, to: head)
        complete(&response, by: middleware[...], to: head, context, since: start)
        return response
    }

    /// Completes a response by all middleware, innermost first, and records it.
    private func complete(
        _ response: inout Response, by middleware: ArraySlice<any Middleware>, to head: RequestHead,
        _ context: RequestContext<Caller>, since start: UInt64
    ) {
        // Iterating over indexes copies none of them.
        for index in middleware.indices.reversed() {
            middleware[index].complete(&response, to: head, context)
        }
        observer?.record(&response, to: head, context, since: start)
    }
}
