public import HTTP

/// The address that identifies one client: an IPv4 address, or the /64 network of an IPv6 address, all of
/// whose addresses one machine can use (RFC 6177 §2).
struct ClientAddress: Hashable {
    /// The first address of the network; `nil` for a Unix socket.
    private let network: IPAddress?

    /// - Parameter peer: The remote address as text; empty for a Unix socket.
    init(_ peer: String) {
        network =
            switch IPAddress(peer) {
            // A dual-stack socket reports IPv4 addresses in this form (RFC 4291 §2.5.5.2).
            case .v6(0, let low) where low >> 32 == 0xFFFF: .v4(UInt32(truncatingIfNeeded: low))
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
