import Dates

extension Item {
    /// Whether the start is after the due time. A day is compared by the days of the item's time zone.
    var startsAfterDue: Bool {
        let details = details
        return due?.isBefore(details.startDate, details.startOn, in: timing.localTime ?? .utc) ?? false
    }

    /// Whether the start is in the years 1 to 9999.
    var startHasText: Bool {
        Violation.ofMoment(details.startDate, at: "").isEmpty
            && Violation.ofDay(details.startOn, at: "").isEmpty
    }

    /// Makes the start of a series its due time minus the lead, because the rule counts from the start.
    ///
    /// A rule that names days names those of due times until a calendar app sends a lead.
    /// - Parameter isOfStart: Whether a client set or cleared the start.
    mutating func settleLead(isOfStart: Bool) {
        guard hasTiming, let recurrence = timing.recurrence, recurrence.from == .due, let due else { return }
        let (zone, lead) = (timing.localTime ?? .utc, timing.series.lead)
        let local = due.local(in: zone)
        if !isOfStart, lead != 0 {
            let start = local.advanced(byMilliseconds: -lead)
            if startOn != nil { details.startOn = start.day }
            if startDate != nil, !due.isDay { details.startDate = zone.moment(of: start) }
            return
        }
        var new = 0
        if let start = beginning {
            let begin = start.local(in: zone)
            new =
                start.isDay || due.isDay
                ? begin.day.distance(to: local.day) * DayAndTime.dayMilliseconds
                : local.milliseconds - begin.milliseconds
        }
        guard new != lead, new >= 0, lead >= 0 else { return }
        if recurrence.rule.namesDays {
            if lead == 0 { return }
            let (old, start) = (local.advanced(byMilliseconds: -lead), local.advanced(byMilliseconds: -new))
            let days = old.day.distance(to: start.day)
            // The due days stay. Where no rule gives them from the new start, the old one comes back.
            guard let rule = recurrence.rule.moved(byDays: days) else { return settleLead(isOfStart: false) }
            timing.recurrence?.rule = rule
        }
        timing.series.lead = new
        timing.lastStep?.series?.lead = new
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

extension ItemDraft {
    /// The violation of a start after the due time. Without a time zone, days are compared in UTC.
    public var startViolations: [Violation] {
        let due = self.dueOn.map(Due.day) ?? self.dueDate.map(Due.moment)
        let zone = self.timeZone.flatMap(LocalTime.init(zone:)) ?? .utc
        let (startDate, startOn) = (patch.details.startDate ?? nil, patch.details.startOn ?? nil)
        guard let due, due.isBefore(startDate, startOn, in: zone) else { return [] }
        return [Violation(startOn == nil ? "/startDate" : "/startOn", .startAfterDue)]
    }
}

extension Due {
    /// Whether a start, as a moment or as a day, is after the due time.
    fileprivate func isBefore(_ startDate: Timestamp?, _ startOn: CivilDate?, in zone: LocalTime) -> Bool {
        if let startOn { return startOn > local(in: zone).day }
        guard let startDate else { return false }
        return switch self {
        case .day(let day): zone.day(of: startDate) > day
        case .moment(let moment): startDate > moment
        }
    }

    var isDay: Bool { if case .day = self { true } else { false } }
}
