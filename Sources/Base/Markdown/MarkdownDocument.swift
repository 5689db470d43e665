/// A document in the subset of Markdown that the manual uses.
///
/// The subset is CommonMark without nested emphasis, HTML blocks and reference links, with GitHub's tables
/// and DocC's asides (`> Danger: …`). Other markup is shown unchanged. The parser accepts only texts of this
/// repository: it has no nesting limit.
public struct MarkdownDocument: Sendable, Equatable {
    /// The blocks, in order.
    public let blocks: [Block]

    /// Parses a text.
    public init(_ text: String) {
        var parser = BlockParser(text.split(separator: "\n", omittingEmptySubsequences: false))
        blocks = parser.blocks()
    }

    /// The text of the first heading; empty without one.
    public var title: String {
        for case .heading(_, let text, _) in blocks { return text.plainText }
        return ""
    }

    /// The destinations of all links, in order.
    public var destinations: [String] { blocks.flatMap(\.destinations) }

    /// A part of a document that starts on a new line.
    public indirect enum Block: Sendable, Equatable {
        /// A heading of level 1 to 6. Its anchor differs from those before it in the document.
        case heading(level: Int, [Inline], anchor: String)
        /// Text.
        case paragraph([Inline])
        /// A code block, unchanged. The language is empty if none is given.
        case code(language: String, String)
        /// A list. Each item is a sequence of blocks.
        case list(isOrdered: Bool, items: [[Block]])
        /// A table: the cells of its head and of each row.
        case table(head: [[Inline]], rows: [[[Inline]]])
        /// A quotation. Its kind is the word before the first colon, such as `Danger`, or empty.
        case aside(kind: String, [Block])
    }

    /// A part of a line of text.
    public indirect enum Inline: Sendable, Equatable {
        /// Characters.
        case text(String)
        /// Code.
        case code(String)
        /// Emphasized text.
        case emphasis([Inline])
        /// Strongly emphasized text.
        case strong([Inline])
        /// A link with its unresolved destination.
        case link([Inline], destination: String)
    }
}

extension MarkdownDocument.Block {
    fileprivate var destinations: [String] {
        switch self {
        case .heading(_, let text, _), .paragraph(let text): text.destinations
        case .code: []
        case .list(_, let items): items.joined().flatMap(\.destinations)
        case .table(let head, let rows): ([head] + rows).joined().flatMap(\.destinations)
        case .aside(_, let blocks): blocks.flatMap(\.destinations)
        }
    }
}

extension [MarkdownDocument.Inline] {
    fileprivate var destinations: [String] {
        flatMap { inline -> [String] in
            switch inline {
            case .text, .code: []
            case .emphasis(let inner), .strong(let inner): inner.destinations
            case .link(_, let destination): [destination]
            }
        }
    }

    /// The text without markup.
    var plainText: String {
        map { inline in
            switch inline {
            case .text(let text), .code(let text): text
            case .emphasis(let inner), .strong(let inner), .link(let inner, _): inner.plainText
            }
        }.joined()
    }
}
