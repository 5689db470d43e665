/// One condition of a filter.
///
/// Stores loop over the conditions of a filter. A new case compiles only with its match, its part of the
/// hash, its way of counting in `MemoryStore`, and its SQL in `SQLStore`.
package enum ItemCondition {
    case flag(Item.Flag, Bool)
    case dueBefore(Timestamp)
    case dueAfter(Timestamp)
    case dueDays(DueDays)
    case uid(String)
    case resourceName(String)
    case text(String)
    case section(Section.ID)
    case parent(Item.ID?)
    case assignee(Person.ID?)
    /// The key of a tag.
    case tag(String)
    case dueState(DueState)
    case start(StartState)
    case changedSince(Timestamp)

    package func matches(_ item: Item) -> Bool {
        switch self {
        case .flag(let flag, let value): item[flag] == value
        case .dueBefore(let moment): item.dueDate.map { $0 < moment } ?? false
        case .dueAfter(let moment): item.dueDate.map { $0 >= moment } ?? false
        case .dueDays(let days): days.contains(item)
        case .uid(let uid): item.uid?.isSame(as: uid) ?? false
        case .resourceName(let name): item.calendarObject?.name?.isSame(as: name) ?? false
        case .text(let text): SearchPattern(text).matches(in: item)
        case .section(let id): item.sectionID == id
        case .parent(let id): item.parentID == id
        case .assignee(let id): item.assigneeID == id
        case .tag(let key): item.hasDetails && item.tags.contains { Tag.key(of: $0) == key }
        case .dueState(let state): state.matches(item)
        case .start(let state): state.matches(item)
        case .changedSince(let moment): item.changedAt >= moment
        }
    }

    /// Adds the condition to the hash of a query. The hash leaves out the present moment, which differs from
    /// page to page.
    func add(to digest: inout FowlerNollVo) {
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
        case .section(let id): digest.add("section", Int64(id.rawValue))
        case .parent(let id): digest.add("parent", id.map { Int64($0.rawValue) })
        case .assignee(let id): digest.add("assignee", id.map { Int64($0.rawValue) })
        case .tag(let key):
            digest.add("tag")
            digest.add(key)
        case .dueState(.undated): digest.add("undated")
        case .dueState(.overdue): digest.add("overdue")
        case .start(let state): digest.add(state.isFuture ? "future" : "past")
        case .changedSince(let moment): digest.add("changed", moment.milliseconds)
        }
    }

    /// Whether the matches depend on the present moment, which is not part of the hash.
    package var dependsOnTime: Bool {
        switch self {
        case .dueState(.overdue), .start: true
        default: false
        }
    }
}

extension FowlerNollVo {
    fileprivate mutating func add(_ name: String, _ number: Int64?) {
        add(name)
        add(number)
    }
}

/// A filter prepared for matching many items.
package struct ItemMatcher {
    /// All conditions except the text.
    package private(set) var conditions: [ItemCondition]
    /// The search in texts, notes and tags; `nil` without a search text.
    package let pattern: SearchPattern?

    package init(_ filter: ItemFilter) {
        conditions = filter.conditions.filter { if case .text = $0 { false } else { true } }
        let pattern = SearchPattern(filter.text)
        self.pattern = pattern.needle.isEmpty ? nil : pattern
    }

    /// The same matcher without some conditions.
    package func without(_ isMet: (ItemCondition) -> Bool) -> ItemMatcher {
        var matcher = self
        matcher.conditions.removeAll(where: isMet)
        return matcher
    }

    /// Whether the filter matches an item.
    package func matches(_ item: Item) -> Bool { matchesAllButText(item) && matchesText(item) }

    /// Whether an item meets all conditions except the text.
    package func matchesAllButText(_ item: Item) -> Bool { conditions.allSatisfy { $0.matches(item) } }

    /// Whether the text, the notes or a tag of an item match.
    package func matchesText(_ item: Item) -> Bool { pattern?.matches(in: item) ?? true }
}

extension SearchPattern {
    fileprivate func matches(in item: Item) -> Bool {
        matches(item.text) || matches(item.notes) || item.hasDetails && item.tags.contains(where: matches)
    }
}

extension Item {
    /// Whether another state of the item has the same texts for a search.
    package func hasSameSearchText(as other: Item) -> Bool {
        text.isSame(as: other.text) && notes.isSame(as: other.notes) && tags == other.tags
    }
}
