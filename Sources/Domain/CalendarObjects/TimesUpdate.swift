import Checklists
import Dates
import ICalendar

/// Changes the times of a task and its overrides to those of an item.
struct TimesUpdate {
    /// The content of the item.
    let wanted: TaskContent
    /// The reading of the stored object.
    let old: TaskReading
    /// The reading of a new object of the item.
    let new: TaskReading
    let newOverrides: [ICalendarComponent]
    /// How many days edits have moved the series since its app sent the object.
    let movedDays: Int
    let now: Timestamp

    /// Moves all times together. Each keeps its form and zone.
    func move(_ task: inout ICalendarComponent, _ overrides: inout [ICalendarComponent]) {
        moveTimes(of: &task, &overrides)
        setCurrent(of: &task)
    }

    /// Sets the due time of KOrganizer's current occurrence, which is now the first one.
    private func setCurrent(of task: inout ICalendarComponent) {
        let name = ICalendarComponent.nameOfCurrent
        if task.property(name) == nil { return }
        let due = wanted.recurrence == nil ? nil : task.property("DUE") ?? task.property("DTSTART")
        task.set(name, due?.named(name, movedBy: .zero))
    }

    private func moveTimes(of task: inout ICalendarComponent, _ overrides: inout [ICalendarComponent]) {
        let wasSeries = old.series != nil || !old.content.series.isFollowed
        if wasSeries, wanted.recurrence == nil, wanted.series.isFollowed {
            for name in ICalendarComponent.namesOfSeries { task.set(name, nil) }
            overrides = []
        }
        guard let wantedDue = wanted.due else {
            for name in ["DUE", "DURATION"] { task.set(name, nil) }
            return
        }
        guard let oldDue = old.due else {
            setDue(of: &task)
            if wanted.recurrence != nil { takeSeries(&task, &overrides) }
            return
        }
        var goal = ClockTime(wantedDue, like: oldDue, zone: wanted.timeZone)
        if let occurrence = wanted.occurrence { goal = goal.showing(occurrence.base ?? occurrence.local) }
        guard goal.isDay == oldDue.isDay, goal.zone.name == oldDue.zone.name else {
            changeForm(of: &task, to: goal, from: oldDue)
            if wanted.recurrence != nil { takeSeries(&task, &overrides) }
            return
        }
        if wanted.recurrence != nil, let frame = old.frame {
            moveSeries(&task, &overrides, from: frame, to: goal.digits)
        } else {
            task.move(["DTSTART", "DUE"], by: ClockShift(from: oldDue, to: goal))
            // The distance of the due time does not serve here, since the item can be at another occurrence
            // than the object.
            let day = task.ruleNamesDays ? oldDue.day : oldDue.day.advanced(by: movedDays)
            let exceptions = ClockShift(
                from: oldDue.digits, to: DayAndTime(day: day, time: goal.digits.time), isOnDays: goal.isDay)
            task.move(["EXDATE", "RDATE"], by: exceptions)
            for index in overrides.indices {
                overrides[index].move(ICalendarComponent.namesOfOverrideTimes, by: exceptions)
            }
        }
    }

    /// Takes the times of the new object. A rule that the server does not follow stays.
    func replace(_ task: inout ICalendarComponent, _ overrides: inout [ICalendarComponent]) {
        task.take(ICalendarComponent.namesOfTimes, from: new.component)
        if wanted.series.isFollowed { takeSeries(&task, &overrides) }
        setCurrent(of: &task)
    }

    /// Takes the rule and the dates of the new object, and writes the overrides in its form.
    private func takeSeries(_ task: inout ICalendarComponent, _ overrides: inout [ICalendarComponent]) {
        task.take(ICalendarComponent.namesOfSeries, from: new.component)
        overrides = moved(overrides, keepsForm: false)
    }

    /// The distance by which the occurrences of the rule moved.
    private func shift(from first: DayAndTime, toTime time: Int) -> ClockShift {
        let isOnDays = if case .day = wanted.due { true } else { false }
        let day = first.day.advanced(by: movedDays)
        return ClockShift(from: first, to: DayAndTime(day: day, time: time), isOnDays: isOnDays)
    }

    /// Adds a due time. The start stays on its day, unless that is after the due day.
    private func setDue(of task: inout ICalendarComponent) {
        task.set("DUE", new.component.property("DUE"))
        task.set("DURATION", nil)
        guard let start = old.start, wanted.recurrence == nil, let time = task.property("DUE"),
            let due = wanted.due.map({ ClockTime($0, like: start, zone: nil) }), start.day <= due.day
        else { return task.set("DTSTART", new.component.property("DTSTART")) }
        if start.isDay == due.isDay, start.moment <= due.moment { return }
        task.set("DTSTART", time.named("DTSTART", movedBy: ClockShift(from: due, to: start).inDays))
    }

