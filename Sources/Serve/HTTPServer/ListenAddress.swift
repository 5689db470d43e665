/// Where a server listens.
public enum ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// An IPv4 address in four decimal numbers, and a port; port 0 lets the kernel choose.
    case ipv4(host: String, port: UInt16)
    /// An IPv6 address without brackets, and a port; port 0 lets the kernel choose.
    case ipv6(host: String, port: UInt16)
    /// A Unix socket at a path.
    case unix(path: String)

    /// Reads `127.0.0.1:8080`, `[::1]:8080` or `unix:/path`. Names are not looked up.
    /// - Throws: `ListenError.malformed` or `.pathTooLong`.
    public init(_ text: String) throws(ListenError) {
        if text.hasPrefix("unix:") {
            self = .unix(path: String(text.dropFirst("unix:".count)))
        } else {
            guard let colon = text.lastIndex(of: ":"), let port = Self.port(text[text.index(after: colon)...])
            else {
                throw .malformed(text)
            }
            let host = text[..<colon]
            if host.hasPrefix("["), host.hasSuffix("]") {
                self = .ipv6(host: String(host.dropFirst().dropLast()), port: port)
            } else {
                self = .ipv4(host: String(host), port: port)
            }
        }
        do throws(ListenError) {
            _ = try SocketAddress(self)
        } catch .malformed {
            throw .malformed(text)
        }
    }

    /// As it is read.
    public var description: String {
        switch self {
        case .ipv4(let host, let port): "\(host):\(port)"
        case .ipv6(let host, let port): "[\(host)]:\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }

    /// The port; `nil` for a Unix socket.
    public var port: UInt16? {
        switch self {
        case .ipv4(_, let port), .ipv6(_, let port): port
        case .unix: nil
        }
    }

    /// Whether only this machine reaches it: 127.0.0.0/8, `::1` or a Unix socket.
    public var isLoopback: Bool {
        switch self {
        case .ipv4(let host, _): host.hasPrefix("127.")
        case .ipv6: (try? SocketAddress(self))?.isLoopbackIPv6 ?? false  // what is no address is no loopback
        case .unix: true
        }
    }

    /// A port number in one to five digits; `UInt16(_:)` alone would take a sign too.
    private static func port(_ text: Substring) -> UInt16? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return UInt16(text)
    }
}
