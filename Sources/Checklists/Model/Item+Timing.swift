import Dates

/// What a draft or a patch says of when an item is due, comes again and reminds; `nil` stays as it is.
struct TimingPatch {
    var dueDate: Timestamp??
    var dueOn: CivilDate??
    var timeZone: String??
    var recurrence: Recurrence??
    var alarms: [Alarm]?
    var repeatEvery: Int??
    /// What a calendar app says of the series; `nil` if the series moves along with the due time.
    var series: Series?
    /// Which of the series it is; `nil` for the one whose due time by the rule is that of the item.
    var occurrence: Occurrence?
    /// The lead that the series has to have.
    var lead: String?

    /// What a draft says.
    init(_ draft: ItemDraft) {
        // What is not given is as in a new item.
        if let value = draft.dueDate { dueDate = value }
        if let value = draft.dueOn { dueOn = value }
        if let value = draft.timeZone { timeZone = value }
        if let value = draft.recurrence { recurrence = value }
        if !draft.alarms.isEmpty { alarms = draft.alarms }
        if let value = draft.repeatEvery { repeatEvery = value }
        (series, occurrence) = (draft.series, draft.occurrence)
    }

    /// What a patch says.
    init(_ patch: ItemPatch) {
        dueDate = patch.dueDate
        dueOn = patch.dueOn
        timeZone = patch.timeZone
        recurrence = patch.recurrence
        alarms = patch.alarms
        repeatEvery = patch.repeatEvery
        (series, occurrence, lead) = (patch.series, patch.occurrence, patch.lead)
    }

    /// Whether it says nothing but a due date.
    var isOfDueDate: Bool {
        dueOn == nil && timeZone == nil && recurrence == nil && alarms == nil && repeatEvery == nil
            && series == nil && occurrence == nil && lead == nil
    }

    /// Whether an item would have a day, a recurrence or an alarm some days before, without a time zone.
    func needsTimeZone(for timing: Timing) -> Bool {
        if isOfDueDate { return false }
        guard (timeZone ?? timing.timeZone) == nil else { return false }
        return (dueOn ?? timing.dueOn) != nil || (recurrence ?? timing.recurrence) != nil
            || (alarms ?? timing.alarms).contains(where: \.hasNominalDays)
    }

    /// What breaks the rules, as far as it alone tells.
    func violations() -> [Violation] {
        if isOfDueDate { return [] }
        var violations: [Violation] = []
        if case .some(.some) = dueDate, case .some(.some) = dueOn {
            violations.append(Violation("/dueOn", "must not be given beside a dueDate"))
        }
        if case .some(.some(let name)) = timeZone, LocalTime(zone: name) == nil {
            violations.append(Violation("/timeZone", Self.zoneRule))
        }
        if let series, series.exceptionsCount > Limits.seriesExceptionsMax {
            let rule = "must have at most \(Limits.seriesExceptionsMax) exceptions"
            violations.append(Violation("/recurrence", rule))
        }
        if let alarms, alarms.count > Limits.alarmsMax {
            violations.append(Violation("/alarms", "must have at most \(Limits.alarmsMax) alarms"))
        }
        for (number, alarm) in (alarms ?? []).enumerated() {
            if case .offset(let seconds) = alarm,
                !(-Limits.alarmOffsetSecondsMax...Limits.alarmOffsetSecondsMax ~= seconds)
            {
                violations.append(Violation("/alarms/\(number)/offset", "must be within 366 days"))
            }
        }
        if case .some(.some(let seconds)) = repeatEvery, !(Limits.repeatSeconds ~= seconds) {
            violations.append(Violation("/repeatEvery", "must be PT1M to PT24H"))
        }
        return violations
    }

    /// What is said of a text that is no name of a zone.
    static let zoneRule = "must be the name of a time zone such as Europe/Paris, or UTC"

    /// Changes an item. It has a time zone wherever that matters, or is given one.
    /// - Throws: `invalid` if a rule never comes true.
    func apply(to item: inout Item) throws(ChecklistsError) {
        if isOfDueDate, !item.hasTiming {
            if let dueDate { item.change(dueDate: dueDate) }
            return
        }
        let old = item.timing
        var (due, timing) = try applied(to: item.dueDate, old)
        let endsSeries = timing.recurrence != old.recurrence || due == nil && item.dueDate != nil
        if endsSeries, item.hasCalendarObject { timing.isSeriesRead = true }
        if timing.alarms != old.alarms { item.snoozedUntil = nil }
        item.change(dueDate: due)
        item.timing = timing
    }

