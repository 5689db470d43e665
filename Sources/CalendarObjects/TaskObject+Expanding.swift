public import Checklists
import Dates
import ICalendar

extension TaskObject {
    /// An item with each occurrence in a time range as a task of its own (RFC 4791 §9.6.5): without rules,
    /// exceptions and time zones, its times in UTC. A series that the service does not follow comes as it is.
    ///
    /// - Parameter limit: How many occurrences there may be.
    /// - Returns: The text, and the number of tasks in it; `nil` if there are more occurrences.
    public static func expandedText(
        of item: Item, during range: TimeRange, limit: Int, at now: Timestamp
    ) -> (text: String, count: Int)? {
        let text = text(of: item, at: now)
        guard let object = try? TaskObject(Array(text.utf8)) else { return (text, 1) }
        let reading = object.reading(in: item.clockZone, at: now)
        if !reading.content.series.isFollowed { return (text, 1) }
        guard let tasks = object.tasks(during: range, reading, limit: limit) else { return nil }
        var calendar = object.calendar
        calendar.content.removeAll { content in
            if case .component = content { true } else { false }
        }
        calendar.content += tasks.map { .component($0) }
        var writer = ICalendarWriter()
        writer.component(calendar)
        return (String(decoding: writer.bytes, as: UTF8.self), tasks.count)
    }

    private func tasks(
        during range: TimeRange, _ reading: TaskReading, limit: Int
    ) -> [ICalendarComponent]? {
        guard let series = reading.series, let due = reading.due else { return [reading.inUTC(master)] }
        var known: [DayAndTime: ICalendarComponent] = [:]
        for override in overrides {
            if let local = reading.local(of: override) { known[local] = override }
        }
        var all = series.occurrences(during: range, from: due.moment, limit: limit + 1)
        if all.count > limit { return nil }
        // What was done or cancelled is still one of the set.
        let listed = Set(all.map(\.occurrence.local))
        for (local, override) in known where override.isDone && !listed.contains(local) {
            all.append((Occurrence(local: local, index: 0), local))
        }
        return all.sorted { $0.occurrence.local < $1.occurrence.local }.compactMap { occurrence, local in
            let task = reading.task(
                at: occurrence.local, due: local, known[occurrence.local] ?? master, series)
            return range.overlaps(task.times) ? task.component : nil
        }
    }
}

extension TaskReading {
    /// The properties of an occurrence whose times are told in UTC.
    private static let times = ["DTSTART", "DUE", "RECURRENCE-ID", "COMPLETED"]

    /// One occurrence as a task of its own.
    ///
    /// - Parameters:
    ///   - local: When it is due by the rule.
    ///   - due: When it is due.
    ///   - component: The override of it, or else the task of the series.
    fileprivate func task(
        at local: DayAndTime, due: DayAndTime, _ component: ICalendarComponent, _ series: TaskSeries
    ) -> (component: ICalendarComponent, times: TaskTimes) {
        var task = component
        for name in ICalendarComponent.namesOfSeries + ["DURATION"] { task.set(name, nil) }
        let ofRule = local.milliseconds - series.first.milliseconds
        let dueTime = self.due?.advanced(byMilliseconds: due.milliseconds - series.first.milliseconds)
        let startOfRule = (start ?? self.due)?.advanced(byMilliseconds: ofRule)
        var startTime = startOfRule
        if component.property("RECURRENCE-ID") != nil, let own = component.property("DTSTART")?.time {
            startTime = clock.time(own)
        }
        task.set("RECURRENCE-ID", startOfRule.map { ICalendarProperty("RECURRENCE-ID", time: $0.inUTC) })
        task.set("DTSTART", startTime.map { ICalendarProperty("DTSTART", time: $0.inUTC) })
        task.set("DUE", dueTime.map { ICalendarProperty("DUE", time: $0.inUTC) })
        return (task, TaskTimes(start: startTime?.moment, due: dueTime?.moment))
    }

    /// A task with its times in UTC.
    fileprivate func inUTC(_ component: ICalendarComponent) -> ICalendarComponent {
        var task = component
        for name in Self.times {
            guard let time = task.property(name)?.time else { continue }
            task.set(name, ICalendarProperty(name, time: clock.time(time).inUTC))
        }
        return task
    }
}

extension ClockTime {
    /// The day, or the moment.
    fileprivate var inUTC: ICalendarTime {
        if isDay { return .day(day) }
        let milliseconds = moment.inWholeSeconds.milliseconds
        return .utc(secondsSince1970: Int(milliseconds / 1_000))
    }
}
