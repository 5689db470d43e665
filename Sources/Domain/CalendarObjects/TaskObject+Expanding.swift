public import Checklists
import Dates
import ICalendar

/// The room that a response has left for expanded series.
public struct ExpansionRoom: Sendable {
    /// The number of occurrences.
    public var occurrences: Int
    /// The size of their tasks, in bytes, approximately.
    public var bytes: Int

    /// Creates room for occurrences and bytes.
    public init(occurrences: Int, bytes: Int) {
        (self.occurrences, self.bytes) = (occurrences, bytes)
    }
}

extension TaskObject {
    /// The text of an item with each occurrence in a time range as a separate task (RFC 4791 §9.6.5).
    ///
    /// The tasks have no rules, exceptions and time zones; their times are in UTC. A series that the server
    /// does not follow stays as it is.
    ///
    /// - Parameter room: Reduced by the room that the item takes.
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

    /// The number of tasks between two checks for cancellation, for example by a client that has
    /// disconnected.
    private static let tasksBetweenChecks = 64

    private func tasks(
        during range: TimeRange, _ reading: TaskReading, in room: inout ExpansionRoom
    ) throws -> [ICalendarComponent]? {
        guard let series = reading.series, let due = reading.due else { return [reading.inUTC(master)] }
        let known = Dictionary(
            overrides.compactMap { override in reading.local(of: override).map { ($0, override) } },
            uniquingKeysWith: { $1 })
        let ofFuture = known.filter(\.value.isOfFuture).sorted { $0.key < $1.key }
        func component(of local: DayAndTime) -> ICalendarComponent {
            let later = ofFuture.sortedIndex { $0.key <= local }
            return known[local] ?? (later > 0 ? ofFuture[later - 1].value : master)
        }
        func times(_ occurrence: Occurrence, _ due: DayAndTime) -> OccurrenceTimes {
            reading.times(at: occurrence.local, due: due, component(of: occurrence.local), series)
        }
        func isWanted(_ occurrence: Occurrence, _ due: DayAndTime) -> Bool {
            range.overlaps(times(occurrence, due).moments)
        }
        var all = series.occurrences(
            during: range, from: due.moment, limit: room.occurrences + 1, where: isWanted)
        // Done and cancelled occurrences still belong to the recurrence set.
        let listed = Set(all.map(\.occurrence.local))
        for (local, override) in known where override.isDone && !listed.contains(local) {
            let (occurrence, due) = (Occurrence(local: local, index: 0), reading.due(of: override) ?? local)
            if isWanted(occurrence, due) { all.append((occurrence, due)) }
        }
        let bytesMax = ([master] + ofFuture.map(\.value)).map(\.bytesCount).max() ?? 0
        room.occurrences -= all.count
        room.bytes -= all.reduce(0) { $0 + (known[$1.occurrence.local]?.bytesCount ?? bytesMax) }
        guard room.occurrences >= 0, room.bytes >= 0 else { return nil }
        all.sort { $0.occurrence.local < $1.occurrence.local }
        return try all.enumerated().map { number, next in
            if number % Self.tasksBetweenChecks == 0 { try Task.checkCancellation() }
            return reading.task(component(of: next.occurrence.local), at: times(next.occurrence, next.local))
        }
    }
}

/// The times of an occurrence as a separate task.
private struct OccurrenceTimes {
    /// The start by the rule.
    var startOfRule: ClockTime?
    /// The start; `nil` if the task has no `DTSTART`.
    var start: ClockTime?
    /// The due time.
    var due: ClockTime?
    /// Whether the due time is `DTSTART` plus `DURATION`.
    var hasDuration = false

    /// Without `DTSTART`, only the due time counts (RFC 4791 §9.9).
    var moments: TaskTimes {
        TaskTimes(start: start?.moment, due: due?.moment, hasDuration: hasDuration)
    }
}

extension TaskReading {
    /// The properties whose times are converted to UTC.
    private static let times = ["DTSTART", "DUE", "RECURRENCE-ID", "COMPLETED"]

    /// The times of an occurrence.
    ///
    /// - Parameters:
    ///   - local: The due time by the rule.
    ///   - due: The actual due time.
    ///   - component: The override of the occurrence, or else the master task.
    fileprivate func times(
        at local: DayAndTime, due: DayAndTime, _ component: ICalendarComponent, _ series: TaskSeries
    ) -> OccurrenceTimes {
        func advanced(_ time: ClockTime?, to local: DayAndTime) -> ClockTime? {
            time?.advanced(byMilliseconds: local.milliseconds - series.first.milliseconds)
        }
        let startOfRule = advanced(start ?? self.due, to: local)
        var times = OccurrenceTimes(
            startOfRule: startOfRule, due: advanced(self.due, to: due), hasDuration: isDueByDuration)
        let isOfThis = self.local(of: component) == local
        if isOfThis, let own = component.property("DTSTART")?.time {
            times.start = clock.time(own)
        } else if has("DTSTART", component) {
            times.start = startOfRule
        }
        return times
    }

    /// Whether an occurrence has a property, from its override or from the series.
    private func has(_ name: String, _ component: ICalendarComponent) -> Bool {
        component.property(name) != nil || self.component.property(name) != nil
    }

    /// An occurrence as a separate task.
    ///
    /// - Parameter component: The override of the occurrence, or else the master task.
    fileprivate func task(_ component: ICalendarComponent, at times: OccurrenceTimes) -> ICalendarComponent {
        var task = component
        for name in ICalendarComponent.namesOfSeries + ["DURATION"] { task.set(name, nil) }
        func set(_ name: String, _ time: ClockTime?) {
            task.set(name, time.map { ICalendarProperty(name, time: $0.inUTC) })
        }
        set("RECURRENCE-ID", times.startOfRule)
        if has("DTSTART", component) { set("DTSTART", times.start) }
        if has("DUE", component) || has("DURATION", component) { set("DUE", times.due) }
        return task
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
    /// The length of the component as text, in bytes.
    fileprivate var bytesCount: Int {
        var writer = ICalendarWriter()
        writer.component(self)
        return writer.bytes.count
    }
}

extension ClockTime {
    /// The day, or the moment in UTC.
    fileprivate var inUTC: ICalendarTime {
        if isDay { return .day(day) }
        let milliseconds = moment.inWholeSeconds.milliseconds
        return .utc(secondsSince1970: Int(milliseconds / 1_000))
    }
}