    /// When something is due then, and what else there is of time.
    /// - Throws: `invalid` if a rule never comes true.
    func applied(
        to oldDue: Timestamp?, _ old: Timing
    ) throws(ChecklistsError) -> (due: Timestamp?, timing: Timing) {
        if let lead, lead != ISO8601Duration.text(seconds: old.series.lead / 1_000) {
            throw .invalid([.foreignLead])
        }
        var (due, timing) = (oldDue, old)
        if let timeZone { timing.timeZone = timeZone }
        if let recurrence, recurrence != old.recurrence {
            timing.recurrence = recurrence
            // What an app said was about the rule before.
            timing.series = Series()
        }
        if let series { (timing.series, timing.isSeriesRead) = (series, true) }
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
        let zone = timing.localTime ?? .utc
        if let day = timing.dueOn { due = zone.beginning(of: day) }
        try timing.place(due, in: zone, after: oldDue, old, as: occurrence, movesSeries: series == nil)
        return (due, timing)
    }
}

extension Item {
    /// Sets when it is due, which puts it off no more.
    fileprivate mutating func change(dueDate: Timestamp?) {
        if dueDate == self.dueDate { return }
        change { item in
            item.dueDate = dueDate
            item.snoozedUntil = nil
        }
    }
}

extension Timing {
    /// Finds out which of a series an item is that is due at a moment.
    ///
    /// - Parameters:
    ///   - given: Which one it is, if that is known.
    ///   - movesSeries: Whether the exceptions move as far as the due time.
    /// - Throws: `invalid` if the rule never comes true.
    fileprivate mutating func place(
        _ due: Timestamp?, in zone: LocalTime, after oldDue: Timestamp?, _ old: Timing,
        as given: Occurrence?, movesSeries: Bool
    ) throws(ChecklistsError) {
        guard let recurrence, let due else {
            (occurrence, lastStep) = (nil, nil)
            // Without a due time there is no series, unless it never had one.
            if hasSeries {
                let ends = movesSeries && due == nil && oldDue != nil
                series = series.isFollowed || ends ? Series() : .unfollowed
            }
            return
        }
        let isSame = recurrence == old.recurrence
        if isSame, due == oldDue, dueOn == old.dueOn, timeZone == old.timeZone, movesSeries { return }
        let local = dueOn.map { DayAndTime(day: $0, time: 0) } ?? zone.dayAndTime(of: due)
        if isSame, movesSeries, let step = old.lastStep, step.dueDate == due, step.dueOn == dueOn {
            takeBack(step)
            return
        }
        let current = isSame ? old.occurrence : nil
        // By the same rule, what has been counts.
        let index = current?.indexOfRule ?? 0
        if let given {
            occurrence = Occurrence(local: given.local, index: index + given.index, base: given.base)
        } else if movesSeries, hasSeries, let current {
            let moved = series.moving(current, to: local, isOnDays: dueOn != nil, by: recurrence.rule)
            (series, occurrence) = (moved.series, moved.current)
        } else if due != oldDue || current.map({ zone.moment(of: $0.local) != due }) ?? true {
            occurrence = Occurrence(local: local, index: index)
        }
        if due != oldDue { lastStep = nil }
        let start = series.start(of: occurrence?.local ?? local).day
        // In its zone the first day of the year 1 can still be in the year before.
        guard CivilDate.first...CivilDate.last ~= local.day, CivilDate.first...CivilDate.last ~= start else {
            throw .invalid([Violation("/dueDate", "must be in the years 1 to 9999")])
        }
        if !recurrence.rule.comesTrue(after: start) { throw .invalid([.untrueRule]) }
    }

    /// Takes the last step along the series back.
    fileprivate mutating func takeBack(_ step: SeriesStep) {
        occurrence = step.occurrence
        if step.isCompletion {
            completionsCount -= 1
            lastCompletedAt = step.lastCompletedAt
        }
        lastStep = nil
    }
}

extension Item {
    /// Sets or clears the check mark; a checked item was checked at some time and is put off no more. One
    /// that comes again moves on to its next time that lies ahead instead; the last of a series stays
    /// checked.
    ///
    /// - Parameter moment: When it was done, if not only now.
    mutating func setChecked(_ checked: Bool, at now: Timestamp, doneAt moment: Timestamp? = nil) {
        guard checked != self.checked else { return }
        let doneAt = min(moment ?? now, now)
        if hasTiming { count(checked, doneAt: doneAt) }
        if checked, hasTiming, moveOn(at: now, doneAt: doneAt) { return }
        change { item in
            item.checked = checked
            item.checkedAt = checked ? doneAt : nil
            if checked { item.snoozedUntil = nil }
        }
    }

    /// Counts that one of a series was done, or that the last one was not after all.
    private mutating func count(_ checked: Bool, doneAt: Timestamp) {
        guard timing.recurrence != nil else { return }
        if checked {
            // As if it were the last; where it moves on, the step tells so.
            let step = step(isCompletion: true)
            timing.completionsCount += 1
            timing.lastCompletedAt = doneAt
            timing.lastStep = step
        } else if let step = timing.lastStep, step.dueDate == dueDate {
            timing.takeBack(step)
        }
    }

