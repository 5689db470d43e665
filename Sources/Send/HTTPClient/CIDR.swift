public import HTTP

/// A block of addresses with a common prefix (RFC 4632, RFC 4291 §2.3): `10.0.0.0/8`, `fd00::/8`.
public struct CIDR: Hashable, Sendable, CustomStringConvertible {
    /// The first address of the block.
    public let address: IPAddress
    /// The length of the prefix, in bits.
    public let prefixBits: Int

    /// Creates the block of all addresses that share `prefixBits` leading bits with an address.
    public init(_ address: IPAddress, prefixBits: Int) {
        precondition((0...address.bits).contains(prefixBits))
        self.prefixBits = prefixBits
        switch address {
        case .v4(let bits): self.address = .v4(bits & ~(.max >> prefixBits))
        case .v6(let high, let low):
            self.address = .v6(
                high: high & ~(.max >> prefixBits), low: low & ~(.max >> max(0, prefixBits - 64)))
        }
    }

    /// Parses a block. Without `/` and a number, it is a single address.
    ///
    /// `10.0.0.1/8` is rejected, since it can mean one address or the whole block.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = IPAddress(String(parts[0])) else { return nil }
        var prefixBits = address.bits
        if parts.count == 2 {
            guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
                let number = Int(parts[1]), number <= address.bits
            else { return nil }
            prefixBits = number
        }
        self.init(address, prefixBits: prefixBits)
        guard self.address == address else { return nil }
    }

    /// Whether the block contains an address; `false` for the other version of IP.
    public func contains(_ other: IPAddress) -> Bool {
        guard other.bits == address.bits else { return false }
        return CIDR(other, prefixBits: prefixBits).address == address
    }

    /// The block in CIDR notation.
    public var description: String { "\(address)/\(prefixBits)" }

    /// The loopback blocks: `127.0.0.0/8` and `::1/128`.
    public static let loopback = [
        CIDR(.v4(0x7F00_0000), prefixBits: 8), CIDR(.v6(high: 0, low: 1), prefixBits: 128),
    ]
}
