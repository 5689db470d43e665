import HTTP

/// Who counts as one client by where it comes from: an address of version 4, or the 64 leading bits of one of
/// version 6, of which a single machine has as many as it likes (RFC 6177 §2).
struct ClientAddress: Hashable {
    /// The first address of its network; `nil` for whoever comes over a Unix socket.
    private let network: IPAddress?

    /// - Parameter peer: The address that a connection comes from, as text; empty for a Unix socket.
    init(_ peer: String) {
        network =
            switch IPAddress(peer) {
            // A socket for both versions gives those of version 4 like that (RFC 4291 §2.5.5.2).
            case .v6(0, let low) where low >> 32 == 0xFFFF: .v4(UInt32(truncatingIfNeeded: low))
            case .v6(let high, _): .v6(high: high, low: 0)
            case let other: other
            }
    }
}
