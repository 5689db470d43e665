import Checklists
import Dates
import ICalendar

extension TaskObject {
    /// The text with what an item is by now in place of what the object says. All else stays as it was sent.
    ///
    /// Times move in the form in which they were sent. Where the result would not say what the item is, for
    /// example at an hour that clocks show twice, the times of a new object replace them, and else its alarms
    /// as well.
    func updated(to item: Item, at now: Timestamp) -> String {
        guard let new = try? TaskObject(Self.newBytes(of: item)) else {
            return Self.newText(of: item, at: now)
        }
        let old = reading(in: item.clockZone, at: now)
        let wanted = TaskContent(item).asTold(by: old.content, at: now)
        let changes = old.content.differences(from: wanted)
        var result = self
        for way in ChangeOfTimes.allCases {
            result = updated(to: wanted, changes, from: old, new, of: item, way, at: now)
            if result.says(item, at: now) { break }
        }
        var writer = ICalendarWriter()
        writer.component(result.calendar)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// How times change, from the way that keeps most of an object to the way that keeps least.
    private enum ChangeOfTimes: CaseIterable {
        case move, replace, replaceWithAlarms
    }

    private func updated(
        to wanted: TaskContent, _ changes: Set<TaskProperties>, from old: TaskReading, _ new: TaskObject,
        of item: Item, _ way: ChangeOfTimes, at now: Timestamp
    ) -> TaskObject {
        var task = master
        if item.calendarUID != uid { task.set("UID", ICalendarProperty("UID", text: item.calendarUID)) }
        for name in changes.flatMap(\.names) { task.set(name, new.master.property(name)) }
        for name in ["DTSTAMP", "LAST-MODIFIED"] { task.set(name, new.master.property(name)) }
        var change = ExceptionsChange.stay
        if changes.contains(.time) {
            change =
                way == .move
                ? task.moveTimes(to: wanted, from: old, new.master)
                : task.replaceTimes(to: wanted, new.master)
        }
        let object = replacingMaster(by: task, old, change, of: new, at: now)
        let updated = object.reading(in: item.clockZone, at: now)
        if way != .replaceWithAlarms {
            let new = new.reading(in: item.clockZone, at: now)
            task.matchAlarms(to: wanted, from: old, to: updated, new)
        } else {
            task.replaceAlarms(by: new.master)
        }
        if changes.contains(.snooze) || way == .replaceWithAlarms {
            task.snoozeAlarms(until: wanted.snoozedUntil, of: item, updated, now)
        }
        return TaskObject(calendar: object.calendar.replacing(object.master, with: task), master: task)
    }

    /// The object with another master. Overrides move along, and those before the master's occurrence go.
    private func replacingMaster(
        by task: ICalendarComponent, _ old: TaskReading, _ change: ExceptionsChange, of new: TaskObject,
        at now: Timestamp
    ) -> TaskObject {
        var calendar = calendar
        var overrides = overrides.filter { !old.isBehind($0) }
        switch change {
        case .stay: break
        case .move(let move):
            for index in overrides.indices {
                overrides[index].move(ICalendarComponent.timesOfOverrides, by: move)
            }
        case .replace: overrides = self.overrides(old, replacedBy: new)
        }
        for index in overrides.indices { overrides[index].set("UID", task.property("UID")) }
        overrides.removeAll(where: TaskReading(task, by: old.clock, at: now).isBehind)
        calendar.content = calendar.content.flatMap { content -> [ICalendarComponent.Content] in
            guard case .component(let component) = content, component.isNamed("VTODO") else {
                return [content]
            }
            return component == master ? [.component(task)] : []
        }
        calendar.content += overrides.map { .component($0) }
        calendar.addTimeZones(of: new.calendar, for: task)
        return TaskObject(calendar: calendar, master: task)
    }

    /// The overrides of a new object, each with all else that the override says in whose place it comes.
    private func overrides(_ old: TaskReading, replacedBy new: TaskObject) -> [ICalendarComponent] {
        let known = overrides.filter { !$0.isDone }.compactMap { override in
            old.local(of: override).map { (local: $0, override: override) }
        }.sorted { $0.local < $1.local }
        // The last ones are the same, however many of the first are behind.
        let moved = known.filter { old.series?.exceptions.due(of: $0.local) != $0.local }
        var overrides = new.overrides
        for (index, pair) in zip(overrides.indices.reversed(), moved.reversed()) {
            var override = pair.override
            override.set("DURATION", nil)
            for name in ICalendarComponent.timesOfOverrides {
                override.set(name, overrides[index].property(name))
            }
            overrides[index] = override
        }
        return overrides
    }
}

/// Properties that change together.
private enum TaskProperties {
    case text, notes, state, priority, time, alarms, snooze, place, position

    /// The properties that are copied from the new object.
    var names: [String] {
        switch self {
        case .text: ["SUMMARY"]
        case .notes: ["DESCRIPTION"]
        case .state: ["STATUS", "COMPLETED", "PERCENT-COMPLETE"]
        case .priority: ["PRIORITY"]
        case .snooze: ["X-MOZ-SNOOZE-TIME"]
        case .place: ["LOCATION", "GEO", "X-APPLE-STRUCTURED-LOCATION"]
        case .position: ["X-APPLE-SORT-ORDER"]
        case .time, .alarms: []
        }
    }
}

extension TaskContent {
    /// The groups of properties that differ.
    fileprivate func differences(from other: TaskContent) -> Set<TaskProperties> {
        var differences: Set<TaskProperties> = []
        if text != other.text { differences.insert(.text) }
        if notes != other.notes { differences.insert(.notes) }
        if checked != other.checked || checkedAt != other.checkedAt { differences.insert(.state) }
        if important != other.important { differences.insert(.priority) }
        if due != other.due || recurrence != other.recurrence || timeZone != other.timeZone
            || series != other.series || occurrence != other.occurrence
        {
            differences.insert(.time)
        }
        if remindsWhenDue != other.remindsWhenDue || alarms != other.alarms { differences.insert(.alarms) }
        if snoozedUntil != other.snoozedUntil { differences.insert(.snooze) }
        if address != other.address || coordinates != other.coordinates { differences.insert(.place) }
        if position != other.position { differences.insert(.position) }
        return differences
    }
}

extension ICalendarComponent {
    /// The same with another component in place of one.
    func replacing(_ old: ICalendarComponent, with new: ICalendarComponent) -> ICalendarComponent {
        var result = self
        result.content = content.map { $0 == .component(old) ? .component(new) : $0 }
        return result
    }

    /// Describes the zones that a task is in and nothing in the calendar describes, as another one does.
    fileprivate mutating func addTimeZones(of other: ICalendarComponent, for task: ICalendarComponent) {
        let used = Set(task.properties.compactMap { $0.parameter("TZID") })
        let known = Set(components("VTIMEZONE").compactMap { $0.property("TZID")?.text })
        let missing = other.components("VTIMEZONE").filter { zone in
            zone.property("TZID").map { used.contains($0.text) && !known.contains($0.text) } ?? false
        }
        guard !missing.isEmpty else { return }
        let index = content.firstIndex { if case .component = $0 { true } else { false } } ?? content.count
        content.insert(contentsOf: missing.map { .component($0) }, at: index)
    }
}
