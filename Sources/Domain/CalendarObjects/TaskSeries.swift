import Checklists
import Dates
import ICalendar

/// The recurrence set of a task and its overrides (RFC 5545 §3.8.5), as the server follows it.
struct TaskSeries {
    /// The rule, which counts from `DTSTART`. Its `UNTIL` has the form of the due time.
    let rule: RecurrenceRule
    /// The distance from `DTSTART` to the due time, and all exceptions from `DTSTART` on.
    let exceptions: Series
    /// The due time by the rule of the occurrence that starts at `DTSTART`.
    let first: DayAndTime
    /// The occurrences that an override marks as done.
    let completed: [DayAndTime]
    /// The time zone of the due times.
    let zone: LocalTime
    /// The first occurrence that the exceptions do not exclude; the last one where they exclude all.
    let current: Occurrence
    /// The lead, and the exceptions from the current occurrence on.
    let remaining: Series
    /// Whether the exceptions exclude every occurrence.
    let isOver: Bool

    /// - Parameter earliest: The due time before which all occurrences are done.
    init(
        _ rule: RecurrenceRule, _ exceptions: Series, first: DayAndTime, from earliest: DayAndTime?,
        completed: [DayAndTime], in zone: LocalTime
    ) {
        (self.rule, self.exceptions, self.first) = (rule, exceptions, first)
        (self.completed, self.zone) = (completed, zone)
        let start = Occurrence(local: first, index: 0)
        var all = rule.occurrences(from: start, of: exceptions, in: zone)
        var next = all.next()
        var passedCount = 0
        while let earliest, let passed = next, passed.local < earliest,
            passedCount < Limits.seriesExceptionsReadMax
        {
            (next, passedCount) = (all.next(), passedCount + 1)
        }
        isOver = next == nil
        current = next?.occurrence ?? Self.last(rule, exceptions, from: start, in: zone)
        remaining = all.series.trimmed(from: current.local)
    }

    /// The last occurrence of a series of which all are excluded.
    private static func last(
        _ rule: RecurrenceRule, _ exceptions: Series, from start: Occurrence, in zone: LocalTime
    ) -> Occurrence {
        let all = Series(lead: exceptions.lead, added: Set(exceptions.added))
        return rule.following(start, of: all, in: zone).prefix(Limits.seriesExceptionsReadMax)
            .reduce(start) { $1.occurrence }
    }

    /// The lead, and the exceptions from an occurrence on.
    func exceptions(from local: DayAndTime) -> Series {
        var all = rule.occurrences(from: Occurrence(local: first, index: 0), of: exceptions, in: zone)
        while let next = all.next(), next.occurrence.local < local {}
        return all.series.trimmed(from: local)
    }

    /// Adds the series to the content of a task.
    func write(to content: inout TaskContent, isOnDays: Bool) {
        let due = remaining.due(of: current.local)
        content.due = isOnDays ? .day(due.day) : .moment(zone.moment(of: due))
        content.recurrence = rule.counting(from: current.indexOfRule)
        if !isOnDays { content.timeZone = zone.name }
        content.series = remaining
        content.occurrence = remaining.explicitOccurrence(for: current)
        if isOver { content.checked = true }
    }

    /// Whether an override marks the item's occurrence as done, or a later one that is already due.
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
    /// The rule with a `COUNT` lowered by the number of past occurrences.
    func counting(from index: Int) -> RecurrenceRule {
        guard index > 0, case .count(let count) = end else { return self }
        return ending(.count(max(1, count - index)))
    }

    /// The rule of a series that has only the dates of `RDATE`.
    static let singleOccurrence = RecurrenceRule.daily.ending(.count(1))
}

extension Series {
    /// The current occurrence; `nil` if the due time identifies it.
    func explicitOccurrence(for current: Occurrence) -> Occurrence? {
        guard current.base != nil || due(of: current.local) != current.local else { return nil }
        // The rule of a content counts from the occurrence at which it continues.
        return Occurrence(
            local: current.local, index: current.index - current.indexOfRule, base: current.base)
    }
}

// MARK: Reading

