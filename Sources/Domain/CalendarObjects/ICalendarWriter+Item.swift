public import Checklists
import Dates
public import ICalendar

// Items as components of a calendar.

extension ICalendarWriter {
    /// Writes an item as a task (`VTODO`, RFC 5545 §3.6.2) for programs that only read.
    public mutating func task(_ item: Item, on checklist: Checklist) {
        for occurrence in [nil] + (item.comesAgain ? item.movedOccurrences : []) {
            component("VTODO") { task in
                task.content(
                    of: item, category: checklist.name, comesAgain: item.comesAgain, at: occurrence)
                if !item.checked { task.alarms(of: item, related: "END", at: occurrence) }
            }
        }
    }

    /// Writes an item as a task that programs change. It has everything that iCalendar can express except the
    /// snooze alarm.
    mutating func object(_ item: Item) {
        component("VTODO") { task in
            task.content(of: item, category: nil, comesAgain: item.recurrenceRule != nil, at: nil)
            task.property("X-APPLE-SORT-ORDER", String(item.position))
            if let snoozedUntil = item.snoozedUntil { task.moment("X-MOZ-SNOOZE-TIME", snoozedUntil) }
            task.timedAlarms(of: item, related: "END")
        }
        for occurrence in item.recurrenceRule == nil ? [] : item.movedOccurrences {
            component("VTODO") { task in
                task.content(of: item, category: nil, comesAgain: true, at: occurrence)
                task.timedAlarms(of: item, related: "END", at: occurrence)
            }
        }
    }

    /// - Parameter occurrence: The moved occurrence that the component describes; `nil` for the item itself.
    private mutating func content(
        of item: Item, category: String?, comesAgain: Bool, at occurrence: MovedOccurrence?
    ) {
        beginning(of: item)
        text("SUMMARY", item.summary)
        details(of: item, category: category)
        if let occurrence {
            times(of: occurrence, item)
        } else if comesAgain {
            series(of: item)
        } else {
            start(of: item)
            due("DUE", item)
        }
        // The check mark belongs to the item. A checked occurrence would be excluded from the series.
        if occurrence == nil {
            property("STATUS", item.checked ? "COMPLETED" : "NEEDS-ACTION")
            if let checkedAt = item.checkedAt { moment("COMPLETED", checkedAt) }
            if item.checked, category == nil { property("PERCENT-COMPLETE", "100") }
        } else if !item.checked {
            property("STATUS", "NEEDS-ACTION")
        }
        if item.important { property("PRIORITY", "1") }
        location(of: item)
    }

    /// Writes an item with a due time as an event (`VEVENT`, RFC 5545 §3.6.1).
    public mutating func event(_ item: Item, on checklist: Checklist) {
        if item.dueDate == nil { return }
        // With a lead, the event lists the due times of its occurrences.
        let hasOverrides = item.comesAgain && item.timing.series.lead == 0
        for occurrence in [nil] + (hasOverrides ? item.movedOccurrences : []) {
            event(item, on: checklist, at: occurrence)
        }
    }

    private mutating func event(_ item: Item, on checklist: Checklist, at occurrence: MovedOccurrence?) {
        component("VEVENT") { event in
            event.beginning(of: item)
            event.text("SUMMARY", item.checked ? "✓ \(item.summary)" : item.summary)
            event.details(of: item, category: checklist.name)
            if let occurrence {
                event.times(ofEvent: occurrence, item)
            } else if item.comesAgain {
                event.series(ofEvent: item)
            } else {
                event.due("DTSTART", item)
            }
            if item.timing.dueOn == nil { event.property("DURATION", "PT30M") }
            // The event does not make its attendee busy.
            event.property("TRANSP", "TRANSPARENT")
            if item.important { event.property("PRIORITY", "1") }
            event.location(of: item)
            if !item.checked { event.alarms(of: item, related: "START", at: occurrence) }
        }
    }

    mutating func beginning(of item: Item) {
        property("UID", item.calendarUID)
        moment("DTSTAMP", item.updatedAt)
        moment("CREATED", item.createdAt)
        moment("LAST-MODIFIED", item.updatedAt)
    }

    private mutating func details(of item: Item, category: String?) {
        if !item.notes.isEmpty { text("DESCRIPTION", item.notes) }
        let categories = (category.map { [$0] } ?? []) + item.tags
        if !categories.isEmpty { property(ICalendarProperty("CATEGORIES", texts: categories)) }
        if item.hasDetails, let uid = item.details.parentUID { property(.parent(uid)) }
    }

    /// Writes the start as a day or a time, like the due time (RFC 5545 §3.8.2.4).
    private mutating func start(of item: Item) {
        switch item.taskStart?.inFormOfDue {
        case .day(let day): property(ICalendarProperty("DTSTART", time: .day(day)))
        case .moment(let moment): self.moment("DTSTART", moment)
        case nil: break
        }
    }

    /// Writes the due time: a day, a local time in a series, or a moment.
    private mutating func due(_ name: String, _ item: Item) {
        guard let dueDate = item.dueDate else { return }
        if let day = item.timing.dueOn {
            times(name, [DayAndTime(day: day, time: 0)], item)
        } else if let zone = item.timing.zoneOfSeries {
            times(name, [zone.dayAndTime(of: dueDate)], item)
        } else {
            moment(name, dueDate)
        }
    }

