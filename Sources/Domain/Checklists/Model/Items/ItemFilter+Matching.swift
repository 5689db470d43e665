extension ItemFilter {
    /// Whether it asks for marks: checked, important or reminding.
    package var hasMarks: Bool { checked != nil || important != nil || shouldRemind != nil }

    /// Whether it asks for due dates.
    package var hasDueDates: Bool { dueBefore != nil || dueAfter != nil || dueDays != nil }
}

/// A filter made ready to be applied to many items.
package struct ItemMatcher {
    private let filter: ItemFilter
    /// What texts or notes have to have; `nil` if any will do.
    package let pattern: SearchPattern?

    package init(_ filter: ItemFilter) {
        self.filter = filter
        let pattern = SearchPattern(filter.text)
        self.pattern = pattern.needle.isEmpty ? nil : pattern
    }

    /// Whether the filter finds an item.
    package func matches(_ item: Item) -> Bool { matchesAllButText(item) && matchesText(item) }

    /// Whether the filter finds an item, if the text does not matter.
    package func matchesAllButText(_ item: Item) -> Bool {
        if let uid = filter.uid, !(item.uid?.isSame(as: uid) ?? false) { return false }
        if let name = filter.resourceName, !(item.calendarObject?.name?.isSame(as: name) ?? false) {
            return false
        }
        if let checked = filter.checked, item.checked != checked { return false }
        if let important = filter.important, item.important != important { return false }
        if let shouldRemind = filter.shouldRemind, item.shouldRemind != shouldRemind { return false }
        if let dueBefore = filter.dueBefore {
            guard let dueDate = item.dueDate, dueDate < dueBefore else { return false }
        }
        if let dueAfter = filter.dueAfter {
            guard let dueDate = item.dueDate, dueDate >= dueAfter else { return false }
        }
        return filter.dueDays?.contains(item) ?? true
    }

    /// Whether an item has the text of the filter.
    package func matchesText(_ item: Item) -> Bool {
        guard let pattern else { return true }
        return pattern.matches(item.text) || pattern.matches(item.notes)
    }
}