    private func step(isCompletion: Bool) -> SeriesStep? {
        guard let dueDate, let occurrence = timing.occurrence else { return nil }
        return SeriesStep(
            dueDate: dueDate, dueOn: timing.dueOn, occurrence: occurrence, isCompletion: isCompletion,
            lastCompletedAt: timing.lastCompletedAt)
    }

    /// Moves to the next time that lies ahead; `false` where it does not come again.
    ///
    /// - Parameter doneAt: When it was done; `nil` if it is skipped.
    mutating func moveOn(at now: Timestamp, doneAt: Timestamp?) -> Bool {
        // West of UTC the last evening of the year 9999 is in the next one.
        guard let next = next(after: now, doneAt: doneAt), next.dueDate <= .latest else { return false }
        var timing = timing
        if doneAt == nil { timing.lastStep = step(isCompletion: false) }
        if timing.dueOn != nil { timing.dueOn = next.day }
        timing.occurrence = next.occurrence
        if timing.hasSeries { timing.series = timing.series.passing(next.occurrence) }
        self.timing = timing
        change { item in
            item.dueDate = next.dueDate
            item.snoozedUntil = nil
        }
        return true
    }

    /// The next one of a series that lies ahead; `nil` if there is none. A day lies ahead until it is over.
    ///
    /// - Parameter doneAt: When the item was done; `nil` if it is skipped, which counts from the due date.
    private func next(
        after now: Timestamp, doneAt: Timestamp?
    ) -> (occurrence: Occurrence, day: CivilDate, dueDate: Timestamp)? {
        let timing = timing
        guard let recurrence = timing.recurrence, let zone = timing.localTime,
            let current = timing.occurrence
        else { return nil }
        let (rule, today) = (recurrence.rule, zone.day(of: now))
        let isDay = timing.dueOn != nil
        func isAhead(_ day: CivilDate, _ moment: Timestamp) -> Bool { isDay ? day >= today : moment > now }
        func dueDate(_ day: CivilDate, _ moment: Timestamp) -> Timestamp {
            isDay ? zone.beginning(of: day) : moment
        }
        let doneOn = recurrence.from == .completion ? doneAt.map { zone.day(of: $0) } : nil
        if recurrence.from == .completion, rule.picksDaysOfIntervals {
            let last = doneOn ?? current.local.day
            var start = max(last, today.advanced(by: -1))
            while let day = rule.day(anIntervalAfter: last, after: start) {
                let local = DayAndTime(day: day, time: current.local.time)
                let next = Occurrence(local: local, index: current.index + 1)
                let moment = zone.moment(of: local)
                guard rule.isBeforeEnd(next, startingAt: local, in: zone) else { return nil }
                if isAhead(day, moment) { return (next, day, dueDate(day, moment)) }
                start = day
            }
            return nil
        }
        let series = rule.following(
            current, of: timing.series, in: zone, anchor: doneOn, from: today.advanced(by: -2))
        for next in series where isAhead(next.local.day, next.moment) {
            return (next.occurrence, next.local.day, dueDate(next.local.day, next.moment))
        }
        return nil
    }
}

extension Item {
    /// Whether the service follows its series, if it has one.
    var isFollowed: Bool { !hasTiming || timing.series.isFollowed }

    /// Checks that the service can check the item: it cannot move on along a series that it does not follow,
    /// and must not end it.
    /// - Throws: `conflict`.
    func checkIsFollowed() throws(ChecklistsError) {
        guard !checked, !isFollowed else { return }
        throw .conflict([.unfollowed])
    }
}

extension Violation {
    /// That only an app can tell the next time of a series.
    static let unfollowed = Violation(
        "/recurrence",
        "is a series that only the calendar app follows that made it: check the item in that app, "
            + "or give it another recurrence")

    /// That only an app can change when the occurrences of a series start.
    static let foreignLead = Violation(
        "/recurrence/lead", "must be the lead of the item, or left out: only a calendar app changes it")

    /// That something is to come again by a rule that never comes true.
    static let untrueRule = Violation(
        "/recurrence/rule", "must come true again within a hundred years of the due date")

    /// What needs a due date and has none.
    static func ofTiming(
        _ isDue: Bool, _ shouldRemind: Bool, _ recurrence: Recurrence?, _ alarms: [Alarm]
    ) -> [Violation] {
        if isDue { return [] }
        var violations: [Violation] = []
        if shouldRemind { violations.append(Violation("/shouldRemind", "must be false without a dueDate")) }
        if recurrence != nil {
            violations.append(Violation("/recurrence", "must be null without a dueDate or dueOn"))
        }
        for (number, alarm) in alarms.enumerated() {
            guard case .offset = alarm else { continue }
            violations.append(Violation("/alarms/\(number)/offset", "must be at without a dueDate or dueOn"))
        }
        return violations
    }
}
