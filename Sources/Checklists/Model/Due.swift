public import Dates

/// When something is due.
public enum Due: Hashable, Sendable {
    /// On a day, without a time.
    case day(CivilDate)
    /// At a moment.
    case moment(Timestamp)

    /// What calendars and clocks show then.
    package func local(in zone: LocalTime) -> DayAndTime {
        switch self {
        case .day(let day): DayAndTime(day: day, time: 0)
        case .moment(let moment): zone.dayAndTime(of: moment)
        }
    }
}

extension RecurrenceRule {
    /// When something comes again that was due then, the first times.
    public func occurrences(after due: Due, in zone: LocalTime, limit: Int) -> [Due] {
        let current = Occurrence(local: due.local(in: zone), index: 0)
        return following(current, of: Series(), in: zone).prefix(limit).map { next in
            if case .day = due { .day(next.local.day) } else { .moment(next.moment) }
        }
    }
}

extension Item {
    /// The next due times of its series, in the order of the series.
    public func occurrences(limit: Int) -> [Due] {
        guard hasTiming, let recurrence = timing.recurrence, let current = timing.occurrence else {
            return []
        }
        let timing = timing
        let zone = timing.localTime ?? .utc
        return recurrence.rule.following(current, of: timing.series, in: zone).prefix(limit).map { next in
            timing.dueOn == nil ? .moment(next.moment) : .day(next.local.day)
        }
    }

    /// The next due times of its series if it were due at another time.
    ///
    /// - Parameter rule: By another rule than that of the item, exceptions do not count.
    public func occurrences(
        after due: Due, in zone: LocalTime, by rule: RecurrenceRule, limit: Int
    ) -> [Due] {
        guard hasTiming, timing.recurrence?.rule == rule, let current = timing.occurrence else {
            return rule.occurrences(after: due, in: zone, limit: limit)
        }
        let isOnDays = if case .day = due { true } else { false }
        let (series, moved) = timing.series.moving(
            current, to: due.local(in: zone), isOnDays: isOnDays, by: rule)
        return rule.following(moved, of: series, in: zone).prefix(limit).map { next in
            isOnDays ? .day(next.local.day) : .moment(next.moment)
        }
    }
}
