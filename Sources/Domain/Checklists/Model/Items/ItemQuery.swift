/// Which items to read.
public struct ItemQuery: Hashable, Sendable {
    /// What items are ordered by; the raw value is the name on the wire.
    public enum Property: String, CaseIterable, Hashable, Sendable {
        case position, text, dueDate, important, checked, createdAt, updatedAt

        /// The values that items have of it.
        @inlinable package var field: SortField<Item> {
            switch self {
            case .position: .number { $0.position }
            case .text: .text { $0.text }
            case .dueDate: .optionalMoment { $0.dueDate }
            case .important: .flag { $0.important }
            case .checked: .flag { $0.checked }
            case .createdAt: .moment { $0.createdAt }
            case .updatedAt: .moment { $0.updatedAt }
            }
        }
    }

    /// The list to read; `nil` reads all lists.
    public var checklistID: Checklist.ID?
    /// Which of its items.
    public var filter = ItemFilter()
    /// The order; ties end by identifier. `false` comes before `true`.
    public var sort: [SortKey<Property>] = [SortKey(.position)]
    /// Which part of the result.
    public var page = PageRequest()

    /// All items of a list, or of all lists.
    public init(checklistID: Checklist.ID? = nil) {
        self.checklistID = checklistID
    }

    /// What tells this query from others, whatever the page; the same in every run.
    package var digest: UInt64 {
        var digest = FowlerNollVo()
        digest.add(sort)
        digest.add(checklistID.map { Int64($0.rawValue) })
        filter.add(to: &digest)
        return digest.value
    }
}

/// What items must be like to be found; `nil` does not care.
public struct ItemFilter: Hashable, Sendable {
    /// Which flags are set or not; those that are missing do not matter.
    public var flags: [Item.Flag: Bool] = [:]
    /// Due before this moment.
    public var dueBefore: Timestamp?
    /// Due at this moment or later.
    public var dueAfter: Timestamp?
    /// Due on one of these days.
    public var dueDays: DueDays?
    /// Called so by a client.
    public var uid: String?
    /// Called so by a calendar program, which chose that name itself.
    public var resourceName: String?
    /// Part of the text or the notes, case and diacritics aside; empty finds all.
    public var text = ""

    /// Finds all.
    public init() {}

    /// The conditions that an item has to meet.
    package var conditions: [ItemCondition] { parts.compactMap(\.self) }

    /// Adds what tells this filter from others.
    func add(to digest: inout FowlerNollVo) {
        for part in parts {
            if let part { part.add(to: &digest) } else { digest.add("") }
        }
    }

    /// The conditions in the order of the digest. `nil` is a missing condition that the digest has an empty
    /// text for.
    ///
    /// A new condition goes to the end, and only if it is set: the digests of other queries stay the same,
    /// and the cursors of clients stay valid. A new flag changes every digest.
    private var parts: [ItemCondition?] {
        var parts = Item.Flag.allCases.map { flag in flags[flag].map { ItemCondition.flag(flag, $0) } }
        parts += [dueBefore.map(ItemCondition.dueBefore), dueAfter.map(ItemCondition.dueAfter)]
        if let dueDays { parts.append(.dueDays(dueDays)) }
        parts.append(text.isEmpty ? nil : .text(text))
        if let uid { parts.append(.uid(uid)) }
        if let resourceName { parts.append(.resourceName(resourceName)) }
        return parts
    }
}

