extension CallerSession {
    /// Snoozes an item's reminder until a time in the future. The due date stays unchanged.
    /// - Throws: `notFound`, `revisionMismatch`, `conflict`, `idempotencyKeyReused`.
    public func snoozeItem(
        _ id: Item.ID, until moment: Timestamp, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Item> {
        try await write(
            SnoozeItem(id: id, until: moment), ifMatch: ifMatch, idempotencyKey: key)
    }

    /// Cancels the snooze. The remaining alarms fire at their original times.
    /// - Throws: `notFound`, `revisionMismatch`.
    public func unsnoozeItem(_ id: Item.ID, ifMatch: KnownState?) async throws {
        _ = try await write(
            SnoozeItem(id: id, until: nil), ifMatch: ifMatch, idempotencyKey: nil)
    }
}

package struct SnoozeItem: BatchOperation {
    private(set) var id: Item.ID
    /// The end of the snooze; `nil` cancels it.
    let until: Timestamp?

    package var access: Access { .item(id, .checkItems) }
    package var needs: [Need] { [.item(id)] }
    package var subject: Subject? { .item(id) }

    package mutating func resolve(_ ids: TemporaryIDs) { ids.resolve(&id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Item> {
        let before = try transaction.existingItem(id)
        try Violation.ofMoment(until, at: "/until").throwIfAny()
        if let until {
            guard until > transaction.now else { throw .conflict([Violation("/until", .inThePast)]) }
            guard before.reminds, !before.checked else {
                throw .conflict([Violation("", .noReminder)])
            }
        } else if before.snoozedUntil == nil {
            return .unchanged(before)
        }
        var after = before
        after.snoozedUntil = until
        after.reschedule(from: before, at: transaction.now)
        after = transaction.edited(after)
        return Decision([.item(before: before, after: after)], after)
    }
}
