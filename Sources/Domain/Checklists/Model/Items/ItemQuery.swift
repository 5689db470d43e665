/// A query for items.
public struct ItemQuery: Hashable, Sendable {
    /// A property to sort by. The raw value is the name on the wire.
    public enum Property: String, CaseIterable, Hashable, Sendable {
        case position, text, dueDate, important, checked, createdAt, updatedAt

        /// The accessor of the property's values.
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

    /// The list to read; `nil` for all lists.
    public var checklistID: Checklist.ID?
    /// The conditions on the items.
    public var filter = ItemFilter()
    /// The sort keys. The identifier breaks ties. `false` comes before `true`.
    public var sort: [SortKey<Property>] = [SortKey(.position)]
    /// The page to read.
    public var page = PageRequest()

    /// Creates a query for all items of a list, or of all lists.
    public init(checklistID: Checklist.ID? = nil) {
        self.checklistID = checklistID
    }

    /// A hash of the query without its page, the same in every process. A cursor contains it.
    package var digest: UInt64 {
        var digest = FowlerNollVo()
        digest.add(sort)
        digest.add(checklistID.map { Int64($0.rawValue) })
        filter.add(to: &digest)
        return digest.value
    }
}

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
        return parts
    }
}

/// One condition of a filter.
///
/// Stores loop over the conditions of a filter. A new case compiles only with its match, its part of the
/// hash, its way of counting and, in `SQLStore`, its SQL.
package enum ItemCondition {
    case flag(Item.Flag, Bool)
    case dueBefore(Timestamp)
    case dueAfter(Timestamp)
    case dueDays(DueDays)
    case uid(String)
    case resourceName(String)
    case text(String)

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

    /// Adds the condition to the hash of a query.
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

    /// How `MemoryStore` counts the items that meet a condition.
    package enum Counting {
        /// By a tally of flags.
        case flag(Item.Flag, Bool)
        /// By the index of due dates. No item outside the first range meets the condition, and every item
        /// within `all` does.
        case dueDates(Range<Timestamp>, all: Range<Timestamp>?)
        /// By a scan of all items. It works for every condition, in linear time.
        case looking
    }

    /// How `MemoryStore` counts the matches of this condition.
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

/// A filter that is compiled for use on many items.
package struct ItemMatcher {
    /// All conditions except the text.
    package let conditions: [ItemCondition]
    /// The search in texts and notes; `nil` without a search text.
    package let pattern: SearchPattern?

    package init(_ filter: ItemFilter) {
        conditions = filter.conditions.filter { if case .text = $0 { false } else { true } }
        let pattern = SearchPattern(filter.text)
        self.pattern = pattern.needle.isEmpty ? nil : pattern
    }

    /// Whether the filter matches an item.
    package func matches(_ item: Item) -> Bool { matchesAllButText(item) && matchesText(item) }

    /// Whether an item meets all conditions except the text.
    package func matchesAllButText(_ item: Item) -> Bool { conditions.allSatisfy { $0.matches(item) } }

    /// Whether the text or notes of an item match.
    package func matchesText(_ item: Item) -> Bool { pattern?.matches(in: item) ?? true }
}

extension SearchPattern {
    fileprivate func matches(in item: Item) -> Bool { matches(item.text) || matches(item.notes) }
}

extension ItemMatcher {
    /// How `MemoryStore` counts the items that meet all conditions except the text.
    package struct Counting {
        /// The required flags.
        package var flags: [Item.Flag: Bool] = [:]
        /// No item outside these due dates meets the conditions; `nil` if none is about due dates.
        package var dueDates: Range<Timestamp>?
        /// Every item within these due dates meets the conditions about due dates; `nil` if that is unknown.
        package var allDueDates: Range<Timestamp>?
        /// Whether a condition needs a scan of all items.
        package var looks = false
    }

    /// How `MemoryStore` counts the matches of all conditions except the text.
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
