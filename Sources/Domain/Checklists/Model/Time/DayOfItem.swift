import Dates

/// The day on which an all-day item is due, in its time zone.
package struct DayOfItem: Hashable, Sendable {
    /// The `dueDate` of the item: the beginning of the day by the zone's rules when the date was set.
    package let beginning: Timestamp
    private let day: CivilDate
    private let zone: String?

    /// The maximum length of a date, which a time zone change can repeat.
    package static let lengthMillisecondsMax: Int64 = 48 * 60 * 60 * 1_000

    /// The day of an item; `nil` for a timed one.
    package init?(_ item: Item) {
        guard !item.isTimed, let beginning = item.dueDate, let day = item.timing.dueOn else { return nil }
        self.beginning = beginning
        self.day = day
        zone = item.timing.timeZone
    }

    /// Days since 1970-01-01. Items in different zones share it.
    package var number: Int { day.daysSince1970 }

    /// The numbers of all days that have begun in some zone and not ended in all. No zone is two days from
    /// UTC.
    package static func numbers(at moment: Timestamp) -> ClosedRange<Int> {
        let today = LocalTime.utc.day(of: moment).daysSince1970
        return today - 2...today + 2
    }

    /// Whether the day has ended.
    package func isOver(at moment: Timestamp) -> Bool { Self.isOver(day, in: zone, at: moment) }

    /// Whether a day, as an ISO 8601 date, has ended in an IANA zone; `nil` for UTC.
    package static func isOver(_ day: String, in zone: String?, at moment: Timestamp) -> Bool {
        CivilDate(day).map { isOver($0, in: zone, at: moment) } ?? false
    }

    private static func isOver(_ day: CivilDate, in zone: String?, at moment: Timestamp) -> Bool {
        let zone = zone.flatMap(LocalTime.init(zone:)) ?? .utc
        return zone.beginning(of: day.advanced(by: 1)) <= moment
    }
}
