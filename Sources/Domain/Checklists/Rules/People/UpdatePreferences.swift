extension CallerSession {
    /// Applies a patch to the preferences of the calling person.
    /// - Throws: `revisionMismatch`, `invalid`.
    public func updatePreferences(
        _ patch: PreferencesPatch, ifMatch: KnownState?
    ) async throws -> Preferences {
        try await write(
            UpdatePreferences(patch: patch, person: person), ifMatch: ifMatch,
            idempotencyKey: nil
        ).value
    }
}

package struct UpdatePreferences: Operation {
    let patch: PreferencesPatch
    let person: Person.ID

    package var access: Access { .unrestricted }
    package var needs: [Need] {
        guard let id = patch.selectedChecklistID ?? nil else { return [.preferences(of: person)] }
        return [.checklist(id), .preferences(of: person)]
    }
    package var subject: Subject? { .preferences(of: person) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Preferences> {
        if let id = patch.selectedChecklistID ?? nil, transaction.checklist(id)?.member(person) == nil {
            throw .invalid([Violation("/selectedChecklistId", .notAChecklist.orNull)])
        }
        if let zone = patch.timeZone ?? nil, LocalTime(zone: zone) == nil {
            throw .invalid([Violation("/timeZone", .notATimeZone.orNull)])
        }
        let before = transaction.preferences(of: person)
        var after = patch.applied(to: before)
        if after == before { return .unchanged(before) }
        after.revision = transaction.nextRevision
        return Decision([.preferences(before: before, after: after)], after)
    }
}
