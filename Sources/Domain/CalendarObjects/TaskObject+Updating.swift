import Checklists
import Dates
import ICalendar

extension TaskObject {
    /// The text of the object, updated to an item. All other properties stay as they were sent.
    ///
    /// Times move in the form in which they were sent. That can fail to express the item, for example at a
    /// local time that occurs twice. Then the times of a new object replace them, and at last its alarms as
    /// well.
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
        var result = self
        for strategy in TimesStrategy.allCases {
            result = updated(to: wanted, changes, from: old, new, of: item, strategy, at: now)
            // Tags do not depend on the strategy. One after the first 20 can take the place of a removed one.
            if result.says(item, at: now, besidesTags: true) { break }
        }
        var writer = ICalendarWriter()
        writer.component(result.calendar)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// How times change, from the strategy that keeps most of an object to the one that keeps least.
    private enum TimesStrategy: CaseIterable {
        case move, replace, replaceWithAlarms
    }

    private func updated(
        to wanted: TaskContent, _ changes: Set<TaskProperties>, from old: TaskReading, _ new: TaskObject,
        of item: Item, _ strategy: TimesStrategy, at now: Timestamp
    ) -> TaskObject {
        var (task, overrides) = (master, overrides)
        if item.calendarUID != uid { task.set("UID", ICalendarProperty("UID", text: item.calendarUID)) }
        task.take(changes.flatMap(\.names) + ["DTSTAMP", "LAST-MODIFIED"], from: new.master)
        let newReading = new.reading(in: item.clockZone, at: now)
        let update = TimesUpdate(
            wanted: wanted, old: old, new: newReading, newOverrides: new.overrides,
            movedDays: item.timing.movedDays, now: now)
        if changes.contains(.time) {
            if strategy == .move {
                update.move(&task, &overrides)
            } else {
                update.replace(&task, &overrides)
            }
        }
        if !wanted.isSeries {
            let isAtDue = item.start != nil || old.content.start == nil
            update.setStart(of: &task, keepsForm: strategy == .move, isAtDue: isAtDue)
        }
        if changes.contains(.text), !old.content.beginsWithNumber {
            task.set("SUMMARY", ICalendarProperty("SUMMARY", text: item.text))
        }
        if changes.contains(.tags) { task.setCategories(to: wanted.tags, from: old.content.tags) }
        if changes.contains(.parent) { task.setParent(to: wanted.parentUID) }
        let object = replacingTasks(by: task, overrides, zonesOf: new.calendar)
        let updated = object.reading(in: item.clockZone, at: now)
        if strategy != .replaceWithAlarms {
            task.matchAlarms(to: wanted, from: old, to: updated, newReading)
        } else {
            task.replaceAlarms(by: new.master)
        }
        if changes.contains(.snooze) || strategy == .replaceWithAlarms {
            task.snoozeAlarms(until: wanted.snoozedUntil, of: item, updated, now)
        }
        return TaskObject(calendar: object.calendar.replacing(object.master, with: task), master: task)
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
private enum TaskProperties {
    case text, notes, state, priority, time, alarms, snooze, place, position, tags, parent

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
        case .time, .alarms, .tags, .parent: []
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
