import Digest

extension CRC32 {
    /// The number of hexadecimal digits of a checksum.
    static let digitsCount = 8
}

extension [UInt8] {
    /// Appends a checksum in lower-case hexadecimal digits.
    mutating func append(checksum: UInt32) {
        for shift in stride(from: UInt32(28), through: 0, by: -4) {
            let digit = UInt8(checksum >> shift & 0xF)
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}

extension Span<UInt8> {
    /// The checksum at an offset; `nil` for digits that `append(checksum:)` does not write.
    func checksum(at start: Int) -> UInt32? {
        guard start >= 0, start + CRC32.digitsCount <= count else { return nil }
        var checksum: UInt32 = 0
        for index in start..<start + CRC32.digitsCount {
            let digit: UInt8
            switch self[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = self[index] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = self[index] - UInt8(ascii: "a") + 10
            default: return nil
            }
            checksum = checksum << 4 | UInt32(digit)
        }
        return checksum
    }

    /// Whether these bytes stand at an offset.
    func contains(_ other: [UInt8], at start: Int) -> Bool {
        guard start >= 0, start + other.count <= count else { return false }
        for index in other.indices where self[start + index] != other[index] { return false }
        return true
    }
}
