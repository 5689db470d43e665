import Checklists

/// The lines near the beginning of a text.
struct TextOutline {
    /// The number of lines that are read.
    private static let linesMax = 400

    private let lines: [TextLine]
    private let keywords: OrgKeywords

    init(_ text: String) {
        let lines = TextLines(text)
        keywords = OrgKeywords(lines)
        self.lines = lines.prefix(Self.linesMax).filter { !$0.text.allSatisfy(\.isWhitespace) }
    }

    var format: ForeignFormat {
        guard let first = lines.first?.text.drop(while: \.isWhitespace) else { return .text }
        if first.lowercased().hasPrefix("begin:vcalendar") { return .ics }
        let header = first.filter { $0 != "\"" }
        if header.hasPrefix("TYPE"), header.contains("CONTENT") { return .todoist }
        if lines.prefix(20).contains(where: { $0.text.contains("List Name") && $0.text.contains("Title") }) {
            return .ticktick
        }
        if Self.isHeader(first) { return .csv }
        if isOrg { return .org }
        if isMarkdown { return .markdown }
        if lines.count(where: Self.isTodoTxt) * 2 >= lines.count { return .todoTxt }
        return isTable ? .csv : .text
    }

    private var hasMarkdownHeading: Bool {
        lines.contains { $0.text.hasPrefix("# ") || $0.text.hasPrefix("## ") }
    }

    /// Whether the text is org: options, a headline with a keyword, or one with a part that Markdown lacks.
    private var isOrg: Bool {
        var headline: OrgHeadline?
        for line in lines {
            if line.text.hasPrefix("#+") || line.text.hasPrefix(":PROPERTIES:") { return true }
            var planning = OrgPlanning()
            if line.columns == 0, let next = OrgHeadline(line.text, keywords) {
                headline = next
                if next.keyword != nil { return true }
            } else if headline != nil, planning.read(line.content, in: .utc) {
                return true
            }
        }
        // In Markdown a title begins with `#`, and the items below a bullet have the same one.
        let isMarkdown = hasMarkdownHeading || lines.contains { $0.text.hasPrefix("* [") }
        return !isMarkdown && lines.first?.text != "---"
            && zip(lines, lines.dropFirst()).contains {
                OrgHeadline($0.text, keywords) != nil && OrgBullet($1)?.isBox ?? false
            }
    }

    /// A text without headings, in which done items alone have a box, is `text`.
    private var isMarkdown: Bool {
        if lines.first?.text == "---" || hasMarkdownHeading { return true }
        let items = lines.map { MarkdownLine.afterMarker($0.content.drop { $0 == ">" || $0 == " " }) }
        let boxes = items.map { $0.flatMap { MarkdownLine.box($0).mark } }
        guard boxes.contains(where: { $0 != nil }) else { return false }
        let hasOpenBox = boxes.contains { $0 != nil && $0 != "x" && $0 != "X" }
        return hasOpenBox || !zip(items, boxes).contains { $0 != nil && $1 == nil }
    }

    /// Whether a line is the header of a table: at least half of its names are known.
    private static func isHeader(_ line: Substring) -> Bool {
        guard !line.contains(", ") else { return false }
        let names = line.split { ",;\t".contains($0) }
        let known = names.count { name in
            TableColumn.named(name.filter { $0 != "\"" && $0 != "\u{FEFF}" }.trimmed) != nil
        }
        return names.count > 1 && known * 2 >= names.count
    }

    /// Whether a line has a part that only todo.txt has.
    private static func isTodoTxt(_ line: TextLine) -> Bool {
        let task = TodoTxtLine(line.content)
        return task.completedOn != nil || task.createdOn != nil || task.priority != nil
            || task.words.contains { word in
                switch word {
                case .value("due", let value): DateText.due(value, in: .utc) != nil
                case .project(let name), .context(let name): name.first?.isLetter ?? false
                case .value, .plain: false
                }
            }
    }

    /// Whether the first lines have the same number of the same delimiter, at least one.
    private var isTable: Bool {
        guard lines.count > 1 else { return false }
        return [";", "\t", ","].contains { (delimiter: Character) in
            let counts = lines.prefix(2).map { $0.text.count { $0 == delimiter } }
            // Commas are in sentences too: a header has no space after them.
            return counts[0] > 0 && counts[1] >= counts[0]
                && (delimiter != "," || !lines[0].text.contains(", "))
        }
    }
}
