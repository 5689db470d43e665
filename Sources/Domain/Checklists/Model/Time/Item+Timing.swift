import Dates

extension Item {
    /// Sets the due time. A new one clears the snooze.
    mutating func change(dueDate: Timestamp?) {
        if dueDate == self.dueDate { return }
        change { item in
            item.dueDate = dueDate
            item.snoozedUntil = nil
        }
    }
}

extension Timing {
    /// Undoes the last step along the series.
    mutating func takeBack(_ step: SeriesStep) {
        occurrence = step.occurrence
        if let series = step.series { self.series = series }
        if step.isCompletion {
            completionsCount -= 1
            lastCompletedAt = step.lastCompletedAt
        }
        lastStep = nil
    }
}

extension Item {
    /// Sets or clears the check mark. Checking an item sets the time and clears the snooze. A recurring item
    /// instead moves to its next occurrence in the future; after the last one it stays checked.
    ///
    /// - Parameters:
    ///   - moment: When it was done; `nil` for now.
    ///   - isCompletion: Whether an occurrence counts as completed.
    mutating func setChecked(
        _ checked: Bool, at now: Timestamp, doneAt moment: Timestamp? = nil, isCompletion: Bool = true
    ) {
        guard checked != self.checked else { return }
        let doneAt = min(moment ?? now, now)
        if hasTiming, isCompletion { count(checked, doneAt: doneAt) }
        if checked, hasTiming, moveOn(at: now, doneAt: doneAt) { return }
        change { item in
            item.checked = checked
            item.checkedAt = checked ? doneAt : nil
            if checked { item.snoozedUntil = nil }
        }
    }

    /// Counts a completion of an occurrence, or undoes the count of the last one.
    private mutating func count(_ checked: Bool, doneAt: Timestamp) {
        guard timing.recurrence != nil else { return }
        if checked {
            // Records the step of a last occurrence. If the item moves on, that changes the step.
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

    /// Moves the item to its next occurrence in the future; `false` if there is none.
    ///
    /// - Parameter doneAt: When it was done; `nil` if it is skipped.
    mutating func moveOn(at now: Timestamp, doneAt: Timestamp?) -> Bool {
        // West of UTC, the last evening of the year 9999 is in the year 10000 of UTC.
        guard let next = next(after: now, doneAt: doneAt), next.dueDate <= .latest else { return false }
        var timing = timing
        if doneAt == nil { timing.lastStep = step(isCompletion: false) }
        if timing.dueOn != nil { timing.dueOn = next.day }
        timing.occurrence = next.occurrence
        let series = timing.series
        if next.series != series {
            timing.lastStep?.series = series
            timing.series = next.series
        }
        let old = due
        self.timing = timing
        change { item in
            item.dueDate = next.dueDate
            item.snoozedUntil = nil
        }
        if hasDetails { moveStart(from: old) }
        return true
    }

    /// The next occurrence in the future; `nil` if there is none. An all-day one counts as future until its
    /// day has ended.
    ///
    /// - Parameter doneAt: When the item was done; `nil` if it is skipped, which counts from the due date.
    private func next(
        after now: Timestamp, doneAt: Timestamp?
    ) -> (occurrence: Occurrence, day: CivilDate, dueDate: Timestamp, series: Series)? {
        let timing = timing
        guard let recurrence = timing.recurrence, let zone = timing.localTime,
            let current = timing.occurrence
        else { return nil }
        let (rule, today) = (recurrence.rule, zone.day(of: now))
        let isDay = timing.dueOn != nil
        func isAhead(_ day: CivilDate, _ moment: @autoclosure () -> Timestamp) -> Bool {
            // `moment` is evaluated only if the day does not decide, because it is slow.
            isDay ? day >= today : day >= today.advanced(by: -1) && moment() > now
        }
        func dueDate(_ day: CivilDate, _ moment: @autoclosure () -> Timestamp) -> Timestamp {
            isDay ? zone.beginning(of: day) : moment()
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
                if isAhead(day, moment) { return (next, day, dueDate(day, moment), timing.series) }
                start = day
            }
            return nil
        }
        var all = recurrence.rule(from: doneOn ?? timing.series.start(of: current.local).day).following(
            current, of: timing.series, in: zone, anchor: doneOn, from: today.advanced(by: -2))
        while let next = all.next() {
            guard isAhead(next.local.day, next.moment) else { continue }
            return (next.occurrence, next.local.day, dueDate(next.local.day, next.moment), all.series)
        }
        return nil
    }
}

extension Item {
    /// Whether the item has no series, or one that the server follows.
    var isFollowed: Bool { !hasTiming || timing.series.isFollowed }

    /// Checks that the server can check the item. It cannot advance a series that it does not follow, and
    /// must not end it.
    /// - Throws: `conflict`.
    package func checkIsFollowed() throws(ChecklistsError) {
        guard !checked, !isFollowed else { return }
        throw .conflict([Violation("/recurrence", .recurrenceOfApp)])
    }
}
