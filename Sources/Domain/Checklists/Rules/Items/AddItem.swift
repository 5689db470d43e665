extension CallerSession {
    /// Adds an item at its position, or at the end of a list.
    /// - Throws: `notFound`, `invalid`, `idempotencyKeyReused`.
    public func addItem(
        _ draft: ItemDraft, to checklist: Checklist.ID, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Item> {
        try await store.write(
            AddItem(draft: draft, checklistID: checklist), as: principal, ifMatch: nil, idempotencyKey: key)
    }
}

package struct AddItem: Operation {
    let draft: ItemDraft
    let checklistID: Checklist.ID

    package var access: Access { .list(checklistID, .changeItems) }
    package var needs: [Need] {
        [.checklist(checklistID), .lastPosition(of: checklistID), .newIDs(.item, 1)]
            + draft.needs(on: checklistID)
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Item> {
        let checklist = try transaction.existingChecklist(checklistID)
        let draft = try draft.validated()
        try checklist.checkAssignee(draft.assigneeID)
        try transaction.check(draft.names(on: checklistID))
        let gap = draft.position == nil ? transaction.gapAtEnd(of: checklistID) : PositionGap(position: 0)
        let (item, sections) = try transaction.newItem(draft, on: checklist, at: gap.position)
        var changes = gap.moves
        changes.set(nil, item)
        var mutations = try changes.mutations(in: &transaction)
        if let sections { mutations.set(sections, of: checklist) }
        return Decision(mutations, item)
    }
}
