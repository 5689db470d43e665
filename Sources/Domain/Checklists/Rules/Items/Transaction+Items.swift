// The parts that the rules on items share.

extension Transaction {
    /// A new item: the patch of a valid draft, applied to a blank item.
    ///
    /// - Parameter place: The position, if the draft has none.
    /// - Returns: The item, and the sections of the list if it learns the section of a text.
    /// - Throws: `invalid` if the recurrence rule has no occurrence, or the item cannot be a subtask.
    mutating func newItem(
        _ draft: ItemDraft, on list: Checklist, at place: Int
    ) throws(ChecklistsError) -> (item: Item, sections: Sections?) {
        // `checked` is part of the blank item: by a patch, a recurring item would move to its next date.
        let blank = Item(
            id: Item.ID(rawValue: 0), uid: draft.uid, checklistID: list.id, text: "",
            checked: draft.isChecked, position: place,
            checkedAt: draft.isChecked ? min(draft.checkedAt ?? now, now) : nil, createdAt: now,
            updatedAt: now, changedBy: author, revision: nextRevision)
        var item = try apply(draft.patch, to: blank)
        var sections: Sections?
        if draft.patch.hasDetails || list.hasSections {
            try self.applyStructure(&item, from: nil, by: draft.patch, on: list)
            sections = assignSection(of: &item, by: draft.patch, on: list)
        }
        // Allocates the identifier after all checks: a failure would waste it.
        let id = allocate(Item.ID.self)
        item.change { $0.id = id }
        item.reschedule(from: nil, at: now)
        return (item, sections)
    }

    /// A copy of an item on another list. It has no `uid` and no assignee, is not snoozed, and starts its
    /// series over.
    mutating func copy(of original: Item, on checklist: Checklist.ID) -> Item {
        let (id, now, author, revision) = (allocate(Item.ID.self), now, author, nextRevision)
        var copy = original
        copy.change { copy in
            copy.id = id
            copy.checklistID = checklist
            (copy.uid, copy.assigneeID) = (nil, nil)
            (copy.snoozedUntil, copy.remindAt) = (nil, nil)
            (copy.createdAt, copy.updatedAt, copy.changedAt) = (now, now, now)
            copy.changedBy = author
            (copy.createdIn, copy.revision) = (revision, revision)
        }
        if copy.hasTiming { copy.timing = copy.timing.anew }
        if copy.hasCalendarObject { copy.calendarObject = copy.calendarObject?.unnamed }
        return copy
    }

    /// Applies a valid patch to an item. The author's time zone is the default if the patch needs one.
    /// - Throws: `invalid` if the patch conflicts with the other fields.
    mutating func apply(_ patch: ItemPatch, to item: Item) throws(ChecklistsError) -> Item {
        var timing = TimingPatch(patch)
        if timing.needsTimeZone(for: item.timing) || patch.reminds(onStartOf: item) {
            timing.timeZone = defaultTimeZone(on: checklist(item.checklistID))
        }
        return try patch.applied(to: item, timing, at: now)
    }

    /// The time zone of the author; for a guest or the server, that of the list's first member.
    mutating func defaultTimeZone(on list: Checklist?) -> String {
        let person = author?.personID ?? list?.members.first?.personID
        return person.flatMap { preferences(of: $0).timeZone } ?? LocalTime.utc.name
    }

    /// Checks that no other item on a list has one of these names.
    ///
    /// - Parameters:
    ///   - pointer: The JSON Pointer of the item.
    ///   - cause: The field that moves the item to the list, for the error; `nil` for the field of the name.
    /// - Throws: `conflict`.
    mutating func check(
        _ names: [Item.Name], within pointer: String = "", at cause: String? = nil
    ) throws(ChecklistsError) {
        for name in names {
            guard let id = itemID(of: name) else { continue }
            throw .conflict([
                Violation(cause ?? pointer + name.kind.pointer, .taken(by: id, on: name.checklistID))
            ])
        }
    }

    /// Checks that a patched item shares no name with another.
    /// - Throws: `conflict`.
    mutating func checkNames(
        of after: Item, from before: Item, by patch: ItemPatch
    ) throws(ChecklistsError) {
        guard after.checklistID != before.checklistID || patch.calendarObject != nil else { return }
        let known = before.names
        for name in after.names where !known.contains(name) {
            let isGiven = name.kind == .resource && patch.calendarObject != nil
            try check([name], at: isGiven ? nil : "/checklistId")
        }
    }

