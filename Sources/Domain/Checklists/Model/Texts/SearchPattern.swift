/// A text to be found in others, case and diacritics aside: `creme` finds `Crème`.
package struct SearchPattern {
    /// What is looked for, folded, in UTF-8.
    package var needle: [UInt8] { pattern.needle }
    private let pattern: BytePattern

    /// A pattern that finds that text; an empty one finds all.
    package init(_ text: String) { pattern = BytePattern(Folding.bytes(of: text)) }

    /// Whether a text has it, in time that is linear in the text.
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

/// Bytes to be found in others in linear time, by the algorithm of Knuth, Morris and Pratt.
package struct BytePattern: Sendable {
    /// What is looked for.
    package let needle: [UInt8]
    /// For each byte of the needle, how many bytes before and with it the needle begins with as well; fewer
    /// than all.
    private let borders: [Int]

    /// A pattern that finds those bytes; an empty one finds all.
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

    /// Whether bytes have it.
    package func matches(_ bytes: some Sequence<UInt8>) -> Bool {
        if needle.isEmpty { return true }
        var matched = 0
        return bytes.contains { advance(&matched, over: $0) }
    }

    /// Takes the next byte, and tells whether the needle ends there.
    package func advance(_ matched: inout Int, over byte: UInt8) -> Bool {
        while matched > 0, needle[matched] != byte { matched = borders[matched - 1] }
        if needle[matched] == byte { matched += 1 }
        return matched == needle.count
    }
}
