public import Dates

/// The conditions of an item query; `nil` matches all items.
public struct ItemFilter: Hashable, Sendable {
    /// The required values of flags. A missing flag matches all items.
    public var flags: [Item.Flag: Bool] = [:]
    /// Items due before this time.
    public var dueBefore: Timestamp?
    /// Items due at this time or later.
    public var dueAfter: Timestamp?
    /// Items due on one of these days.
    public var dueDays: DueDays?
    /// The item with this `uid`.
    public var uid: String?
    /// The item with this client-chosen CalDAV resource name.
    public var resourceName: String?
    /// A part of the text or the notes, ignoring case and diacritics; empty matches all.
    public var text = ""
    /// Items in this section. It is meant for one list: sections of several lists can have the same number.
    public var sectionID: Section.ID?
    /// Subtasks of this item; `.some(nil)` for items without a parent.
    public var parentID: Item.ID??
    /// Items of this assignee; `.some(nil)` for items without one.
    public var assigneeID: Person.ID??
    /// Items with all of these tags, ignoring case.
    public var tags: [String] = []
    /// Items without a due date, or overdue items.
    public var dueState: DueState?
    /// Items whose start is in the future, or items that have begun.
    public var start: StartState?
    /// Items that changed at this time or later. A change of the position counts.
    public var changedSince: Timestamp?

    /// Creates a filter that matches all items.
    public init() {}

    /// The conditions that are set.
    package var conditions: [ItemCondition] { parts.compactMap(\.self) }

    /// Adds the filter to the hash of a query.
    func add(to digest: inout FowlerNollVo) {
        for part in parts {
            if let part { part.add(to: &digest) } else { digest.add("") }
        }
    }

    /// The conditions in the order of the hash. `nil` is a missing condition for which the hash has an empty
    /// text.
    ///
    /// A new condition goes to the end, and only if it is set: the hashes of other queries stay the same, and
    /// the cursors of clients stay valid. A new flag changes every hash.
    private var parts: [ItemCondition?] {
        var parts = Item.Flag.allCases.map { flag in flags[flag].map { ItemCondition.flag(flag, $0) } }
        parts += [dueBefore.map(ItemCondition.dueBefore), dueAfter.map(ItemCondition.dueAfter)]
        if let dueDays { parts.append(.dueDays(dueDays)) }
        parts.append(text.isEmpty ? nil : .text(text))
        if let uid { parts.append(.uid(uid)) }
        if let resourceName { parts.append(.resourceName(resourceName)) }
        if let sectionID { parts.append(.section(sectionID)) }
        if let parentID { parts.append(.parent(parentID)) }
        if let assigneeID { parts.append(.assignee(assigneeID)) }
        parts += Set(tags.map(Tag.key)).sorted().map(ItemCondition.tag)
        if let dueState { parts.append(.dueState(dueState)) }
        if let start { parts.append(.start(start)) }
        if let changedSince { parts.append(.changedSince(changedSince)) }
        return parts
    }
}

/// A state of an item's due date.
public enum DueState: Hashable, Sendable {
    /// No due date.
    case undated
    /// Unchecked and past its due time at a moment. An all-day item is overdue when its day has ended in its
    /// time zone.
    case overdue(at: Timestamp)

    package func matches(_ item: Item) -> Bool {
        switch self {
        case .undated: item.dueDate == nil
        case .overdue(let moment):
            !item.checked && item.dueDate.map { $0 < moment } ?? false
                && DayOfItem(item)?.isOver(at: moment) ?? true
        }
    }
}

/// A state of an item's start at a moment.
public struct StartState: Hashable, Sendable {
    /// Whether the start is in the future. An item without a start has begun.
    public var isFuture: Bool
    /// The moment with which times are compared.
    public var moment: Timestamp
    /// The day with which days are compared.
    public var day: CivilDate

    /// Creates a state.
    public init(isFuture: Bool, at moment: Timestamp, on day: CivilDate) {
        self.isFuture = isFuture
        self.moment = moment
        self.day = day
    }

    package func matches(_ item: Item) -> Bool {
        let begins = item.startDate.map { $0 > moment } ?? item.startOn.map { $0 > day } ?? false
        return begins == isFuture
    }
}
