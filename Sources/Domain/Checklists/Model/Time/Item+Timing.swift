import Dates

extension Item {
    /// Sets when it is due, which puts it off no more.
    mutating func change(dueDate: Timestamp?) {
        if dueDate == self.dueDate { return }
        change { item in
            item.dueDate = dueDate
            item.snoozedUntil = nil
        }
    }
}

extension Timing {
    /// Takes the last step along the series back.
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
    /// Sets or clears the check mark; a checked item was checked at some time and is put off no more. One
    /// that comes again moves on to its next time that lies ahead instead; the last of a series stays
    /// checked.
    ///
    /// - Parameters:
    ///   - moment: When it was done, if not only now.
    ///   - isCompletion: Whether one of a series counts as done.
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

    /// Counts that one of a series was done, or that the last one was not after all.
    private mutating func count(_ checked: Bool, doneAt: Timestamp) {
        guard timing.recurrence != nil else { return }
        if checked {
            // As if it were the last. If the item moves on, that changes the step.
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
        let series = timing.series
        if next.series != series {
            timing.lastStep?.series = series
            timing.series = next.series
        }
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
    ) -> (occurrence: Occurrence, day: CivilDate, dueDate: Timestamp, series: Series)? {
        let timing = timing
        guard let recurrence = timing.recurrence, let zone = timing.localTime,
            let current = timing.occurrence
        else { return nil }
        let (rule, today) = (recurrence.rule, zone.day(of: now))
        let isDay = timing.dueOn != nil
        func isAhead(_ day: CivilDate, _ moment: @autoclosure () -> Timestamp) -> Bool {
            // The moment takes long.
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
        var all = rule.following(
            current, of: timing.series, in: zone, anchor: doneOn, from: today.advanced(by: -2))
        while let next = all.next() {
            guard isAhead(next.local.day, next.moment) else { continue }
            return (next.occurrence, next.local.day, dueDate(next.local.day, next.moment), all.series)
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
    package func checkIsFollowed() throws(ChecklistsError) {
        guard !checked, !isFollowed else { return }
        throw .conflict([.unfollowed])
    }
}
