extension Store {
    /// Changes what the patch names. An item that goes to another list comes last there.
    /// - Throws: `notFound`, `revisionMismatch`, `invalid`, `conflict`.
    public func updateItem(
        _ id: Item.ID, _ patch: ItemPatch, ifMatch: Set<Revision>?
    ) async throws -> Item {
        try await write(UpdateItem(id: id, patch: patch), ifMatch: ifMatch, once: nil).value
    }
}

package struct UpdateItem: Operation {
    let id: Item.ID
    let patch: ItemPatch

    package var needs: [Need] {
        guard let target = patch.checklistID else { return [.item(id)] }
        return [.item(id), .checklist(target), .lastPosition(of: target)]
    }
    package var subject: Subject? { .item(id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Item> {
        let before = try transaction.existingItem(id)
        var after = try patch.validated().applied(to: before, at: transaction.now)
        var mutations: [Mutation] = []
        if let target = patch.checklistID, target != before.checklistID {
            _ = try transaction.targetChecklist(target)
            let gap = transaction.gapAtEnd(of: target)
            mutations += gap.mutations
            after.checklistID = target
            after.position = gap.position
        }
        after.reschedule(from: before, at: transaction.now)
        if after.isSame(as: before) { return .unchanged(before) }
        after = transaction.edited(after)
        mutations.append(.item(before: before, after: after))
        transaction.recount(before, after, in: &mutations)
        return Decision(mutations, after)
    }
}
