import Checklists
import Dates

/// Reads tasks in the format of todo.txt, also those of `done.txt`.
///
/// - The first `+project` names the list; further ones and each `@context` are tags. `_` stands for a space.
/// - Priority `A` marks an item as important.
/// - Keys: `due:`, `t:` (start), `rec:`, `pri:`, `h:`, `id:` with `p:` or `sup:` for subtasks, and `list:`,
///   `tag:` and `qty:` of the own export. Other keys at the end of a task become lines of its notes.
enum TodoTxtReader {
    static func document(
        in bytes: [UInt8], _ settings: ImportSettings
    ) throws(ImportError) -> ForeignDocument {
        var builder = TodoTxtBuilder(settings)
        for line in TextLines(try FileText.decode(bytes)) where !line.isBlank {
            builder.add(line)
            try settings.limits.check(itemsCount: builder.itemsCount)
        }
        return builder.finish()
    }
}

private struct TodoTxtBuilder {
    private let settings: ImportSettings
    private var notes: ImportNotes
    private var lists: [ForeignList] = []
    /// The indexes of the lists by their names.
    private var indexes: [String?: Int] = [:]
    /// The items that `id:` names.
    private var ids: [String: (list: Int, item: Int)] = [:]
    /// The items with `p:`.
    private var children: [(list: Int, item: Int, parent: String)] = []
    private var usedIDs: Set<String> = []
    private(set) var itemsCount = 0

    init(_ settings: ImportSettings) {
        self.settings = settings
        notes = ForeignDocument(settings).notes
    }

    mutating func add(_ line: TextLine) {
        let task = TodoTxtLine(line.content)
        var item = ForeignItem(at: line.place, text: task.text)
        item.createdAt = task.createdOn.map { settings.zone.beginning(of: $0) }
        if task.isDone { item.check(at: task.completedOn.map { settings.zone.beginning(of: $0) }) }
        if let priority = task.priority { setPriority(priority, of: &item) }
        var (list, id, parent): (String?, String?, String?)
        var tags: [String] = []
        for word in task.words {
            switch word {
            case .project(let name): if list == nil { list = name } else { tags.append(name) }
            case .context(let name): tags.append(name)
            case .value("tag", let name): tags.append(TodoTxtName.decoded(name))
            case .value("list", let name): list = TodoTxtName.decoded(name)
            case .value("id", let value): id = value
            case .value("p", let value), .value("sup", let value): parent = value
            case .value(let key, let value): set(key, value, of: &item)
            case .plain: break
            }
        }
        if !tags.isEmpty { item.draft.patch.details.tags = tags }
        item.keepDay(of: item.due, in: settings.zone)
        let index = index(of: list ?? parent.flatMap { ids[$0] }.map { lists[$0.list].name ?? "" })
        let place = (list: index, item: lists[index].items.count)
        if let id { ids[id] = place }
        if let parent { children.append((place.list, place.item, parent)) }
        lists[index].items.append(item)
        itemsCount += 1
    }

    private mutating func index(of name: String?) -> Int {
        let name = name.flatMap { $0.isEmpty ? nil : $0 }
        if let index = indexes[name] { return index }
        indexes[name] = lists.count
        lists.append(ForeignList(name: name))
        return lists.count - 1
    }

    private func setPriority(_ priority: String, of item: inout ForeignItem) {
        if priority.uppercased() == "A" {
            item.draft.important = true
        } else {
            item.keep("Priority", priority)
        }
    }

    private mutating func set(_ key: String, _ value: String, of item: inout ForeignItem) {
        let due = DateText.due(value, in: settings.zone)
        switch key.lowercased() {
        case "due" where due != nil && item.due == nil: item.due = due
        case "t" where due != nil && item.start == nil: item.start = due
        case "pri": setPriority(value, of: &item)
        case "h": notes.append(ImportNote(item.place, "h", .notSupported, value))
        case "rec":
            guard item.draft.recurrence == nil, let recurrence = TodoTxtPeriod.recurrence(value) else {
                return item.keep("rec", value)
            }
            item.draft.recurrence = recurrence
        case "qty":
            let text = TodoTxtName.decoded(TodoTxtName.name(value[...]))
            guard let amount = WrittenQuantity(text) else { return item.keep(key, value) }
            item.draft.patch.details.quantity = amount.quantity
            if let unit = amount.unit { item.draft.patch.details.unit = unit }
        default: item.keep(key, value)
        }
    }

    mutating func finish() -> ForeignDocument {
        for child in children {
            if let parent = ids[child.parent], parent.list == child.list, parent.item != child.item {
                lists[child.list].items[child.item].parent = parent.item
                usedIDs.insert(child.parent)
            } else {
                lists[child.list].items[child.item].keep("Parent", child.parent)
            }
        }
        for (id, place) in ids.sorted(by: { $0.value < $1.value }) where !usedIDs.contains(id) {
            notes.append(ImportNote(lists[place.list].items[place.item].place, "id", .notSupported, id))
        }
        var document = ForeignDocument(settings)
        (document.lists, document.notes) = (lists, notes)
        return document
    }
}
