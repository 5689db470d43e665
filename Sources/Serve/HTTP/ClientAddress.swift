/// The address that identifies one client: an IPv4 address, or the /64 network of an IPv6 address, all of
/// whose addresses one machine can use (RFC 6177 §2).
public struct ClientAddress: Hashable, Sendable {
    /// The first address of the network; `nil` for a Unix socket.
    private let network: IPAddress?

    /// - Parameter address: The remote address as text; empty for a Unix socket.
    public init(_ address: String) {
        network =
            switch IPAddress(address)?.unmapped {
            case .v6(let high, _): .v6(high: high, low: 0)
            case let other: other
            }
    }
}

extension RequestContext {
    /// Whether the connection comes from this machine: from a loopback address, or over a Unix socket.
    ///
    /// A proxy on this machine also connects from there.
    public var isFromThisMachine: Bool {
        peer.isEmpty || peer == "::1" || peer.hasPrefix("127.") || peer.hasPrefix("::ffff:127.")
    }
}
