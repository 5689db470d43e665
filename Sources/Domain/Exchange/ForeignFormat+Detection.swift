import Checklists
import JSON

extension ForeignFormat {
    /// The number of bytes that detection reads, except of zip archives.
    private static let detectedBytesMax = 64 * 1024

    /// The format of a file by its content; `nil` if it is none of another program.
    ///
    /// A text of no other format is `text`.
    public init?(detecting bytes: [UInt8], _ settings: ImportSettings) {
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            guard let names = try? ZipArchive(bytes, settings).names else {
                // The reader says what is wrong with the archive.
                self = .todoist
                return
            }
            let formats: [(end: String, format: ForeignFormat)] = [
                ("data.json", .vikunja), ("Tasks.json", .googleTasks), (".csv", .todoist),
            ]
            let found = formats.first { end, _ in names.contains { $0.hasSuffix(end) } }
            guard let found else { return nil }
            self = found.format
            return
        }
        guard let start = Self.start(of: bytes) else { return nil }
        let text = start.drop { $0.isWhitespace }
        switch text.first {
        // `[ ] Milk` and `[[Page]]` are lines of texts.
        case "{", "[":
            if JSONOutline.isJSON(text) {
                guard let format = JSONOutline(bytes).format else { return nil }
                self = format
                return
            }
        default: break
        }
        self = TextOutline(start).format
    }

    /// The beginning of a text; `nil` if the bytes are none.
    private static func start(of bytes: [UInt8]) -> String? {
        if bytes.isEmpty { return nil }
        guard bytes.count > detectedBytesMax else { return try? FileText.decode(bytes) }
        // The cut may be within a character.
        for rest in 0..<4 {
            if let text = try? FileText.decode(Array(bytes.prefix(detectedBytesMax - rest))) { return text }
        }
        return nil
    }
}

/// The names of the members near the beginning of a JSON file.
private struct JSONOutline {
    /// The number of tokens that are read.
    private static let tokensMax = 4_096

    /// The names in the outermost object.
    private var top: Set<String> = []
    /// The names in objects of the outermost array.
    private var elements: Set<String> = []
    /// All names.
    private var names: Set<String> = []
    private var isArray = false

    /// Whether a value follows the first brackets of a text.
    static func isJSON(_ text: Substring) -> Bool {
        let rest = text.drop { $0 == "[" || $0 == "{" || $0.isWhitespace }
        guard let first = rest.first else { return true }
        return "\"]}-0123456789".contains(first) && !text.hasPrefix("[ ]")
            || ["true", "false", "null"].contains { rest.hasPrefix($0) }
    }

    init(_ bytes: [UInt8]) {
        guard let body = try? JSONFile.content(of: bytes) else { return }
        var tokens = JSONTokenizer()
        var depth = 0
        for number in 0..<Self.tokensMax {
            guard let token = try? tokens.next(in: body.span) else { return }
            switch token {
            case .beginArray:
                if number == 0 { isArray = true }
                depth += 1
            case .beginObject: depth += 1
            case .endArray, .endObject: depth -= 1
            case .name(let name):
                names.insert(name)
                if depth == 1 { top.insert(name) }
                if depth == 2, isArray { elements.insert(name) }
            default: break
            }
        }
    }

    /// The format; `nil` for one of this service, and for an unknown one.
    var format: ForeignFormat? {
        if isArray {
            if isTaskwarrior(elements) { return .taskwarrior }
            if elements.contains("parent_project_id") || elements.isSuperset(of: ["title", "tasks"]) {
                return .vikunja
            }
            return isMicrosoft(elements) ? .microsoftToDo : nil
        }
        if top.contains("checklists"), !top.contains("cards") { return nil }
        if top.isSuperset(of: ["cards", "lists"]) { return .trello }
        if isTaskwarrior(top) { return .taskwarrior }
        if top.contains("items"), top.contains("kind") || names.contains("title") { return .googleTasks }
        return isMicrosoft(top.union(names)) ? .microsoftToDo : nil
    }

    private func isTaskwarrior(_ names: Set<String>) -> Bool {
        names.isSuperset(of: ["uuid", "description", "status"])
    }

    private func isMicrosoft(_ names: Set<String>) -> Bool {
        !names.isDisjoint(with: [
            "displayName", "wellknownListName", "importance", "dueDateTime", "checklistItems",
        ])
    }
}

/// The lines near the beginning of a text.
private struct TextOutline {
    /// The number of lines that are read.
    private static let linesMax = 400

    private let lines: [Substring]

    init(_ text: String) {
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
        if filled.contains(where: Self.isOrg) { return .org }
        if isMarkdown(filled) { return .markdown }
        if filled.count(where: Self.isTodoTxt) * 2 >= filled.count { return .todoTxt }
        return isTable(filled) ? .csv : .text
    }

    private static func isOrg(_ line: Substring) -> Bool {
        if line.hasPrefix("#+") || line.hasPrefix(":PROPERTIES:") { return true }
        let title = line.drop { $0 == "*" }
        guard title.startIndex > line.startIndex, title.first == " " else { return false }
        let word = title.dropFirst().prefix { $0 != " " }
        return ["TODO", "DONE", "NEXT", "WAITING", "CANCELLED"].contains(word)
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
