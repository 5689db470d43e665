/// Parses the text of a paragraph, a heading or a cell.
struct InlineParser {
    private var rest: Substring
    private var inlines: [MarkdownDocument.Inline] = []
    private var text = ""

    static func parse(_ text: String) -> [MarkdownDocument.Inline] { parse(Substring(text)) }

    private static func parse(_ text: Substring) -> [MarkdownDocument.Inline] {
        var parser = InlineParser(rest: text)
        while let character = parser.rest.first { parser.take(character) }
        parser.endText()
        return parser.inlines
    }

    private init(rest: Substring) {
        self.rest = rest
    }

    /// Takes one character or the inline that starts with it.
    private mutating func take(_ character: Character) {
        switch character {
        case "\\" where rest.dropFirst().first.map(Self.isEscapable) == true:
            rest.removeFirst()
        case "`":
            if let (content, end) = code() { return add(.code(content), upTo: end) }
        case "*":
            if let inner = between("**") { return add(.strong(Self.parse(inner)), after: inner, by: 2) }
            if let inner = between("*") { return add(.emphasis(Self.parse(inner)), after: inner, by: 1) }
        case "[":
            if let (link, end) = link() { return add(link, upTo: end) }
        case "<":
            if let (link, end) = address() { return add(link, upTo: end) }
        default: break
        }
        if let next = rest.popFirst() { text.append(next) }
    }

    private static func isEscapable(_ character: Character) -> Bool {
        character.isASCII && (character.isPunctuation || character.isSymbol)
    }

    private mutating func endText() {
        if !text.isEmpty { inlines.append(.text(text)) }
        text = ""
    }

    private mutating func add(_ inline: MarkdownDocument.Inline, upTo end: Substring.Index) {
        endText()
        inlines.append(inline)
        rest = rest[end...]
    }

    private mutating func add(_ inline: MarkdownDocument.Inline, after inner: Substring, by marks: Int) {
        add(inline, upTo: rest.index(inner.endIndex, offsetBy: marks))
    }

    /// A code span (CommonMark §6.1): as many backticks end it as start it.
    private func code() -> (String, Substring.Index)? {
        let marks = rest.prefix { $0 == "`" }
        var search = rest[marks.endIndex...]
        while let start = search.firstIndex(of: "`") {
            let found = search[start...].prefix { $0 == "`" }
            guard found.count != marks.count else {
                var content = rest[marks.endIndex..<start]
                if content.hasPrefix(" "), content.hasSuffix(" "), content.contains(where: { $0 != " " }) {
                    content = content.dropFirst().dropLast()
                }
                return (String(content), found.endIndex)
            }
            search = search[found.endIndex...]
        }
        return nil
    }

    /// The text between two marks of emphasis, which does not start or end with a space.
    private func between(_ mark: String) -> Substring? {
        guard rest.hasPrefix(mark) else { return nil }
        let content = rest.dropFirst(mark.count)
        guard let end = content.firstRange(of: mark) else { return nil }
        let inner = content[..<end.lowerBound]
        guard let first = inner.first, let last = inner.last, first != " ", last != " " else { return nil }
        return inner
    }

    /// `[text](destination)`.
    private func link() -> (MarkdownDocument.Inline, Substring.Index)? {
        guard let middle = rest.firstRange(of: "]("),
            let end = rest[middle.upperBound...].firstIndex(of: ")")
        else { return nil }
        let label = rest[..<middle.lowerBound].dropFirst()
        let destination = rest[middle.upperBound..<end]
        guard !label.contains("]"), !destination.contains(" ") else { return nil }
        let link = MarkdownDocument.Inline.link(Self.parse(label), destination: String(destination))
        return (link, rest.index(after: end))
    }

    /// `<https://example.org>`.
    private func address() -> (MarkdownDocument.Inline, Substring.Index)? {
        guard rest.hasPrefix("<https://") || rest.hasPrefix("<http://"),
            let end = rest.firstIndex(of: ">"), !rest[..<end].contains(" ")
        else { return nil }
        let address = String(rest[..<end].dropFirst())
        return (.link([.text(address)], destination: address), rest.index(after: end))
    }
}
