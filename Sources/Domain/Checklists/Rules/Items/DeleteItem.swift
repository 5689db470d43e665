extension CallerSession {
    /// Deletes an item with its subtasks. A person can restore them while they are in the trash.
    ///
    /// - Parameter keepsSubtasks: Whether its subtasks stay. They become subtasks of the parents that they
    ///   name, or have no parent.
    /// - Returns: The entry in the trash; `nil` if there is none.
    /// - Throws: `notFound`, `revisionMismatch`.
    @discardableResult public func deleteItem(
        _ id: Item.ID, ifMatch: KnownState?, keepsSubtasks: Bool = false
    ) async throws -> Tombstone.ID? {
        try await write(
            DeleteItem(id: id, keepsTrash: store.retention.keepsTrash, keepsSubtasks: keepsSubtasks),
            ifMatch: ifMatch, idempotencyKey: nil
        ).value
    }
}

package struct DeleteItem: BatchOperation {
    private(set) var id: Item.ID
    let keepsTrash: Bool
    var keepsSubtasks = false

    package var access: Access { .item(id, .changeItems) }
    package var needs: [Need] { [.item(id)] }
    package var subject: Subject? { .item(id) }

    package mutating func resolve(_ ids: TemporaryIDs) { ids.resolve(&id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Tombstone.ID?> {
        let item = try transaction.existingItem(id)
        var changes = ItemChanges(item, nil)
        changes.keepsSubtasks = keepsSubtasks && (item.hasSubtasks || item.isSubtask)
        var mutations = try changes.mutations(in: &transaction)
        mutations.append(
            transaction.tombstone(of: changes.deleted, from: item.checklistID, keepsTrash: keepsTrash))
        return Decision(mutations, keepsTrash ? transaction.tombstoneID : nil)
    }
}
