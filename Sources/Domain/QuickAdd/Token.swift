import Checklists

/// A token of a text, the unit that phrases match.
///
/// A run of letters or of digits is one token. Japanese has no spaces, so that each of its characters is a
/// token.
struct Token: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case word, number, han, hiragana, katakana, symbol
        /// A quotation or an address, which is not parsed.
        case opaque
        case important
        case list(String)
        case tag(String)
    }

    let kind: Kind
    /// The text without case, accents and width.
    let text: String
    /// The text without case and width, but with accents.
    let accented: String
    /// The start, in UTF-16 units.
    let offset: Int
    /// The length, in UTF-16 units.
    let length: Int
    /// Whether white space or the start of the text precedes the token.
    let isApart: Bool

    var end: Int { offset + length }

    /// The value of a number of at most four digits; `nil` for any other token.
    var number: Int? { kind == .number && text.utf8.count <= 4 ? Int(text) : nil }

    var isJapanese: Bool { kind == .han || kind == .hiragana || kind == .katakana }

    /// The same token with another word.
    func reading(_ word: String) -> Token {
        Token(kind: kind, text: word, accented: word, offset: offset, length: length, isApart: isApart)
    }

    /// Splits a text into tokens.
    static func tokens(of text: String) -> [Token] {
        var tokenizer = Tokenizer(text)
        while let token = tokenizer.next() { tokenizer.tokens.append(token) }
        return tokenizer.tokens
    }
}

/// Splits a text into tokens.
private struct Tokenizer {
    private let letters: [Letter]
    private var index = 0
    private var isApart = true
    /// Opening quotation marks without a closing one in the rest of the text. The text is searched once for
    /// each.
    private var missing: Set<String> = []
    var tokens: [Token] = []

    private static let quotations = [
        "\"": ["\""], "“": ["”", "“"], "„": ["“", "”"], "«": ["»"], "»": ["«"], "‹": ["›"], "「": ["」"],
        "『": ["』"],
    ]

    init(_ text: String) {
        var offset = 0
        letters = text.map { character in
            let letter = Letter(character, at: offset)
            offset += letter.length
            return letter
        }
    }

    /// The next token; `nil` at the end.
    mutating func next() -> Token? {
        isApart = index == 0
        while index < letters.count, letters[index].kind == nil {
            isApart = true
            index += 1
        }
        guard index < letters.count, let kind = letters[index].kind else { return nil }
        if isApart, let end = quotationEnd(from: index) { return token(.opaque, to: end) }
        if isApart, let (name, end) = tagName() { return token(.tag(name), to: end) }
        if isApart, let end = addressEnd() { return token(.opaque, to: end) }
        switch kind {
        case .word, .number:
            return token(kind, to: letters[index...].firstIndex { $0.kind != kind } ?? letters.count)
        case .symbol: return symbol()
        default: return token(kind, to: index + 1)
        }
    }

    private mutating func token(_ kind: Token.Kind, to end: Int) -> Token {
        let piece = letters[index..<end]
        index = end
        return Token(
            kind: kind, text: piece.map(\.folded).joined(), accented: piece.map(\.accented).joined(),
            offset: piece.first?.offset ?? 0, length: piece.reduce(0) { $0 + $1.length }, isApart: isApart)
    }

    private mutating func symbol() -> Token {
        let isFree = isApart || (tokens.last?.isJapanese ?? true)
        switch letters[index].folded {
        case "#" where isFree:
            if let (name, end) = listName() { return token(.list(name), to: end) }
        case "!":
            let end = letters[index...].firstIndex { $0.folded != "!" } ?? letters.count
            let isLast = end == letters.count || letters[end].kind == nil
            // Two marks at the end of a word mean important; more are an exclamation.
            let isAtWord = !isApart && tokens.last?.kind != .symbol
            if isLast, end - index == 2 ? isApart || isAtWord : end - index == 3 && isApart {
                return token(.important, to: end)
            }
            return token(.symbol, to: end)
        default:
            // An inch sign does not begin a quotation.
            if isFree || tokens.last?.kind == .symbol, let end = quotationEnd(from: index) {
                return token(.opaque, to: end)
            }
        }
        return token(.symbol, to: index + 1)
    }

