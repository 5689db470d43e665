extension CallerSession {
    /// Records the alarms of an item that a calendar app has dismissed. Nothing else of its object changes.
    ///
    /// - Parameters:
    ///   - sent: The object that the app sent.
    ///   - generated: The object that the server generated for the item, used if no app has sent one.
    /// - Throws: `notFound`, `revisionMismatch`.
    public func acknowledgeAlarms(
        of id: Item.ID, in sent: CalendarObject, generated: CalendarObject, ifMatch: KnownState?
    ) async throws -> Item {
        let operation = AcknowledgeAlarms(id: id, sent: sent, generated: generated)
        return try await write(operation, ifMatch: ifMatch, idempotencyKey: nil).value
    }
}

package struct AcknowledgeAlarms: Operation {
    let id: Item.ID
    let sent: CalendarObject
    let generated: CalendarObject

    package var access: Access { .item(id, .checkItems) }
    package var needs: [Need] { [.item(id)] }
    package var subject: Subject? { .item(id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Item> {
        let before = try transaction.existingItem(id)
        let object = before.calendarObject ?? generated
        let acknowledged = object.acknowledged(as: sent)
        if acknowledged == object { return .unchanged(before) }
        var after = transaction.edited(before)
        after.calendarObject = acknowledged
        return Decision([.item(before: before, after: after)], after)
    }
}
