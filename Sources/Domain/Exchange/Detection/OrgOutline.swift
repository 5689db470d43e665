/// Finds the signs of org in the lines of a text.
struct OrgOutline {
    /// The lines that are not blank.
    private let lines: [Substring]
    private let keywords: OrgKeywords

    init(_ lines: [Substring], _ keywords: OrgKeywords) {
        self.lines = lines
        self.keywords = keywords
    }

    /// Whether the text is org: options, a headline with a keyword, or one with a part that Markdown lacks.
    var isOrg: Bool {
        var isBelowHeadline = false
        for line in lines {
            if line.hasPrefix("#+") || line.hasPrefix(":PROPERTIES:") { return true }
            if let title = Self.title(line) {
                let word = title.prefix { $0 != " " }
                if keywords.isDone(String(word)) != nil { return true }
                isBelowHeadline = true
            } else if isBelowHeadline, Self.isPlanning(line) {
                return true
            }
        }
        return hasHeadlineWithBoxes
    }

    /// Whether a headline is followed by a line with a box. In Markdown a title begins with `#`, and the
    /// items below a bullet have the same one.
    private var hasHeadlineWithBoxes: Bool {
        let isMarkdown = lines.contains { line in
            line.hasPrefix("# ") || line.hasPrefix("## ") || line.hasPrefix("* [")
        }
        return !isMarkdown && lines.first != "---"
            && zip(lines, lines.dropFirst()).contains { Self.title($0) != nil && Self.isBox($1) }
    }

    /// The title of a headline; `nil` for another line.
    private static func title(_ line: Substring) -> Substring? {
        let title = line.drop { $0 == "*" }
        return title.startIndex > line.startIndex && title.first == " " ? title.dropFirst() : nil
    }

    /// Whether a line has a date as org writes it, or properties.
    private static func isPlanning(_ line: Substring) -> Bool {
        let text = line.drop { $0 == " " || $0 == "\t" }
        return text.hasPrefix(":PROPERTIES:")
            || ["SCHEDULED: <", "DEADLINE: <", "CLOSED: ["].contains { text.hasPrefix($0) }
    }

    private static func isBox(_ line: Substring) -> Bool {
        let text = line.drop { $0 == " " || $0 == "\t" }
        return ["- [ ]", "- [X]", "- [x]", "- [-]", "+ [ ]"].contains { text.hasPrefix($0) }
    }
}
