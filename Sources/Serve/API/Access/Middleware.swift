public import Checklists
public import HTTP

/// Looks at each request before its content is read, and at its answer before it leaves.
public protocol Middleware: Sendable {
    /// The answer to a request that is to go no further; `nil` to let it pass. Must not wait for anything.
    ///
    /// `AccessMiddleware` sets the caller in the context, for those behind it.
    func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response?
    /// Adds fields to a response, made by this middleware or by one behind it.
    func complete(_ response: inout Response, to head: RequestHead, _ context: RequestContext<Caller>)
}

extension Middleware {
    /// The answer leaves as it is.
    public func complete(
        _ response: inout Response, to head: RequestHead, _ context: RequestContext<Caller>
    ) {}
}
