extension Store {
    /// Changes what the patch names.
    /// - Throws: `revisionMismatch`, `conflict`.
    public func updatePreferences(
        _ patch: PreferencesPatch, ifMatch: Set<Revision>?
    ) async throws -> Preferences {
        try await write(UpdatePreferences(patch: patch), ifMatch: ifMatch, once: nil).value
    }
}

package struct UpdatePreferences: Operation {
    let patch: PreferencesPatch

    package var needs: [Need] {
        guard let id = patch.selectedChecklistID ?? nil else { return [.preferences] }
        return [.checklist(id), .preferences]
    }
    package var subject: Subject? { .preferences }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Preferences> {
        if let id = patch.selectedChecklistID ?? nil, transaction.checklist(id) == nil {
            throw .conflict([Violation("/selectedChecklistId", "must be the id of a checklist, or null")])
        }
        let before = transaction.preferences
        var after = patch.applied(to: before)
        if after == before { return .unchanged(before) }
        after.revision = transaction.nextRevision
        return Decision([.preferences(before: before, after: after)], after)
    }
}
