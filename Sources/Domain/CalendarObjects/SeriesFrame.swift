import Checklists
import Dates

/// Start and due time of the first occurrence of a series, as local times. Converts between the starts and
/// the due times of occurrences.
struct SeriesFrame {
    /// The local start. It has the time of day of `due` if only one of `DTSTART` and `DUE` has a time.
    let start: DayAndTime
    let due: DayAndTime
    let startTime: ClockTime
    let dueTime: ClockTime

    /// How long an occurrence starts before its due time, in milliseconds.
    var lead: Int { due.milliseconds - start.milliseconds }

    /// - Returns: `nil` where the start and the due time are more than a hundred years apart.
    init?(_ start: ClockTime?, _ due: ClockTime) {
        (startTime, dueTime) = (start ?? due, due)
        self.due = due.digits
        // If only one of the two has a time, the start defines only a day.
        self.start =
            startTime.isDay == due.isDay
            ? startTime.digits : DayAndTime(day: startTime.day, time: due.digits.time)
        guard abs(self.start.day.distance(to: due.day)) <= RecurrenceRule.horizonDays else { return nil }
    }

    /// The due time, by the rule, of the occurrence that starts at a time.
    func due(ofStart time: ClockTime) -> DayAndTime {
        var local = time.digits(in: startTime)
        if startTime.isDay || time.isDay || dueTime.isDay {
            local = DayAndTime(day: local.day, time: start.time)
        }
        return local.advanced(byMilliseconds: lead)
    }

    /// A due time in the form of the series.
    func due(_ time: ClockTime) -> DayAndTime {
        let local = time.digits(in: dueTime)
        return time.isDay || dueTime.isDay ? DayAndTime(day: local.day, time: due.time) : local
    }

    /// The rule with its end in the zone and the form of the due time.
    func rule(endingAsDue rule: RecurrenceRule) -> RecurrenceRule {
        moved(rule, from: startTime, to: dueTime)
    }

    /// The rule with its end in the zone and the form of `DTSTART` (RFC 5545 §3.3.10).
    func rule(endingAsStart rule: RecurrenceRule) -> RecurrenceRule {
        moved(rule, from: dueTime, to: startTime)
    }

    private func moved(_ rule: RecurrenceRule, from old: ClockTime, to new: ClockTime) -> RecurrenceRule {
        guard case .moment(let milliseconds) = rule.end else {
            return rule.ending(asOf: new.isDay, in: new.zone)
        }
        if new.isDay || old.zone == new.zone { return rule.ending(asOf: new.isDay, in: old.zone) }
        let local = old.zone.dayAndTime(of: Timestamp(milliseconds: Int64(milliseconds)))
        return rule.ending(.moment(Int(new.zone.moment(of: local).milliseconds)))
    }
}
