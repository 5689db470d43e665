import Checklists
import Dates
import ICalendar

/// The recurrence set that a task and its overrides say (RFC 5545 §3.8.5), as the service follows it.
struct TaskSeries {
    /// The rule, which counts from `DTSTART`. Its end is told as the due time is.
    let rule: RecurrenceRule
    /// The distance from `DTSTART` to the due time, and all exceptions from `DTSTART` on.
    let exceptions: Series
    /// The due time by the rule of the occurrence that starts at `DTSTART`.
    let first: DayAndTime
    /// The occurrences that an override says are done.
    let completed: [DayAndTime]
    /// Where clocks tell the due times.
    let zone: LocalTime
    /// The first occurrence that is left; the last one where none is.
    let current: Occurrence
    /// Whether the exceptions leave out every occurrence.
    let isOver: Bool

    init(
        _ rule: RecurrenceRule, _ exceptions: Series, first: DayAndTime, completed: [DayAndTime],
        in zone: LocalTime
    ) {
        (self.rule, self.exceptions, self.first) = (rule, exceptions, first)
        (self.completed, self.zone) = (completed, zone)
        let start = Occurrence(local: first, index: 0)
        let due = exceptions.due(of: first)
        var left = exceptions.skips(first) ? nil : start
        if left == nil || due > first {
            let next = rule.following(start, of: exceptions, in: zone).first { _ in true }
            // The first one may be due after others.
            if left == nil || next.map({ $0.local < due }) ?? false { left = next?.occurrence }
        }
        isOver = left == nil
        current = left ?? Self.last(rule, exceptions, from: start, in: zone)
    }

    /// The last occurrence of a series of which all are left out.
    private static func last(
        _ rule: RecurrenceRule, _ exceptions: Series, from start: Occurrence, in zone: LocalTime
    ) -> Occurrence {
        let all = Series(lead: exceptions.lead, added: Set(exceptions.added))
        return rule.following(start, of: all, in: zone).prefix(Limits.seriesExceptionsMax)
            .reduce(start) { $1.occurrence }
    }

    /// Adds what the series says to the content of a task.
    func tell(_ content: inout TaskContent, isOnDays: Bool) {
        let due = exceptions.due(of: current.local)
        content.due = isOnDays ? .day(due.day) : .moment(zone.moment(of: due))
        content.recurrence = rule.counting(from: current.indexOfRule)
        if !isOnDays { content.timeZone = zone.name }
        content.series = exceptions.passing(current).ahead(of: current.local)
        content.occurrence = content.series.place(of: current)
        if isOver { content.checked = true }
    }

    /// Whether an override says that the occurrence was done at which an item is, or a later one that lies
    /// behind.
    ///
    /// - Parameter known: The occurrences that are known to be done.
    func completes(
        _ item: TaskContent, at now: Timestamp, besides known: () -> [DayAndTime]
    ) -> Bool {
        guard let rule = item.recurrence, rule.ending(.never) == self.rule.ending(.never),
            item.series.lead == exceptions.lead, let local = item.local(in: zone)
        else { return false }
        let done = completed.filter { $0 == local || $0 > local && zone.moment(of: $0) <= now }
        return !done.isEmpty && !Set(done).isSubset(of: known())
    }
}

extension RecurrenceRule {
    /// The rule without as many occurrences, which have been.
    func counting(from index: Int) -> RecurrenceRule {
        guard index > 0, case .count(let count) = end else { return self }
        return ending(.count(max(1, count - index)))
    }

    /// The rule of a series that has only the dates of `RDATE`.
    static let once = RecurrenceRule.daily.ending(.count(1))
}

extension Series {
    /// Which occurrence something is at, where its due time does not tell that.
    func place(of current: Occurrence) -> Occurrence? {
        guard current.base != nil || due(of: current.local) != current.local else { return nil }
        // The rule is told without occurrences before the one from which it goes on.
        return Occurrence(
            local: current.local, index: current.index - current.indexOfRule, base: current.base)
    }
}

// MARK: Reading

extension TaskReading {
    /// Reads the recurrence properties and the overrides. What the service cannot follow makes a series that
    /// only its app follows.
    mutating func readSeries(_ overrides: [ICalendarComponent]) {
        let rules = component.properties("RRULE")
        let hasDates = component.property("RDATE") != nil
        guard !rules.isEmpty || hasDates else { return }
        guard rules.count <= 1, component.property("EXRULE") == nil, let due,
            let frame = SeriesFrame(start, due)
        else { return content.series = .unfollowed }
        var rule = RecurrenceRule.once
        if let property = rules.first {
            guard let read = property.recurrenceRule(endingIn: frame) else {
                return content.series = .unfollowed
            }
            if read.comesTrue(after: frame.start.day) {
                rule = read
            } else if !hasDates {
                // It has one occurrence.
                return
            }
        }
        guard let (exceptions, completed) = exceptions(overrides, frame) else {
            return content.series = .unfollowed
        }
        let series = TaskSeries(rule, exceptions, first: frame.due, completed: completed, in: due.zone)
        series.tell(&content, isOnDays: due.isDay)
        self.series = series
    }

