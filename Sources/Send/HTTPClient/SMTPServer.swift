import HTTP

/// A server that takes mail to be sent on, with what it asks for.
public struct SMTPServer: Hashable, Sendable, CustomStringConvertible {
    /// What protects the connection.
    public enum Security: Hashable, Sendable {
        /// TLS from the first byte (RFC 8314 §3.3).
        case tls
        /// TLS that `STARTTLS` begins (RFC 3207); without it nothing is said.
        case startTLS
        /// Nothing: the server is on this machine.
        case none
    }

    /// The name or address of the server, as a URL has it.
    public let host: String
    /// Its port.
    public let port: Int
    /// What protects the connection.
    public var security: Security
    /// The name to log in with; `nil` where the server asks for none.
    public let user: String?
    /// The password that belongs to it. It is in no text that is made of this value.
    public var password: String?

    /// A server as people write it: `smtps://ada@mail.example.org` or `smtp://mail.example.org:587`; `nil`
    /// for anything else.
    ///
    /// The port is 465 or 587 where none is named. `smtp` needs `STARTTLS` but on loopback. What is before
    /// the last `@` is the user, in which `@` and others may be percent-encoded; a password is refused, as
    /// command lines are seen by others.
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

    /// Where it is, without user and password.
    var url: String { "\(security == .tls ? "smtps" : "smtp")://\(host):\(port)" }

    /// The server as people write it, without its password.
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

    /// Whether it is a name of letters, digits, hyphens and dots, an address, or one of version 6 in
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

    /// What follows the host: nothing, or a colon and a port.
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
