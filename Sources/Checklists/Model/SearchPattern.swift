/// A text to be found in others, case and diacritics aside: `creme` finds `Crème`.
package struct SearchPattern {
    /// What is looked for, folded, in UTF-8.
    package let needle: [UInt8]
    /// For each byte of the needle, how many bytes before and with it the needle begins with as well; fewer
    /// than all.
    private let borders: [Int]

    /// A pattern that finds that text; an empty one finds all.
    package init(_ text: String) {
        needle = Folding.bytes(of: text)
        var borders = [Int](repeating: 0, count: needle.count)
        var matched = 0
        for index in needle.indices.dropFirst() {
            while matched > 0, needle[index] != needle[matched] { matched = borders[matched - 1] }
            if needle[index] == needle[matched] { matched += 1 }
            borders[index] = matched
        }
        self.borders = borders
    }

    /// Whether a text has it, in time that is linear in the text.
    package func matches(_ text: String) -> Bool {
        if needle.isEmpty { return true }
        let bytes = text.utf8.span
        var index = 0
        var matched = 0
        while index < bytes.count {
            guard let folded = Folding(of: bytes, at: &index) else {
                let piece = Folding.piece(of: bytes, at: &index)
                if piece.contains(where: { advance(&matched, over: $0) }) { return true }
                continue
            }
            for position in 0..<folded.count where advance(&matched, over: folded[position]) { return true }
        }
        return false
    }

    /// Takes the next byte of a folded text, and tells whether the needle ends there.
    private func advance(_ matched: inout Int, over byte: UInt8) -> Bool {
        while matched > 0, needle[matched] != byte { matched = borders[matched - 1] }
        if needle[matched] == byte { matched += 1 }
        return matched == needle.count
    }
}
