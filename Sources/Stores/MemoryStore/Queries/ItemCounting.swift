import Checklists

/// How the store finds and counts the items that meet all conditions of a filter except the text.
struct ItemCounting {
    /// The required flags.
    private(set) var flags: [Item.Flag: Bool] = [:]
    /// Whether matches have a due date; `nil` if no condition requires either.
    private(set) var isDated: Bool?
    /// No item outside these due dates meets the conditions; `nil` if none is about due dates.
    private(set) var dueDates: Range<Timestamp>?
    /// Every item within these due dates meets the conditions about due dates; `nil` if that is unknown.
    private(set) var allDueDates: Range<Timestamp>?
    /// The moment at which matches are overdue.
    private(set) var overdueAt: Timestamp?
    /// Only items that changed at this moment or later meet the conditions.
    private(set) var changedSince: Timestamp?
    /// Only items with a start at this moment or later can start in the future.
    private(set) var startsFrom: Timestamp?
    /// The marks that every match has.
    private(set) var marks: [ItemMark] = []
    /// Conditions with a mark: only items with the mark can fail the condition.
    private(set) var exclusions: [(mark: ItemMark, condition: ItemCondition)] = []
    /// The item whose subtasks are searched.
    private(set) var parentID: Item.ID?
    /// Whether a condition needs a scan of all items.
    private(set) var needsScan = false

    init(_ conditions: [ItemCondition]) {
        for condition in conditions { add(condition) }
    }

    private mutating func add(_ condition: ItemCondition) {
        switch condition {
        case .flag(let flag, let value): flags[flag] = value
        case .dueBefore(let moment):
            let span = Timestamp(milliseconds: .min)..<moment
            addDueDates(span, all: span)
        case .dueAfter(let moment):
            let span = moment..<Timestamp(milliseconds: .max)
            addDueDates(span, all: span)
        case .dueDays(let days): addDueDates(days.outerSpan, all: days.innerSpan)
        case .dueState(.overdue(let moment)):
            overdueAt = moment
            addDueDates(Timestamp(milliseconds: .min)..<moment, all: nil)
        case .dueState(.undated): isDated = false
        case .changedSince(let moment): changedSince = moment
        case .section(let id): marks.append(.section(id))
        case .assignee(let id?): marks.append(.assignee(id))
        case .tag(let key): marks.append(.tag(key))
        case .start(let state) where state.isFuture:
            startsFrom = state.earliest
            marks.append(.start)
        case .parent(let id?): parentID = id
        case .assignee(nil): exclusions.append((.assigned, condition))
        case .parent(nil): exclusions.append((.subtask, condition))
        case .start: exclusions.append((.start, condition))
        case .uid, .resourceName, .text: needsScan = true
        }
    }

    private mutating func addDueDates(_ span: Range<Timestamp>, all: Range<Timestamp>?) {
        let isFirst = dueDates == nil
        dueDates = dueDates?.clamped(to: span) ?? span
        allDueDates = isFirst ? all : all.flatMap { allDueDates?.clamped(to: $0) }
    }
}

extension StartState {
    /// Items with an earlier start have begun.
    var earliest: Timestamp { min(moment, LocalTime.utc.beginning(of: day)) }

    /// Items with a later start have not begun.
    var latest: Timestamp { max(moment, LocalTime.utc.beginning(of: day)) }
}

extension ItemCondition {
    /// Whether every item with one of the marks meets the condition.
    func isMet(by marks: [ItemMark]) -> Bool {
        switch self {
        case .section(let id): marks.contains(.section(id))
        case .assignee(let id?): marks.contains(.assignee(id))
        case .tag(let key): marks.contains(.tag(key))
        case .flag(.important, true): marks.contains(.important)
        default: false
        }
    }

    /// Whether the condition is about due dates alone.
    var isOfDueDate: Bool {
        switch self {
        case .dueBefore, .dueAfter, .dueDays: true
        default: false
        }
    }
}
