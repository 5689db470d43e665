import Dates

extension ItemDraft {
    /// What breaks the rules.
    public func violations() -> [Violation] {
        var violations = TextRule.text.violations(of: text, at: "/text")
        violations += TextRule.notes.violations(of: notes, at: "/notes")
        if let uid { violations += TextRule.violations(ofName: uid, at: "/uid") }
        if let location { violations += location.partViolations() + location.wholeViolations() }
        if let calendarObject { violations += calendarObject.violations() }
        violations += TimingPatch(self).violations()
        let times = timeViolations
        // The rule is not asked about times that no calendar here has.
        if !times.isEmpty { return violations + times }
        let isDue = dueDate != nil || dueOn != nil
        violations += Violation.ofTiming(isDue, shouldRemind, recurrence, alarms)
        let zone = timeZone.flatMap(LocalTime.init(zone:)) ?? .utc
        if let recurrence, let day = dueOn ?? dueDate.map({ zone.day(of: $0) }),
            !recurrence.rule.comesTrue(after: day)
        {
            violations.append(.untrueRule)
        }
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
        if let calendarObject { violations += calendarObject.violations() }
        return violations + TimingPatch(self).violations() + timeViolations
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

    /// An item with what the patch names, but for its list, and what follows from that.
    /// - Throws: `invalid` if what the patch names does not go together with the rest.
    func applied(to item: Item, at now: Timestamp) throws(ChecklistsError) -> Item {
        var item = item
        item.change { item in
            if let text { item.text = text }
            if let notes { item.notes = notes }
            if let important { item.important = important }
            if let assigneeID { item.assigneeID = assigneeID }
            if let shouldRemind, shouldRemind != item.shouldRemind {
                item.shouldRemind = shouldRemind
                item.snoozedUntil = nil
            }
        }
        if let position { item.position = position.asPosition }
        if let location { item.location = location?.applied(to: item.location) }
        if let calendarObject { item.calendarObject = calendarObject }
        try TimingPatch(self).apply(to: &item)
        if calendarObject != nil, item.timing.movedDays != 0 { item.timing.movedDays = 0 }
        if let checked {
            // An app that sends the object may end its own series.
            if checked, calendarObject == nil { try item.checkIsFollowed() }
            item.setChecked(checked, at: now, doneAt: checkedAt, isCompletion: !isCancelled)
        }
        if let snoozedUntil { item.putOff(until: snoozedUntil, at: now) }
        var violations = item.location?.wholeViolations() ?? []
        if item.shouldRemind || item.hasTiming {
            let timing = item.timing
            violations += Violation.ofTiming(
                item.dueDate != nil, item.shouldRemind, timing.recurrence, timing.alarms)
        }
        try violations.throwIfAny()
        return item
    }
}
