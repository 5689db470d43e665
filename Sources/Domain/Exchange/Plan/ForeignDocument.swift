import Checklists
import Dates

/// The lists of a file as the other program describes them, before the rules of this service apply.
struct ForeignDocument {
    let settings: ImportSettings
    let notes: NoteLog
    var lists: [ForeignList] = []
    /// The meaning of each column of a CSV file; `nil` for other files.
    var columns: [String]?
    /// The name of the field that names the parents of items.
    var parentField = "parent"
    /// Whether people read the names of parents. A name without an item is then in the notes of the subtask.
    var keepsParents = false
    /// Whether the text of an item names it too, where no identifier does.
    var findsParentsByText = false
    private var numbers: [String?: Int] = [:]
    private var itemsCount = 0

    init(_ settings: ImportSettings) {
        self.settings = settings
        notes = NoteLog(max: settings.limits.notesMax)
    }

    /// The number of the list with a name, which the document gets if it lacks it. An empty name is none.
    /// - Parameter key: What tells two lists of one name apart, such as their folders.
    mutating func list(_ name: String?, key: String? = nil, at place: String = "") -> Int {
        let name = name.flatMap { $0.isEmpty ? nil : $0 }
        if let number = numbers[key ?? name] { return number }
        numbers[key ?? name] = lists.count
        lists.append(ForeignList(name: name, place: place))
        return lists.count - 1
    }

    /// Adds an item to a list.
    /// - Throws: `ImportError.unusable` if there are too many, before they take much memory.
    mutating func add(_ item: ForeignItem, to list: Int) throws(ImportError) {
        try countItem()
        lists[list].items.append(item)
    }

    mutating func countItem() throws(ImportError) {
        itemsCount += 1
        try settings.limits.check(itemsCount: itemsCount)
    }

    /// Sets the parents by the names of the file, and leaves the occurrences of series to their rules.
    mutating func relate() {
        for number in lists.indices {
            attachSubtasks(of: &lists[number])
            lists[number].collapseSeries(notes)
        }
    }

    private func attachSubtasks(of list: inout ForeignList) {
        guard list.items.contains(where: { $0.parentID != nil || !$0.childIDs.isEmpty }) else { return }
        var indexes: [String: Int] = [:]
        func add(_ name: String?, _ index: Int) {
            if let name, indexes[name] == nil { indexes[name] = index }
        }
        for (index, item) in list.items.enumerated() { add(item.id, index) }
        if findsParentsByText { for (index, item) in list.items.enumerated() { add(item.draft.text, index) } }
        for (index, item) in list.items.enumerated() {
            guard let parent = item.parentID else { continue }
            if let above = indexes[parent], above != index {
                list.items[index].parent = above
            } else if keepsParents {
                list.items[index].keep(parentField, parent)
            } else {
                notes.add(item.place, parentField, .invalid, parent)
            }
        }
        for (index, item) in list.items.enumerated() {
            for child in item.childIDs.compactMap({ indexes[$0] }) where list.items[child].parent == nil {
                list.items[child].parent = index
            }
        }
    }
}

/// A list of a file.
struct ForeignList {
    /// The name; `nil` for `ImportSettings.listName`.
    var name: String?
    /// Where the list is in the file.
    var place = ""
    /// The names of the sections in their order. Items can name further ones.
    var sections: [String] = []
    var items: [ForeignItem] = []

    init(name: String? = nil, place: String = "") {
        self.name = name
        self.place = place
    }

    /// Leaves the later open occurrences of each series to the rule of the first one.
    ///
    /// Each open occurrence has the rule. One with other texts, or with subtasks, stays, and does not repeat.
    fileprivate mutating func collapseSeries(_ notes: NoteLog) {
        var firsts: [String: Int] = [:]
        for (index, item) in items.enumerated() {
            guard let id = item.seriesID, let due = item.due?.local(in: .utc), item.draft.recurrence != nil
            else { continue }
            if let first = firsts[id], let other = items[first].due?.local(in: .utc), other <= due {
                continue
            }
            firsts[id] = index
        }
        if firsts.isEmpty { return }
        let parents = Set(items.compactMap(\.parent))
        var numbers: [Int?] = []
        var kept: [ForeignItem] = []
        for (index, var item) in items.enumerated() {
            let first = item.draft.recurrence == nil ? nil : item.seriesID.flatMap { firsts[$0] }
            if let first, first != index {
                if item.parent == nil, !parents.contains(index), item.isRepetition(of: items[first]) {
                    notes.add(item.place, "", .converted, "an occurrence of a repeating task")
                    numbers.append(nil)
                    continue
                }
                item.draft.recurrence = nil
            }
            numbers.append(kept.count)
            kept.append(item)
        }
        for index in kept.indices { kept[index].parent = kept[index].parent.flatMap { numbers[$0] } }
        items = kept
    }
}

