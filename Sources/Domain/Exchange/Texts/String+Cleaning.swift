import Checklists

extension String {
    /// The text in one line, without control characters, trimmed.
    var asLine: String {
        guard unicodeScalars.contains(where: \.isControlOrLineEnd) else { return trimmed }
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isLineEnd || scalar == "\t" {
                if line.last != " " { line.append(" ") }
            } else if !scalar.isControlOrLineEnd {
                line.append(scalar)
            }
        }
        return String(line).trimmed
    }

    /// The text with `\n` as the only line end, without control characters, and without empty lines at its
    /// ends.
    var asLines: String {
        var lines = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r": break
            case "\n", "\r", "\u{2028}", "\u{2029}", "\u{0B}", "\u{0C}", "\u{85}": lines.append("\n")
            case "\t": lines.append(scalar)
            default: if !scalar.isControlOrLineEnd { lines.append(scalar) }
            }
            previous = scalar
        }
        return String(lines).trimmed
    }

    /// The first characters, at most so many, and at most 64 bytes for each.
    func first(_ charactersMax: Int) -> String {
        // Counting bytes first is much faster than counting characters.
        if utf8.count <= charactersMax { return self }
        var text = String(prefix(charactersMax))
        while text.utf8.count > charactersMax * Limits.characterBytesMax { text.removeLast() }
        return text
    }
}

extension Unicode.Scalar {
    fileprivate var isLineEnd: Bool {
        switch self {
        case "\n", "\r", "\u{2028}", "\u{2029}", "\u{0B}", "\u{0C}", "\u{85}": true
        default: false
        }
    }

    /// Whether the scalar is a control character (category Cc) or a separator of lines.
    fileprivate var isControlOrLineEnd: Bool {
        switch value {
        case 0x20...0x7E, 0xA0...0x2027, 0x202A...0x10FFFF: false
        default: true
        }
    }
}
