/// The lines of a message: each ends with CRLF and with nothing less (RFC 9112 §2.2).
enum Line {
    /// The line from `start`, without its line end; `nil` where there is no line end behind `searched` yet.
    /// - Throws: `ParseError` that closes, for a line feed alone.
    static func next(
        in octets: Span<UInt8>, from start: Int, searched: Int = 0
    ) throws(ParseError) -> Range<Int>? {
        guard let end = octets.firstLineFeed(from: max(start, searched)) else {
            return nil
        }
        guard end > start, octets[end - 1] == .carriageReturn else {
            throw .badRequest("A line ends with a bare LF.")
        }
        return start..<end - 1
    }
}
