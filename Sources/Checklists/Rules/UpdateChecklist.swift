extension Requester {
    /// Changes what the patch names.
    /// - Throws: `notFound`, `revisionMismatch`, `invalid`.
    public func updateChecklist(
        _ id: Checklist.ID, _ patch: ChecklistPatch, ifMatch: Set<Revision>?
    ) async throws -> Checklist {
        try await store.write(
            UpdateChecklist(id: id, patch: patch), as: principal, ifMatch: ifMatch, once: nil
        ).value
    }
}

package struct UpdateChecklist: Operation {
    let id: Checklist.ID
    let patch: ChecklistPatch

    package var access: Access { .list(id, .changeList) }
    package var needs: [Need] { [.checklist(id)] }
    package var subject: Subject? { .checklist(id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Checklist> {
        let before = try transaction.existingChecklist(id)
        var after = try patch.validated().applied(to: before)
        if let draft = patch.resetRule {
            after.resetRule = transaction.resetRule(draft, of: before)
            if after.resetRule != before.resetRule {
                after.resetAt = try after.resetRule?.firstReset(after: transaction.now)
            }
        }
        if after.isSame(as: before) { return .unchanged(before) }
        after.updatedAt = transaction.now
        after.updatedIn = transaction.nextRevision
        transaction.touch(&after)
        return Decision([.checklist(before: before, after: after)], after)
    }
}
