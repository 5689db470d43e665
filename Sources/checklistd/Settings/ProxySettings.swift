import API
import HTTP
import HTTPClient

/// The trusted proxies, and the header field by which they state who signed in there.
struct ProxySettings {
    /// The name of the field; `nil` for none.
    var userField: String?
    /// The addresses of trusted proxies.
    var trusted: [CIDR] = []
    /// Whether the peers of a Unix socket are trusted proxies.
    var trustsSockets = false
    /// The user who is person 1.
    var owner: String?

    /// Whether any proxy is trusted.
    var isNamed: Bool { !trusted.isEmpty || trustsSockets }

    /// The blocks of all addresses: any client is a trusted proxy, and can state any user.
    var blocksOfAll: [String] { trusted.filter { $0.prefixBits == 0 }.map(\.description) }

    /// Whether a peer is a trusted proxy, by its address; empty for a Unix socket.
    func isTrusted(_ peer: String) -> Bool {
        if peer.isEmpty { return trustsSockets }
        // Each request asks. To parse an address takes 3,400 instructions.
        guard !trusted.isEmpty, let address = IPAddress(peer)?.unmapped else { return false }
        return trusted.contains { $0.contains(address) }
    }
}

extension Configuration {
    /// The header field of a trusted proxy; `nil` without one.
    /// - Parameter onRefusal: Called with the address of each peer whose field is refused.
    /// - Throws: `Failure` with the status `usage`, with the flag that is missing.
    func proxyUser(onRefusal: @escaping @Sendable (String) -> Void = { _ in }) throws(Failure) -> ProxyUser? {
        guard let field = proxy.userField else {
            guard proxy.owner == nil else {
                throw Failure(.usage, "--proxy-owner needs --proxy-user-header.")
            }
            return nil
        }
        guard proxy.isNamed else {
            throw Failure(
                .usage,
                "--proxy-user-header needs --proxy-trusted, the address of the proxy, for example 127.0.0.1.")
        }
        guard let url, let scheme = url.firstRange(of: "://") else {
            throw Failure(
                .usage, "--proxy-user-header needs --url, the address at which the proxy serves the page.")
        }
        guard !allowsEveryone else {
            throw Failure(
                .usage,
                "--proxy-user-header and --no-auth exclude each other: requests without the header would have"
                    + " all rights. Leave --no-auth out.")
        }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" }
        return ProxyUser(
            FieldName(field), from: { [proxy] in proxy.isTrusted($0) }, authority: String(authority),
            owner: proxy.owner, onRefusal: onRefusal)
    }
}
