public import Checklists
import Dates
import ICalendar

/// How much one answer may have of expanded series.
public struct ExpansionRoom: Sendable {
    /// How many occurrences.
    public var occurrences: Int
    /// About how many bytes of tasks.
    public var bytes: Int

    /// Room for so many occurrences and bytes.
    public init(occurrences: Int, bytes: Int) {
        (self.occurrences, self.bytes) = (occurrences, bytes)
    }
}

extension TaskObject {
    /// An item with each occurrence in a time range as a task of its own (RFC 4791 §9.6.5): without rules,
    /// exceptions and time zones, its times in UTC. A series that the service does not follow comes as it is.
    ///
    /// - Parameter room: What the item takes of it.
    /// - Returns: `nil` if there is no room for all occurrences.
    /// - Throws: `CancellationError`.
    public static func expandedText(
        of item: Item, during range: TimeRange, in room: inout ExpansionRoom, at now: Timestamp
    ) throws -> String? {
        let text = text(of: item, at: now)
        guard let object = try? TaskObject(Array(text.utf8)) else { return text }
        let reading = object.reading(in: item.clockZone, at: now)
        if !reading.content.series.isFollowed { return text }
        guard let tasks = try object.tasks(during: range, reading, in: &room) else { return nil }
        var calendar = object.calendar
        calendar.content.removeAll { content in
            if case .component = content { true } else { false }
        }
        calendar.content += tasks.map { .component($0) }
        var writer = ICalendarWriter()
        writer.component(calendar)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// After how many tasks the function looks whether the client has gone.
    private static let tasksBetweenChecks = 64

    private func tasks(
        during range: TimeRange, _ reading: TaskReading, in room: inout ExpansionRoom
    ) throws -> [ICalendarComponent]? {
        guard let series = reading.series, let due = reading.due else { return [reading.inUTC(master)] }
        var known: [DayAndTime: ICalendarComponent] = [:]
        for override in overrides {
            if let local = reading.local(of: override) { known[local] = override }
        }
        var all = series.occurrences(during: range, from: due.moment, limit: room.occurrences + 1)
        // What was done or cancelled is still one of the set.
        let listed = Set(all.map(\.occurrence.local))
        for (local, override) in known where override.isDone && !listed.contains(local) {
            all.append((Occurrence(local: local, index: 0), reading.due(of: override) ?? local))
        }
        let sizes = known.mapValues(\.bytesCount)
        let bytesOfMaster = master.bytesCount
        room.occurrences -= all.count
        room.bytes -= all.reduce(0) { $0 + (sizes[$1.occurrence.local] ?? bytesOfMaster) }
        guard room.occurrences >= 0, room.bytes >= 0 else { return nil }
        var tasks: [ICalendarComponent] = []
        all.sort { $0.occurrence.local < $1.occurrence.local }
        for (number, (occurrence, local)) in all.enumerated() {
            if number % Self.tasksBetweenChecks == 0 { try Task.checkCancellation() }
            let task = reading.task(
                at: occurrence.local, due: local, known[occurrence.local] ?? master, series)
            if range.overlaps(task.times) { tasks.append(task.component) }
        }
        return tasks
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
        func has(_ names: String...) -> Bool {
            names.contains { component.property($0) != nil || self.component.property($0) != nil }
        }
        for name in ICalendarComponent.namesOfSeries + ["DURATION"] { task.set(name, nil) }
        let ofRule = local.milliseconds - series.first.milliseconds
        let dueTime = self.due?.advanced(byMilliseconds: due.milliseconds - series.first.milliseconds)
        let startOfRule = (start ?? self.due)?.advanced(byMilliseconds: ofRule)
        var startTime = startOfRule
        if component.isOverride, let own = component.property("DTSTART")?.time {
            startTime = clock.time(own)
        }
        task.set("RECURRENCE-ID", startOfRule.map { ICalendarProperty("RECURRENCE-ID", time: $0.inUTC) })
        if has("DTSTART") {
            task.set("DTSTART", startTime.map { ICalendarProperty("DTSTART", time: $0.inUTC) })
        }
        if has("DUE", "DURATION") {
            task.set("DUE", dueTime.map { ICalendarProperty("DUE", time: $0.inUTC) })
        }
        // Without DTSTART the due time alone says when it is (RFC 4791 §9.9).
        return (
            task, TaskTimes(start: has("DTSTART") ? startTime?.moment : nil, due: dueTime?.moment)
        )
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

extension ICalendarComponent {
    /// How many bytes it takes in a text.
    fileprivate var bytesCount: Int {
        var writer = ICalendarWriter()
        writer.component(self)
        return writer.bytes.count
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
