import Dates

/// A distance between two local times, such as that by which a series moves.
package struct ClockShift {
    private let old: DayAndTime
    private let new: DayAndTime
    private let isOnDays: Bool

    /// The distance between two local times.
    /// - Parameter isOnDays: Whether the result is due on days without a time.
    package init(from old: DayAndTime, to new: DayAndTime, isOnDays: Bool = false) {
        (self.old, self.new, self.isOnDays) = (old, new, isOnDays)
    }

    package static let zero = ClockShift(
        from: DayAndTime(day: .first, time: 0), to: DayAndTime(day: .first, time: 0))

    /// The distance in days.
    package var days: Int { old.day.distance(to: new.day) }

    /// The change in the time of day, in seconds.
    package var seconds: Int { (new.time - old.time) / 1_000 }

    /// The shift without the change in the time of day.
    package var inDays: ClockShift {
        ClockShift(from: old, to: DayAndTime(day: new.day, time: old.time))
    }

    /// Shifts a local time.
    package func callAsFunction(_ local: DayAndTime) -> DayAndTime {
        if isOnDays { return DayAndTime(day: local.day.advanced(by: days), time: 0) }
        return local.advanced(byMilliseconds: new.milliseconds - old.milliseconds)
    }

    /// The lead after the move. An occurrence still starts as many days before it is due, because the rule
    /// names the days of starts.
    func lead(_ lead: Int) -> Int {
        if lead == 0 { return 0 }
        let start = old.advanced(byMilliseconds: -lead)
        let days = start.day.distance(to: old.day)
        let wholeDays = days * DayAndTime.dayMilliseconds
        if isOnDays { return wholeDays }
        if new.advanced(byMilliseconds: -lead).day.distance(to: new.day) == days { return lead }
        // The start keeps its time, but is not later than the due time.
        let kept = wholeDays + new.time - start.time
        return lead > 0 ? max(0, kept) : kept
    }
}
