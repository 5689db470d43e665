public import Dates

/// A due time.
public enum Due: Hashable, Sendable {
    /// An all-day due date.
    case day(CivilDate)
    /// A moment.
    case moment(Timestamp)

    /// The local date and time in a zone; a day has time 0.
    package func local(in zone: LocalTime) -> DayAndTime {
        switch self {
        case .day(let day): DayAndTime(day: day, time: 0)
        case .moment(let moment): zone.dayAndTime(of: moment)
        }
    }

    /// The moment at which an alarm fires. For a day, the seconds count in local time. For a time, whole days
    /// are calendar days and the rest is exact.
    package func moment(secondsAfter seconds: Int, in zone: LocalTime) -> Timestamp {
        switch self {
        case .day(let day): zone.moment(of: DayAndTime(day: day, time: seconds * 1_000))
        case .moment(let moment): zone.moment(seconds, secondsAfter: moment)
        }
    }
}

extension RecurrenceRule {
    /// The first occurrences of the rule after a due time.
    public func occurrences(after due: Due, in zone: LocalTime, limit: Int) -> [Due] {
        let current = Occurrence(local: due.local(in: zone), index: 0)
        return following(current, of: Series(), in: zone).prefix(limit).map { next in
            if case .day = due { .day(next.local.day) } else { .moment(next.moment) }
        }
    }
}

extension Item {
    /// The due time.
    public var due: Due? { timing.dueOn.map(Due.day) ?? dueDate.map(Due.moment) }

    /// The start.
    package var beginning: Due? { startOn.map(Due.day) ?? startDate.map(Due.moment) }

    /// The start from which alarms count, as in the calendar object: the due time of a series minus its lead,
    /// and a day if the item is due on a day.
    package var alarmStart: Due? {
        let zone = timing.localTime ?? .utc
        if timing.recurrence?.from == .due, timing.series.lead > 0, let due {
            let start = due.local(in: zone).advanced(byMilliseconds: -timing.series.lead)
            return due.isDay ? .day(start.day) : .moment(zone.moment(of: start))
        }
        guard case .day = due, let startDate else { return beginning }
        return .day(zone.day(of: startDate))
    }

    /// The due times of the next occurrences, in the order of the series.
    public func occurrences(limit: Int) -> [Due] {
        guard hasTiming, let recurrence = timing.recurrence, let current = timing.occurrence else {
            return []
        }
        let timing = timing
        let zone = timing.localTime ?? .utc
        let rule = recurrence.rule(from: timing.series.start(of: current.local).day)
        return rule.following(current, of: timing.series, in: zone).prefix(limit).map { next in
            timing.dueOn == nil ? .moment(next.moment) : .day(next.local.day)
        }
    }

    /// The due times of the next occurrences after a change of the due time or the rule.
    public func occurrences(
        after due: Due, in zone: LocalTime, by rule: RecurrenceRule, limit: Int
    ) -> [Due] {
        guard hasTiming, let recurrence = timing.recurrence else {
            return rule.occurrences(after: due, in: zone, limit: limit)
        }
        var patch = ItemPatch()
        switch due {
        case .day(let day): patch.dueOn = day
        case .moment(let moment): patch.dueDate = moment
        }
        (patch.timeZone, patch.recurrence) = (zone.name, Recurrence(rule, from: recurrence.from))
        var changed = self
        do throws(ChecklistsError) {
            try TimingPatch(patch).apply(to: &changed)
        } catch {
            // The rule has no occurrence.
            return []
        }
        return changed.occurrences(limit: limit)
    }
}
