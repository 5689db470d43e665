extension Requester {
    /// Notes which alarms of an item a calendar program has dismissed. Nothing else of its object changes.
    ///
    /// - Parameters:
    ///   - sent: What the program sent.
    ///   - generated: What it was given, where no program has sent an object of the item before.
    /// - Throws: `notFound`, `revisionMismatch`.
    public func acknowledgeAlarms(
        of id: Item.ID, in sent: CalendarObject, generated: CalendarObject, ifMatch: Set<Revision>?
    ) async throws -> Item {
        let operation = AcknowledgeAlarms(id: id, sent: sent, generated: generated)
        return try await store.write(operation, as: principal, ifMatch: ifMatch, once: nil).value
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
