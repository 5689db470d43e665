/// Reads texts of a fixed form from the front: digits, and what stands between them.
struct DigitReader {
    private var index = 0

    /// Goes past that character, if it is the next one.
    mutating func take(_ character: Unicode.Scalar, in bytes: Span<UInt8>) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Goes past a digit, if one is next.
    mutating func digit(in bytes: Span<UInt8>) -> Int? {
        guard index < bytes.count else { return nil }
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        index += 1
        return Int(digit)
    }

    /// Goes past that many digits, if they are there.
    mutating func number(digits: Int, in bytes: Span<UInt8>) -> Int? {
        var number = 0
        for _ in 0..<digits {
            guard let digit = digit(in: bytes) else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    func isAtEnd(of bytes: Span<UInt8>) -> Bool { index == bytes.count }
}

extension OutputSpan<UInt8> {
    /// Appends a number below 100 in two digits.
    @inline(__always)
    mutating func append(twoDigits number: Int) {
        // As wide as the quotient of a number below 100 needs to be, and no wider.
        let number = UInt32(truncatingIfNeeded: number)
        let tens = (number &* 103) >> 10
        append(UInt8(truncatingIfNeeded: 0x30 &+ tens))
        append(UInt8(truncatingIfNeeded: 0x30 &+ number &- 10 &* tens))
    }
}
