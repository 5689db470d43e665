import Checklists
import Dates
import ICalendar

extension TaskObject {
    /// The text with what an item is by now in place of what the object says. All else stays as it was sent.
    ///
    /// Times move in the form in which they were sent. Where the result would not say what the item is, for
    /// example at an hour that clocks show twice, the times and alarms of a new object replace them.
    func updated(to item: Item, at now: Timestamp) -> String {
        guard let new = try? TaskObject(Self.newBytes(of: item)) else {
            return Self.newText(of: item, at: now)
        }
        let old = reading(in: item.clockZone, at: now)
        let wanted = TaskContent(item).asTold(by: old.content, at: now)
        let changes = old.content.differences(from: wanted)
        func updated(keepsForms: Bool) -> TaskObject {
            self.updated(to: wanted, changes, from: old, new, of: item, keepsForms: keepsForms, at: now)
        }
        var result = updated(keepsForms: true)
        if !result.says(item, at: now) { result = updated(keepsForms: false) }
        var writer = ICalendarWriter()
        writer.component(result.calendar)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func updated(
        to wanted: TaskContent, _ changes: Set<TaskProperties>, from old: TaskReading, _ new: TaskObject,
        of item: Item, keepsForms: Bool, at now: Timestamp
    ) -> TaskObject {
        var task = master
        if item.calendarUID != uid { task.set("UID", ICalendarProperty("UID", text: item.calendarUID)) }
        for name in changes.flatMap(\.names) { task.set(name, new.master.property(name)) }
        for name in ["DTSTAMP", "LAST-MODIFIED"] { task.set(name, new.master.property(name)) }
        var move: ClockMove?
        if changes.contains(.time) {
            if keepsForms {
                move = task.moveTimes(to: wanted, from: old, new.master, hasExceptions: hasExceptions)
            } else {
                for name in ["DTSTART", "DUE", "DURATION", "RRULE"] {
                    task.set(name, new.master.property(name))
                }
            }
        }
        let updated = TaskObject(calendar: calendar, master: task).reading(in: item.clockZone, at: now)
        if keepsForms {
            let new = new.reading(in: item.clockZone, at: now)
            task.matchAlarms(to: wanted, from: old, to: updated, new)
        } else {
            task.replaceAlarms(by: new.master)
        }
        if changes.contains(.snooze) || !keepsForms {
            task.snoozeAlarms(until: wanted.snoozedUntil, of: item, updated, now)
        }
        return replacingMaster(by: task, updated, move, of: new)
    }

    private var hasExceptions: Bool {
        calendar.components("VTODO").count > 1 || master.property("EXDATE") != nil
            || master.property("RDATE") != nil
    }

    /// The object with another master. Overrides move along, and those before the master's occurrence go.
    private func replacingMaster(
        by task: ICalendarComponent, _ updated: TaskReading, _ move: ClockMove?, of new: TaskObject
    ) -> TaskObject {
        var calendar = calendar
        calendar.content = calendar.content.compactMap { content in
            guard case .component(var component) = content, component.isNamed("VTODO") else { return content }
            if component == master { return .component(task) }
            if let move { component.move(ICalendarComponent.timesOfOverrides, by: move) }
            if updated.isBehind(component) { return nil }
            component.set("UID", task.property("UID"))
            return .component(component)
        }
        calendar.addTimeZones(of: new.calendar, for: task)
        return TaskObject(calendar: calendar, master: task)
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
        if due != other.due || recurrence != other.recurrence || timeZone != other.timeZone {
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