/// An item of a file.
struct ForeignItem {
    /// Where the item is in the file: `row 12`.
    var place: String
    /// The fields that items have here. Texts may be too long, and several lines.
    var draft = ItemDraft(text: "")
    /// The name of the section.
    var section: String?
    /// The index of the parent in `ForeignList.items`, before or after this item.
    var parent: Int?
    /// The name by which other items of the list refer to this one.
    var id: String?
    /// The names of the parent and of subtasks.
    var parentID: String?
    var childIDs: [String] = []
    /// The name of the series of which the item is an occurrence.
    var seriesID: String?
    /// The due date in words, and their language.
    var dueWords: (text: String, language: Language?)?
    /// The name of the field that holds `dueWords`.
    var dueField = ""
    /// Fields that items do not have. They become lines of the notes: `Assigned to: Ada`.
    var others: [(name: String, value: String)] = []
    var createdAt: Timestamp?
    var updatedAt: Timestamp?

    init(at place: String, text: String = "") {
        self.place = place
        draft.text = text
    }

    /// Adds a line to the notes for a field that items do not have, unless the value is empty.
    mutating func keep(_ name: String, _ value: String?) {
        guard let value = value?.trimmed, !value.isEmpty else { return }
        others.append((name, value))
    }

    /// Adds a comment to the notes.
    mutating func keep(commentBy author: String?, at moment: Timestamp?, _ text: String?, in zone: LocalTime)
    {
        let source = [author?.asReference, moment.map { zone.day(of: $0).text }].compactMap(\.self)
        keep(source.isEmpty ? "Comment" : "Comment (\(source.joined(separator: ", ")))", text)
    }

    /// The due time.
    var due: Due? {
        get { draft.due }
        set { (draft.dueOn, draft.dueDate) = (newValue?.day, newValue?.moment) }
    }

    /// When the work can begin.
    var start: Due? {
        get { draft.start }
        set {
            draft.patch.details.startOn = (newValue?.day).map(Optional.some)
            draft.patch.details.startDate = (newValue?.moment).map(Optional.some)
        }
    }

    var tags: [String] {
        get { draft.patch.details.tags ?? [] }
        set { draft.patch.details.tags = newValue.isEmpty ? nil : newValue }
    }

    /// Marks the item as done.
    mutating func check(at moment: Timestamp? = nil) {
        draft.checked = true
        draft.checkedAt = moment
    }

    /// Marks the item as important for a priority of the highest name, and keeps another priority.
    mutating func set(priority: String, highest: String) {
        if priority == highest { draft.important = true } else { keep("Priority", priority) }
    }

    /// Sets the recurrence, or keeps the words of a rule that the server does not support.
    mutating func setRecurrence(_ rule: String?, from base: Recurrence.Base = .due, words: String) {
        guard let rule = rule.flatMap({ try? RecurrenceRule($0) }) else { return keep("Repeat", words) }
        draft.recurrence = Recurrence(rule, from: base)
    }

    /// Names the day of a due time in a rule of a period, so that a shorter month has its last day.
    mutating func keepDay(of due: Due?, in zone: LocalTime) {
        guard let due, let recurrence = draft.recurrence, recurrence.from == .due else { return }
        draft.recurrence?.rule = recurrence.rule.keepingDay(of: due.local(in: zone).day)
    }

    /// Adds alarms.
    mutating func addAlarms(_ alarms: [Alarm]) {
        if !alarms.isEmpty { draft.alarms = (draft.alarms ?? []) + alarms }
    }

    /// Adds an amount such as `500 g`.
    /// - Returns: Whether it is one.
    mutating func set(amount text: String) -> Bool {
        guard let amount = WrittenQuantity(text) else { return false }
        draft.patch.details.quantity = amount.quantity
        if let unit = amount.unit { draft.patch.details.unit = unit }
        return true
    }

    /// Whether an occurrence differs from the first one only in its times.
    fileprivate func isRepetition(of first: ForeignItem) -> Bool {
        draft.text == first.draft.text && (draft.notes == nil || draft.notes == first.draft.notes)
            && others.map(\.value) == first.others.map(\.value)
    }
}

extension Due {
    /// The day; `nil` for a moment.
    var day: CivilDate? { if case .day(let day) = self { day } else { nil } }

    fileprivate var moment: Timestamp? { if case .moment(let moment) = self { moment } else { nil } }

    /// The moment, or the beginning of the day.
    func moment(in zone: LocalTime) -> Timestamp {
        switch self {
        case .day(let day): zone.beginning(of: day)
        case .moment(let moment): moment
        }
    }
}

extension String {
    /// The beginning of a text that other parts of the file refer to. Many can refer to a long one, so that
    /// whole texts would make the import larger than the file.
    var asReference: String {
        guard utf8.count > Self.referenceScalarsMax else { return asLine }
        return String(UnicodeScalarView(unicodeScalars.prefix(Self.referenceScalarsMax))).asLine
    }

    private static let referenceScalarsMax = 60
}
