/// A search for a substring, ignoring case and diacritics: `creme` finds `Crème`.
package struct SearchPattern {
    /// The folded search text in UTF-8.
    package var needle: [UInt8] { pattern.needle }
    private let pattern: BytePattern

    /// Creates a pattern; an empty text matches everything.
    package init(_ text: String) { pattern = BytePattern(Folding.bytes(of: text)) }

    /// Whether the text contains the pattern. The time is linear in the length of the text.
    package func matches(_ text: String) -> Bool {
        if needle.isEmpty { return true }
        let bytes = text.utf8.span
        var index = 0
        var matched = 0
        while index < bytes.count {
            guard let folded = Folding(of: bytes, at: &index) else {
                let piece = Folding.piece(of: bytes, at: &index)
                if piece.contains(where: { pattern.advance(&matched, over: $0) }) { return true }
                continue
            }
            for position in 0..<folded.count where pattern.advance(&matched, over: folded[position]) {
                return true
            }
        }
        return false
    }
}

/// A search for bytes in linear time, by the algorithm of Knuth, Morris and Pratt.
package struct BytePattern: Sendable {
    /// The bytes to find.
    package let needle: [UInt8]
    /// For each prefix of the needle, the length of its longest proper border.
    private let borders: [Int]

    /// Creates a pattern; empty bytes match everything.
    package init(_ needle: [UInt8]) {
        var borders = [Int](repeating: 0, count: needle.count)
        var matched = 0
        for index in needle.indices.dropFirst() {
            while matched > 0, needle[index] != needle[matched] { matched = borders[matched - 1] }
            if needle[index] == needle[matched] { matched += 1 }
            borders[index] = matched
        }
        (self.needle, self.borders) = (needle, borders)
    }

    /// Whether the bytes contain the pattern.
    package func matches(_ bytes: some Sequence<UInt8>) -> Bool {
        if needle.isEmpty { return true }
        var matched = 0
        return bytes.contains { advance(&matched, over: $0) }
    }

    /// Consumes a byte, and returns whether an occurrence ends with it.
    package func advance(_ matched: inout Int, over byte: UInt8) -> Bool {
        while matched > 0, needle[matched] != byte { matched = borders[matched - 1] }
        if needle[matched] == byte { matched += 1 }
        return matched == needle.count
    }
}
