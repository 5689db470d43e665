/// An IPv4 or IPv6 address.
public enum IPAddress: Hashable, Sendable {
    /// An IPv4 address; its first octet is in the highest bits.
    case v4(UInt32)
    /// An IPv6 address: its first eight octets and its last eight.
    case v6(high: UInt64, low: UInt64)

    /// Makes an address from 4 or 16 octets in network order; `nil` for any other number.
    public init?(octets: some Collection<UInt8>) {
        switch octets.count {
        case 4: self = .v4(octets.reduce(0) { $0 << 8 | UInt32($1) })
        case 16:
            self = .v6(
                high: octets.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
                low: octets.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
        default: return nil
        }
    }

    /// The address without the form in which a dual-stack socket reports IPv4 (RFC 4291 §2.5.5.2).
    public var unmapped: IPAddress {
        if case .v6(0, let low) = self, low >> 32 == 0xFFFF { return .v4(UInt32(truncatingIfNeeded: low)) }
        return self
    }

    /// The length of an address, in bits: 32 or 128.
    public var bits: Int {
        switch self {
        case .v4: 32
        case .v6: 128
        }
    }
}

// MARK: Text

extension IPAddress: CustomStringConvertible {
    /// Parses four decimal numbers, or the forms of RFC 4291 §2.2. Octal and hexadecimal IPv4 numbers, zones
    /// and brackets are refused.
    public init?(_ text: String) {
        let text = Array(text.utf8)
        guard let address = Self.v4(text[...]).map(IPAddress.v4) ?? Self.v6(text[...]) else { return nil }
        self = address
    }

    /// The address in its canonical form (RFC 5952), with an IPv4-mapped address in decimal.
    public var description: String {
        switch self {
        case .v4(let bits): Self.decimal(bits)
        case .v6(0, let low) where low >> 32 == 0xFFFF:
            "::ffff:" + Self.decimal(UInt32(truncatingIfNeeded: low))
        case .v6(let high, let low): Self.hexadecimal(high, low)
        }
    }

    private static func decimal(_ bits: UInt32) -> String {
        "\(bits >> 24).\(bits >> 16 & 0xFF).\(bits >> 8 & 0xFF).\(bits & 0xFF)"
    }

    private static func hexadecimal(_ high: UInt64, _ low: UInt64) -> String {
        let words = [high, low].flatMap { half in
            stride(from: 48, through: 0, by: -16).map { UInt16(truncatingIfNeeded: half >> UInt64($0)) }
        }
        // RFC 5952 §4.2: the longest run of two or more zeros is omitted, the first if several are equally
        // long.
        var omitted = 0..<0
        var run = 0..<0
        for index in words.indices {
            run = words[index] != 0 ? index + 1..<index + 1 : run.lowerBound..<index + 1
            if run.count > max(omitted.count, 1) { omitted = run }
        }
        let text = words.map { String($0, radix: 16) }
        guard !omitted.isEmpty else { return text.joined(separator: ":") }
        return text[..<omitted.lowerBound].joined(separator: ":") + "::"
            + text[omitted.upperBound...].joined(separator: ":")
    }

    private static func v4(_ text: ArraySlice<UInt8>) -> UInt32? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bits: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.count == 1 || part.first != UInt8(ascii: "0") else {
                return nil
            }
            var octet: UInt32 = 0
            for digit in part {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
                octet = octet * 10 + UInt32(digit - UInt8(ascii: "0"))
            }
            guard octet <= 255 else { return nil }
            bits = bits << 8 | octet
        }
        return bits
    }

    private static func v6(_ text: ArraySlice<UInt8>) -> IPAddress? {
        let colon = UInt8(ascii: ":")
        let gap = text.indices.dropLast().first { text[$0] == colon && text[$0 + 1] == colon }
        var words: [UInt16]
        if let gap {
            guard let before = self.words(text[..<gap], last: false),
                let after = self.words(text[(gap + 2)...], last: true),
                before.count + after.count < 8
            else { return nil }
            words = before + Array(repeating: 0, count: 8 - before.count - after.count) + after
        } else {
            guard let all = self.words(text, last: true), all.count == 8 else { return nil }
            words = all
        }
        return IPAddress(octets: words.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }

    /// The 16-bit words between colons; none for empty text. An IPv4 address may replace the last two.
    private static func words(_ text: ArraySlice<UInt8>, last: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var words: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if last, index == parts.count - 1, let bits = v4(part) {
                words += [UInt16(bits >> 16), UInt16(bits & 0xFFFF)]
                continue
            }
            guard (1...4).contains(part.count), part.allSatisfy(isHexadecimal),
                let word = UInt16(String(decoding: part, as: UTF8.self), radix: 16)
            else { return nil }
            words.append(word)
        }
        return words
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
