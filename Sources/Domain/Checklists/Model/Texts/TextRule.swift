/// The validation rule of a text field.
struct TextRule {
    /// Whether the text may be empty.
    var mayBeEmpty = false
    /// The length limit in grapheme clusters, Swift's `Character`.
    let charactersMax: Int
    /// Whether the text may have several lines. Then tabs and line ends are allowed, and the text is not
    /// trimmed.
    var hasLines = false

    static let name = TextRule(charactersMax: Limits.nameCharactersMax)
    static let personName = TextRule(charactersMax: Limits.personNameCharactersMax)
    static let text = TextRule(charactersMax: Limits.textCharactersMax)
    static let notes = TextRule(mayBeEmpty: true, charactersMax: Limits.notesCharactersMax, hasLines: true)
    static let unit = TextRule(charactersMax: Limits.unitCharactersMax)
    static let tag = TextRule(charactersMax: Limits.tagCharactersMax)
    static let sectionName = TextRule(charactersMax: Limits.sectionNameCharactersMax)
    static let location = TextRule(charactersMax: Limits.locationCharactersMax)

    static let description = TextRule(
        mayBeEmpty: true, charactersMax: Limits.webhookDescriptionCharactersMax)

    /// The text as it is stored.
    func kept(_ text: String) -> String { hasLines ? text : text.trimmed }

    /// The rules that a text breaks.
    func violations(of text: String, at pointer: String) -> [Violation] {
        let text = kept(text)
        var violations: [Violation] = []
        let bytesMax = charactersMax * Limits.characterBytesMax
        if text.utf8.count > bytesMax {
            violations.append(Violation(pointer, .tooLong(max: bytesMax, .bytes)))
        } else if text.isEmpty && !mayBeEmpty {
            violations.append(Violation(pointer, .empty))
        } else if hasTooManyCharacters(text) {
            violations.append(Violation(pointer, .tooLong(max: charactersMax, .characters)))
        }
        if let scalar = text.controlCharacter(butLineEnds: hasLines) {
            violations.append(Violation(pointer, .control(scalar)))
        }
        return violations
    }

    /// The rules that a resource name breaks. The server stores it without trimming.
    static func violations(ofName name: String, at pointer: String) -> [Violation] {
        var violations: [Violation] = []
        if name.isEmpty { violations.append(Violation(pointer, .empty)) }
        if name.utf8.count > Limits.nameBytesMax {
            violations.append(Violation(pointer, .tooLong(max: Limits.nameBytesMax, .bytes)))
        }
        if let scalar = name.controlCharacter(butLineEnds: false) {
            violations.append(Violation(pointer, .control(scalar)))
        }
        return violations
    }

    /// Counts characters only if there can be too many: that is much slower than counting bytes.
    private func hasTooManyCharacters(_ text: String) -> Bool {
        text.utf8.count > charactersMax && !text.dropFirst(charactersMax).isEmpty
    }
}

extension String {
    /// The text without white space (as Unicode defines it) and invisible spaces at both ends.
    package var trimmed: String {
        guard let first = unicodeScalars.first, let last = unicodeScalars.last, first.isSpace || last.isSpace
        else {
            return self
        }
        let scalars = unicodeScalars.drop { $0.isSpace }
        let end = scalars.lastIndex { !$0.isSpace }.map(scalars.index(after:)) ?? scalars.startIndex
        return String(scalars[..<end])
    }

    /// Whether all bytes are printable ASCII. Without an early exit the compiler vectorises the loop.
    private var isPlain: Bool {
        let bytes = utf8.span
        var found = false
        for index in bytes.indices { found = found || !(0x20..<0x7F ~= bytes[index]) }
        return !found
    }

    /// The first control character (category Cc), or separator of lines or paragraphs.
    fileprivate func controlCharacter(butLineEnds: Bool) -> Unicode.Scalar? {
        if isPlain { return nil }
        return unicodeScalars.first { scalar in
            switch scalar {
            case "\t", "\n", "\r", "\u{2028}", "\u{2029}": !butLineEnds
            default: scalar.properties.generalCategory == .control
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is white space, or an invisible space: zero-width space, word joiner, byte-order
    /// mark.
    fileprivate var isSpace: Bool {
        if isASCII { return value == 0x20 || 0x09...0x0D ~= value }
        return properties.isWhitespace || ["\u{200B}", "\u{2060}", "\u{FEFF}"].contains(self)
    }
}
