import HTTP

/// A mail server that relays messages, with its login.
public struct SMTPServer: Hashable, Sendable, CustomStringConvertible {
    /// The protection of the connection.
    public enum Security: Hashable, Sendable {
        /// TLS from the first byte (RFC 8314 §3.3).
        case tls
        /// TLS by `STARTTLS` (RFC 3207). Without it, nothing is sent.
        case startTLS
        /// No protection: the server is on this machine.
        case none
    }

    /// The host name or address, as in a URL.
    public let host: String
    /// The port.
    public let port: Int
    /// The protection of the connection.
    public var security: Security
    /// The user name for the login; `nil` where the server requires none.
    public let user: String?
    /// The password for the login. No text form of this value contains it.
    public var password: String?

    /// Parses `smtps://ada@mail.example.org` or `smtp://mail.example.org:587`; `nil` for anything else.
    ///
    /// The default port is 465 for `smtps` and 587 for `smtp`. `smtp` requires `STARTTLS`, except on
    /// loopback. The user stands before the last `@` and may be percent-encoded. A password is rejected,
    /// because command lines are visible to others.
    public init?(_ text: String) {
        let isSecure = text.lowercased().hasPrefix("smtps://")
        guard isSecure || text.lowercased().hasPrefix("smtp://") else { return nil }
        var rest = text.dropFirst(isSecure ? 8 : 7)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        if let end = rest.lastIndex(of: "@") {
            guard let user = Self.user(rest[..<end]) else { return nil }
            self.user = user
            rest = rest[rest.index(after: end)...]
        } else {
            user = nil
        }
        let hostEnd =
            rest.hasPrefix("[") ? rest.firstIndex(of: "]").map(rest.index(after:)) : rest.firstIndex(of: ":")
        let host = rest[..<(hostEnd ?? rest.endIndex)]
        guard Self.isHost(host), let port = Self.port(rest[host.endIndex...], usual: isSecure ? 465 : 587)
        else { return nil }
        self.host = host.lowercased()
        self.port = port
        security = isSecure ? .tls : Self.isLoopback(host) ? .none : .startTLS
    }

    /// The URL without user and password.
    var url: String { "\(security == .tls ? "smtps" : "smtp")://\(host):\(port)" }

    /// The URL with the user, without the password.
    public var description: String {
        let user = user.map { PercentEncoding.encode($0) + "@" } ?? ""
        return url.replacing("://", with: "://\(user)", maxReplacements: 1)
    }

    private static func user(_ text: Substring) -> String? {
        guard !text.isEmpty, !text.contains(":"), let user = PercentEncoding.text(text),
            !user.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        return user
    }

    /// Whether a text is a name of letters, digits, hyphens and dots, an IPv4 address, or an IPv6 address in
    /// brackets.
    private static func isHost(_ text: Substring) -> Bool {
        if text.hasPrefix("[") {
            guard case .v6 = IPAddress(String(text.dropFirst().dropLast())) else { return false }
            return text.hasSuffix("]")
        }
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        return isName && !text.isEmpty && text.first != "." && text.first != "-"
    }

    /// The port after the host; `usual` where none is given.
    private static func port(_ text: Substring, usual: Int) -> Int? {
        guard !text.isEmpty else { return usual }
        let digits = text.dropFirst()
        guard text.first == ":", (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = Int(digits),
            (1...65_535).contains(port)
        else { return nil }
        return port
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        let name = host.hasPrefix("[") ? host.dropFirst().dropLast() : host
        if let address = IPAddress(String(name)) { return CIDR.loopback.contains { $0.contains(address) } }
        return name.lowercased() == "localhost"
    }
}
