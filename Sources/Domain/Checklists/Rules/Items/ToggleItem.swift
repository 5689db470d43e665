extension CallerSession {
    /// Checks an unchecked item, or unchecks a checked one.
    /// - Throws: `notFound`, `revisionMismatch`, `conflict`, `idempotencyKeyReused`.
    public func toggleItem(
        _ id: Item.ID, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Item> {
        try await write(ToggleItem(id: id), ifMatch: ifMatch, idempotencyKey: key)
    }
}

package struct ToggleItem: BatchOperation {
    private(set) var id: Item.ID

    package var access: Access { .item(id, .checkItems) }
    package var needs: [Need] { [.item(id)] }
    package var subject: Subject? { .item(id) }

    package mutating func resolve(_ ids: TemporaryIDs) { ids.resolve(&id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Item> {
        let before = try transaction.existingItem(id)
        try before.checkIsFollowed()
        var after = before
        after.setChecked(!before.checked, at: transaction.now)
        return try transaction.decision(rescheduling: before, to: after)
    }
}

extension Transaction {
    /// The decision to edit an item: with its next reminder, and the changes that follow.
    mutating func decision(
        rescheduling before: Item, to changed: Item
    ) throws(ChecklistsError) -> Decision<Item> {
        var after = changed
        after.reschedule(from: before, at: now)
        after = edited(after)
        var changes = ItemChanges(before, after)
        let mutations = try changes.mutations(in: &self)
        return Decision(mutations, changes.current(after) ?? after)
    }
}
