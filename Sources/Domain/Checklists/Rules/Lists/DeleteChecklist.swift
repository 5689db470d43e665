extension CallerSession {
    /// Deletes a checklist with all its items. An owner can restore it while it is in the trash.
    /// - Returns: The entry in the trash; `nil` if the store keeps no trash.
    /// - Throws: `notFound`, `revisionMismatch`.
    @discardableResult public func deleteChecklist(
        _ id: Checklist.ID, ifMatch: KnownState?
    ) async throws -> Tombstone.ID? {
        try await write(
            DeleteChecklist(id: id, keepsTrash: store.retention.keepsTrash), ifMatch: ifMatch,
            idempotencyKey: nil
        ).value
    }
}

package struct DeleteChecklist: BatchOperation {
    private(set) var id: Checklist.ID
    let keepsTrash: Bool

    package var access: Access { .list(id, .delete) }
    package var needs: [Need] { [.checklist(id), .items(of: id)] }
    package var subject: Subject? { .checklist(id) }

    package mutating func resolve(_ ids: TemporaryIDs) { ids.resolve(&id) }

    package func size(in transaction: inout some Transaction) -> Int {
        transaction.checklist(id)?.itemsCount ?? 0
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Tombstone.ID?> {
        let checklist = try transaction.existingChecklist(id)
        let items = Array(transaction.items(of: id))
        var mutations = items.map { Mutation.item(before: $0, after: nil) }
        mutations.append(.checklist(before: checklist, after: nil))
        for member in checklist.members {
            transaction.deselect(id, for: member.personID, in: &mutations)
        }
        let trash = keepsTrash ? Trash(checklist: checklist, items: items) : nil
        mutations.append(
            transaction.tombstone(of: id, from: checklist.members.map(\.personID), trash: trash))
        return Decision(mutations, keepsTrash ? transaction.tombstoneID : nil)
    }
}
