extension CallerSession {
    /// Moves an item within its list.
    /// - Throws: `notFound`, `revisionMismatch`, `invalid`, `idempotencyKeyReused`.
    public func moveItem(
        _ id: Item.ID, to placement: ItemPlacement, ifMatch: KnownState?,
        idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Item> {
        try await write(
            MoveItem(id: id, placement: placement), ifMatch: ifMatch, idempotencyKey: key)
    }
}

package struct MoveItem: BatchOperation {
    private(set) var id: Item.ID
    private(set) var placement: ItemPlacement

    package var access: Access { .item(id, .changeItems) }
    package var needs: [Need] {
        switch placement {
        case .first, .last: [.item(id)]
        case .before(let other), .after(let other): [.item(id), .item(other)]
        }
    }
    package var subject: Subject? { .item(id) }

    package mutating func resolve(_ ids: TemporaryIDs) {
        ids.resolve(&id)
        ids.resolve(&placement)
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Item> {
        let before = try transaction.existingItem(id)
        guard let gap = try transaction.gap(for: before, at: placement) else { return .unchanged(before) }
        var after = transaction.edited(before)
        after.position = gap.position
        // Calendar apps sort by a property of the object, which can be missing.
        if after.hasCalendarObject {
            after.calendarObject = after.calendarObject?.placed(at: gap.position)
        }
        var changes = gap.moves
        changes.set(before, after)
        return Decision(try changes.mutations(in: &transaction), after)
    }
}
