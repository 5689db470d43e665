// What rules on items are made of.

extension Transaction {
    /// A new item made of a draft that is valid.
    mutating func newItem(_ draft: ItemDraft, on checklist: Checklist.ID, at position: Int) -> Item {
        var item = Item(
            id: allocateItemID(), uid: draft.uid, checklistID: checklist, text: draft.text,
            notes: draft.notes,
            checked: draft.checked, important: draft.important, dueDate: draft.dueDate,
            shouldRemind: draft.shouldRemind, location: draft.location, assigneeID: draft.assigneeID,
            position: position,
            checkedAt: draft.checked ? now : nil, createdAt: now, updatedAt: now, changedBy: author,
            revision: nextRevision)
        item.reschedule(from: nil, at: now)
        return item
    }

    /// Checks that nothing else on a list is called as an item is to be.
    /// - Throws: `conflict`.
    mutating func checkUID(
        _ uid: String?, on list: Checklist.ID, at pointer: String = "/uid"
    ) throws(ChecklistsError) {
        guard let uid, let id = itemID(of: Item.UID(uid, on: list)) else { return }
        throw .conflict([Violation(pointer, "is that of item \(id) on list \(list)")])
    }

    /// The item as an edit leaves it.
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

    /// Marks a list as changed by what is being decided.
    func touch(_ checklist: inout Checklist) {
        checklist.changedAt = now
        checklist.changedBy = author
        checklist.revision = nextRevision
    }

    /// Checks who is to do an item that has changed. Who is no member of the list that it goes to is not to
    /// do it any more.
    /// - Throws: `conflict`.
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

    /// Adds what becomes of a person's preferences when a list is not to be seen any more.
    mutating func deselect(_ id: Checklist.ID, for person: Person.ID, in mutations: inout [Mutation]) {
        let preferences = preferences(of: person)
        guard preferences.selectedChecklistID == id else { return }
        var after = preferences
        after.selectedChecklistID = nil
        after.revision = nextRevision
        mutations.append(.preferences(before: preferences, after: after))
    }

    /// Adds what becomes of the counts of lists when an item becomes another, appears or goes.
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

    /// Adds what becomes of the counts of a list when it gets so many more items, and unchecked ones among
    /// them.
    mutating func recount(_ id: Checklist.ID, items: Int, unchecked: Int, in mutations: inout [Mutation]) {
        guard items != 0 || unchecked != 0, let before = checklist(id) else { return }
        var after = before
        after.itemsCount += items
        after.uncheckedItemsCount += unchecked
        touch(&after)
        mutations.append(.checklist(before: before, after: after))
    }
}

extension Item {
    /// What it is called by, with its list.
    package var wholeUID: UID? { uid.map { UID($0, on: checklistID) } }
}

extension ItemDraft {
    /// What has to be known to add it to a list.
    func needs(on list: Checklist.ID) -> [Need] { uid.map { [.itemID(of: Item.UID($0, on: list))] } ?? [] }
}
