/// Host and port, as in the `Host` field and in absolute targets (RFC 9110 §7.2, RFC 3986 §3.2).
enum Authority {
    /// Whether the octets are a non-empty host with an optional port. User information is not permitted.
    static func isValid(_ octets: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard let first = range.first else { return false }
        var index = first
        if octets[first] == UInt8(ascii: "[") {
            guard let end = octets.firstIndex(of: UInt8(ascii: "]"), in: range) else { return false }
            guard isAddress(octets, first + 1..<end) else { return false }
            index = end + 1
        } else {
            while index < range.upperBound, octets[index] != .colon {
                guard isName(octets, &index, before: range.upperBound) else { return false }
            }
            guard index > first else { return false }
        }
        return index == range.upperBound
            || octets[index] == .colon && isPort(octets, index + 1..<range.upperBound)
    }

    /// Skips one character of a `reg-name` (RFC 3986 §3.2.2); `false` if the next octet cannot be one.
    private static func isName(_ octets: Span<UInt8>, _ index: inout Int, before end: Int) -> Bool {
        switch octets[index] {
        case .percent:
            guard index + 2 < end, octets[index + 1].hexadecimalValue != nil,
                octets[index + 2].hexadecimalValue != nil
            else { return false }
            index += 3
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), .dot, UInt8(ascii: "_"),
            UInt8(ascii: "~"),
            UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), .semicolon, .equals:
            index += 1
        default:
            return false
        }
        return true
    }

    /// Checks only the characters of an IPv6 address, not the number of its groups.
    private static func isAddress(_ octets: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var colons = 0
        for index in range {
            if octets[index] == .colon {
                colons += 1
            } else if octets[index] != .dot, octets[index].hexadecimalValue == nil {
                return false
            }
        }
        return colons >= 2
    }

    private static func isPort(_ octets: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var port = 0
        for index in range {
            guard octets[index].isDigit else { return false }
            port = port * 10 + Int(octets[index] - UInt8(ascii: "0"))
            guard port <= 65_535 else { return false }
        }
        return true
    }

    /// Whether a valid authority is the loopback interface: `localhost`, 127.0.0.0/8 or `[::1]`, on any port.
    static func isLoopback(_ octets: Span<UInt8>) -> Bool {
        let all = 0..<octets.count
        if octets[0] == UInt8(ascii: "[") {
            let end = octets.firstIndex(of: UInt8(ascii: "]"), in: all) ?? octets.count - 1
            return octets.equals(0..<end + 1, "[::1]")
        }
        let host = 0..<(octets.firstIndex(of: .colon, in: all) ?? octets.count)
        return octets.matches(host, localhost) || isLoopbackAddress(octets, host)
    }

    private static let localhost = Array("localhost".utf8)

    /// Accepts exactly four decimal numbers of which the first is 127. A host name such as
    /// `127.0.0.1.example` must not pass.
    private static func isLoopbackAddress(_ octets: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var numbers = 0
        var start = range.lowerBound
        while start < range.upperBound {
            let end = octets.firstIndex(of: .dot, in: start..<range.upperBound) ?? range.upperBound
            var number = 0
            for index in start..<end {
                guard octets[index].isDigit else { return false }
                number = number * 10 + Int(octets[index] - UInt8(ascii: "0"))
                guard number <= 255 else { return false }
            }
            guard end > start, numbers > 0 || number == 127 else { return false }
            numbers += 1
            start = end + 1
        }
        return numbers == 4 && start == range.upperBound + 1
    }
}
