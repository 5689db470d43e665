public import Checklists
public import HTTP

/// Checks each request before its content is read, and completes its response.
///
/// A class, so that a call copies no member.
public protocol Middleware: AnyObject, Sendable {
    /// The response that ends a request here; `nil` lets the request pass. Must not block.
    ///
    /// `AccessMiddleware` sets the caller in the context for later middleware.
    func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response?
    /// Adds fields to a response of this or a later middleware.
    func complete(_ response: inout Response, to head: RequestHead, _ context: RequestContext<Caller>)
}

extension Middleware {
    /// Leaves the response unchanged.
    public func complete(
        _ response: inout Response, to head: RequestHead, _ context: RequestContext<Caller>
    ) {}
}