    /// The end of a quotation that begins at `start`; `nil` if none does.
    private mutating func quotationEnd(from start: Int) -> Int? {
        guard start < letters.count, let closing = Self.quotations[letters[start].folded] else { return nil }
        let key = letters[start].folded
        if missing.contains(key) { return nil }
        if let end = letters[(start + 1)...].firstIndex(where: { closing.contains($0.folded) }) {
            return end + 1
        }
        missing.insert(key)
        return nil
    }

    /// The tag after an `@`; `nil` for an address or a number such as `@5pm`.
    private func tagName() -> (name: String, end: Int)? {
        guard letters[index].folded == "@", index + 1 < letters.count else { return nil }
        let (name, end): (String, Int)
        if let closing = Self.quotations[letters[index + 1].folded] {
            // The limit keeps the time linear if many quotation marks are not closed.
            let limit = min(letters.count, index + 3 + QuickAdd.tagCharactersMax)
            guard index + 2 < limit,
                let last = letters[(index + 2)..<limit].firstIndex(where: { closing.contains($0.folded) })
            else { return nil }
            (name, end) = (letters[(index + 2)..<last].map(\.typed).joined(), last + 1)
        } else {
            switch letters[index + 1].kind {
            case .word, .han, .hiragana, .katakana: (name, end) = word(from: index + 1)
            default: return nil
            }
            // `@example.com` and `@name@example.org` are addresses.
            let isAddress = letters[(index + 1)...].prefix { $0.kind != nil }.contains { $0.folded == "@" }
            guard !isAddress, !name.contains("."), !name.contains("://") else { return nil }
        }
        return QuickAdd.isTag(name) && !name.contains("/") ? (name, end) : nil
    }

    /// The list name after a `#`: in quotation marks, or up to white space or punctuation.
    private mutating func listName() -> (name: String, end: Int)? {
        if let end = quotationEnd(from: index + 1) {
            let name = letters[(index + 2)..<(end - 1)].map(\.typed).joined()
            return name.allSatisfy(\.isBlank) ? nil : (name, end)
        }
        let (name, end) = word(from: index + 1)
        // `#1` is a number, not a list.
        return letters[(index + 1)..<end].contains { $0.kind != .number } ? (name, end) : nil
    }

    /// The text from a letter up to white space or punctuation.
    private func word(from start: Int) -> (text: String, end: Int) {
        let stops = ",;!?()[]{}\"#、。，；「」『』“”"
        var end = start
        while end < letters.count, letters[end].kind != nil, !stops.contains(letters[end].folded) { end += 1 }
        while end > start, [".", ":", "'"].contains(letters[end - 1].folded) { end -= 1 }
        return (letters[start..<end].map(\.typed).joined(), end)
    }

    /// The end of a URL or mail address that begins at `index`; `nil` if none does.
    private func addressEnd() -> Int? {
        let end = letters[index...].firstIndex { $0.kind == nil } ?? letters.count
        let word = letters[index..<end].map(\.folded).joined()
        return word.contains("@") || word.contains("://") || word.hasPrefix("www.") ? end : nil
    }
}

/// A character of a text.
private struct Letter {
    let typed: String
    let folded: String
    let accented: String
    /// The kind of its token; `nil` for white space.
    let kind: Token.Kind?
    let offset: Int
    let length: Int

    init(_ character: Character, at offset: Int) {
        self.offset = offset
        typed = String(character)
        length = typed.utf16.count
        accented = Self.narrow(character).lowercased()
        folded =
            switch accented {
            case "’", "‘", "ʼ": "'"
            case "ß": "ss"
            default: character.isASCII ? accented : Folding.text(of: accented)
            }
        kind = Self.kind(of: character, folded)
    }

    /// Converts a fullwidth form to the usual character.
    private static func narrow(_ character: Character) -> String {
        guard let scalar = character.unicodeScalars.first, 0xFF01...0xFF5E ~= scalar.value,
            let narrow = Unicode.Scalar(scalar.value - 0xFEE0)
        else { return String(character) }
        return String(narrow)
    }

    private static func kind(of character: Character, _ folded: String) -> Token.Kind? {
        if character.isBlank { return nil }
        if let first = folded.utf8.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first { return .number }
        guard let scalar = character.unicodeScalars.first?.value else { return .symbol }
        switch scalar {
        case 0x3041...0x309F: return .hiragana
        case 0x30A1...0x30FA, 0x30FC...0x30FF, 0xFF66...0xFF9F: return .katakana
        case 0x3005, 0x3007, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: return .han
        default: return character.isLetter ? .word : .symbol
        }
    }
}
