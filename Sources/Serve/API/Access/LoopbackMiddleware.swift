public import Checklists
public import HTTP

/// Refuses requests from other machines while no token exists and every local request has all rights.
///
/// Without it, a site opened in a local browser could let its host name resolve to the loopback address and
/// read and change everything (DNS rebinding). So could every client of a proxy on this machine.
public final class LoopbackMiddleware: Middleware {
    private let tokens: AccessTokens
    private let store: any Store
    private let allowsProxies: Bool

    /// - Parameters:
    ///   - tokens: While one of them is valid, nothing is refused here: tokens identify the callers.
    ///   - store: Has the devices of people, whose tokens count as well.
    ///   - allowsProxies: Whether a proxy may forward requests.
    public init(unless tokens: AccessTokens, in store: any Store, allowsProxies: Bool = false) {
        self.tokens = tokens
        self.store = store
        self.allowsProxies = allowsProxies
    }

    /// 421. A request over a Unix socket may have any host: no browser sends one.
    public func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response? {
        let isForwarded = !allowsProxies && head.isForwarded
        if !isForwarded, head.isForLoopback || context.peer.isEmpty { return nil }
        guard tokens.isEmpty, !store.hasDevices else { return nil }
        if isForwarded {
            return Problem(
                .tokensNeeded,
                """
                A proxy forwarded this request. Without tokens the server serves only this machine. Make a \
                token: checklistd token create --name NAME --scope write.
                """
            ).response
        }
        return Problem(
            .tokensNeeded,
            """
            Without tokens the server answers only to localhost, 127.0.0.1 and [::1], not to \
            \(head.authority). Make a token: checklistd token create --name NAME --scope write.
            """
        ).response
    }
}
