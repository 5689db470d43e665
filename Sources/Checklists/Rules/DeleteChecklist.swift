extension Store {
    /// Deletes a checklist with all its items.
    /// - Throws: `notFound`, `revisionMismatch`.
    public func deleteChecklist(_ id: Checklist.ID, ifMatch: Set<Revision>?) async throws {
        _ = try await write(DeleteChecklist(id: id), ifMatch: ifMatch, once: nil)
    }
}

package struct DeleteChecklist: Operation {
    let id: Checklist.ID

    package var needs: [Need] { [.checklist(id), .items(of: id), .preferences] }
    package var subject: Subject? { .checklist(id) }

    package func size(in transaction: inout some Transaction) -> Int {
        transaction.checklist(id)?.itemsCount ?? 0
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Void> {
        let checklist = try transaction.existingChecklist(id)
        var mutations = transaction.items(of: id).map { Mutation.item(before: $0, after: nil) }
        mutations.append(.checklist(before: checklist, after: nil))
        let preferences = transaction.preferences
        if preferences.selectedChecklistID == id {
            var after = preferences
            after.selectedChecklistID = nil
            after.revision = transaction.nextRevision
            mutations.append(.preferences(before: preferences, after: after))
        }
        return Decision(mutations, ())
    }
}
