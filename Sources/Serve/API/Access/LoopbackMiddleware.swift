public import Checklists
public import HTTP

/// Refuses requests that do not come from this machine, where only this machine is served and anybody on it.
///
/// A page of any site, opened in a browser here, could have its own name resolve to the loopback address and
/// then read and change everything as if it came from here (DNS rebinding). So could everybody whose requests
/// a proxy on this machine hands on.
public struct LoopbackMiddleware: Middleware {
    private let tokens: AccessTokens
    private let store: any Store
    private let allowsProxies: Bool

    /// - Parameters:
    ///   - tokens: As long as one of these is in force nothing is refused here: it tells friends from
    ///     strangers.
    ///   - store: Knows the devices of people, whose tokens do so as well.
    ///   - allowsProxies: Whether requests may have come by way of a proxy.
    public init(unless tokens: AccessTokens, in store: any Store, allowsProxies: Bool = false) {
        self.tokens = tokens
        self.store = store
        self.allowsProxies = allowsProxies
    }

    /// 421. Over a Unix socket any name will do: who comes that way is no browser.
    public func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response? {
        guard tokens.isEmpty, !store.hasDevices else { return nil }
        if !allowsProxies, head.isForwarded {
            return Problem(
                .misdirectedRequest,
                """
                A proxy handed this on, and without tokens only this machine itself is served. Make one: \
                checklistd token create --name NAME --scope write.
                """
            ).response
        }
        if head.isForLoopback || context.peer.isEmpty { return nil }
        return Problem(
            .misdirectedRequest,
            """
            Without tokens only localhost, 127.0.0.1 and [::1] are served, and not \(head.authority). Make \
            one: checklistd token create --name NAME --scope write.
            """
        ).response
    }
}
