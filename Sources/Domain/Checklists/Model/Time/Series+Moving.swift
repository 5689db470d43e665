import Dates

/// A series with the current occurrence of an item.
struct SeriesPosition {
    var series: Series
    var current: Occurrence

    /// The due time of the current occurrence.
    var due: DayAndTime { series.due(of: current.local) }

    /// The local time of the last occurrence of the rule up to the current one.
    var ofRule: DayAndTime { current.base ?? current.local }
}

extension SeriesPosition {
    /// Moves all occurrences by a distance.
    mutating func move(by shift: ClockShift) {
        series = series.shifted(by: shift)
        (current.local, current.base) = (shift(current.local), current.base.map { shift($0) })
        // On days, an added occurrence and the preceding one of the rule can coincide.
        if current.base == current.local {
            current = Occurrence(local: current.local, index: current.indexOfRule)
        }
    }

    /// Moves the current occurrence. The others keep their days, which the rule names, and get the new time
    /// of day.
    mutating func moveTimeOfDay(
        to due: DayAndTime, isOnDays: Bool, by rule: RecurrenceRule, in zone: LocalTime
    ) {
        let old = self.due
        let isOfRule = current.base == nil && old == current.local
        move(by: ClockShift(from: DayAndTime(day: due.day, time: old.time), to: due, isOnDays: isOnDays))
        // The walk skips occurrences between the old and the new time, except those that were moved after it.
        var isAnyPassed = false
        // Without moved occurrences, the walk would not change an occurrence of the rule.
        if due > current.local, !isOfRule || !series.moved.isEmpty {
            var following = rule.following(current, of: series, in: zone)
            isAnyPassed = following.pass(before: due)
            series = following.series
        }
        if isOfRule {
            // The rule counts its intervals from the new day.
            current.local = due
            return series.removeException(at: due)
        }
        let last = lastOfRule(through: due, by: rule, in: zone)
        if due < last.local || !isAnyPassed && last.local == current.local {
            return series.move(current.local, to: due)
        }
        series.removeException(at: current.local)
        series.removeException(at: due)
        current = Occurrence(local: due, after: last)
    }

    /// If the current occurrence is an added one, sets `base` to the last occurrence of the rule before it.
    mutating func rebase(by rule: RecurrenceRule, in zone: LocalTime) {
        if current.base == nil { return }
        let last = lastOfRule(through: current.local, by: rule, in: zone)
        current = Occurrence(local: current.local, after: last)
    }

    /// The last occurrence of the rule up to a time.
    private func lastOfRule(
        through due: DayAndTime, by rule: RecurrenceRule, in zone: LocalTime
    ) -> Occurrence {
        var last = Occurrence(local: current.base ?? current.local, index: current.indexOfRule)
        let days = rule.days(after: series.start(of: last.local).day)
        var ofRule = RuleOccurrences(rule, series.lead, on: days, after: last, in: zone)
        while let next = ofRule.next(), next.local <= due { last = next }
        return last
    }
}

extension Occurrence {
    /// The occurrence of the rule at a time, or one added there after an occurrence of the rule.
    fileprivate init(local: DayAndTime, after last: Occurrence) {
        self.init(local: local, index: last.index + 1, base: last.local)
        if last.local == local { self = last }
    }
}
