import Checklists
import Dates
import ICalendar

// The series of an item in a component.

extension ICalendarWriter {
    /// The maximum number of `RDATE` values in an event of a feed.
    private static let eventDatesMax = 100

    /// Writes the start, the due time and the recurrence of a task.
    mutating func series(of item: Item) {
        guard let rule = item.recurrenceRule else { return }
        let current = item.timing.occurrence ?? Occurrence(local: item.shown, index: 0)
        let series = item.timing.series
        // The rule counts from the last occurrence of the rule, not from an `RDATE`.
        let first = current.base ?? item.shown
        times("DTSTART", [series.start(of: first)], item)
        times("DUE", [first], item)
        recurrence(rule, series, from: first, to: current, of: item)
    }

    /// Writes the start and the recurrence of an event, which takes place at the due time.
    ///
    /// A rule that counts from an earlier start does not give due times. The event then lists its next times.
    mutating func series(ofEvent item: Item) {
        guard let rule = item.recurrenceRule else { return }
        let current = item.timing.occurrence ?? Occurrence(local: item.shown, index: 0)
        let series = item.timing.series
        if series.lead == 0 {
            let first = current.base ?? item.shown
            times("DTSTART", [first], item)
            return recurrence(rule, series, from: first, to: current, of: item)
        }
        times("DTSTART", [series.due(of: item.shown)], item)
        let zone = item.clockZone
        times("RDATE", item.occurrences(limit: Self.eventDatesMax).map { $0.local(in: zone) }, item)
    }

    private mutating func recurrence(
        _ rule: RecurrenceRule, _ series: Series, from first: DayAndTime, to current: Occurrence,
        of item: Item
    ) {
        let ahead = series.trimmed(from: current.local)
        // Occurrences before an added one are done.
        let isAdded = current.base != nil
        let dates = (isAdded ? [current.local] : []) + ahead.added
        // Dates replace the rule of a single occurrence.
        if rule != .singleOccurrence || dates.isEmpty { property("RRULE", rule.text) }
        let done = isAdded ? [first] + series.added.filter { $0 > first && $0 < current.local } : []
        times("EXDATE", (done + ahead.skipped).map(series.start), item)
        times("RDATE", dates.map(series.start), item)
    }

    /// Writes the identity, the start and the due time of a moved occurrence of a task.
    mutating func times(of occurrence: MovedOccurrence, _ item: Item) {
        times(ofEvent: occurrence, item)
        times("DUE", [occurrence.due], item)
    }

    /// Writes the identity and the start of a moved occurrence of an event.
    mutating func times(ofEvent occurrence: MovedOccurrence, _ item: Item) {
        let series = item.timing.series
        times("RECURRENCE-ID", [series.start(of: occurrence.local)], item)
        times("DTSTART", [series.start(of: occurrence.due)], item)
    }

    /// Writes a property with days, local times or moments, in the form of the item's times.
    mutating func times(_ name: String, _ locals: [DayAndTime], _ item: Item) {
        if locals.isEmpty { return }
        let timing = item.timing
        let zone = timing.zoneOfSeries
        let texts = locals.map { local -> String in
            if timing.dueOn != nil { return ICalendarTime.day(local.day).text }
            if zone != nil {
                return ICalendarTime.local(local.day, second: local.time / 1_000, zone: nil).text
            }
            let seconds = item.clockZone.moment(of: local).milliseconds
            return ICalendarTime.utc(secondsSince1970: Int(seconds.flooredSeconds)).text
        }
        let form = timing.dueOn != nil ? ";VALUE=DATE" : zone.map { ";TZID=\($0.name)" } ?? ""
        property(name + form, texts.joined(separator: ","))
    }
}

extension Item {
    /// The moved occurrences from the current one on. Each is a separate component, which replaces the whole
    /// occurrence (RFC 5545 §3.8.4.4).
    var movedOccurrences: [MovedOccurrence] {
        guard hasTiming, timing.hasSeries, let current = timing.occurrence else { return [] }
        return timing.series.trimmed(from: current.local).moved
    }

    /// The local time at which the item is due by the rule.
    fileprivate var shown: DayAndTime {
        let current = timing.occurrence
        if let current, timing.hasSeries { return current.local }
        return timing.dueOn.map { DayAndTime(day: $0, time: 0) }
            ?? dueDate.map { clockZone.dayAndTime(of: $0) } ?? current?.local
            ?? DayAndTime(day: .first, time: 0)
    }
}

extension Int64 {
    fileprivate var flooredSeconds: Int64 { (self - (self % 1_000 + 1_000) % 1_000) / 1_000 }
}
