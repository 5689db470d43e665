extension CallerSession {
    /// Moves a recurring item to its next occurrence in the future without completing it.
    /// - Throws: `notFound`, `revisionMismatch`, `conflict`, `idempotencyKeyReused`.
    public func skipItem(
        _ id: Item.ID, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Item> {
        try await write(SkipItem(id: id), ifMatch: ifMatch, idempotencyKey: key)
    }
}

package struct SkipItem: BatchOperation {
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
        guard before.timing.recurrence != nil else {
            throw .conflict([Violation("/recurrence", .noRecurrence)])
        }
        var after = before
        guard !before.checked, after.moveOn(at: transaction.now, doneAt: nil) else {
            throw .conflict([Violation("/recurrence", .lastOccurrence)])
        }
        return try transaction.decision(rescheduling: before, to: after)
    }
}
