/// What a text must be like.
struct TextRule {
    /// Whether it may be empty.
    var mayBeEmpty = false
    /// The most characters, as a person counts them: Swift's `Character`.
    let charactersMax: Int
    /// Whether it can have lines: tabs and line ends are allowed then, and white space around it is kept.
    var hasLines = false

    /// Of a checklist's name.
    static let name = TextRule(charactersMax: Limits.nameCharactersMax)
    /// Of the name of a person or a device.
    static let personName = TextRule(charactersMax: Limits.personNameCharactersMax)
    /// Of an item's text.
    static let text = TextRule(charactersMax: Limits.textCharactersMax)
    /// Of an item's notes.
    static let notes = TextRule(mayBeEmpty: true, charactersMax: Limits.notesCharactersMax, hasLines: true)
    /// Of each text of a location.
    static let location = TextRule(charactersMax: Limits.locationCharactersMax)

    /// Of a webhook's description.
    static let description = TextRule(
        mayBeEmpty: true, charactersMax: Limits.webhookDescriptionCharactersMax)

    /// The text as it is kept.
    func kept(_ text: String) -> String { hasLines ? text : text.trimmed }

    /// What is wrong with a text.
    func violations(of text: String, at pointer: String) -> [Violation] {
        let text = kept(text)
        var violations: [Violation] = []
        let bytesMax = charactersMax * Limits.characterBytesMax
        if text.utf8.count > bytesMax {
            violations.append(Violation(pointer, "must have at most \(bytesMax) bytes of UTF-8"))
        } else if text.isEmpty && !mayBeEmpty || hasTooManyCharacters(text) {
            let range = mayBeEmpty ? "at most" : "1 to"
            violations.append(Violation(pointer, "must have \(range) \(charactersMax) characters"))
        }
        if text.hasControlCharacters(butLineEnds: hasLines) {
            let exception = hasLines ? " but tabs and line ends" : ""
            violations.append(Violation(pointer, "must have no control characters" + exception))
        }
        return violations
    }

    /// What is wrong with what something is called by: it is taken as it is, and not for people.
    static func violations(ofName name: String, at pointer: String) -> [Violation] {
        var violations: [Violation] = []
        if name.isEmpty || name.utf8.count > Limits.nameBytesMax {
            violations.append(Violation(pointer, "must have 1 to \(Limits.nameBytesMax) bytes of UTF-8"))
        }
        if name.hasControlCharacters(butLineEnds: false) {
            violations.append(Violation(pointer, "must have no control characters"))
        }
        return violations
    }

    /// Finding characters takes much longer than counting bytes, so it is done only where there may be too
    /// many.
    private func hasTooManyCharacters(_ text: String) -> Bool {
        text.utf8.count > charactersMax && !text.dropFirst(charactersMax).isEmpty
    }
}

extension String {
    /// The text without white space, by Unicode's definition, and invisible spaces at its ends.
    package var trimmed: String {
        guard let first = unicodeScalars.first, let last = unicodeScalars.last, first.isSpace || last.isSpace
        else {
            return self
        }
        let scalars = unicodeScalars.drop { $0.isSpace }
        let end = scalars.lastIndex { !$0.isSpace }.map(scalars.index(after:)) ?? scalars.startIndex
        return String(scalars[..<end])
    }

    /// Whether all of it is printable ASCII. A loop without a way out takes many bytes at once.
    private var isPlain: Bool {
        let bytes = utf8.span
        var found = false
        for index in bytes.indices { found = found || !(0x20..<0x7F ~= bytes[index]) }
        return !found
    }

    /// Whether it has characters of category Cc, or separators of lines and paragraphs, which break a line as
    /// well.
    fileprivate func hasControlCharacters(butLineEnds: Bool) -> Bool {
        !isPlain
            && unicodeScalars.contains { scalar in
                switch scalar {
                case "\t", "\n", "\r", "\u{2028}", "\u{2029}": !butLineEnds
                default: scalar.properties.generalCategory == .control
                }
            }
    }
}

extension Unicode.Scalar {
    /// White space, and what takes no room but is nothing else: zero-width space, word joiner, byte-order
    /// mark.
    fileprivate var isSpace: Bool {
        if isASCII { return value == 0x20 || 0x09...0x0D ~= value }
        return properties.isWhitespace || ["\u{200B}", "\u{2060}", "\u{FEFF}"].contains(self)
    }
}
