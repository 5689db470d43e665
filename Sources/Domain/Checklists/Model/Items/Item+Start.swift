import Dates

extension Item {
    /// Whether the start is after the due time. A day is compared by the days of the item's time zone.
    var startsAfterDue: Bool {
        let details = details
        guard let dueDate else { return false }
        let zone = timing.localTime ?? .utc
        let dueDay = timing.dueOn ?? zone.day(of: dueDate)
        if let day = details.startOn { return day > dueDay }
        guard let start = details.startDate else { return false }
        return timing.dueOn == nil ? start > dueDate : zone.day(of: start) > dueDay
    }

    /// Whether the start is in the years 1 to 9999.
    var startHasText: Bool {
        Violation.ofMoment(details.startDate, at: "").isEmpty
            && Violation.ofDay(details.startOn, at: "").isEmpty
    }

    /// Removes the start.
    mutating func clearStart() { (details.startDate, details.startOn) = (nil, nil) }

    /// Moves the start as far as the due time has moved, in local time. If one of the due times is a day, the
    /// start keeps its time of day.
    mutating func moveStart(from old: Due?) {
        guard hasDetails, let old, let due, due != old else { return }
        let zone = timing.localTime ?? .utc
        var shift = ClockShift(from: old.local(in: zone), to: due.local(in: zone))
        if old.isDay || due.isDay { shift = shift.inDays }
        if let day = details.startOn {
            details.startOn = day.advanced(by: shift.days)
        } else if let start = details.startDate {
            details.startDate = zone.moment(of: shift(zone.dayAndTime(of: start)))
        }
        if !startHasText { clearStart() }
    }
}

extension Due {
    fileprivate var isDay: Bool { if case .day = self { true } else { false } }
}
