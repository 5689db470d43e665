extension Requester {
    /// Deletes an item. For a while it can be restored.
    ///
    /// - Parameter isRestorable: Whether it can be restored until the next cleaning where the store keeps no
    ///   trash.
    /// - Returns: Its entry in the trash; `nil` where there is none.
    /// - Throws: `notFound`, `revisionMismatch`.
    @discardableResult public func deleteItem(
        _ id: Item.ID, ifMatch: Set<Revision>?, isRestorable: Bool = false
    ) async throws -> Removal.ID? {
        let keepsTrash = isRestorable || store.retention.keepsTrash
        return try await store.write(
            DeleteItem(id: id, keepsTrash: keepsTrash), as: principal, ifMatch: ifMatch, once: nil
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
