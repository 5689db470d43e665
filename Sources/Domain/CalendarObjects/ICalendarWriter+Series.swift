import Checklists
import Dates
import ICalendar

// The series of an item in a component.

extension ICalendarWriter {
    /// The most RDATE values in an event of a feed.
    private static let eventDatesMax = 100

    /// Writes when a task starts and is due, and how it comes again.
    mutating func series(of item: Item) {
        guard let rule = item.recurrenceRule else { return }
        let current = item.timing.occurrence ?? Occurrence(local: item.shown, index: 0)
        let series = item.timing.series
        // The rule counts from the last rule occurrence, not from an RDATE.
        let first = current.base ?? item.shown
        times("DTSTART", [series.start(of: first)], item)
        times("DUE", [first], item)
        recurrence(rule, series, from: first, to: current, of: item)
    }

    /// Writes when an event happens, and how it comes again. An event is at the due time, and a rule that
    /// counts from an earlier start does not give that: then the event names its next times.
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
        // What comes before an added occurrence was done.
        let isAdded = current.base != nil
        let dates = (isAdded ? [current.local] : []) + ahead.added
        // Dates stand for the rule of one occurrence.
        if rule != .singleOccurrence || dates.isEmpty { property("RRULE", rule.text) }
        let done = isAdded ? [first] + series.added.filter { $0 > first && $0 < current.local } : []
        times("EXDATE", (done + ahead.skipped).map(series.start), item)
        times("RDATE", dates.map(series.start), item)
    }

    /// Writes which occurrence a task is, when it starts and when it is due.
    mutating func times(of occurrence: MovedOccurrence, _ item: Item) {
        times(ofEvent: occurrence, item)
        times("DUE", [occurrence.due], item)
    }

    /// Writes which occurrence an event is, and when it starts.
    mutating func times(ofEvent occurrence: MovedOccurrence, _ item: Item) {
        let series = item.timing.series
        times("RECURRENCE-ID", [series.start(of: occurrence.local)], item)
        times("DTSTART", [series.start(of: occurrence.due)], item)
    }

    /// Writes a property whose values are days, times on clocks, or moments, as those of the item are.
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
    /// The occurrences from the current one on that are due at another time than the rule says. Each is a
    /// component of its own (RFC 5545 §3.8.4.4), which replaces the occurrence whole.
    var movedOccurrences: [MovedOccurrence] {
        guard hasTiming, timing.hasSeries, let current = timing.occurrence else { return [] }
        return timing.series.trimmed(from: current.local).moved
    }

    /// What calendars and clocks are to show when it is due by the rule.
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
