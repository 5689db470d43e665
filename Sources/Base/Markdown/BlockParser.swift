/// Parses the lines of a document, a list item or a quotation into blocks.
struct BlockParser {
    private let lines: [Substring]
    private var index = 0
    private var anchors: [String: Int] = [:]

    init(_ lines: [Substring]) {
        self.lines = lines
    }

    mutating func blocks() -> [MarkdownDocument.Block] {
        var blocks: [MarkdownDocument.Block] = []
        while let line = current {
            if line.isBlank {
                index += 1
            } else if line.hasPrefix(Self.fence) {
                blocks.append(code())
            } else if let level = line.headingLevel {
                blocks.append(heading(line, level))
            } else if isTable {
                blocks.append(table())
            } else if line.hasPrefix(">") {
                blocks.append(aside())
            } else if let marker = ListMarker(line) {
                blocks.append(list(marker.isOrdered))
            } else {
                blocks.append(paragraph())
            }
        }
        return blocks
    }

    private static let fence = "```"

    private var current: Substring? { index < lines.count ? lines[index] : nil }

    /// Takes the lines from here on that satisfy a condition.
    private mutating func take(while condition: (Substring) -> Bool) -> [Substring] {
        let taken = lines[index...].prefix(while: condition)
        index += taken.count
        return Array(taken)
    }

    /// A fenced block; without a closing fence it takes the rest.
    private mutating func code() -> MarkdownDocument.Block {
        let language = lines[index].dropFirst(Self.fence.count).trimmed
        index += 1
        let content = take { !$0.hasPrefix(Self.fence) }
        index += 1
        return .code(language: language, content.map { $0 + "\n" }.joined())
    }

    private mutating func heading(_ line: Substring, _ level: Int) -> MarkdownDocument.Block {
        index += 1
        let text = InlineParser.parse(line.dropFirst(level).trimmed)
        let anchor = Self.anchor(for: text.plainText)
        let count = anchors[anchor, default: 0]
        anchors[anchor] = count + 1
        return .heading(level: level, text, anchor: count == 0 ? anchor : "\(anchor)-\(count)")
    }

    /// The anchor that GitHub gives a heading: lowercase letters, digits, hyphens and underscores.
    private static func anchor(for title: String) -> String {
        String(
            title.lowercased().compactMap { character in
                if character == " " { return "-" }
                return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
            })
    }

    /// Whether a row of cells starts here, above a row of dashes.
    private var isTable: Bool {
        guard index + 1 < lines.count, lines[index].hasPrefix("|") else { return false }
        let delimiter = lines[index + 1]
        return delimiter.hasPrefix("|") && delimiter.contains("-") && delimiter.allSatisfy("|-: ".contains)
    }

    private mutating func table() -> MarkdownDocument.Block {
        let rows = take { $0.hasPrefix("|") }.map(Self.cells)
        return .table(head: rows[0], rows: Array(rows.dropFirst(2)))
    }

    /// The cells of a row. A bar after a backslash belongs to its cell.
    private static func cells(_ line: Substring) -> [[MarkdownDocument.Inline]] {
        var cells: [String] = []
        var cell = ""
        var isEscaped = false
        for character in line.trimmed.dropFirst() {
            if character == "|", !isEscaped {
                cells.append(cell)
                cell = ""
            } else {
                if character == "|" { cell.removeLast() }
                cell.append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        if !cell.isEmpty { cells.append(cell) }
        return cells.map { InlineParser.parse(Substring($0).trimmed) }
    }

    private mutating func aside() -> MarkdownDocument.Block {
        let content = take { $0.hasPrefix(">") }.map { $0.dropFirst($0.hasPrefix("> ") ? 2 : 1) }
        guard let first = content.first, let colon = first.firstIndex(of: ":"),
            !first[..<colon].isEmpty, first[..<colon].allSatisfy(\.isLetter)
        else { return .aside(kind: "", inner(content)) }
        let rest = first[first.index(after: colon)...].drop { $0 == " " }
        return .aside(kind: String(first[..<colon]), inner([rest] + content.dropFirst()))
    }

    private mutating func list(_ isOrdered: Bool) -> MarkdownDocument.Block {
        var items: [[MarkdownDocument.Block]] = []
        while let line = current, let marker = ListMarker(line), marker.isOrdered == isOrdered {
            index += 1
            var content = [line.dropFirst(marker.width)]
            while let next = current {
                if next.isBlank {
                    // A blank line belongs to the item if an indented line follows.
                    guard index + 1 < lines.count, lines[index + 1].indentation >= marker.width else { break }
                } else if next.indentation < marker.width {
                    break
                }
                content.append(next.dropFirst(marker.width))
                index += 1
            }
            items.append(inner(content))
            while current?.isBlank == true { index += 1 }
        }
        return .list(isOrdered: isOrdered, items: items)
    }

    private func inner(_ lines: [Substring]) -> [MarkdownDocument.Block] {
        var parser = BlockParser(lines)
        return parser.blocks()
    }

    private mutating func paragraph() -> MarkdownDocument.Block {
        let start = index
        repeat { index += 1 } while current.map { !$0.isBlank && !startsBlock($0) } ?? false
        return .paragraph(InlineParser.parse(lines[start..<index].map(\.trimmed).joined(separator: " ")))
    }

    private func startsBlock(_ line: Substring) -> Bool {
        line.hasPrefix(Self.fence) || line.hasPrefix(">") || line.headingLevel != nil || isTable
            || ListMarker(line) != nil
    }
}

/// What a list item starts with: `- ` or `1. `.
private struct ListMarker {
    let isOrdered: Bool
    /// The characters of the marker with the space after it.
    let width: Int

    init?(_ line: Substring) {
        let digits = line.prefix { $0.isASCII && $0.isNumber }.count
        if line.hasPrefix("- ") {
            (isOrdered, width) = (false, 2)
        } else if digits > 0, line.dropFirst(digits).hasPrefix(". ") {
            (isOrdered, width) = (true, digits + 2)
        } else {
            return nil
        }
    }
}

extension Substring {
    fileprivate var isBlank: Bool { allSatisfy { $0 == " " } }

    fileprivate var indentation: Int { prefix { $0 == " " }.count }

    /// The text without spaces at both ends.
    fileprivate var trimmed: String {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// The level of a heading; `nil` for another line.
    fileprivate var headingLevel: Int? {
        let level = prefix { $0 == "#" }.count
        return (1...6).contains(level) && dropFirst(level).hasPrefix(" ") ? level : nil
    }
}
