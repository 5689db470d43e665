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
    /// counts from an earlier start does not tell that: then it names its next times.
    mutating func series(ofEvent item: Item) {
        guard let rule = item.recurrenceRule else { return }
        let current = item.timing.occurrence ?? Occurrence(local: item.shown, index: 0)
        let series = item.timing.series
        if series.lead == 0 {
            let first = current.base ?? item.shown
            times("DTSTART", [first], item)
            return recurrence(rule, series, from: first, to: current, of: item)
        }
        times("DTSTART", [item.shown], item)
        let zone = item.clockZone
        times("RDATE", item.occurrences(limit: Self.eventDatesMax).map { $0.local(in: zone) }, item)
    }

    private mutating func recurrence(
        _ rule: RecurrenceRule, _ series: Series, from first: DayAndTime, to current: Occurrence,
        of item: Item
    ) {
        if rule != .once { property("RRULE", rule.text) }
        let ahead = series.ahead(of: current.local)
        // What comes before an added occurrence was done.
        let isAdded = current.base != nil
        let done = isAdded ? [first] + series.added.filter { $0 > first && $0 < current.local } : []
        times("EXDATE", (done + ahead.skipped).map(series.start), item)
        times("RDATE", ((isAdded ? [current.local] : []) + ahead.added).map(series.start), item)
    }

    /// Writes a component for each occurrence that is due at another time than the rule says.
    ///
    /// - Parameter name: The property with the time at which it is due.
    mutating func overrides(_ component: String, of item: Item, at name: String) {
        guard item.timing.hasSeries, let current = item.timing.occurrence else { return }
        let series = item.timing.series
        for occurrence in series.ahead(of: current.local).moved {
            self.component(component) { override in
                override.beginning(of: item)
                override.text("SUMMARY", item.text)
                override.times("RECURRENCE-ID", [series.start(of: occurrence.local)], item)
                override.times("DTSTART", [series.start(of: occurrence.due)], item)
                if name != "DTSTART" { override.times(name, [occurrence.due], item) }
            }
        }
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
