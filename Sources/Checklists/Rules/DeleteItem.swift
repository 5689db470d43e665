extension Requester {
    /// Deletes an item. For a while it can be restored.
    /// - Returns: Its entry in the trash; `nil` where the store keeps no trash.
    /// - Throws: `notFound`, `revisionMismatch`.
    @discardableResult public func deleteItem(
        _ id: Item.ID, ifMatch: Set<Revision>?
    ) async throws -> Removal.ID? {
        try await store.write(
            DeleteItem(id: id, keepsTrash: store.retention.keepsTrash), as: principal, ifMatch: ifMatch,
            once: nil
        ).value
    }
}

package struct DeleteItem: Operation {
    let id: Item.ID
    let keepsTrash: Bool

    package var access: Access { .item(id, .changeItems) }
    package var needs: [Need] { [.item(id)] }
    package var subject: Subject? { .item(id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Removal.ID?> {
        let item = try transaction.existingItem(id)
        var mutations = [Mutation.item(before: item, after: nil)]
        transaction.recount(item, nil, in: &mutations)
        mutations.append(transaction.removal(of: [item], from: item.checklistID, keepsTrash: keepsTrash))
        return Decision(mutations, keepsTrash ? transaction.removalID : nil)
    }
}
