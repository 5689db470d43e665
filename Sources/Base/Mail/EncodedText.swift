import Digest

/// Texts in mail headers (RFC 5322 §3.2, RFC 2047).
enum EncodedText {
    /// An unstructured text, such as a subject.
    /// - Parameter offset: The length of the line before the text, in bytes.
    static func unstructured(_ text: String, after offset: Int) -> String {
        isPlain(text, after: offset) ? text : encodedWords(text)
    }

    /// A display name before an address: quoted where possible, so that it stays readable.
    /// - Parameter offset: The length of the line before the name, in bytes.
    static func phrase(_ text: String, after offset: Int) -> String {
        guard isPlain(text, after: offset) else { return encodedWords(text) }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// Whether a text is ASCII, fits in its line, has no encoded word and no space at its ends.
    private static func isPlain(_ text: String, after offset: Int) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
            && text.first != " " && text.last != " "
            && offset + text.utf8.count <= Limits.lineBytesMax
    }

    /// Encoded words, one a line. White space between them is not part of the text (RFC 2047 §6.2). No
    /// character is split (§5).
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
