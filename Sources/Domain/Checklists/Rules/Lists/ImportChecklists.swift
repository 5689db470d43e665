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
        try await write(
            ImportChecklists(lists: lists, owner: person), ifMatch: nil, idempotencyKey: key)
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
        var items = ImportedItems()
        var mutations: [Mutation] = []
        mutations.reserveCapacity(count.checklists + count.items)
        for list in lists {
            let checklist = try checklist(list, in: &transaction)
            count.checklistIDs.append(checklist.id)
            mutations.append(.checklist(before: nil, after: checklist))
            try items.add(
                list, to: checklist, sections: checklist.sections.all.map(\.id), at: Limits.positionGap,
                in: &transaction)
        }
        return Decision(mutations + items.mutations, count)
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
}
