extension ItemFilter {
    /// Whether it asks for marks: checked, important or reminding.
    var hasMarks: Bool { checked != nil || important != nil || shouldRemind != nil }

    /// Whether it asks for due dates.
    var hasDueDates: Bool { dueBefore != nil || dueAfter != nil || dueWithin != nil }

    /// Whether all due dates between the first and the last that it finds are found.
    var hasOneSpan: Bool { dueWithin.map { $0.count == 1 } ?? true }
}

/// A filter made ready to be applied to many items.
struct ItemMatcher {
    private let filter: ItemFilter
    private let pattern: SearchPattern?

    init(_ filter: ItemFilter) {
        self.filter = filter
        pattern = filter.text.isEmpty ? nil : SearchPattern(filter.text)
    }

    /// Whether the filter finds an item.
    func matches(_ item: Item) -> Bool {
        if let checked = filter.checked, item.checked != checked { return false }
        if let important = filter.important, item.important != important { return false }
        if let shouldRemind = filter.shouldRemind, item.shouldRemind != shouldRemind { return false }
        if let dueBefore = filter.dueBefore {
            guard let dueDate = item.dueDate, dueDate < dueBefore else { return false }
        }
        if let dueAfter = filter.dueAfter {
            guard let dueDate = item.dueDate, dueDate > dueAfter else { return false }
        }
        if let dueWithin = filter.dueWithin {
            guard let dueDate = item.dueDate, dueWithin.contains(where: { $0.contains(dueDate) }) else {
                return false
            }
        }
        guard let pattern else { return true }
        return pattern.matches(item.text) || pattern.matches(item.notes)
    }
}