    /// The exceptions from `DTSTART` on, and which occurrences are done.
    /// - Returns: `nil` where the service does not follow them.
    private func exceptions(
        _ overrides: [ICalendarComponent], _ frame: SeriesFrame
    ) -> (Series, completed: [DayAndTime])? {
        var skipped = Set(times(of: "EXDATE").map(frame.due(ofStart:)))
        let added = Set(times(of: "RDATE").map(frame.due(ofStart:)))
        var moved: [DayAndTime: DayAndTime] = [:]
        var completed: [DayAndTime] = []
        for override in overrides {
            guard let property = override.property("RECURRENCE-ID"),
                let local = property.time.map({ frame.due(ofStart: clock.time($0)) })
            else { continue }
            if property.parameter("RANGE") != nil { return nil }
            if override.isDone {
                skipped.insert(local)
                if override.property("STATUS")?.value.uppercased() != "CANCELLED" { completed.append(local) }
            } else if let due = due(of: override, frame), due != local {
                moved[local] = due
            }
        }
        // Whatever is behind the first occurrence does not matter.
        let series = Series(
            lead: frame.lead, skipped: skipped.filter { $0 >= frame.due },
            added: added.filter { $0 > frame.due }, moved: moved.filter { $0.key >= frame.due })
        return series.exceptionsCount <= Limits.seriesExceptionsMax ? (series, completed) : nil
    }

    /// When an override is due; `nil` where it does not say so.
    private func due(of override: ICalendarComponent, _ frame: SeriesFrame) -> DayAndTime? {
        if let due = override.property("DUE")?.time { return frame.due(clock.time(due)) }
        guard let start = override.property("DTSTART")?.time.map(clock.time) else { return nil }
        if let seconds = override.property("DURATION")?.duration, seconds >= 0 {
            return frame.due(start.advanced(bySeconds: seconds))
        }
        return frame.due(ofStart: start)
    }

    /// The times of a property that may stand more than once and have more than one value.
    private func times(of name: String) -> [ClockTime] {
        component.properties(name).flatMap(\.times).map(clock.time)
    }

    /// Whether an occurrence starts before the first one.
    func isBehind(_ start: ICalendarTime) -> Bool {
        guard let due, let frame = SeriesFrame(self.start, due) else { return false }
        return frame.due(ofStart: clock.time(start)) < frame.due
    }

    /// Whether an override is about an occurrence before the first one.
    func isBehind(_ override: ICalendarComponent) -> Bool {
        override.property("RECURRENCE-ID")?.time.map(isBehind) ?? false
    }

    /// When an override is due; `nil` where it does not say so.
    func due(of override: ICalendarComponent) -> DayAndTime? {
        due.flatMap { SeriesFrame(start, $0) }.flatMap { due(of: override, $0) }
    }

    /// The due time by the rule of the occurrence that an override is about.
    func local(of override: ICalendarComponent) -> DayAndTime? {
        guard let due, let frame = SeriesFrame(start, due) else { return nil }
        return override.property("RECURRENCE-ID")?.time.map { frame.due(ofStart: clock.time($0)) }
    }
}

/// How times of a series lie to each other: what calendars and clocks show when its first occurrence starts
/// and when it is due.
struct SeriesFrame {
    /// When it starts, in the form of the due time.
    let start: DayAndTime
    let due: DayAndTime
    let startTime: ClockTime
    let dueTime: ClockTime

    /// How long before its due time an occurrence starts, in milliseconds.
    var lead: Int { due.milliseconds - start.milliseconds }

    /// - Returns: `nil` where it starts more than a hundred years away from when it is due.
    init?(_ start: ClockTime?, _ due: ClockTime) {
        (startTime, dueTime) = (start ?? due, due)
        self.due = due.digits
        // A day beside a time, or the other way round, only says on which day it starts.
        self.start =
            startTime.isDay == due.isDay
            ? startTime.digits : DayAndTime(day: startTime.day, time: due.digits.time)
        guard abs(self.start.day.distance(to: due.day)) <= RecurrenceRule.horizonDays else { return nil }
    }

    /// When an occurrence is due by the rule that starts at a time.
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
    func inForm(ofDue rule: RecurrenceRule) -> RecurrenceRule {
        moved(rule, from: startTime, to: dueTime)
    }

    /// The rule with its end in the zone and the form of `DTSTART` (RFC 5545 §3.3.10).
    func inForm(ofStart rule: RecurrenceRule) -> RecurrenceRule {
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

extension ICalendarProperty {
    /// The rule; `nil` for one that the service does not follow. An end on clocks anywhere is one on those of
    /// the start.
    fileprivate func recurrenceRule(endingIn frame: SeriesFrame) -> RecurrenceRule? {
        if let rule = recurrenceRule { return frame.inForm(ofDue: rule) }
        var property = self
        let parts = value.uppercased().split(separator: ";", omittingEmptySubsequences: false).map { part in
            guard part.hasPrefix("UNTIL="),
                case .local(let day, let second, _) = ICalendarTime(part.dropFirst(6))
            else { return String(part) }
            let moment = frame.startTime.zone.moment(of: DayAndTime(day: day, time: second * 1_000))
            return "UNTIL=" + ICalendarTime.utc(secondsSince1970: Int(moment.milliseconds) / 1_000).text
        }
        property.value = parts.joined(separator: ";")
        return property.recurrenceRule.map(frame.inForm(ofDue:))
    }
}
