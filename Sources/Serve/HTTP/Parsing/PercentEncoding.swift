/// Octets as URIs have them (RFC 3986 §2.1).
public enum PercentEncoding {
    /// Text with everything escaped but letters, digits and `-._~`, so that it can stand anywhere in a URI.
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

    /// The text behind the escapes; `nil` where a percent sign lacks its two digits, or it is no UTF-8, or
    /// has the character U+0000, which no database takes and no file name has.
    public static func text(_ escaped: Substring) -> String? { text(ArraySlice(escaped.utf8)) }

    /// As the function of the same name on a substring.
    /// - Parameter plusIsSpace: Whether `+` stands for a space, as it does in a query.
    static func text(_ octets: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String? {
        guard let decoded = decode(octets, plusIsSpace: plusIsSpace), !decoded.contains(0) else { return nil }
        return decoded.validatedText
    }

    /// The octets behind the escapes; `nil` where a percent sign lacks its two digits.
    /// - Parameter plusIsSpace: Whether `+` stands for a space, as it does in a query.
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
