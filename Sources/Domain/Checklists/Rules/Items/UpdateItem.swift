extension CallerSession {
    /// Applies a patch to an item. An item that moves to another list goes to its end, unless the patch sets
    /// a position.
    /// - Throws: `notFound`, `revisionMismatch`, `invalid`, `conflict`.
    public func updateItem(
        _ id: Item.ID, _ patch: ItemPatch, ifMatch: Set<Revision>?
    ) async throws -> Item {
        try await store.write(
            UpdateItem(id: id, patch: patch, principal: principal), as: principal, ifMatch: ifMatch,
            idempotencyKey: nil
        ).value
    }
}

package struct UpdateItem: Operation {
    let id: Item.ID
    let patch: ItemPatch
    let principal: Principal

    package var access: Access { .item(id, patch.isOfCheckMark ? .checkItems : .changeItems) }
    package var needs: [Need] {
        guard let target = patch.checklistID else { return [.item(id)] }
        return [.item(id), .checklist(target), .lastPosition(of: target)]
    }
    package var subject: Subject? { .item(id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Item> {
        let before = try transaction.existingItem(id)
        var after = try transaction.apply(try patch.validated(), to: before)
        var mutations: [Mutation] = []
        if let target = patch.checklistID, target != before.checklistID {
            _ = try transaction.targetChecklist(target, of: principal)
            after.checklistID = target
            if patch.position == nil {
                let gap = transaction.gapAtEnd(of: target)
                mutations += gap.mutations
                after.position = gap.position
            }
        }
        try transaction.checkNames(of: after, from: before, by: patch)
        try transaction.checkAssignee(of: &after, from: before)
        after.reschedule(from: before, at: transaction.now)
        if after.isSame(as: before) { return .unchanged(before) }
        after = transaction.edited(after)
        mutations.append(.item(before: before, after: after))
        transaction.recount(before, after, in: &mutations)
        if after.checklistID != before.checklistID {
            mutations.append(
                transaction.tombstone(of: [before], from: before.checklistID, keepsTrash: false))
        }
        return Decision(mutations, after)
    }
}
