extension Catalogue {
    /// Decides on a change of the preferences.
    /// - Throws: `revisionMismatch`, `conflict`.
    public func updatingPreferences(
        _ patch: PreferencesPatch, ifMatch: Set<Revision>?
    ) throws(ChecklistsError) -> Decision<Preferences> {
        if let ifMatch, !ifMatch.contains(preferences.revision) { throw .revisionMismatch }
        if case .some(.some(let id)) = patch.selectedChecklistID, checklistSlots[id] == nil {
            throw .conflict([Violation("/selectedChecklistId", "must be the id of a checklist, or null")])
        }
        var after = patch.applied(to: preferences)
        if after == preferences { return .unchanged(preferences, asOf: preferences.revision) }
        after.revision = nextRevision
        return change([.preferences(before: preferences, after: after)], after)
    }

    /// What becomes of the preferences when a list goes.
    func deselection(of id: Checklist.ID) -> [Mutation] {
        guard preferences.selectedChecklistID == id else { return [] }
        var after = preferences
        after.selectedChecklistID = nil
        after.revision = nextRevision
        return [.preferences(before: preferences, after: after)]
    }
}
