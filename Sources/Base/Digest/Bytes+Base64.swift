extension [UInt8] {
    /// Base64 with padding (RFC 4648 §4).
    public var base64: String {
        let digits = digits(of: Base64Alphabet.common)
        let padding = repeatElement(UInt8(ascii: "="), count: -digits.count & 3)
        return String(decoding: digits + padding, as: UTF8.self)
    }

    /// Base64url without padding, which needs no escaping in URLs (RFC 4648 §5).
    public var base64URL: String { String(decoding: digits(of: Base64Alphabet.forAddresses), as: UTF8.self) }

    /// Decodes base64url; `nil` for a text that `base64URL` cannot produce.
    public init?(base64URL text: String) {
        self = []
        reserveCapacity(text.utf8.count * 3 / 4)
        var bits: UInt32 = 0
        var bitsCount = 0
        for digit in text.utf8 {
            guard let value = Self.value(ofBase64URL: digit) else { return nil }
            bits = bits << 6 | UInt32(value)
            bitsCount += 6
            guard bitsCount >= 8 else { continue }
            bitsCount -= 8
            append(UInt8(truncatingIfNeeded: bits >> UInt32(bitsCount)))
        }
        // Rejects a last digit that completes no byte, and trailing bits that are set.
        guard bitsCount < 6, bits & (1 << UInt32(bitsCount) - 1) == 0 else { return nil }
    }

    /// One digit for each six bits; zeros fill up the last one.
    private func digits(of alphabet: [UInt8]) -> [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity((count + 2) / 3 * 4)
        var bits: UInt32 = 0
        var bitsCount: UInt32 = 0
        for byte in self {
            bits = bits << 8 | UInt32(byte)
            bitsCount += 8
            while bitsCount >= 6 {
                bitsCount -= 6
                digits.append(alphabet[Int(bits >> bitsCount & 0x3F)])
            }
        }
        if bitsCount > 0 { digits.append(alphabet[Int(bits << (6 - bitsCount) & 0x3F)]) }
        return digits
    }

    private static func value(ofBase64URL digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

private enum Base64Alphabet {
    static let common = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    static let forAddresses: [UInt8] = common.prefix(62) + Array("-_".utf8)
}
