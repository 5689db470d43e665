import Dates

// Adjusts a series when the due time, the time zone or the rule of its item changes.

extension TimingPatch {
    /// Sets the current occurrence for a new due time, and moves the exceptions along.
    /// - Throws: `invalid` if the rule has no occurrence.
    func follow(
        _ recurrence: Recurrence, _ due: Timestamp, in timing: inout Timing, from oldDue: Timestamp?,
        _ old: Timing
    ) throws(ChecklistsError) {
        let isSame = recurrence == old.recurrence
        let staysDue = due == oldDue && timing.dueOn == old.dueOn && timing.timeZone == old.timeZone
        if isSame, staysDue, series == nil { return }
        if isSame, series == nil, timing.timeZone == old.timeZone, let step = old.lastStep,
            step.dueDate == due, step.dueOn == timing.dueOn
        {
            return timing.takeBack(step)
        }
        let local = timing.local(due)
        var position = old.position(due: oldDue)
        let days = position.map { $0.due.day.distance(to: local.day) } ?? 0
        let start = position.map { old.series.start(of: $0.ofRule).day }
        let change = recurrence.change(from: old.recurrence, startingOn: start, movedByDays: days)
        if change == .other { position = nil }
        // A rule with another end counts from the current occurrence, as does one from a calendar app.
        let isSent = series != nil && self.recurrence != nil
        if isSent || recurrence.rule.end != old.recurrence?.rule.end {
            let rule = change == .moved ? old.recurrence?.rule : nil
            position?.rebase(by: (rule ?? recurrence.rule).ending(.never), in: old.clock)
            position?.countFromHere()
        }
        if series != nil {
            timing.occurrence = sentOccurrence(local, due, position?.current, in: timing)
        } else if var position {
            let isSameKind = (timing.dueOn == nil) == (old.dueOn == nil)
            if !isSameKind || !position.isDue(due, in: timing) {
                move(&position, to: local, by: recurrence.rule, change, in: &timing)
            }
            (timing.series, timing.occurrence) = (position.series, position.current)
        } else {
            (timing.series, timing.occurrence) = (Series(), Occurrence(local: local, index: 0))
            timing.movedDays = 0
            if recurrence.from == .due { keepLead(old.series.lead, of: recurrence.rule, local, in: &timing) }
        }
        if !isSame || !staysDue { timing.lastStep = nil }
        timing.lastStep?.series = nil
        try check(local, by: timing.recurrence?.rule ?? recurrence.rule, in: timing)
    }

    /// Keeps the lead under a rule with other days. A client that does not send the lead names due days; the
    /// stored rule names the days of starts. The lead is lost where no rule expresses them.
    private func keepLead(_ lead: Int, of rule: RecurrenceRule, _ due: DayAndTime, in timing: inout Timing) {
        let start = due.advanced(byMilliseconds: -lead)
        let days = self.lead == nil && rule.namesDays ? due.day.distance(to: start.day) : 0
        guard var rule = rule.moved(byDays: days) else { return }
        if case .day(let day) = rule.end { rule = rule.ending(.day(day.advanced(by: days))) }
        timing.recurrence?.rule = rule
        timing.series.lead = lead
    }

    private func move(
        _ position: inout SeriesPosition, to local: DayAndTime, by rule: RecurrenceRule,
        _ change: RecurrenceRule.DaysChange, in timing: inout Timing
    ) {
        let isOnDays = timing.dueOn != nil
        if rule.namesDays, change != .moved {
            position.moveTimeOfDay(to: local, isOnDays: isOnDays, by: rule, in: timing.clock)
        } else {
            let before = position.ofRule
            position.move(by: ClockShift(from: position.due, to: local, isOnDays: isOnDays))
            timing.movedDays += before.day.distance(to: position.ofRule.day)
        }
    }

    /// The occurrence that an app sent. Its index continues the count unless the app sent another rule.
    private func sentOccurrence(
        _ local: DayAndTime, _ due: Timestamp, _ current: Occurrence?, in timing: Timing
    ) -> Occurrence {
        let index = current?.indexOfRule ?? 0
        if let occurrence {
            return Occurrence(local: occurrence.local, index: index + occurrence.index, base: occurrence.base)
        }
        // In a gap, clocks show another time than the rule gives.
        if let current, current.base == nil, timing.clock.moment(of: current.local) == due { return current }
        return Occurrence(local: local, index: index)
    }

    private func check(
        _ local: DayAndTime, by rule: RecurrenceRule, in timing: Timing
    ) throws(ChecklistsError) {
        let start = (series ?? timing.series).start(of: timing.occurrence?.local ?? local).day
        // In its zone, the first day of the year 1 can still be in the preceding year.
        guard CivilDate.first...CivilDate.last ~= local.day, CivilDate.first...CivilDate.last ~= start else {
            throw .invalid([Violation("/dueDate", .yearOutOfRange)])
        }
        if !rule.comesTrue(after: start) { throw .invalid([.neverRecurs]) }
    }
}

extension Recurrence {
    /// How the days differ from those of the old recurrence, of which an occurrence started on a day.
    fileprivate func change(
        from old: Recurrence?, startingOn start: CivilDate?, movedByDays days: Int
    ) -> RecurrenceRule.DaysChange {
        guard let old, let start, from == old.from else { return .other }
        return rule.change(from: old.rule, startingOn: start, movedByDays: days)
    }
}

extension SeriesPosition {
    /// Makes the current occurrence the first one.
    fileprivate mutating func countFromHere() { current.index -= current.indexOfRule }

    /// Whether the current occurrence is due at a moment. In a gap, clocks show another time.
    fileprivate func isDue(_ moment: Timestamp, in timing: Timing) -> Bool {
        let local = due
        return timing.dueOn.map { $0 == local.day } ?? (timing.clock.moment(of: local) == moment)
    }
}

extension Timing {
    /// The time zone, or UTC.
    var clock: LocalTime { localTime ?? .utc }

    /// The local time of a due time.
    func local(_ due: Timestamp) -> DayAndTime {
        dueOn.map { DayAndTime(day: $0, time: 0) } ?? clock.dayAndTime(of: due)
    }

    /// The position in the series at a due time.
    fileprivate func position(due: Timestamp?) -> SeriesPosition? {
        guard recurrence != nil else { return nil }
        let current = occurrence ?? due.map { Occurrence(local: local($0), index: 0) }
        return current.map { SeriesPosition(series: series, current: $0) }
    }

    /// Whether the item repeats, even if only its calendar app follows the series.
    var isSeries: Bool { recurrence != nil || !series.isFollowed }
}
