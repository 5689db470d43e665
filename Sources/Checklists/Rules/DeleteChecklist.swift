extension Requester {
    /// Deletes a checklist with all its items.
    /// - Throws: `notFound`, `revisionMismatch`.
    public func deleteChecklist(_ id: Checklist.ID, ifMatch: Set<Revision>?) async throws {
        _ = try await store.write(DeleteChecklist(id: id), as: principal, ifMatch: ifMatch, once: nil)
    }
}

package struct DeleteChecklist: Operation {
    let id: Checklist.ID

    package var access: Access { .list(id, .delete) }
    package var needs: [Need] { [.checklist(id), .items(of: id)] }
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
        for member in checklist.members {
            transaction.deselect(id, for: member.personID, in: &mutations)
        }
        return Decision(mutations, ())
    }
}
