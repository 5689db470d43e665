import Checklists

/// What a line of a Markdown file begins with.
enum MarkdownLine {
    /// An item of a list, with the mark in its box.
    case item(mark: Unicode.Scalar?, text: Substring)
    case heading(level: Int, name: String)
    /// The start or the end of a block of code.
    case fence(Fence)
    /// A horizontal line.
    case rule
    case other

    /// A line of at least three backticks or tildes.
    struct Fence {
        let character: UInt8
        let count: Int
        /// Whether nothing follows, so that the line can end a block.
        let isBare: Bool

        func closes(_ other: Fence) -> Bool {
            isBare && character == other.character && count >= other.count
        }
    }

    private static let headingLevelMax = 6
    private static let fenceMin = 3

    init(_ content: Substring) {
        if let fence = Self.fence(content) {
            self = .fence(fence)
        } else if let heading = Self.heading(content) {
            self = heading
        } else if Self.isRule(content) {
            self = .rule
        } else if let text = Self.afterMarker(content) {
            let (mark, rest) = Self.box(text)
            self = .item(mark: mark, text: rest)
        } else {
            self = .other
        }
    }

    /// The text after `-`, `*`, `+` or a number, and the white space behind it; `nil` without them.
    static func afterMarker(_ content: Substring) -> Substring? {
        let bytes = content.utf8
        guard let first = bytes.first else { return nil }
        var rest = bytes.dropFirst()
        if !"-*+".utf8.contains(first) {
            rest = bytes.drop { 0x30...0x39 ~= $0 }
            guard 1...numberDigitsMax ~= bytes.distance(from: bytes.startIndex, to: rest.startIndex),
                let end = rest.popFirst(), end == UInt8(ascii: ".") || end == UInt8(ascii: ")")
            else { return nil }
        }
        guard let space = rest.first else { return Substring(rest) }
        return isSpace(space) ? Substring(rest.drop(while: isSpace)) : nil
    }

    /// CommonMark allows nine digits.
    private static let numberDigitsMax = 9

    /// The mark in the box before a text, and the text.
    static func box(_ text: Substring) -> (mark: Unicode.Scalar?, text: Substring) {
        let bytes = text.utf8
        guard bytes.first == UInt8(ascii: "["), let mark = bytes.dropFirst().first,
            marks.contains(mark), bytes.dropFirst(2).first == UInt8(ascii: "]")
        else { return (nil, text) }
        let rest = bytes.dropFirst(3)
        guard rest.isEmpty || rest.first.map(isSpace) ?? false else { return (nil, text) }
        return (Unicode.Scalar(mark), Substring(rest.drop(while: isSpace)))
    }

    /// The marks of boxes in Markdown and the themes of Obsidian.
    private static let marks = Set(" xX-/><!?*\"".utf8)

    static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    static func fence(_ content: Substring) -> Fence? {
        let bytes = content.utf8
        guard let first = bytes.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~") else {
            return nil
        }
        let rest = bytes.drop { $0 == first }
        let count = content.utf8.prefix { $0 == first }.count
        guard count >= fenceMin, first == UInt8(ascii: "~") || !rest.contains(first) else { return nil }
        return Fence(character: first, count: count, isBare: rest.allSatisfy(isSpace))
    }

    private static func heading(_ content: Substring) -> MarkdownLine? {
        let bytes = content.utf8
        let level = bytes.prefix(headingLevelMax + 1).prefix { $0 == UInt8(ascii: "#") }.count
        guard 1...headingLevelMax ~= level else { return nil }
        let rest = bytes.dropFirst(level)
        guard rest.first.map(isSpace) ?? true else { return nil }
        return .heading(level: level, name: MarkdownEscapes.name(inHeading: Substring(rest)))
    }

    private static func isRule(_ content: Substring) -> Bool {
        guard let first = content.utf8.first, "-*_".utf8.contains(first) else { return false }
        var count = 0
        for byte in content.utf8 where !isSpace(byte) {
            guard byte == first else { return false }
            count += 1
        }
        return count >= 3
    }

    /// The level of the heading that a line of `=` or `-` makes of the line above it.
    static func levelOfUnderline(_ line: TextLine) -> Int? {
        let text = line.content.utf8
        guard line.columns <= 3, let first = text.first, text.prefix(2).count == 2 else { return nil }
        let rest = text.drop { $0 == first }
        guard rest.allSatisfy(isSpace) else { return nil }
        return first == UInt8(ascii: "=") ? 1 : first == UInt8(ascii: "-") ? 2 : nil
    }
}
