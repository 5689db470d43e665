extension Catalogue {
    /// Decides on new lists with their items, all of them in one change.
    ///
    /// Reminders that lie ahead are scheduled; what had fallen due elsewhere does not come again.
    /// - Throws: `invalid`, `idempotencyKeyReused`.
    public func importing(
        _ lists: [ImportedChecklist], once key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<ImportCount> {
        if let record = try once.record(of: key, at: now) {
            guard case .imported(let count) = record.result else { throw .idempotencyKeyReused }
            return .replay(count, of: record.revision)
        }
        let count = ImportCount(
            checklists: lists.count, items: lists.reduce(0) { $0 + $1.items.count })
        let record = record(key, .imported(count), at: now)
        if lists.isEmpty, record == nil { return .unchanged(count, asOf: .zero) }
        var mutations: [Mutation] = []
        mutations.reserveCapacity(count.checklists + count.items)
        var itemNumber = nextItemID.rawValue
        for (number, list) in lists.enumerated() {
            let checklist = try checklist(list, numbered: nextChecklistID.rawValue + number, at: now)
            mutations.append(.checklist(before: nil, after: checklist))
            for (index, imported) in list.items.enumerated() {
                let position = (index + 1) * Limits.positionGap
                let item = try item(imported, numbered: itemNumber, of: checklist.id, at: position, now)
                mutations.append(.item(before: nil, after: item))
                itemNumber += 1
            }
        }
        return change(mutations, count, once: record)
    }

    private func checklist(
        _ list: ImportedChecklist, numbered number: Int, at now: Timestamp
    ) throws(ChecklistsError) -> Checklist {
        let draft = try list.draft.validated()
        return Checklist(
            id: Checklist.ID(rawValue: number), name: draft.name, icon: draft.icon,
            itemsCount: list.items.count,
            uncheckedItemsCount: list.items.count { !$0.draft.checked }, createdAt: list.createdAt ?? now,
            updatedAt: list.updatedAt ?? list.createdAt ?? now, revision: nextRevision)
    }

    private func item(
        _ imported: ImportedItem, numbered number: Int, of checklist: Checklist.ID, at position: Int,
        _ now: Timestamp
    ) throws(ChecklistsError) -> Item {
        let draft = try imported.draft.validated()
        let isPutOff = draft.shouldRemind && !draft.checked
        var item = Item(
            id: Item.ID(rawValue: number), checklistID: checklist, text: draft.text, notes: draft.notes,
            checked: draft.checked, important: draft.important, dueDate: draft.dueDate,
            shouldRemind: draft.shouldRemind, snoozedUntil: isPutOff ? imported.snoozedUntil : nil,
            location: draft.location, position: position,
            checkedAt: draft.checked ? imported.checkedAt ?? now : nil, createdAt: imported.createdAt ?? now,
            updatedAt: imported.updatedAt ?? imported.createdAt ?? now, revision: nextRevision)
        item.reschedule(from: nil, at: now)
        return item
    }
}
