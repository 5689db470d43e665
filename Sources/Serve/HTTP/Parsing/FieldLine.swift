/// One field line (RFC 9112 §5), without its line end.
struct FieldLine {
    let name: Range<Int>
    let value: Range<Int>
    /// Whether the value contains a control octet. The line boundary is still certain.
    let hasControl: Bool

    /// Splits a line into name and value.
    /// - Throws: `ParseError` that closes, if recipients could read the line differently.
    init(_ octets: Span<UInt8>, _ line: Range<Int>) throws(ParseError) {
        guard let first = line.first, !octets[first].isWhiteSpace else {
            // Covers folded lines (RFC 9112 §5.2) and white space before the first field (§2.2).
            throw .malformed("A header line must not begin with white space.")
        }
        var index = first
        while index < line.upperBound, octets[index].isToken { index += 1 }
        guard index > first, index < line.upperBound, octets[index] == .colon else {
            // Covers white space before the colon (RFC 9112 §5.1).
            throw .malformed(
                "A header line must be a field name directly followed by a colon, for example Accept: */*.")
        }
        name = first..<index
        value = octets.trimmed(index + 1..<line.upperBound)
        hasControl = octets.hasControl(value)
        if hasControl, value.contains(where: { octets[$0].breaksLines }) {
            throw .malformed("A header field value contains a bare CR or a NUL.")
        }
    }
}
