extension Store {
    /// Makes a checklist.
    /// - Throws: `invalid`, `idempotencyKeyReused`.
    public func addChecklist(
        _ draft: ChecklistDraft, once key: IdempotencyKey?
    ) async throws -> Idempotent<Checklist> {
        try await write(AddChecklist(draft: draft), ifMatch: nil, once: key)
    }
}

package struct AddChecklist: Operation {
    let draft: ChecklistDraft

    package var needs: [Need] { [.checklistIDs(1)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Checklist> {
        let draft = try draft.validated()
        let checklist = Checklist(
            id: transaction.allocateChecklistID(), name: draft.name, icon: draft.icon,
            createdAt: transaction.now, updatedAt: transaction.now, revision: transaction.nextRevision)
        return Decision([.checklist(before: nil, after: checklist)], checklist)
    }
}
