extension CallerSession {
    /// Deletes an item with its subtasks. A person can restore them while they are in the trash.
    ///
    /// - Returns: The entry in the trash; `nil` if there is none.
    /// - Throws: `notFound`, `revisionMismatch`.
    @discardableResult public func deleteItem(
        _ id: Item.ID, ifMatch: Set<Revision>?
    ) async throws -> Tombstone.ID? {
        try await write(
            DeleteItem(id: id, keepsTrash: store.retention.keepsTrash), ifMatch: ifMatch, idempotencyKey: nil
        ).value
    }
}

package struct DeleteItem: BatchOperation {
    private(set) var id: Item.ID
    let keepsTrash: Bool

    package var access: Access { .item(id, .changeItems) }
    package var needs: [Need] { [.item(id)] }
    package var subject: Subject? { .item(id) }

    package mutating func resolve(_ ids: TemporaryIDs) { ids.resolve(&id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Tombstone.ID?> {
        let item = try transaction.existingItem(id)
        var changes = ItemChanges(item, nil)
        var mutations = try changes.mutations(in: &transaction)
        mutations.append(
            transaction.tombstone(of: changes.deleted, from: item.checklistID, keepsTrash: keepsTrash))
        return Decision(mutations, keepsTrash ? transaction.tombstoneID : nil)
    }
}
