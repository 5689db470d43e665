extension Store {
    /// Stores the series that were read from calendar objects, in one commit. An item that has changed since
    /// it was read stays unchanged.
    /// - Returns: The number of changed items.
    public func adoptSeries(_ readings: [SeriesReading]) async throws -> Int {
        try await write(AdoptSeries(readings: readings), as: nil, ifMatch: nil, idempotencyKey: nil).value
    }
}

/// A batch of a scan over all items: those whose calendar object has an unread series.
public struct UnreadSeries: Sendable {
    /// The items of the batch.
    public var items: [Item]
    /// The position of the next batch; `nil` at the end of the scan.
    public var next: Int?

    /// Creates a batch.
    public init(_ items: [Item], next: Int?) { (self.items, self.next) = (items, next) }
}

/// An item before and after the server read its calendar object.
public struct SeriesReading: Sendable {
    let before: Item
    let after: Item

    /// The identifier of the item.
    public var itemID: Item.ID { before.id }

    /// - Returns: `nil` if the reading changes nothing but `isSeriesRead`.
    public init?(from before: Item, to after: Item) {
        var timing = after.timing
        timing.isSeriesRead = before.timing.isSeriesRead
        if timing == before.timing, after.dueDate == before.dueDate, after.checked == before.checked,
            after.hasSameCalendarObject(as: before)
        {
            return nil
        }
        (self.before, self.after) = (before, after)
    }
}

package struct AdoptSeries: Operation {
    let readings: [SeriesReading]

    package var access: Access { .unrestricted }
    package var needs: [Need] { readings.map { .item($0.before.id) } }

    package func size(in transaction: inout some Transaction) -> Int { readings.count }

    package func decide(in transaction: inout some Transaction) throws(ChecklistsError) -> Decision<Int> {
        var mutations: [Mutation] = []
        var checkedCounts: [Checklist.ID: Int] = [:]
        for reading in readings {
            guard let before = transaction.item(reading.before.id),
                before.revision == reading.before.revision
            else { continue }
            var after = before
            after.takeSeries(of: reading.after, at: transaction.now)
            after.reschedule(from: before, at: transaction.now)
            // `updatedAt` stays unchanged, because no person edited the item.
            after.changedAt = transaction.now
            after.changedBy = nil
            after.revision = transaction.nextRevision
            mutations.append(.item(before: before, after: after))
            if after.checked, !before.checked { checkedCounts[after.checklistID, default: 0] += 1 }
        }
        let count = mutations.count
        for (list, checkedCount) in checkedCounts.sorted(by: { $0.key < $1.key }) {
            transaction.recount(list, items: 0, unchecked: -checkedCount, in: &mutations)
        }
        return Decision(mutations, count)
    }
}

extension Item {
    fileprivate mutating func takeSeries(of other: Item, at now: Timestamp) {
        timing = other.timing
        calendarObject = other.calendarObject
        if dueDate != other.dueDate { (dueDate, snoozedUntil) = (other.dueDate, nil) }
        guard other.checked, !checked else { return }
        (checked, checkedAt, snoozedUntil) = (true, other.checkedAt ?? now, nil)
    }

    /// Whether the calendar object may have an unread series. The check does not read its text.
    ///
    /// For a series without exceptions that an older version stored, this stays true: reading it changes
    /// nothing, so that nothing is written. Each scan and each `GET` of an app reads the object again.
    package var mayHaveUnreadSeries: Bool { hasCalendarObject && !(hasTiming && timing.isSeriesRead) }

    /// Whether the calendar object has an unread series.
    package var hasUnreadSeries: Bool {
        mayHaveUnreadSeries && (calendarObject?.hasRecurrence ?? false)
    }
}

extension CalendarObject {
    /// Whether a line begins with `RRULE` or `RDATE`, in upper or lower case.
    fileprivate var hasRecurrence: Bool {
        let bytes = text.utf8.span
        // This is faster than a search for line ends: few bytes are an R.
        for start in bytes.indices.dropFirst().dropLast(Self.nameBytes - 1)
        where bytes[start] & Self.capital == UInt8(ascii: "R") && bytes[start - 1] == UInt8(ascii: "\n") {
            let name = (start..<start + Self.nameBytes).map { bytes[$0] & Self.capital }
            if Self.recurrenceNames.contains(name) { return true }
        }
        return false
    }

    private static let recurrenceNames = ["RRULE", "RDATE"].map { Array($0.utf8) }
    private static let nameBytes = 5
    /// The mask that makes an ASCII letter upper-case.
    private static let capital: UInt8 = 0b1101_1111
}
