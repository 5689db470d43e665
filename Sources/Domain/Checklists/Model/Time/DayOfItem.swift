import Dates

/// The day on which an all-day item is due, in its time zone.
package struct DayOfItem: Hashable, Sendable {
    /// The due date of the item: the moment at which the day began by the rules of the zone when it was set.
    package let beginning: Timestamp
    private let day: CivilDate
    private let zone: String?

    /// The day of an item; `nil` for a timed one.
    package init?(_ item: Item) {
        guard !item.isTimed, let beginning = item.dueDate, let day = item.timing.dueOn else { return nil }
        self.beginning = beginning
        self.day = day
        zone = item.timing.timeZone
    }

    /// The day as a number, the same for days of the same date.
    package var number: Int { day.daysSince1970 }

    /// The numbers of all days that have begun somewhere at a moment and are not over everywhere. No zone is
    /// two days from UTC.
    package static func numbers(at moment: Timestamp) -> ClosedRange<Int> {
        let today = LocalTime.utc.day(of: moment).daysSince1970
        return today - 2...today + 2
    }

    /// Whether the day is over.
    package func isOver(at moment: Timestamp) -> Bool { Self.isOver(day, in: zone, at: moment) }

    /// Whether a day is over in a zone, both by their texts.
    package static func isOver(_ day: String, in zone: String?, at moment: Timestamp) -> Bool {
        CivilDate(day).map { isOver($0, in: zone, at: moment) } ?? false
    }

    private static func isOver(_ day: CivilDate, in zone: String?, at moment: Timestamp) -> Bool {
        let zone = zone.flatMap(LocalTime.init(zone:)) ?? .utc
        return zone.beginning(of: day.advanced(by: 1)) <= moment
    }
}
