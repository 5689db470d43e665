import Checklists

/// Writes texts so that Markdown does not take them for signs, and reads them.
enum MarkdownEscapes {
    // MARK: - Headings

    /// The name in a heading, without the `#` that may close it.
    static func name(inHeading text: Substring) -> String {
        var text = Substring(String(text).trimmed)
        let end = text.utf8.reversed().prefix { $0 == UInt8(ascii: "#") }.count
        if end > 0 {
            let rest = text.utf8.dropLast(end)
            if rest.last.map(MarkdownLine.isSpace) ?? true { text = Substring(rest) }
        }
        return unescaped(text).trimmed
    }

    /// A name for a heading.
    static func heading(_ name: String) -> String {
        var written = String.UnicodeScalarView()
        var isWordStart = true
        for scalar in name.unicodeScalars {
            if scalar == "\\" || scalar == "#" && isWordStart { written.append("\\") }
            written.append(scalar)
            isWordStart = scalar.properties.isWhitespace
        }
        return String(written)
    }

    /// The text without the backslashes of escapes.
    static func unescaped(_ text: Substring) -> String {
        var read = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                if !scalar.isEscapable { read.append("\\") }
                read.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                read.append(scalar)
            }
        }
        if isEscaped { read.append("\\") }
        return String(read)
    }

    // MARK: - Texts and values

    /// The text of a task, so that `MarkdownText` finds no field in it.
    static func text(_ text: String) -> String {
        var written = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            let isSign =
                switch scalar {
                case "\\", "`": true
                case "#", "^": previous.properties.isWhitespace
                case ":": previous == ":"
                default: scalar.value > 0x7F && MarkdownSign(scalar) != nil
                }
            if isSign { written.append("\\") }
            written.append(scalar)
            previous = scalar
        }
        return String(written)
    }

    /// The value of an inline field.
    static func value(_ value: String) -> String {
        var written = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            if ["\\", "[", "]", "`"].contains(scalar) { written.append("\\") }
            written.append(scalar)
        }
        return String(written)
    }

    // MARK: - Notes

    /// A line of notes, so that it begins neither a task nor a block of code.
    static func noteLine(_ line: Substring) -> String {
        let (position, count) = slashes(in: line)
        let rest = line[position...].utf8.dropFirst(count)
        let begins =
            isAfterMarker(line, position)
            ? count > 0 && rest.first == UInt8(ascii: "[") || MarkdownLine.box(Substring(rest)).mark != nil
            : MarkdownLine.fence(Substring(rest)) != nil
        return begins ? "\(line[..<position])\\\(line[position...])" : String(line)
    }

    /// The line of notes that `noteLine` wrote.
    static func note(in line: Substring) -> String {
        let (position, count) = slashes(in: line)
        let rest = line[position...].utf8.dropFirst(count)
        let isEscaped =
            isAfterMarker(line, position)
            ? rest.first == UInt8(ascii: "[") : MarkdownLine.fence(Substring(rest)) != nil
        guard count > 0, isEscaped else { return String(line) }
        return String(line[..<position]) + Substring(line[position...].utf8.dropFirst())
    }

    /// The number of backslashes after the indentation and the marker of a line, and where they are.
    private static func slashes(in line: Substring) -> (position: String.Index, count: Int) {
        let content = TextLine(line, number: 0).content
        let text = MarkdownLine.afterMarker(content) ?? content
        return (text.startIndex, text.utf8.prefix { $0 == UInt8(ascii: "\\") }.count)
    }

    private static func isAfterMarker(_ line: Substring, _ position: String.Index) -> Bool {
        TextLine(line, number: 0).content.startIndex < position
    }
}
