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
