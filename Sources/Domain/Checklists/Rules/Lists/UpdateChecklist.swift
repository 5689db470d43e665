extension CallerSession {
    /// Applies a patch to a checklist.
    /// - Throws: `notFound`, `revisionMismatch`, `invalid`.
    public func updateChecklist(
        _ id: Checklist.ID, _ patch: ChecklistPatch, ifMatch: KnownState?
    ) async throws -> Checklist {
        try await write(
            UpdateChecklist(id: id, patch: patch), ifMatch: ifMatch, idempotencyKey: nil
        ).value
    }
}

package struct UpdateChecklist: BatchOperation {
    private(set) var id: Checklist.ID
    let patch: ChecklistPatch

    package var access: Access { .list(id, patch.isPersonal ? .look : .changeList) }
    package var needs: [Need] { [.checklist(id)] }
    package var subject: Subject? { .checklist(id) }

    package mutating func resolve(_ ids: TemporaryIDs) { ids.resolve(&id) }

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
        if patch.ofMember {
            let person = transaction.author?.personID
            guard let index = after.members.firstIndex(where: { $0.personID == person }) else {
                throw .notFound(.member)
            }
            if let properties = patch.calendarProperties {
                after.members[index].calendarProperties = properties
            }
            if let position = patch.position {
                after.members[index].preferences.position = position.asPosition
            }
        }
        if after.isSame(as: before) { return .unchanged(before) }
        if patch.isPersonal { transaction.touch(&after) } else { transaction.edit(&after) }
        return Decision([.checklist(before: before, after: after)], after)
    }
}

extension Transaction {
    /// Gives a list the time, author and revision of a change of its visible fields, such as its name or its
    /// sections.
    func edit(_ checklist: inout Checklist) {
        touch(&checklist)
        checklist.updatedAt = now
        checklist.updatedIn = nextRevision
    }
}
