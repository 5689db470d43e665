/// Percent-encoding (RFC 3986 §2.1).
public enum PercentEncoding {
    /// Escapes everything but letters, digits and `-._~`, so that the result is valid anywhere in a URI.
    public static func encode(_ text: String) -> String {
        var octets: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for octet in text.utf8 {
            if isUnreserved(octet) {
                octets.append(octet)
            } else {
                octets += [.percent, digits[Int(octet >> 4)], digits[Int(octet & 0x0F)]]
            }
        }
        return String(decoding: octets, as: UTF8.self)
    }

    /// Decodes text. `nil` if a percent sign lacks its two digits, the result is not UTF-8, or it contains
    /// U+0000. Databases and file names do not allow U+0000.
    public static func text(_ escaped: Substring) -> String? { text(ArraySlice(escaped.utf8)) }

    /// Decodes octets to text, with the same rules as `text(_: Substring)`.
    /// - Parameter plusIsSpace: Whether `+` stands for a space, as in a query.
    static func text(_ octets: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String? {
        guard let decoded = decode(octets, plusIsSpace: plusIsSpace), !decoded.contains(0) else { return nil }
        return decoded.validatedText
    }

    /// Decodes octets; `nil` if a percent sign lacks its two digits.
    /// - Parameter plusIsSpace: Whether `+` stands for a space, as in a query.
    static func decode(_ octets: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> ArraySlice<UInt8>? {
        guard octets.contains(where: { $0 == .percent || plusIsSpace && $0 == UInt8(ascii: "+") }) else {
            return octets
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(octets.count)
        var index = octets.startIndex
        while index < octets.endIndex {
            let octet = octets[index]
            index += 1
            if octet == .percent {
                guard index + 1 < octets.endIndex, let high = octets[index].hexadecimalValue,
                    let low = octets[index + 1].hexadecimalValue
                else { return nil }
                decoded.append(high << 4 | low)
                index += 2
            } else {
                decoded.append(plusIsSpace && octet == UInt8(ascii: "+") ? .space : octet)
            }
        }
        return decoded[...]
    }

    private static func isUnreserved(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), .dot, UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
