extension Requester {
    /// Deletes an item. For a while it can be restored.
    /// - Throws: `notFound`, `revisionMismatch`.
    public func deleteItem(_ id: Item.ID, ifMatch: Set<Revision>?) async throws {
        _ = try await store.write(
            DeleteItem(id: id, keepsTrash: store.retention.keepsTrash), as: principal, ifMatch: ifMatch,
            once: nil)
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
    ) throws(ChecklistsError) -> Decision<Void> {
        let item = try transaction.existingItem(id)
        var mutations = [Mutation.item(before: item, after: nil)]
        transaction.recount(item, nil, in: &mutations)
        mutations.append(transaction.removal(of: [item], from: item.checklistID, keepsTrash: keepsTrash))
        return Decision(mutations, ())
    }
}
