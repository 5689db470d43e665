package import Checklists
package import ICalendar

/// Reads the tasks of a file with many of them. It resolves each time zone once.
package struct TaskReader {
    private let clock: CalendarClock
    private let now: Timestamp

    /// A task as the server reads it.
    package struct Task {
        /// What an item can have.
        package let content: TaskContent
        /// The zone that was assumed for floating times.
        package let clockZone: String?
        /// `CREATED`.
        package let createdAt: Timestamp?
        /// `LAST-MODIFIED`.
        package let updatedAt: Timestamp?
        /// The number of reminders that the content lacks because of limits.
        package let droppedAlarmsCount: Int
    }

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - timeZones: The `VTIMEZONE` components of the file. Of those with one `TZID` the first counts.
    ///   - zone: The zone of floating times, and of times in an unknown zone.
    package init(_ timeZones: [ICalendarComponent], in zone: LocalTime, at now: Timestamp) {
        let calendar = ICalendarComponent("VCALENDAR", content: timeZones.map { .component($0) })
        clock = CalendarClock(of: calendar, in: zone, at: now)
        self.now = now
    }

    /// Whether the server knows the zone that an identifier means.
    package func knowsZone(_ identifier: String) -> Bool { clock.zone(of: identifier) != nil }

    /// Reads a `VTODO`.
    /// - Parameter overrides: The overrides of single occurrences.
    package func task(_ component: ICalendarComponent, _ overrides: [ICalendarComponent]) -> Task {
        let reading = TaskReading(component, overrides, by: clock, at: now)
        return Task(
            content: reading.content, clockZone: reading.clockZone,
            createdAt: reading.moment(of: "CREATED"), updatedAt: reading.moment(of: "LAST-MODIFIED"),
            droppedAlarmsCount: reading.droppedAlarmsCount)
    }

    /// Whether an alarm reminds at a place and not at a time.
    package static func isOfPlace(_ alarm: ICalendarComponent) -> Bool { alarm.isOfPlace }
}