    /// Changes the form of the due time: day, time or zone. The start gets the same form and keeps its
    /// distance in days and seconds.
    private func changeForm(of task: inout ICalendarComponent, to goal: ClockTime, from oldDue: ClockTime) {
        if wanted.recurrence != nil {
            return task.take(ICalendarComponent.namesOfTimes, from: new.component)
        }
        task.set("DUE", new.component.property("DUE"))
        task.set("DURATION", nil)
        guard task.property("DTSTART") != nil else {
            return task.set("DTSTART", new.component.property("DTSTART"))
        }
        guard let start = old.start, let time = task.property("DUE") else { return task.set("DTSTART", nil) }
        let length = ClockShift(from: oldDue, to: start)
        let isTimed = !goal.isDay && !start.isDay
        task.set("DTSTART", time.named("DTSTART", movedBy: isTimed ? length : length.inDays))
    }
}

// MARK: Start

extension TimesUpdate {
    /// Sets the start of a task that does not recur. The due time stays.
    ///
    /// - Parameters:
    ///   - keepsForm: Whether the start keeps its form and zone.
    ///   - isAtDue: Whether `DTSTART` of a task without a start is the due time. Otherwise the task has no
    ///     `DTSTART`.
    func setStart(of task: inout ICalendarComponent, keepsForm: Bool, isAtDue: Bool) {
        let reading = TaskReading(task, by: old.clock, at: now)
        guard reading.content.start != wanted.start else { return }
        if let start = reading.start, let due = reading.due, let property = task.property("DTSTART"),
            task.property("DUE") == nil
        {
            task.set("DUE", property.named("DUE", movedBy: ClockShift(from: start, to: due)))
        }
        task.set("DURATION", nil)
        if wanted.start == nil, isAtDue, let due = task.property("DUE") {
            return task.set("DTSTART", due.named("DTSTART", movedBy: .zero))
        }
        let forms = wanted.start.map { [$0.sent, $0.inFormOfDue] } ?? []
        guard keepsForm, let start = reading.start,
            let form = forms.first(where: { $0.isMoment != start.isDay })
        else { return task.set("DTSTART", new.component.property("DTSTART")) }
        let goal = ClockTime(form, like: start, zone: nil)
        task.move(["DTSTART"], by: ClockShift(from: start, to: goal))
    }
}

// MARK: Series

extension TimesUpdate {
    /// - Parameter first: The new due time of the first occurrence of the rule.
    private func moveSeries(
        _ task: inout ICalendarComponent, _ overrides: inout [ICalendarComponent], from frame: SeriesFrame,
        to first: DayAndTime
    ) {
        guard let rule = wanted.recurrence else { return }
        let hasOtherLength = task.property("DUE") == nil && frame.lead != wanted.series.lead
        if hasOtherLength {
            task.take(ICalendarComponent.namesOfTimes, from: new.component)
        } else {
            task.move(["DUE"], by: ClockShift(from: frame.due, to: first))
            let start = ClockShift(from: frame.start, to: wanted.series.start(of: first))
            task.move(["DTSTART"], by: start)
            if old.series == nil, task.property("DTSTART") == nil {
                task.set("DTSTART", task.property("DUE")?.named("DTSTART", movedBy: .zero))
            }
        }
        if rule != old.series?.rule {
            let rule = hasOtherLength ? rule : frame.rule(endingAsStart: rule)
            task.set("EXRULE", nil)
            task.set("RRULE", ICalendarProperty("RRULE", value: rule.text))
        }
        let due = shift(from: frame.due, toTime: first.time)(frame.due)
        let exceptions = ClockShift(from: frame.start, to: wanted.series.start(of: due))
        task.move(["EXDATE", "RDATE"], by: exceptions)
        overrides = moved(overrides, keepsForm: true)
        setDates(of: &task, besides: overrides)
    }

    /// Removes the values of `EXDATE` and `RDATE` that the item does not have, and adds missing ones.
    private func setDates(of task: inout ICalendarComponent, besides overrides: [ICalendarComponent]) {
        let reading = TaskReading(task, by: old.clock, at: now)
        guard let series = new.series, let frame = reading.frame else { return }
        let done = overrides.filter(\.isDone).compactMap(reading.local(of:))
        let (skipped, added) = (Set(series.exceptions.skipped), Set(series.exceptions.added))
        setDates("EXDATE", to: skipped, besides: Set(done), of: &task, reading, frame)
        setDates("RDATE", to: added.union([frame.due]), besides: [frame.due], of: &task, reading, frame)
    }

    private func setDates(
        _ name: String, to wanted: Set<DayAndTime>, besides others: Set<DayAndTime>,
        of task: inout ICalendarComponent, _ reading: TaskReading, _ frame: SeriesFrame
    ) {
        var missing = wanted.subtracting(others)
        task.removeTimes(of: name) { start in
            guard let local = reading.local(ofStart: start) else { return false }
            // A date before the first occurrence has no effect, but apps may show an occurrence there.
            if local < frame.due { return true }
            missing.remove(local)
            return !wanted.contains(local)
        }
        guard var dates = task.property("DTSTART") ?? task.property("DUE"), !missing.isEmpty else { return }
        let values = missing.sorted().map { local in
            let move = ClockShift(from: frame.start, to: self.wanted.series.start(of: local))
            return dates.named(name, movedBy: move).value
        }
        (dates.name, dates.value) = (name, values.joined(separator: ","))
        task.add(dates)
    }
}