    private mutating func location(of item: Item) {
        guard let location = item.location else { return }
        if let line = location.line { text("LOCATION", line) }
        if let latitude = location.latitude, let longitude = location.longitude {
            position("GEO", latitude: latitude, longitude: longitude)
        }
    }

    /// Writes the alarms of an item. A snooze replaces all of them.
    private mutating func alarms(of item: Item, related end: String, at occurrence: MovedOccurrence?) {
        if let snoozedUntil = item.snoozedUntil, item.isAt(occurrence) {
            return alarm(of: item) { $0.moment("TRIGGER;VALUE=DATE-TIME", snoozedUntil) }
        }
        timedAlarms(of: item, related: end, at: occurrence)
    }

    private mutating func timedAlarms(
        of item: Item, related end: String, at occurrence: MovedOccurrence? = nil
    ) {
        if item.shouldRemind { alarm(of: item) { $0.property("TRIGGER;RELATED=\(end)", "PT0S") } }
        for alarm in item.timing.alarms {
            switch alarm {
            // An absolute alarm fires once, and not again with a later occurrence.
            case .at where !item.isAt(occurrence): break
            case .at(let moment): self.alarm(of: item) { $0.moment("TRIGGER;VALUE=DATE-TIME", moment) }
            case .fromStart(let seconds) where end == "END" && TaskContent(item).start != nil:
                self.alarm(of: item) { $0.property("TRIGGER", ISO8601Duration.text(seconds: seconds)) }
            case .fromStart(let seconds):
                let offset = seconds - item.secondsFromStart
                self.alarm(of: item) {
                    $0.property("TRIGGER;RELATED=\(end)", ISO8601Duration.text(seconds: offset))
                }
            case .offset(let seconds):
                self.alarm(of: item) {
                    $0.property("TRIGGER;RELATED=\(end)", ISO8601Duration.text(seconds: seconds))
                }
            }
        }
    }

    private mutating func alarm(of item: Item, _ trigger: (inout ICalendarWriter) -> Void) {
        component("VALARM") { alarm in
            alarm.property("ACTION", "DISPLAY")
            alarm.text("DESCRIPTION", item.text)
            trigger(&alarm)
            if let seconds = item.timing.repeatEvery {
                alarm.property("REPEAT", String(86_400 / seconds))
                alarm.property("DURATION", ISO8601Duration.text(seconds: seconds))
            }
        }
    }
}

// MARK: Time zones

extension ICalendarWriter {
    /// Writes the definition of a time zone with its changes from 2000 to 2040 (RFC 5545 §3.6.5).
    public mutating func timeZone(_ zone: LocalTime) {
        let changes = zone.changes(from: 2000, to: 2040)
        component("VTIMEZONE") { writer in
            writer.property("TZID", zone.name)
            let first = changes.first?.offsetBefore ?? zone.offset(at: Timestamp(milliseconds: 0))
            writer.component("STANDARD") { standard in
                standard.property("DTSTART", "19700101T000000")
                standard.offsets(from: first, to: first)
            }
            var kinds: [LocalTime.Change] = []
            for change in changes where !kinds.contains(where: { $0.isLike(change) }) { kinds.append(change) }
            for kind in kinds {
                writer.component(kind.isDaylightSaving ? "DAYLIGHT" : "STANDARD") { writer in
                    writer.local("DTSTART", kind.local)
                    for change in changes where change.isLike(kind) && change != kind {
                        writer.local("RDATE", change.local)
                    }
                    writer.offsets(from: kind.offsetBefore, to: kind.offsetAfter)
                }
            }
        }
    }

    private mutating func offsets(from before: Int, to after: Int) {
        property("TZOFFSETFROM", ICalendarOffset(seconds: before / 1_000).text)
        property("TZOFFSETTO", ICalendarOffset(seconds: after / 1_000).text)
    }

    /// Writes a property whose value is a local date and time (RFC 5545 §3.3.5).
    private mutating func local(_ name: String, _ local: DayAndTime) {
        time(name, .local(local.day, second: local.time / 1_000, zone: nil))
    }

    /// Writes a property whose value is a moment, in whole seconds.
    mutating func moment(_ name: String, _ moment: Timestamp) {
        let milliseconds = Int(moment.milliseconds)
        let second = milliseconds % 1_000 < 0 ? milliseconds / 1_000 - 1 : milliseconds / 1_000
        time(name, .utc(secondsSince1970: second))
    }
}

extension Item {
    /// The seconds of local time from the start to the due time; 0 without one of the two.
    var secondsFromStart: Int {
        guard let start = alarmStart, let due else { return 0 }
        return (due.local(in: clockZone).milliseconds - start.local(in: clockZone).milliseconds) / 1_000
    }

    /// Whether a component describes the item's current occurrence. One without a moved occurrence does.
    fileprivate func isAt(_ occurrence: MovedOccurrence?) -> Bool {
        occurrence.map { $0.local == timing.occurrence?.local } ?? true
    }

    /// Whether the item is open and recurs on days that do not depend on its completion.
    fileprivate var comesAgain: Bool { !checked && recurrenceRule != nil }
}

extension Timing {
    /// The zone of the local times of a series; `nil` for days, for UTC, and without a series.
    public var zoneOfSeries: LocalTime? {
        recurrence == nil || dueOn != nil || timeZone == LocalTime.utc.name ? nil : localTime
    }
}
