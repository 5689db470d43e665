extension Requester {
    /// Puts an item's reminder off to a moment that lies ahead; the due date stays.
    /// - Throws: `notFound`, `revisionMismatch`, `conflict`, `idempotencyKeyReused`.
    public func snoozeItem(
        _ id: Item.ID, until moment: Timestamp, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Idempotent<Item> {
        try await store.write(SnoozeItem(id: id, until: moment), as: principal, ifMatch: ifMatch, once: key)
    }
}

package struct SnoozeItem: Operation {
    let id: Item.ID
    let until: Timestamp

    package var access: Access { .item(id, .changeItems) }
    package var needs: [Need] { [.item(id)] }
    package var subject: Subject? { .item(id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Item> {
        let before = try transaction.existingItem(id)
        guard until > transaction.now else { throw .conflict([Violation("/until", "must lie ahead")]) }
        guard before.shouldRemind, !before.checked else {
            throw .conflict([Violation("", "needs an unchecked item with shouldRemind")])
        }
        var after = before
        after.snoozedUntil = until
        after.reschedule(from: before, at: transaction.now)
        after = transaction.edited(after)
        return Decision([.item(before: before, after: after)], after)
    }
}
