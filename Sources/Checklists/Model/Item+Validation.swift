extension ItemDraft {
    /// What breaks the rules.
    public func violations() -> [Violation] {
        var violations = TextRule.text.violations(of: text, at: "/text")
        violations += TextRule.notes.violations(of: notes, at: "/notes")
        if let location { violations += location.partViolations() + location.wholeViolations() }
        if shouldRemind, dueDate == nil { violations.append(.reminderWithoutDate) }
        return violations
    }

    /// The draft as it is kept, with its texts trimmed.
    /// - Throws: `invalid`.
    public func validated() throws(ChecklistsError) -> ItemDraft {
        try violations().throwIfAny()
        var draft = self
        draft.text = TextRule.text.kept(text)
        draft.location = location?.trimmed
        return draft
    }
}

extension ItemPatch {
    /// What breaks the rules, as far as the patch alone tells.
    public func violations() -> [Violation] {
        var violations = text.map { TextRule.text.violations(of: $0, at: "/text") } ?? []
        if let notes { violations += TextRule.notes.violations(of: notes, at: "/notes") }
        if case .some(.some(let location)) = location { violations += location.named.partViolations() }
        return violations
    }

    /// The patch as it is kept, with its texts trimmed.
    /// - Throws: `invalid`.
    public func validated() throws(ChecklistsError) -> ItemPatch {
        try violations().throwIfAny()
        var patch = self
        patch.text = text.map(TextRule.text.kept)
        patch.location = location.map { $0?.trimmed }
        return patch
    }

    /// An item with what the patch names, but for its list, and what follows from that; `now` is for
    /// `checkedAt`.
    /// - Throws: `invalid` if what the patch names does not go together with the rest.
    func applied(to item: Item, at now: Timestamp) throws(ChecklistsError) -> Item {
        var item = item
        item.change { item in
            if let text { item.text = text }
            if let notes { item.notes = notes }
            if let important { item.important = important }
            if let assigneeID { item.assigneeID = assigneeID }
            if let dueDate, dueDate != item.dueDate {
                item.dueDate = dueDate
                item.snoozedUntil = nil
            }
            if let shouldRemind, shouldRemind != item.shouldRemind {
                item.shouldRemind = shouldRemind
                item.snoozedUntil = nil
            }
        }
        if let location { item.location = location?.applied(to: item.location) }
        if let checked { item.setChecked(checked, at: now) }
        var violations = item.location?.wholeViolations() ?? []
        if item.shouldRemind, item.dueDate == nil { violations.append(.reminderWithoutDate) }
        try violations.throwIfAny()
        return item
    }
}

extension Item {
    /// Sets or clears the check mark; a checked item was checked at some time and is put off no more.
    mutating func setChecked(_ checked: Bool, at now: Timestamp) {
        guard checked != self.checked else { return }
        change { item in
            item.checked = checked
            item.checkedAt = checked ? now : nil
            if checked { item.snoozedUntil = nil }
        }
    }
}

extension Violation {
    fileprivate static let reminderWithoutDate = Violation("/shouldRemind", "must be false without a dueDate")
}