    /// The item with the time, author and revision of this change.
    func edited(_ item: Item) -> Item {
        var item = item
        item.change { item in
            item.updatedAt = now
            item.changedAt = now
            item.changedBy = author
            item.revision = nextRevision
        }
        return item
    }

    /// The item with the author and revision of a change of its position or of its subtasks. `updatedAt`
    /// stays.
    func moved(_ item: Item) -> Item {
        var item = item
        item.change { item in
            item.changedAt = now
            item.changedBy = author
            item.revision = nextRevision
        }
        return item
    }

    /// Gives an item the revision of this change, and leaves its calendar object the one that it has: other
    /// items have come or gone.
    func regrouped(_ item: Item) -> Item {
        var after = moved(item)
        (after.details.countedIn, after.details.contentRevision) = (after.revision, item.contentRevision)
        return after
    }

    /// Gives a list the time, author and revision of this change.
    func touch(_ checklist: inout Checklist) {
        checklist.changedAt = now
        checklist.changedBy = author
        checklist.revision = nextRevision
    }

    /// Checks a new assignee. An item that moves to another list loses an assignee who is no member there.
    /// - Throws: `invalid`.
    mutating func checkAssignee(of after: inout Item, from before: Item) throws(ChecklistsError) {
        guard let id = after.assigneeID else { return }
        guard after.assigneeID != before.assigneeID || after.checklistID != before.checklistID,
            let list = checklist(after.checklistID)
        else { return }
        if after.assigneeID == before.assigneeID {
            if list.member(id) == nil { after.assigneeID = nil }
        } else {
            try list.checkAssignee(id)
        }
    }

    /// Clears the list that a person opened last if they lose access to it.
    mutating func deselect(_ id: Checklist.ID, for person: Person.ID, in mutations: inout [Mutation]) {
        let preferences = preferences(of: person)
        guard preferences.selectedChecklistID == id else { return }
        var after = preferences
        after.selectedChecklistID = nil
        after.revision = nextRevision
        mutations.append(.preferences(before: preferences, after: after))
    }

    /// Adjusts the counts of lists when an item is created, changed, moved or deleted.
    mutating func recount(_ before: Item?, _ after: Item?, in mutations: inout [Mutation]) {
        let unchecked = { (item: Item) in item.checked ? 0 : 1 }
        if let before, let after, before.checklistID == after.checklistID {
            let more = unchecked(after) - unchecked(before)
            return recount(before.checklistID, items: 0, unchecked: more, in: &mutations)
        }
        if let before {
            recount(before.checklistID, items: -1, unchecked: -unchecked(before), in: &mutations)
        }
        if let after { recount(after.checklistID, items: 1, unchecked: unchecked(after), in: &mutations) }
    }

    /// Adds to the counts of a list.
    mutating func recount(_ id: Checklist.ID, items: Int, unchecked: Int, in mutations: inout [Mutation]) {
        guard items != 0 || unchecked != 0, let before = checklist(id) else { return }
        var after = before
        after.itemsCount += items
        after.uncheckedItemsCount += unchecked
        touch(&after)
        mutations.append(.checklist(before: before, after: after))
    }
}

extension Checklist {
    /// Checks that one change can touch all items of the list.
    /// - Throws: `conflict`.
    func checkChangesAtOnce() throws(ChecklistsError) {
        guard itemsCount > Limits.itemsChangedMax else { return }
        throw .conflict([
            Violation("", .checklistTooLarge(max: Limits.itemsChangedMax, count: itemsCount))
        ])
    }
}

extension Int {
    /// The nearest valid position.
    var asPosition: Int { Swift.min(Swift.max(self, -Limits.positionMax), Limits.positionMax) }
}

extension ItemDraft {
    /// The rows that adding the item to a list needs.
    func needs(on list: Checklist.ID) -> [Need] {
        names(on: list).map { .itemID(of: $0) } + patch.needsOfParent
    }
}

extension ItemPatch {
    /// Whether the patched item reminds on the day of its start, and has no time zone.
    fileprivate func reminds(onStartOf item: Item) -> Bool {
        guard hasDetails, case .some(.some) = details.startOn, (dueDate ?? item.dueDate) == nil,
            (timeZone ?? item.timing.timeZone) == nil
        else { return false }
        return shouldRemind ?? item.shouldRemind || !(alarms ?? item.timing.alarms).isEmpty
    }
}
