public import Dates

/// When something is due.
public enum Due: Hashable, Sendable {
    /// On a day, without a time.
    case day(CivilDate)
    /// At a moment.
    case moment(Timestamp)

    /// What calendars and clocks show then.
    func local(in zone: LocalTime) -> DayAndTime {
        switch self {
        case .day(let day): DayAndTime(day: day, time: 0)
        case .moment(let moment): zone.dayAndTime(of: moment)
        }
    }
}

extension RecurrenceRule {
    /// When something comes again that was due then, the first times.
    public func occurrences(after due: Due, in zone: LocalTime, limit: Int) -> [Due] {
        let local = due.local(in: zone)
        return following(Occurrence(local: local, index: 0), in: zone).prefix(limit).map { next, moment in
            if case .day = due { .day(next.local.day) } else { .moment(moment) }
        }
    }

    /// Those of a series that follow one of them, each with the moment at which it is due.
    ///
    /// - Parameters:
    ///   - anchor: The day from which the rule is counted; `nil` for that of the one.
    ///   - start: The day before the first that matters, where they are not counted.
    func following(
        _ current: Occurrence, in zone: LocalTime, anchor: CivilDate? = nil, from start: CivilDate? = nil
    ) -> some Sequence<(Occurrence, Timestamp)> {
        var isCounted = false
        if case .count = end { isCounted = true }
        let days = days(after: anchor ?? current.local.day, from: isCounted ? nil : start)
        return occurrences(on: days, after: current, in: zone)
    }

    /// The occurrences on the days of a series.
    ///
    /// - Parameter days: Looked at only as far as the result is: a hundred years of them take long.
    func occurrences(
        on days: some Sequence<CivilDate>, after current: Occurrence, in zone: LocalTime
    ) -> some Sequence<(Occurrence, Timestamp)> {
        // Behind `enumerated`, whose result is not lazy whatever it is made of.
        days.enumerated().lazy.map { number, day in
            let local = DayAndTime(day: day, time: current.local.time)
            return (Occurrence(local: local, index: current.index + number + 1), zone.moment(of: local))
        }.prefix { occurrence, moment in isBeforeEnd(occurrence, moment) }
    }

    /// Whether a series has not ended before one of it.
    func isBeforeEnd(_ occurrence: Occurrence, _ moment: Timestamp) -> Bool {
        switch end {
        case .never: true
        case .count(let count): occurrence.index < count
        case .day(let last): occurrence.local.day <= last
        case .moment(let last): moment.milliseconds <= last
        }
    }
}
