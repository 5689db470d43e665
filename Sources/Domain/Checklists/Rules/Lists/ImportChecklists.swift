extension CallerSession {
    /// Imports all lists or none. No read returns a part of them. An import can take long; reads continue
    /// meanwhile.
    ///
    /// The server schedules reminders in the future and drops past ones. It drops a snooze that has passed,
    /// so that the due date counts.
    /// - Throws: `invalid`, `idempotencyKeyReused`.
    public func importChecklists(
        _ lists: [ImportedChecklist], idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<ImportCount> {
        try await store.write(
            ImportChecklists(lists: lists, owner: person), as: principal, ifMatch: nil, idempotencyKey: key)
    }
}

package struct ImportChecklists: Operation {
    let lists: [ImportedChecklist]
    let owner: Person.ID

    private var count: ImportCount {
        ImportCount(checklists: lists.count, items: lists.reduce(0) { $0 + $1.items.count })
    }

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.newIDs(.checklist, count.checklists), .newIDs(.item, count.items)] }

    package func size(in transaction: inout some Transaction) -> Int {
        count.checklists + count.items
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<ImportCount> {
        var count = count
        var mutations: [Mutation] = []
        mutations.reserveCapacity(count.checklists + count.items)
        var uids: [String: String] = [:]
        for list in lists {
            let checklist = try checklist(list, in: &transaction)
            count.checklistIDs.append(checklist.id)
            mutations.append(.checklist(before: nil, after: checklist))
            let first = mutations.count
            for (index, imported) in list.items.enumerated() {
                let position = (index + 1) * Limits.positionGap
                var item = try item(imported, on: checklist, at: position, in: &transaction)
                if let object = item.calendarObject, object.text.contains("RELATED-TO") {
                    item.details.parentUID = object.parentUID
                }
                if let parent = imported.parent, parent < index {
                    mutations[first + parent].adopt(&item, knownUIDs: uids)
                }
                if let uid = imported.draft.calendarObject?.uid { uids[uid] = item.calendarUID }
                mutations.append(.item(before: nil, after: item))
            }
        }
        mutations.mapUIDs(by: uids)
        return Decision(mutations, count)
    }

    private func checklist(
        _ list: ImportedChecklist, in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Checklist {
        let draft = try list.draft.validated()
        try list.timeViolations.throwIfAny()
        let createdAt = list.createdAt ?? transaction.now
        var checklist = Checklist(
            id: transaction.allocate(Checklist.ID.self), name: draft.name, icon: draft.icon,
            itemsCount: list.items.count, uncheckedItemsCount: list.items.count { !$0.draft.isChecked },
            members: [Member(owner, .own)], createdAt: createdAt,
            updatedAt: list.updatedAt ?? createdAt, changedAt: transaction.now,
            changedBy: transaction.author, revision: transaction.nextRevision)
        checklist.sections.remember = list.remembersSections
        for name in list.sections { _ = checklist.sections.add(name, in: transaction.nextRevision) }
        checklist.resetRule = transaction.resetRule(draft.resetRule, of: nil)
        checklist.resetAt = checklist.resetRule?.next(after: transaction.now)
        return checklist
    }

    private func item(
        _ imported: ImportedItem, on checklist: Checklist, at position: Int,
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Item {
        var draft = try imported.draft.validated()
        try imported.timeViolations.throwIfAny()
        // These fields refer to the server that made the export.
        (draft.uid, draft.assigneeID, draft.position) = (nil, nil, nil)
        draft.calendarObject = draft.calendarObject?.unnamed
        draft.snoozedUntil = imported.snoozedUntil
        let now = transaction.now
        (draft.patch.details.parentID, draft.patch.details.sectionID) = (nil, nil)
        if let section = imported.section, checklist.sections.all.indices.contains(section) {
            draft.patch.details.sectionID = checklist.sections.all[section].id
        }
        var item = try transaction.newItem(draft, on: checklist, at: position).item
        item.change { item in
            if item.checked { item.checkedAt = imported.checkedAt ?? now }
            item.createdAt = imported.createdAt ?? now
            item.updatedAt = imported.updatedAt ?? item.createdAt
        }
        if draft.recurrence != nil, imported.completionsCount > 0 {
            item.timing.completionsCount = min(imported.completionsCount, Limits.completionsMax)
            item.timing.lastCompletedAt = imported.lastCompletedAt
        }
        return item
    }
}

extension Mutation {
    /// Makes an imported item a subtask of the item of this mutation, if the latter can have subtasks.
    ///
    /// - Parameter uids: The imported tasks that the calendar object of the item can name as its parent.
    fileprivate mutating func adopt(_ item: inout Item, knownUIDs uids: [String: String]) {
        guard case .item(let before, var parent?) = self, !parent.isSubtask,
            parent.details.subtasks.all < Limits.subtasksMax, item.timing.recurrence == nil
        else { return }
        item.details.attach(to: parent)
        if item.details.parentUID.flatMap({ uids[$0] }) == nil { item.details.parentUID = parent.calendarUID }
        parent.details.subtasks.all += 1
        if !item.checked { parent.details.subtasks.unchecked += 1 }
        self = .item(before: before, after: parent)
    }
}
