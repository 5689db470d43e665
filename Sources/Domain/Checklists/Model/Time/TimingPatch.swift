import Dates

/// The time fields of a patch; `nil` leaves a field unchanged.
struct TimingPatch {
    var dueDate: Timestamp??
    var dueOn: CivilDate??
    var timeZone: String??
    var recurrence: Recurrence??
    var alarms: [Alarm]?
    var repeatEvery: Int??
    /// The lead and the exceptions that a calendar app sent; `nil` if the series moves with the due time.
    var series: Series?
    /// The current occurrence that a calendar app sent; `nil` if the due time identifies it.
    var occurrence: Occurrence?
    /// The lead that the series must have.
    var lead: String?

    init(_ patch: ItemPatch) {
        dueDate = patch.dueDate
        dueOn = patch.dueOn
        timeZone = patch.timeZone
        recurrence = patch.recurrence
        alarms = patch.alarms
        repeatEvery = patch.repeatEvery
        (series, occurrence, lead) = (patch.series, patch.occurrence, patch.lead)
    }

    /// Whether the patch sets at most the due date.
    var isOfDueDate: Bool {
        dueOn == nil && timeZone == nil && recurrence == nil && alarms == nil && repeatEvery == nil
            && series == nil && occurrence == nil && lead == nil
    }

    /// Whether the patched item needs a time zone and has none: for a day, a recurrence or an alarm with
    /// whole days.
    func needsTimeZone(for timing: Timing) -> Bool {
        if isOfDueDate { return false }
        guard (timeZone ?? timing.timeZone) == nil else { return false }
        return (dueOn ?? timing.dueOn) != nil || (recurrence ?? timing.recurrence) != nil
            || (alarms ?? timing.alarms).contains(where: \.needsTimeZone)
    }

    /// The rules that the patch breaks regardless of the item.
    func violations() -> [Violation] {
        if isOfDueDate { return [] }
        var violations: [Violation] = []
        if case .some(.some) = dueDate, case .some(.some) = dueOn {
            violations.append(Violation("/dueOn", .notTogether(with: "dueDate")))
        }
        if case .some(.some(let name)) = timeZone, LocalTime(zone: name) == nil {
            violations.append(Violation("/timeZone", .notATimeZone))
        }
        if let series, series.exceptionsCount > Limits.seriesExceptionsMax {
            violations.append(
                Violation("/recurrence", .tooMany(max: Limits.seriesExceptionsMax, "exceptions")))
        }
        if let alarms, alarms.count > Limits.alarmsMax {
            violations.append(Violation("/alarms", .tooMany(max: Limits.alarmsMax, "alarms")))
        }
        for (number, alarm) in (alarms ?? []).enumerated() {
            if let seconds = alarm.seconds,
                !(-Limits.alarmOffsetSecondsMax...Limits.alarmOffsetSecondsMax ~= seconds)
            {
                violations.append(
                    Violation("/alarms/\(number)/offset", .durationOutOfRange(from: "-P366D", to: "P366D")))
            }
        }
        if case .some(.some(let seconds)) = repeatEvery, !(Limits.repeatSeconds ~= seconds) {
            violations.append(
                Violation("/repeatEvery", .durationOutOfRange(from: "PT1M", to: "PT24H")))
        }
        return violations
    }

    /// Applies the patch to an item.
    /// - Throws: `invalid` if the rule has no occurrence.
    func apply(to item: inout Item) throws(ChecklistsError) {
        if isOfDueDate, !item.hasTiming {
            if let dueDate { item.change(dueDate: dueDate) }
            return
        }
        let old = item.timing
        var (due, timing) = try applied(to: item.dueDate, old)
        if !item.hasCalendarObject || !timing.isSeries { timing.movedDays = 0 }
        if timing.alarms != old.alarms { item.snoozedUntil = nil }
        item.change(dueDate: due)
        item.timing = timing
    }

    /// The due time and the timing after the patch.
    /// - Throws: `invalid` if the rule has no occurrence.
    func applied(
        to oldDue: Timestamp?, _ old: Timing
    ) throws(ChecklistsError) -> (due: Timestamp?, timing: Timing) {
        if let lead, lead != ISO8601Duration.text(seconds: old.series.lead / 1_000) {
            throw .invalid([Violation("/recurrence/lead", .leadOfApp)])
        }
        var (due, timing) = (oldDue, old)
        if let timeZone { timing.timeZone = timeZone }
        if let recurrence { timing.recurrence = recurrence }
        if let alarms { timing.alarms = alarms }
        if let repeatEvery { timing.repeatEvery = repeatEvery }
        switch dueOn {
        case .some(.some(let day)): timing.dueOn = day
        case .some(nil) where timing.dueOn != nil: (timing.dueOn, due) = (nil, nil)
        default: break
        }
        switch dueDate {
        case .some(.some(let moment)): (timing.dueOn, due) = (nil, moment)
        case .some(nil) where timing.dueOn == nil: due = nil
        default: break
        }
        if let day = timing.dueOn { due = timing.clock.beginning(of: day) }
        if let recurrence = timing.recurrence, let due {
            try follow(recurrence, due, in: &timing, from: oldDue, old)
        } else {
            leaveSeries(due, in: &timing, from: oldDue, old)
        }
        if let series { timing.series = series }
        return (due, timing)
    }

    /// Ends a series that the server follows. A series that only its app follows stays, unless it loses its
    /// due time or the patch ends it explicitly.
    private func leaveSeries(
        _ due: Timestamp?, in timing: inout Timing, from oldDue: Timestamp?, _ old: Timing
    ) {
        (timing.occurrence, timing.lastStep) = (nil, nil)
        let isEnded = recurrence != nil || due == nil && oldDue != nil
        timing.series = old.series.isFollowed || isEnded ? Series() : .unfollowed
        guard let due, let oldDue, !timing.series.isFollowed else { return }
        timing.movedDays += old.local(oldDue).day.distance(to: timing.local(due).day)
    }
}
