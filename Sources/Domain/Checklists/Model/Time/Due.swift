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
    /// When it is due.
    public var due: Due? { timing.dueOn.map(Due.day) ?? dueDate.map(Due.moment) }

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

    /// The next due times of its series if a change made it due at another time, or by another rule.
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
            // The rule gives no day.
            return []
        }
        return changed.occurrences(limit: limit)
    }
}
