public import Checklists
public import HTTP

/// Sets the address of the client behind a trusted proxy: the last one in `X-Forwarded-For` that is not a
/// trusted proxy itself. Addresses before it are the client's own words.
public final class ForwardingMiddleware: Middleware {
    private let isTrusted: @Sendable (String) -> Bool
    private let onUnknownProxy: @Sendable (String) -> Void

    /// - Parameters:
    ///   - isTrusted: Whether an address is that of a trusted proxy; empty for a Unix socket.
    ///   - onUnknownProxy: Called with the peer of each request that another proxy forwarded.
    public init(
        trusting isTrusted: @escaping @Sendable (String) -> Bool,
        onUnknownProxy: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.isTrusted = isTrusted
        self.onUnknownProxy = onUnknownProxy
    }

    /// Refuses nothing.
    public func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response? {
        guard isTrusted(context.peer) else {
            if head.isForwarded { onUnknownProxy(context.peer) }
            return nil
        }
        let stated = head.fields.values(of: .xForwardedFor).flatMap { $0.split(separator: ",") }
        for part in stated.reversed() {
            let address = part.drop { $0 == " " }.prefix { $0 != " " }.withoutPort
            guard IPAddress(String(address)) != nil else { break }
            context.client = String(address)
            if !isTrusted(context.client) { break }
        }
        return nil
    }
}

extension Substring {
    /// The address without the port that some proxies add: `192.0.2.7:4711`, `[2001:db8::1]:4711`.
    fileprivate var withoutPort: Substring {
        if first == "[" { return dropFirst().prefix { $0 != "]" } }
        return count { $0 == ":" } == 1 ? prefix { $0 != ":" } : self
    }
}