/// One condition of a filter.
///
/// Stores loop over the conditions of a filter. A new case compiles only with its match, its part of the
/// digest, the way it is counted and, in `PostgresStore`, its SQL.
package enum ItemCondition {
    case flag(Item.Flag, Bool)
    case dueBefore(Timestamp)
    case dueAfter(Timestamp)
    case dueDays(DueDays)
    case uid(String)
    case resourceName(String)
    case text(String)

    /// Whether an item meets it.
    func matches(_ item: Item) -> Bool {
        switch self {
        case .flag(let flag, let value): item[flag] == value
        case .dueBefore(let moment): item.dueDate.map { $0 < moment } ?? false
        case .dueAfter(let moment): item.dueDate.map { $0 >= moment } ?? false
        case .dueDays(let days): days.contains(item)
        case .uid(let uid): item.uid?.isSame(as: uid) ?? false
        case .resourceName(let name): item.calendarObject?.name?.isSame(as: name) ?? false
        case .text(let text): SearchPattern(text).matches(in: item)
        }
    }

    /// Adds what tells it from others to the digest of a query.
    fileprivate func add(to digest: inout FowlerNollVo) {
        switch self {
        case .flag(_, let value): digest.add(value ? 1 : 0)
        case .dueBefore(let moment), .dueAfter(let moment): digest.add(moment.milliseconds)
        case .dueDays(let days):
            for bound in days.bounds { digest.add(bound) }
            for span in days.spans {
                digest.add(span.lowerBound.milliseconds)
                digest.add(span.upperBound.milliseconds)
            }
        case .uid(let text), .text(let text): digest.add(text)
        case .resourceName(let name):
            digest.add("resource")
            digest.add(name)
        }
    }

    /// How a store in memory counts the items that meet a condition.
    package enum Counting {
        /// By a tally of flags.
        case flag(Item.Flag, Bool)
        /// By the order of due dates: no item outside the first range meets it, every item within `all` does.
        case dueDates(Range<Timestamp>, all: Range<Timestamp>?)
        /// By looking at each item: right for every condition, in time that grows with the items.
        case looking
    }

    /// How the items that meet it are counted.
    package var counting: Counting {
        switch self {
        case .flag(let flag, let value): return .flag(flag, value)
        case .dueBefore(let moment):
            let span = Timestamp(milliseconds: .min)..<moment
            return .dueDates(span, all: span)
        case .dueAfter(let moment):
            let span = moment..<Timestamp(milliseconds: .max)
            return .dueDates(span, all: span)
        case .dueDays(let days): return .dueDates(days.outerSpan, all: days.innerSpan)
        case .uid, .resourceName, .text: return .looking
        }
    }
}

/// A filter made ready to be applied to many items.
package struct ItemMatcher {
    /// All conditions but the text.
    package let conditions: [ItemCondition]
    /// What texts or notes have to have; `nil` if any will do.
    package let pattern: SearchPattern?

    package init(_ filter: ItemFilter) {
        conditions = filter.conditions.filter { if case .text = $0 { false } else { true } }
        let pattern = SearchPattern(filter.text)
        self.pattern = pattern.needle.isEmpty ? nil : pattern
    }

    /// Whether the filter finds an item.
    package func matches(_ item: Item) -> Bool { matchesAllButText(item) && matchesText(item) }

    /// Whether the filter finds an item, if the text does not matter.
    package func matchesAllButText(_ item: Item) -> Bool { conditions.allSatisfy { $0.matches(item) } }

    /// Whether an item has the text of the filter.
    package func matchesText(_ item: Item) -> Bool { pattern?.matches(in: item) ?? true }
}

extension SearchPattern {
    fileprivate func matches(in item: Item) -> Bool { matches(item.text) || matches(item.notes) }
}

extension ItemMatcher {
    /// How a store in memory counts the items that meet all conditions but the text.
    package struct Counting {
        /// The flags that the conditions ask for.
        package var flags: [Item.Flag: Bool] = [:]
        /// No item outside these due dates meets the conditions; `nil` if none is about due dates.
        package var dueDates: Range<Timestamp>?
        /// Every item within these due dates meets the conditions about due dates; `nil` if that is unknown.
        package var allDueDates: Range<Timestamp>?
        /// Whether a condition needs a look at each item.
        package var looks = false
    }

    /// How the items are counted that meet all conditions but the text.
    package var counting: Counting {
        var counting = Counting()
        for condition in conditions {
            switch condition.counting {
            case .flag(let flag, let value): counting.flags[flag] = value
            case .dueDates(let span, let all):
                let isFirst = counting.dueDates == nil
                counting.dueDates = counting.dueDates?.clamped(to: span) ?? span
                counting.allDueDates = isFirst ? all : all.flatMap { counting.allDueDates?.clamped(to: $0) }
            case .looking: counting.looks = true
            }
        }
        return counting
    }
}
