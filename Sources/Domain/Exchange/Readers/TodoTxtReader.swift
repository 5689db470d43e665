import Checklists
import Dates

/// Reads tasks in the format of todo.txt, also those of `done.txt`.
///
/// - The first `+project` names the list; further ones and each `@context` are tags. `_` stands for a space.
/// - Priority `A` marks an item as important.
/// - Keys: `due:`, `t:` (start), `rec:`, `pri:`, `h:`, `id:` with `p:` or `sup:` for subtasks, and `list:`,
///   `tag:` and `qty:` of the own export. Other keys at the end of a task become lines of its notes.
struct TodoTxtReader: ForeignReader {
    var document: ForeignDocument
    /// The lists of the items that `id:` names.
    private var lists: [String: Int] = [:]

    init(document: ForeignDocument) {
        self.document = document
        self.document.parentField = "Parent"
        self.document.keepsParents = true
    }

    mutating func read(_ bytes: [UInt8]) throws(ImportError) {
        for line in TextLines(try FileText.decode(bytes)) where !line.isBlank { try add(line) }
        let items = document.lists.flatMap(\.items)
        let used = Set(items.compactMap(\.parentID))
        for item in items {
            if let id = item.id, !used.contains(id) {
                document.notes.add(item.place, "id", .notSupported, id)
            }
        }
    }

    private mutating func add(_ line: TextLine) throws(ImportError) {
        let task = TodoTxtLine(line.content)
        var item = ForeignItem(at: line.place, text: task.text)
        let zone = document.settings.zone
        item.createdAt = task.createdOn.map { zone.beginning(of: $0) }
        if task.isDone { item.check(at: task.completedOn.map { zone.beginning(of: $0) }) }
        if let priority = task.priority { item.set(priority: priority, highest: "A") }
        var list: String?
        var tags: [String] = []
        for word in task.words {
            switch word {
            case .project(let name): if list == nil { list = name } else { tags.append(name) }
            case .context(let name): tags.append(name)
            case .value("tag", let name): tags.append(TodoTxtName.decoded(name))
            case .value("list", let name): list = TodoTxtName.decoded(name)
            case .value("id", let value): item.id = value
            case .value("p", let value), .value("sup", let value): item.parentID = value
            case .value(let key, let value): set(key, value, of: &item)
            case .plain: break
            }
        }
        item.tags = tags
        item.keepDay(of: item.due, in: zone)
        let above = list == nil ? item.parentID.flatMap { lists[$0] } : nil
        let number = above ?? document.list(list)
        if let id = item.id { lists[id] = number }
        try document.add(item, to: number)
    }

    private func set(_ key: String, _ value: String, of item: inout ForeignItem) {
        let due = DateText.due(value, in: document.settings.zone)
        switch key.lowercased() {
        case "due" where due != nil && item.due == nil: item.due = due
        case "t" where due != nil && item.start == nil: item.start = due
        case "pri": item.set(priority: value.uppercased() == "A" ? "A" : value, highest: "A")
        case "h": document.notes.add(item.place, "h", .notSupported, value)
        case "rec" where item.draft.recurrence == nil && TodoTxtPeriod.recurrence(value) != nil:
            item.draft.recurrence = TodoTxtPeriod.recurrence(value)
        case "qty" where item.set(amount: TodoTxtName.decoded(TodoTxtName.name(value[...]))): break
        default: item.keep(key, value)
        }
    }
}
