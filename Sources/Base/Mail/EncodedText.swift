import Digest

/// Texts as they stand in headers (RFC 5322 §3.2, RFC 2047).
enum EncodedText {
    /// A text that stands alone, such as a subject.
    /// - Parameter offset: how long the line before it is.
    static func unstructured(_ text: String, after offset: Int) -> String {
        isPlain(text, after: offset) ? text : encodedWords(text)
    }

    /// A name before an address: in quotes where that can be, which leaves it readable.
    /// - Parameter offset: how long the line before it is.
    static func phrase(_ text: String, after offset: Int) -> String {
        guard isPlain(text, after: offset) else { return encodedWords(text) }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// Whether a text is ASCII, fits in its line, and cannot be taken for an encoded word or lose its spaces.
    private static func isPlain(_ text: String, after offset: Int) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
            && text.first != " " && text.last != " "
            && offset + text.utf8.count <= Limits.lineBytesMax
    }

    /// One encoded word a line. What lies between two of them is not part of the text (RFC 2047 §6.2), and no
    /// character is cut (§5).
    private static func encodedWords(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > Limits.encodedWordBytesMax { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\($0.base64)?=" }.joined(separator: "\r\n ")
    }
}
