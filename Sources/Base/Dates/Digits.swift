/// Reads texts with a fixed layout of digits and separators.
struct DigitReader {
    private var index = 0

    /// Consumes this character if it is next.
    mutating func take(_ character: Unicode.Scalar, in bytes: Span<UInt8>) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Consumes a digit; `nil` if none is next.
    mutating func digit(in bytes: Span<UInt8>) -> Int? {
        guard index < bytes.count else { return nil }
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        index += 1
        return Int(digit)
    }

    /// Consumes this many digits; `nil` if fewer are next.
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
    /// Appends a number below 100 as two digits.
    @inline(__always)
    mutating func append(twoDigits number: Int) {
        // Below 100, `(n * 103) >> 10` equals `n / 10`. 32 bits suffice for it.
        let number = UInt32(truncatingIfNeeded: number)
        let tens = (number &* 103) >> 10
        append(UInt8(truncatingIfNeeded: 0x30 &+ tens))
        append(UInt8(truncatingIfNeeded: 0x30 &+ number &- 10 &* tens))
    }
}
