import Checklists

/// The lines near the beginning of a text.
struct TextOutline {
    /// The number of lines that are read.
    private static let linesMax = 400

    private let lines: [Substring]
    private let keywords: OrgKeywords

    init(_ text: String) {
        keywords = OrgKeywords(TextLines(text))
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        self.lines = lines.prefix(Self.linesMax).map { $0 }
    }

    var format: ForeignFormat {
        let filled = lines.filter { line in !line.allSatisfy(\.isWhitespace) }
        guard let first = filled.first?.drop(while: \.isWhitespace) else { return .text }
        if first.lowercased().hasPrefix("begin:vcalendar") { return .ics }
        let header = first.filter { $0 != "\"" }
        if header.hasPrefix("TYPE"), header.contains("CONTENT") { return .todoist }
        if lines.prefix(20).contains(where: { $0.contains("List Name") && $0.contains("Title") }) {
            return .ticktick
        }
        if Self.isHeader(first) { return .csv }
        if OrgOutline(filled, keywords).isOrg { return .org }
        if isMarkdown(filled) { return .markdown }
        if filled.count(where: Self.isTodoTxt) * 2 >= filled.count { return .todoTxt }
        return isTable(filled) ? .csv : .text
    }

    /// A text without headings, in which done items alone have a box, is `text`.
    private func isMarkdown(_ filled: [Substring]) -> Bool {
        if filled.first == "---" || filled.contains(where: { $0.hasPrefix("# ") || $0.hasPrefix("## ") }) {
            return true
        }
        let boxes = filled.map(Self.box)
        guard boxes.contains(where: { $0 != nil }) else { return false }
        let hasOpenBox = boxes.contains { $0 != nil && $0 != "x" && $0 != "X" }
        return hasOpenBox || !zip(filled, boxes).contains { $1 == nil && Self.bullet($0) != nil }
    }

    /// The line after its bullet; `nil` for a line without one.
    private static func bullet(_ line: Substring) -> Substring? {
        let text = line.drop { $0.isWhitespace || $0 == ">" }
        guard let bullet = text.first, "-*+".contains(bullet), text.dropFirst().first == " " else {
            return nil
        }
        return text.dropFirst().drop { $0 == " " }
    }

    /// The mark in the check box of a line; `nil` for a line without one.
    private static func box(_ line: Substring) -> Character? {
        let box = bullet(line)?.prefix(3) ?? ""
        return box.count == 3 && box.first == "[" && box.last == "]" ? box.dropFirst().first : nil
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
    private static func isTodoTxt(_ line: Substring) -> Bool {
        let words = line.split(separator: " ")
        guard let first = words.first else { return false }
        if first == "x", words.count > 1, isDate(words[1]) { return true }
        if isDate(first), words.count > 1 { return true }
        if first.count == 3, first.first == "(", first.last == ")",
            first.dropFirst().first.map({ $0.isASCII && $0.isUppercase }) ?? false
        {
            return true
        }
        return words.contains { word in
            if word.hasPrefix("due:") { return isDate(word.dropFirst(4)) }
            guard let mark = word.first, mark == "+" || mark == "@" else { return false }
            return word.dropFirst().first?.isLetter ?? false
        }
    }

    private static func isDate(_ word: Substring) -> Bool {
        let bytes = Array(word.utf8)
        guard bytes.count == 10 else { return false }
        return bytes.indices.allSatisfy { index in
            index == 4 || index == 7
                ? bytes[index] == UInt8(ascii: "-")
                : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
        }
    }

    /// Whether the first lines have the same number of the same delimiter, at least one.
    private func isTable(_ filled: [Substring]) -> Bool {
        guard let header = filled.first, filled.count > 1 else { return false }
        return [";", "\t", ","].contains { (delimiter: Character) in
            let count = header.count { $0 == delimiter }
            guard count > 0 else { return false }
            if delimiter == "," {
                // Commas are in sentences too: a header has no space after them.
                return !header.contains(", ") && filled[1].count { $0 == delimiter } >= count
            }
            return filled[1].count { $0 == delimiter } >= count
        }
    }
}
