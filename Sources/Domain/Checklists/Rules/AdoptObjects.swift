extension Store {
    /// Stores the readings of calendar objects in one commit. Skips items that have changed since they were
    /// read.
    /// - Returns: The number of changed items.
    public func adoptObjects(_ readings: [ObjectReading]) async throws -> Int {
        try await write(AdoptObjects(readings: readings), as: nil, ifMatch: nil, idempotencyKey: nil).value
    }
}

/// A batch of a scan over all items. It has the items whose calendar object has an unread series, or unread
/// tags, an unread parent or an unread start.
public struct UnreadObjects: Sendable {
    /// The items of the batch.
    public var items: [Item]
    /// The position of the next batch; `nil` at the end of the scan.
    public var next: Int?

    /// Creates a batch.
    public init(_ items: [Item], next: Int?) { (self.items, self.next) = (items, next) }
}

/// An item before and after the server read its calendar object.
public struct ObjectReading: Sendable {
    let before: Item
    let after: Item

    /// The identifier of the item.
    public var itemID: Item.ID { before.id }

    /// - Returns: `nil` if the reading changes nothing but `isSeriesRead`.
    public init?(from before: Item, to after: Item) {
        var timing = after.timing
        timing.isSeriesRead = before.timing.isSeriesRead
        if timing == before.timing, after.dueDate == before.dueDate, after.checked == before.checked,
            after.hasSameCalendarObject(as: before), after.details == before.details
        {
            return nil
        }
        (self.before, self.after) = (before, after)
    }
}

package struct AdoptObjects: Operation {
    let readings: [ObjectReading]

    package var access: Access { .unrestricted }
    package var needs: [Need] { readings.map { .item($0.before.id) } }

    package func size(in transaction: inout some Transaction) -> Int { readings.count }

    package func decide(in transaction: inout some Transaction) throws(ChecklistsError) -> Decision<Int> {
        var changes = ItemChanges()
        for reading in readings {
            guard let before = transaction.item(reading.before.id),
                before.revision == reading.before.revision
            else { continue }
            var after = before
            after.takeObject(of: reading.after, at: transaction.now)
            after.reschedule(from: before, at: transaction.now)
            // `updatedAt` stays unchanged, because no person edited the item.
            after.changedAt = transaction.now
            after.changedBy = nil
            after.revision = transaction.nextRevision
            changes.set(before, after)
        }
        let count = changes.count
        if count == 0 { return .unchanged(0) }
        let mutations = try changes.mutations(in: &transaction)
        return Decision(mutations, count)
    }
}

extension Item {
    fileprivate mutating func takeObject(of other: Item, at now: Timestamp) {
        timing = other.timing
        details = other.details
        calendarObject = other.calendarObject
        if dueDate != other.dueDate { (dueDate, snoozedUntil) = (other.dueDate, nil) }
        guard other.checked, !checked else { return }
        (checked, checkedAt, snoozedUntil) = (true, other.checkedAt ?? now, nil)
    }

    /// Whether the calendar object may have unread properties. The check does not read its text.
    package var mayHaveUnreadObject: Bool {
        hasCalendarObject && (mayHaveUnreadSeries || !details.differsFromObject)
    }

    /// Whether the calendar object has unread properties.
    ///
    /// For a series without exceptions that an older version stored, this stays true: reading it changes
    /// nothing, so that nothing is written. Each scan and each `GET` of an app reads the object again.
    package var hasUnreadObject: Bool {
        guard mayHaveUnreadObject, let object = calendarObject else { return false }
        if mayHaveUnreadSeries, object.hasLine("RRULE", "RDATE") { return true }
        let details = details
        guard !details.differsFromObject else { return false }
        return details.tags.isEmpty && object.hasLine("CATEGORIES")
            || details.parentUID == nil && object.hasLine("RELATED-TO")
            || details.startDate == nil && details.startOn == nil && object.hasLine("DTSTART")
    }

    private var mayHaveUnreadSeries: Bool { !(hasTiming && timing.isSeriesRead) }
}

extension CalendarObject {
    /// Whether a line of the task begins with one of the names, in upper or lower case. Time zones before the
    /// task do not count: they always have a `DTSTART`.
    fileprivate func hasLine(_ names: String...) -> Bool {
        let bytes = Array(text.utf8)
        let names = names.map { Array($0.utf8) }
        let task = Array("BEGIN:VTODO".utf8)
        var isInTask = false
        for start in bytes.indices.dropFirst() where bytes[start - 1] == UInt8(ascii: "\n") {
            func begins(_ name: [UInt8]) -> Bool {
                start + name.count <= bytes.count
                    && name.indices.allSatisfy { bytes[start + $0].inCapitals == name[$0] }
            }
            if isInTask, names.contains(where: begins) { return true }
            if !isInTask, begins(task) { isInTask = true }
        }
        return false
    }
}

extension UInt8 {
    fileprivate var inCapitals: UInt8 {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self ? self & 0b1101_1111 : self
    }
}
