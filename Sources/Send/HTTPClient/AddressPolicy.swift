public import HTTP

/// The addresses that the client may dial: public ones, and those that the operator allows.
///
/// The creator of a webhook chooses where the server connects to. Without this policy, the server would dial
/// every address that its machine reaches: local services, the private network, the metadata of a cloud. The
/// policy checks the dialled address after name resolution, so that a name cannot bypass it.
public struct AddressPolicy: Hashable, Sendable {
    /// Blocks that may be dialled although they are not public.
    public var allowed: [CIDR]

    /// Creates a policy for public addresses and these blocks.
    public init(allowed: [CIDR] = []) {
        self.allowed = allowed
    }

    /// Why an address may not be dialled, as a noun phrase such as `a private address`; `nil` when it may.
    ///
    /// An address that embeds an IPv4 address is judged by that one.
    public func refusal(of address: IPAddress) -> String? {
        guard !allowed.contains(where: { $0.contains(address) }) else { return nil }
        if let embedded = Self.embedded(in: address) { return refusal(of: embedded) }
        if let special = Self.special.first(where: { $0.block.contains(address) }) { return special.what }
        if case .v6 = address, !Self.globalUnicast.contains(address) { return "not a global address" }
        return nil
    }

    /// The IPv4 address in a mapped address (RFC 4291 §2.5.5.2) or behind the well-known NAT64 prefix (RFC
    /// 6052 §2.1).
    private static func embedded(in address: IPAddress) -> IPAddress? {
        guard case .v6(let high, let low) = address else { return nil }
        let isMapped = high == 0 && low >> 32 == 0xFFFF
        let isTranslated = high == 0x0064_FF9B_0000_0000 && low >> 32 == 0
        return isMapped || isTranslated ? .v4(UInt32(truncatingIfNeeded: low)) : nil
    }

    /// The only IPv6 block that is allocated for global unicast (RFC 4291 §2.4, IANA).
    private static let globalUnicast = CIDR(.v6(high: 0x2000_0000_0000_0000, low: 0), prefixBits: 3)

    /// The blocks that are not public, from IANA's registries of special-purpose, multicast and IPv6
    /// addresses. Narrower blocks precede wider ones.
    ///
    /// The prefix for local NAT64 translators (RFC 8215) is refused entirely. The position of the embedded
    /// IPv4 address depends on the network, so that a private one could hide in it. Teredo and 6to4 are
    /// refused too, since their relays also embed an IPv4 address.
    private static let special: [(block: CIDR, what: String)] = [
        v4(0x7F00_0000, 8, "a loopback address"),
        v4(0x0A00_0000, 8, "a private address"),
        v4(0xAC10_0000, 12, "a private address"),
        v4(0xC0A8_0000, 16, "a private address"),
        v4(0xA9FE_0000, 16, "a link-local address"),
        v4(0x6440_0000, 10, "a carrier-grade NAT address"),
        // Azure's host and internal blocks of IBM Cloud: allocated as public, but not routed in any network.
        v4(0xA83F_8110, 32, "a cloud-internal address"),
        v4(0xA11A_0000, 16, "a cloud-internal address"),
        v4(0xA608_0000, 14, "a cloud-internal address"),
        v4(0x0000_0000, 32, "the unspecified address"),
        v4(0x0000_0000, 8, "a this-network address"),
        v4(0xC000_0000, 24, "an IETF protocol address"),
        v4(0xC000_0200, 24, "a documentation address"),
        v4(0xC633_6400, 24, "a documentation address"),
        v4(0xCB00_7100, 24, "a documentation address"),
        v4(0xC058_6300, 24, "a 6to4 relay address"),
        v4(0xC612_0000, 15, "a benchmarking address"),
        v4(0xE000_0000, 4, "a multicast address"),
        v4(0xFFFF_FFFF, 32, "the broadcast address"),
        v4(0xF000_0000, 4, "a reserved address"),

        (CIDR(.v6(high: 0, low: 0), prefixBits: 128), "the unspecified address"),
        (CIDR(.v6(high: 0, low: 1), prefixBits: 128), "a loopback address"),
        (CIDR(.v6(high: 0, low: 0), prefixBits: 96), "an IPv4-compatible address"),
        v6(0x0064_FF9B_0001_0000, 48, "a local NAT64 address"),
        v6(0x0100_0000_0000_0000, 64, "a discard-only address"),
        v6(0x2001_0000_0000_0000, 32, "a Teredo address"),
        v6(0x2001_0002_0000_0000, 48, "a benchmarking address"),
        v6(0x2001_0000_0000_0000, 23, "an IETF protocol address"),
        v6(0x2001_0DB8_0000_0000, 32, "a documentation address"),
        v6(0x2002_0000_0000_0000, 16, "a 6to4 address"),
        v6(0x3FFF_0000_0000_0000, 20, "a documentation address"),
        v6(0x5F00_0000_0000_0000, 16, "a segment routing address"),
        v6(0xFC00_0000_0000_0000, 7, "a private address"),
        v6(0xFE80_0000_0000_0000, 10, "a link-local address"),
        v6(0xFEC0_0000_0000_0000, 10, "a site-local address"),
        v6(0xFF00_0000_0000_0000, 8, "a multicast address"),
    ]

    private static func v4(_ bits: UInt32, _ prefixBits: Int, _ what: String) -> (block: CIDR, what: String) {
        (CIDR(.v4(bits), prefixBits: prefixBits), what)
    }

    private static func v6(_ high: UInt64, _ prefixBits: Int, _ what: String) -> (block: CIDR, what: String) {
        (CIDR(.v6(high: high, low: 0), prefixBits: prefixBits), what)
    }
}
