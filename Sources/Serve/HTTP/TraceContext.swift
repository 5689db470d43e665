/// The position of a request in a distributed trace: a valid `traceparent` (W3C Trace Context, level 1).
public struct TraceContext: Hashable, Sendable {
    /// The value as received.
    public let text: String

    /// Reads the field; `nil` if it is missing or invalid, which the standard treats alike (§4.3).
    public init?(_ fields: Fields) {
        // Several lines are joined by commas, which are not valid.
        guard let text = fields[.traceparent], Self.isValid(Array(text.utf8)) else { return nil }
        self.text = text
    }

    /// Whether octets are a version, the trace, the parent and flags (§3.2.2). A later version may have more.
    private static func isValid(_ octets: [UInt8]) -> Bool {
        let lengths = [2, 32, 16, 2]
        let length = lengths.reduce(lengths.count - 1, +)
        guard octets.count >= length else { return false }
        let parts = octets[..<length].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == lengths, parts.joined().allSatisfy(isDigit) else { return false }
        let isZero = { (part: ArraySlice<UInt8>) in part.allSatisfy { $0 == UInt8(ascii: "0") } }
        if isZero(parts[1]) || isZero(parts[2]) || parts[0].elementsEqual("ff".utf8) { return false }
        if octets.count == length { return true }
        // The text goes into the log, so a later version is limited too.
        let rest = octets[length...]
        return !isZero(parts[0]) && rest.first == UInt8(ascii: "-") && octets.count <= bytesMax
            && rest.allSatisfy { 0x21...0x7E ~= $0 }
    }

    /// The maximum length of the value of a later version, in bytes.
    private static let bytesMax = 256

    /// Whether an octet is a hexadecimal digit in lower case.
    private static func isDigit(_ octet: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= octet || UInt8(ascii: "a")...UInt8(ascii: "f") ~= octet
    }
}

extension FieldName {
    /// `traceparent` (W3C Trace Context, level 1).
    static let traceparent: FieldName = "traceparent"
}
