import Checklists
import Dates
import ICalendar

extension TaskObject {
    /// The text of the object, with the properties that differ from the item replaced. All other properties
    /// stay as they were sent.
    func updated(to item: Item, at now: Timestamp) -> String {
        guard let new = try? TaskObject(Self.newBytes(of: item)) else {
            return Self.newText(of: item, at: now)
        }
        let old = reading(in: item.clockZone, at: now)
        let wanted = TaskContent(item).normalized(like: old.content, at: now)
        var changes = old.content.differences(from: wanted)
        // A series whose exceptions exclude every occurrence counts as checked without `STATUS`. It continues
        // if the item was unchecked or got another rule.
        if wanted.checked != master.isDone { changes.insert(.state) }
        if old.series?.isOver == true, !wanted.checked { changes.insert(.time) }
        var task = master
        if item.calendarUID != uid { task.set("UID", ICalendarProperty("UID", text: item.calendarUID)) }
        let names = TaskProperties.allCases.filter(changes.contains).flatMap(\.names)
        task.take(names + ["DTSTAMP", "LAST-MODIFIED"], from: new.master)
        if changes.contains(.text), !old.content.beginsWithNumber {
            task.set("SUMMARY", ICalendarProperty("SUMMARY", text: item.text))
        }
        if changes.contains(.tags) { task.setCategories(to: wanted.tags) }
        if changes.contains(.parent) { task.setParent(to: wanted.parentUID) }
        let newReading = new.reading(in: item.clockZone, at: now)
        let update = TimesUpdate(
            wanted: wanted, old: old, new: newReading, newOverrides: new.overrides,
            movedDays: item.timing.movedDays, now: now)
        // An app's `DTSTART` that is no start is the due time. A floating one is as well in another zone.
        let isAtDue =
            item.start != nil || old.content.start == nil
            || old.start?.isFloating ?? false && !(old.due?.isFloating ?? true)
        var object = self
        // Times keep their form. It can fail to express them, for example a time that occurs twice.
        for keepsForm in [true, false] {
            var (moved, overrides) = (task, overrides)
            if changes.contains(.time) {
                if keepsForm {
                    update.move(&moved, &overrides)
                } else {
                    update.replace(&moved, &overrides)
                }
            }
            if !wanted.isSeries { update.setStart(of: &moved, keepsForm: keepsForm, isAtDue: isAtDue) }
            object = replacingTasks(by: moved, overrides, zonesOf: new.calendar)
            if object.reading(in: item.clockZone, at: now).content.hasTimes(of: wanted) { break }
        }
        let updated = object.reading(in: item.clockZone, at: now)
        task = object.master
        task.matchAlarms(to: wanted, from: old, to: updated, newReading)
        if changes.contains(.snooze) {
            task.content.removeAll { content in
                guard case .property(let property) = content else { return false }
                return property.name.uppercased().hasPrefix("X-MOZ-SNOOZE-TIME-")
            }
            task.snoozeAlarms(until: wanted.snoozedUntil, of: item, updated, now)
        }
        var writer = ICalendarWriter()
        writer.component(object.calendar.replacing(object.master, with: task))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The object with another master task and other overrides.
    private func replacingTasks(
        by task: ICalendarComponent, _ overrides: [ICalendarComponent], zonesOf other: ICalendarComponent
    ) -> TaskObject {
        var calendar = calendar
        calendar.content = calendar.content.flatMap { content -> [ICalendarComponent.Content] in
            guard case .component(let component) = content, component.isNamed("VTODO") else {
                return [content]
            }
            return component == master ? [.component(task)] : []
        }
        calendar.content += overrides.map { override in
            var override = override
            override.set("UID", task.property("UID"))
            return .component(override)
        }
        calendar.addTimeZones(of: other, for: task)
        return TaskObject(calendar: calendar, master: task)
    }
}

/// Groups of properties that change together.
private enum TaskProperties: CaseIterable {
    case text, notes, state, priority, time, snooze, place, position, tags, parent

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
        case .time, .tags, .parent: []
        }
    }
}

extension TaskContent {
    /// Whether two contents have the same due time, start and series.
    fileprivate func hasTimes(of other: TaskContent) -> Bool { hasSeries(of: other) && start == other.start }

    /// Whether two contents have the same due time and series.
    private func hasSeries(of other: TaskContent) -> Bool {
        due == other.due && recurrence == other.recurrence && timeZone == other.timeZone
            && series == other.series && occurrence == other.occurrence
    }

    /// The groups of properties that differ.
    fileprivate func differences(from other: TaskContent) -> Set<TaskProperties> {
        var differences: Set<TaskProperties> = []
        if text != other.text { differences.insert(.text) }
        if notes != other.notes { differences.insert(.notes) }
        if checked != other.checked || checkedAt != other.checkedAt { differences.insert(.state) }
        if important != other.important { differences.insert(.priority) }
        if !hasSeries(of: other) { differences.insert(.time) }
        if snoozedUntil != other.snoozedUntil { differences.insert(.snooze) }
        if address != other.address || coordinates != other.coordinates { differences.insert(.place) }
        if position != other.position { differences.insert(.position) }
        if tags != other.tags { differences.insert(.tags) }
        if parentUID != other.parentUID { differences.insert(.parent) }
        return differences
    }
}

extension ICalendarComponent {
    /// The component with one subcomponent replaced.
    func replacing(_ old: ICalendarComponent, with new: ICalendarComponent) -> ICalendarComponent {
        var result = self
        result.content = content.map { $0 == .component(old) ? .component(new) : $0 }
        return result
    }

    /// Adds the definitions of zones that the task uses and the calendar lacks, from another calendar.
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
