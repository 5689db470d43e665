import JSON

/// The names of the members in the outer objects of a JSON file.
struct JSONOutline {
    /// The number of nested objects whose names count. Values below are skipped.
    private static let depthMax = 3
    /// The number of names that are read, beside those of the outermost object.
    private static let namesMax = 4_096

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

    /// Reads the names. A damaged file has those in front of the damage.
    init(_ bytes: [UInt8]) {
        guard let body = try? JSONFile.content(of: bytes) else { return }
        var tokens = JSONTokenizer()
        var (depth, count) = (0, 0)
        while let token = try? tokens.next(in: body.span) {
            switch token {
            case .beginArray where depth == 0: isArray = true
            case .beginObject: depth += 1
            case .endObject: depth -= 1
            case .name(let name):
                let isTop = depth == 1 && !isArray
                guard isTop || depth <= Self.depthMax && count < Self.namesMax else { break }
                count += 1
                names.insert(name)
                if isTop { top.insert(name) }
                if depth == 1, isArray { elements.insert(name) }
            default: break
            }
        }
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
