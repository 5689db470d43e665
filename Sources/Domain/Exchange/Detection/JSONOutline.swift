/// The names of the members in the outer objects of a JSON file.
struct JSONOutline {
    /// The number of nested objects whose names count. Values below are skipped.
    private static let depthMax = 3
    /// The number of names that are read, beside those of the outermost object.
    private static let namesMax = 4_096
    /// The maximum size of a name, in bytes.
    private static let nameBytesMax = 40

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
        // `[ ] Milk`, `[] Milk` and `[1] Milk` are lines of texts.
        if text.first == "[", let end = text.firstIndex(of: "]"), !text[..<end].contains("\""),
            let next = text[text.index(after: end)...].first(where: { !$0.isWhitespace }),
            !",]}".contains(next)
        {
            return false
        }
        return "\"]}-0123456789".contains(first)
            || ["true", "false", "null"].contains { rest.hasPrefix($0) }
    }

    /// Reads the brackets and the names only. A damaged file has the names that are found.
    init(_ bytes: [UInt8]) {
        guard let body = try? JSONFile.content(of: bytes) else { return }
        isArray = body.first { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") } == UInt8(ascii: "[")
        var depth = 0
        var count = 0
        var index = 0
        while index < body.count {
            switch body[index] {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            case .quotationMark:
                let end = Self.end(ofString: index, in: body)
                let isTop = depth == 1 && !isArray
                if isTop || depth <= Self.depthMax && count < Self.namesMax,
                    end - index <= Self.nameBytesMax, Self.isName(endingAt: end, in: body)
                {
                    let name = String(decoding: body[(index + 1)..<end], as: UTF8.self)
                    count += 1
                    names.insert(name)
                    if isTop { top.insert(name) }
                    if depth == 1, isArray { elements.insert(name) }
                }
                index = end
            default: break
            }
            index += 1
        }
    }

    /// The index of the closing quotation mark, or of the end of a damaged file.
    private static func end(ofString start: Int, in body: [UInt8]) -> Int {
        var end = start + 1
        while end < body.count, body[end] != .quotationMark { end += body[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(end, body.count)
    }

    private static func isName(endingAt end: Int, in body: [UInt8]) -> Bool {
        guard end < body.count else { return false }
        return body[(end + 1)...].first { !$0.isSpace } == UInt8(ascii: ":")
    }

    /// The format; `nil` for one of this service, and for an unknown one.
    var format: ForeignFormat? {
        if isKeep(isArray ? elements : top) { return .googleKeep }
        if isArray {
            if isTaskwarrior(elements) { return .taskwarrior }
            if isTrello(elements) { return .trello }
            if elements.contains("parent_project_id") || elements.isSuperset(of: ["title", "tasks"])
                || elements.isSuperset(of: ["title", "lists"])
            {
                return .vikunja
            }
            return isMicrosoft(elements) ? .microsoftToDo : nil
        }
        if isTrello(top) { return .trello }
        if top.contains("checklists") { return nil }
        if isTaskwarrior(top) { return .taskwarrior }
        if top.contains("projects"), names.contains("tasks") { return .vikunja }
        if top.contains("items"), top.contains("kind") || names.contains("title") { return .googleTasks }
        return isMicrosoft(names) ? .microsoftToDo : nil
    }

    /// A board has lists and cards. A card names its list.
    private func isTrello(_ names: Set<String>) -> Bool {
        names.isSuperset(of: ["cards", "lists"]) || names.contains("idList")
    }

    private func isKeep(_ names: Set<String>) -> Bool {
        names.contains("listContent") || names.isSuperset(of: ["textContent", "isTrashed"])
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
