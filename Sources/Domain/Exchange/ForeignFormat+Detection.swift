import JSON

extension ForeignFormat {
    /// The number of bytes that detection reads, except of zip archives.
    private static let detectedBytesMax = 64 * 1024

    /// The format of a file by its content; `nil` if it is none of another program.
    ///
    /// A text of no other format is `text`.
    public init?(detecting bytes: [UInt8], _ settings: ImportSettings) {
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            guard let names = try? ZipArchive(bytes, settings).names else { return nil }
            self = names.contains { $0.hasSuffix("data.json") } ? .vikunja : .todoist
            return
        }
        guard let start = Self.start(of: bytes) else { return nil }
        let text = start.drop { $0.isWhitespace }
        switch text.first {
        case "{", "[":
            if let format = JSONOutline(bytes).format {
                self = format
                return
            }
            // `[ ] Milk` is a line of a text.
            guard text.hasPrefix("[ ]") || text.lowercased().hasPrefix("[x]") else { return nil }
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

    init(_ bytes: [UInt8]) {
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
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
        if filled.contains(where: Self.isOrg) { return .org }
        if filled.contains(where: Self.hasCheckbox) || first.hasPrefix("# ") || first == "---" {
            return .markdown
        }
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

    private static func hasCheckbox(_ line: Substring) -> Bool {
        let text = line.drop(while: \.isWhitespace)
        guard let bullet = text.first, "-*+".contains(bullet) else { return false }
        let box = text.dropFirst().drop { $0 == " " }.prefix(3)
        return box.count == 3 && box.first == "[" && box.last == "]"
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
