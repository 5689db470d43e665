public import HTTP

/// Refuses requests that are not for this machine by name, where only this machine is served and anybody on
/// it.
///
/// Otherwise a page of any site, opened in a browser here, could have its own name resolve to the loopback
/// address and then read and change everything as if it came from here (DNS rebinding).
public struct HostGuard: Guard {
    private let tokens: AccessTokens

    /// As long as one of these tokens is in force the name does not matter: no page knows one.
    public init(unless tokens: AccessTokens) {
        self.tokens = tokens
    }

    /// 421. Who comes over a Unix socket has no address and is no browser.
    public func refusal(of head: inout RequestHead, from peer: String) -> Response? {
        if head.isForLoopback || peer.isEmpty || !tokens.isEmpty { return nil }
        return Problem(
            .misdirectedRequest,
            "Without tokens only localhost, 127.0.0.1 and [::1] are served, and not \(head.authority)."
        ).response
    }
}
