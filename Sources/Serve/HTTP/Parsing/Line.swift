/// The lines of a message. A line ends only with CRLF (RFC 9112 §2.2).
enum Line {
    /// The line at `start`, without its line end; `nil` if no line end follows `searched` yet.
    /// - Throws: `ParseError` that closes, for a line feed without a carriage return.
    static func next(
        in octets: Span<UInt8>, from start: Int, searched: Int = 0
    ) throws(ParseError) -> Range<Int>? {
        guard let end = octets.firstLineFeed(from: max(start, searched)) else {
            return nil
        }
        guard end > start, octets[end - 1] == .carriageReturn else {
            throw .malformed("A line must end with CRLF, not with a bare LF.")
        }
        return start..<end - 1
    }
}
