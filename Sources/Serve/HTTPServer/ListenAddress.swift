import HostLookup

/// An address on which a server listens.
public enum ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// A dotted-decimal IPv4 address and a port; with port 0 the kernel chooses.
    case ipv4(host: String, port: UInt16)
    /// An IPv6 address without brackets and a port; with port 0 the kernel chooses.
    case ipv6(host: String, port: UInt16)
    /// A Unix socket at a path, with its permissions.
    case unix(path: String, SocketPermissions = SocketPermissions())

    /// Parses `127.0.0.1:8080`, `localhost:8080`, `[::1]:8080`, `unix:/path` or
    /// `unix:/path?mode=0660&group=www-data`. A name stands for its first address, whose lookup can take
    /// seconds.
    /// - Throws: `ListenError.malformed`, `.lookupFailed`, `.pathTooLong`, `.malformedOption` or
    ///   `.unknownGroup`.
    public init(_ text: String) throws(ListenError) {
        if text.hasPrefix("unix:") {
            let parts = text.dropFirst("unix:".count).split(
                separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let permissions = parts.count > 1 ? try SocketPermissions(query: parts[1]) : SocketPermissions()
            self = .unix(path: String(parts[0]), permissions)
        } else {
            guard let colon = text.lastIndex(of: ":"), let port = Self.port(text[text.index(after: colon)...])
            else {
                throw .malformed(text)
            }
            let host = text[..<colon]
            if host.hasPrefix("["), host.hasSuffix("]") {
                self = .ipv6(host: String(host.dropFirst().dropLast()), port: port)
            } else if host.first?.isLetter == true, let found = try Self.lookUp(String(host), port: port) {
                self = found
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

    /// The first IPv4 address of a name, else its first IPv6 address; `nil` for an unknown name.
    private static func lookUp(_ name: String, port: UInt16) throws(ListenError) -> ListenAddress? {
        let hosts: [String]
        do throws(HostLookupError) {
            hosts = try HostLookup.addresses(of: name)
        } catch {
            guard error.isTemporary else { return nil }
            throw .lookupFailed(name: name, reason: error.reason)
        }
        if let host = hosts.first(where: { !$0.contains(":") }) { return .ipv4(host: host, port: port) }
        return hosts.first.map { .ipv6(host: $0, port: port) }
    }

    /// The text that `init(_:)` parses.
    public var description: String {
        switch self {
        case .ipv4(let host, let port): "\(host):\(port)"
        case .ipv6(let host, let port): "[\(host)]:\(port)"
        case .unix(let path, let permissions): "unix:\(path)\(permissions.query)"
        }
    }

    /// The port; `nil` for a Unix socket.
    public var port: UInt16? {
        switch self {
        case .ipv4(_, let port), .ipv6(_, let port): port
        case .unix: nil
        }
    }

    /// Whether only this machine can connect: 127.0.0.0/8, `::1` or a Unix socket.
    public var isLoopback: Bool {
        switch self {
        case .ipv4(let host, _): host.hasPrefix("127.")
        case .ipv6: (try? SocketAddress(self))?.isLoopbackIPv6 ?? false  // an invalid address is not loopback
        case .unix: true
        }
    }

    /// A port number of one to five digits. `UInt16(_:)` alone would accept a sign.
    private static func port(_ text: Substring) -> UInt16? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return UInt16(text)
    }
}