// MARK: Overrides

extension TimesUpdate {
    /// The overrides of upcoming occurrences, at the times of the item.
    ///
    /// - Parameter keepsForm: Whether each time keeps its form and zone.
    private func moved(_ overrides: [ICalendarComponent], keepsForm: Bool) -> [ICalendarComponent] {
        guard let series = old.series, isSameSeries(series.rule), let newSeries = new.series else {
            return newOverrides
        }
        let shift = shift(from: series.first, toTime: newSeries.first.time)
        let current = newSeries.current.local
        var known: Set<DayAndTime> = []
        var all: [ICalendarComponent] = []
        // The last past override that applies to all later occurrences too.
        var ofFuture: (component: ICalendarComponent, before: OverriddenOccurrence)?
        for override in overrides {
            guard let local = old.local(of: override) else {
                all.append(override)
                continue
            }
            let before = OverriddenOccurrence(local: local, due: old.due(of: override))
            let after = before.moved(by: shift, in: newSeries.exceptions, isDone: override.isDone)
            if override.isOfFuture, after.local < current {
                if ofFuture.map({ $0.before.local < local }) ?? true { ofFuture = (override, before) }
                continue
            }
            guard local >= series.first, after.local >= current,
                !override.isDone || newSeries.exceptions.skips(after.local),
                known.insert(after.local).inserted
            else { continue }
            all.append(
                keepsForm
                    ? moved(override, from: before, to: after)
                    : written(override, from: before, as: after))
        }
        if let (override, before) = ofFuture, known.insert(current).inserted {
            let due = before.due.map { _ in newSeries.exceptions.due(of: current) }
            let after = OverriddenOccurrence(local: current, due: due)
            all.append(
                keepsForm
                    ? moved(override, from: before, to: after) : written(override, from: before, as: after))
        }
        return all + newOverrides.filter { new.local(of: $0).map { !known.contains($0) } ?? false }
    }

    /// Whether the item's rule gives the same days as the object's rule, or the days to which edits moved
    /// them.
    private func isSameSeries(_ rule: RecurrenceRule) -> Bool {
        guard let wanted = wanted.recurrence, let start = old.frame?.start.day else { return false }
        return wanted.change(from: rule, startingOn: start, movedByDays: movedDays) != .other
    }

    /// The start of an occurrence by the rule of the object and by that of the item.
    private func starts(
        _ old: OverriddenOccurrence, _ new: OverriddenOccurrence
    ) -> (old: DayAndTime, new: DayAndTime) {
        let series = self.old.series?.exceptions ?? Series()
        return (series.start(of: old.local), wanted.series.start(of: new.local))
    }

    private func moved(
        _ override: ICalendarComponent, from old: OverriddenOccurrence, to new: OverriddenOccurrence
    ) -> ICalendarComponent {
        var override = override
        let starts = starts(old, new)
        override.move(["RECURRENCE-ID"], by: ClockShift(from: starts.old, to: starts.new))
        if let oldDue = old.due, let newDue = new.due {
            override.move(["DTSTART", "DUE"], by: ClockShift(from: oldDue, to: newDue))
        }
        return override
    }

    /// The override with its times in the form of the new object.
    private func written(
        _ override: ICalendarComponent, from old: OverriddenOccurrence, as new: OverriddenOccurrence
    ) -> ICalendarComponent {
        guard let due = self.new.component.property("DUE"), let frame = self.new.frame else {
            return override
        }
        var override = override
        func set(_ name: String, _ local: DayAndTime) {
            override.set(name, due.named(name, movedBy: ClockShift(from: frame.due, to: local)))
        }
        set("RECURRENCE-ID", starts(old, new).new)
        guard let oldDue = old.due, let newDue = new.due else { return override }
        if let start = override.property("DTSTART")?.time, let oldFrame = self.old.frame {
            let start = oldFrame.due(self.old.clock.time(start))
            let length = ClockShift(from: oldDue, to: start)
            set("DTSTART", frame.dueTime.isDay ? length.inDays(newDue) : length(newDue))
        }
        if override.property("DUE") != nil || override.property("DURATION") != nil { set("DUE", newDue) }
        override.set("DURATION", nil)
        return override
    }
}

/// The occurrence that an override replaces.
private struct OverriddenOccurrence {
    /// The due time by the rule.
    let local: DayAndTime
    /// The actual due time; `nil` where the override names no time.
    let due: DayAndTime?

    /// The occurrence after a move of its series.
    ///
    /// - Parameters:
    ///   - exceptions: The exceptions of the moved series.
    ///   - isDone: Whether the override excludes the occurrence.
    func moved(by shift: ClockShift, in exceptions: Series, isDone: Bool) -> OverriddenOccurrence {
        let (local, due) = (shift(local), due.map { shift($0) })
        let dueOfSeries = exceptions.due(of: local)
        if let due, due != local, dueOfSeries == local, exceptions.adds(due) {
            // The occurrence moved past others, so that the series has it as an added one.
            return OverriddenOccurrence(local: due, due: due)
        }
        return OverriddenOccurrence(local: local, due: isDone || due == nil ? due : dueOfSeries)
    }
}
