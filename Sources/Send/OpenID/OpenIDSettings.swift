/// How this server signs in at an OpenID provider.
public struct OpenIDSettings: Sendable {
    /// The issuer, exactly as the provider states it.
    public var issuer: String
    /// The id of this client.
    public var clientID: String
    /// The secret of this client; `nil` for a public client.
    public var clientSecret: String?
    /// Where the browser comes back.
    public var redirectURI: String
    /// The claims one of which makes an unknown account a new person.
    public var allowed: [Claim]
    /// The claims one of which makes an account one of person 1.
    public var owners: [Claim]

    /// A claim with its value, as in `groups=family`.
    public struct Claim: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value: a text, or an element of a list.
        public let value: String

        /// Parses `NAME=VALUE`; `nil` if a part is missing.
        public init?(_ text: String) {
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex,
                text.index(after: equals) < text.endIndex
            else { return nil }
            name = String(text[..<equals])
            value = String(text[text.index(after: equals)...])
        }
    }

    /// Creates settings.
    public init(
        issuer: String, clientID: String, clientSecret: String?, redirectURI: String, allowed: [Claim],
        owners: [Claim]
    ) {
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.redirectURI = redirectURI
        self.allowed = allowed
        self.owners = owners
    }

    /// Whether a URL may be an issuer: `https`, or `http` for a loopback name (OpenID Connect Discovery §3).
    public static func isIssuer(_ text: String) -> Bool {
        isSecure(text, allowsLoopback: true) && !text.contains("?") && !text.contains("#")
    }

    /// Whether requests to a URL are protected by TLS, or stay on this machine.
    static func isSecure(_ url: String, allowsLoopback: Bool) -> Bool {
        guard url.utf8.count <= Limits.urlBytesMax, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !url.contains("@")
        else { return false }
        if url.hasPrefix("https://") { return url.utf8.count > "https://".utf8.count }
        guard allowsLoopback, url.hasPrefix("http://") else { return false }
        let rest = url.dropFirst("http://".count)
        return ["localhost", "127.0.0.1", "[::1]"].contains { host in
            guard rest.hasPrefix(host) else { return false }
            let next = rest.dropFirst(host.count).first
            return next == nil || next == ":" || next == "/"
        }
    }
}
