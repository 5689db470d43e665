/// Parses the header of a response line by line.
struct ResponseHead {
    /// The maximum size of all lines, in bytes, including provisional responses.
    let bytesMax: Int
    /// The status of the current response; `nil` before its status line.
    private(set) var status: Int?
    /// The fields of the current response.
    private(set) var fields: [HeaderField] = []
    /// Whether the empty line of a final response has arrived.
    private(set) var isComplete = false
    /// Whether the lines exceed `bytesMax`.
    private(set) var isTooLong = false
    private var isAtStart = true
    private var bytes = 0

    init(bytesMax: Int) {
        self.bytesMax = bytesMax
    }

    /// Parses a line with its end; `false` if it exceeds the limit.
    ///
    /// The first line is a status line, and so is the line after the empty line of a provisional response
    /// (RFC 9110 §15.2). Trailers after the final header are counted and ignored.
    mutating func take(_ line: some BidirectionalCollection<UInt8>) -> Bool {
        bytes += line.count
        guard bytes <= bytesMax else {
            isTooLong = true
            return false
        }
        guard !isComplete else { return true }
        let text = Self.trimmed(line[...])
        if isAtStart {
            status = line.starts(with: "HTTP/".utf8) ? Self.status(in: text) : nil
            fields = []
            isAtStart = false
        } else if text.isEmpty {
            isComplete = status.map { $0 >= 200 } ?? false
            isAtStart = true
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
            let value = String(decoding: Self.trimmed(text[text.index(after: colon)...]), as: UTF8.self)
            fields.append(HeaderField(name, value))
        }
        return true
    }

    /// The three digits after the version (RFC 9112 §4).
    private static func status(in line: some Collection<UInt8>) -> Int? {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
        guard words.count >= 2, words[1].count == 3, words[1].allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(String(decoding: words[1], as: UTF8.self))
    }

    /// The text without white space and line ends around it.
    private static func trimmed<Text: BidirectionalCollection<UInt8>>(_ text: Text) -> Text.SubSequence
    where Text.SubSequence: BidirectionalCollection<UInt8> {
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0D, 0x0A].contains($0) }
        guard let first = text.firstIndex(where: { !isBlank($0) }),
            let last = text.lastIndex(where: { !isBlank($0) })
        else { return text[text.endIndex...] }
        return text[first...last]
    }
}