extension TaskReading {
    /// Reads the recurrence properties and the overrides. If the server cannot follow them, only the app
    /// follows the series.
    mutating func readSeries(_ overrides: [ICalendarComponent]) {
        let rules = component.properties("RRULE")
        let hasDates = component.property("RDATE") != nil
        // Without DTSTART and DUE there are no occurrences: the task is a plain one.
        guard !rules.isEmpty || hasDates, due != nil else { return }
        guard rules.count <= 1, component.property("EXRULE") == nil, let due, let frame else {
            return content.series = .unfollowed
        }
        var rule = RecurrenceRule.singleOccurrence
        if let property = rules.first {
            guard let read = property.recurrenceRule(endingIn: frame) else {
                return content.series = .unfollowed
            }
            if read.comesTrue(after: frame.start.day) {
                rule = read
            } else if !hasDates {
                // The task has one occurrence.
                return
            }
        }
        let isSingle = rule.end == .count(1)
        guard let (exceptions, completed) = exceptions(overrides, frame, isSingle: isSingle) else {
            return content.series = .unfollowed
        }
        let current = component.property(ICalendarComponent.nameOfCurrent)?.time.map(clock.time)
        let series = TaskSeries(
            rule, exceptions, first: frame.due, from: current.map { frame.due($0) }, completed: completed,
            in: due.zone)
        guard series.remaining.exceptionsCount <= Limits.seriesExceptionsMax else {
            return content.series = .unfollowed
        }
        series.write(to: &content, isOnDays: due.isDay)
        self.series = series
    }

    /// The exceptions from `DTSTART` on, and the occurrences that are done.
    ///
    /// - Parameter isSingle: Whether the rule has one occurrence. `EXDATE` cannot exclude the only one.
    /// - Returns: `nil` where the server cannot follow them.
    private func exceptions(
        _ overrides: [ICalendarComponent], _ frame: SeriesFrame, isSingle: Bool
    ) -> (Series, completed: [DayAndTime])? {
        let added = Set(times(of: "RDATE").map(frame.due(ofStart:)))
        var skipped = Set(times(of: "EXDATE").map(frame.due(ofStart:)))
        if isSingle, added.isEmpty { skipped.remove(frame.due) }
        var moved: [DayAndTime: DayAndTime] = [:]
        var completed: [DayAndTime] = []
        for override in overrides {
            guard let local = local(of: override) else { continue }
            if override.isOfFuture {
                // An override of all later occurrences may change only their texts.
                guard !override.isDone, due(of: override) ?? local == local else { return nil }
            } else if override.isDone {
                skipped.insert(local)
                if override.property("STATUS")?.value.uppercased() != "CANCELLED" { completed.append(local) }
            } else if let due = due(of: override), due != local {
                moved[local] = due
            }
        }
        // Exceptions before `DTSTART` have no effect.
        let series = Series(
            lead: frame.lead, skipped: skipped.filter { $0 >= frame.due },
            added: added.filter { $0 > frame.due }, moved: moved.filter { $0.key >= frame.due })
        return series.exceptionsCount <= Limits.seriesExceptionsReadMax ? (series, completed) : nil
    }

    /// The times of a property that can occur more than once and have more than one value.
    private func times(of name: String) -> [ClockTime] {
        component.properties(name).flatMap(\.times).map(clock.time)
    }

    /// The due time of an override; `nil` where it names no time.
    func due(of override: ICalendarComponent) -> DayAndTime? {
        guard let frame else { return nil }
        if let due = override.property("DUE")?.time { return frame.due(clock.time(due)) }
        guard let start = override.property("DTSTART")?.time.map(clock.time) else { return nil }
        if let seconds = override.property("DURATION")?.duration, seconds >= 0 {
            return frame.due(start.advanced(bySeconds: seconds))
        }
        return frame.due(ofStart: start)
    }

    /// The due time, by the rule, of the occurrence that an override replaces.
    func local(of override: ICalendarComponent) -> DayAndTime? {
        override.property("RECURRENCE-ID")?.time.flatMap(local(ofStart:))
    }

    /// The due time, by the rule, of the occurrence that starts at a time.
    func local(ofStart start: ICalendarTime) -> DayAndTime? { frame?.due(ofStart: clock.time(start)) }
}

extension ICalendarProperty {
    /// The rule; `nil` for one that the server does not support. A floating `UNTIL` is in the zone of the
    /// start.
    fileprivate func recurrenceRule(endingIn frame: SeriesFrame) -> RecurrenceRule? {
        if let rule = recurrenceRule { return frame.rule(endingAsDue: rule) }
        var property = self
        let parts = value.uppercased().split(separator: ";", omittingEmptySubsequences: false).map { part in
            guard part.hasPrefix("UNTIL="),
                case .local(let day, let second, _) = ICalendarTime(part.dropFirst(6))
            else { return String(part) }
            let moment = frame.startTime.zone.moment(of: DayAndTime(day: day, time: second * 1_000))
            return "UNTIL=" + ICalendarTime.utc(secondsSince1970: Int(moment.milliseconds) / 1_000).text
        }
        property.value = parts.joined(separator: ";")
        return property.recurrenceRule.map(frame.rule(endingAsDue:))
    }
}
