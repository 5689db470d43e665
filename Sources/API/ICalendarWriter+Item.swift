import Checklists
import Dates
import ICalendar

// Items as components of a calendar.

extension ICalendarWriter {
    /// Writes an item as something to do (RFC 5545 §3.6.2).
    mutating func task(_ item: Item, on checklist: Checklist) {
        component("VTODO") { task in
            task.beginning(of: item)
            task.text("SUMMARY", item.text)
            task.details(of: item, on: checklist)
            // What comes again has to begin somewhere, too.
            if item.comesAgain { task.due("DTSTART", item) }
            task.due("DUE", item)
            task.recurrence(of: item)
            task.property("STATUS", item.checked ? "COMPLETED" : "NEEDS-ACTION")
            if let checkedAt = item.checkedAt { task.moment("COMPLETED", checkedAt) }
            if item.important { task.property("PRIORITY", "1") }
            task.location(of: item)
            if !item.checked { task.alarms(of: item, related: "END") }
        }
    }

    /// Writes an item that is due as something that happens then (RFC 5545 §3.6.1).
    mutating func event(_ item: Item, on checklist: Checklist) {
        if item.dueDate == nil { return }
        component("VEVENT") { event in
            event.beginning(of: item)
            event.text("SUMMARY", item.checked ? "✓ \(item.text)" : item.text)
            event.details(of: item, on: checklist)
            event.due("DTSTART", item)
            if item.timing.dueOn == nil { event.property("DURATION", "PT30M") }
            event.recurrence(of: item)
            // It takes nobody's time.
            event.property("TRANSP", "TRANSPARENT")
            if item.important { event.property("PRIORITY", "1") }
            event.location(of: item)
            if !item.checked { event.alarms(of: item, related: "START") }
        }
    }

    private mutating func beginning(of item: Item) {
        // With the time at which it was made, so that it is not that of another service.
        property("UID", item.uid ?? "item-\(item.id)-\(item.createdAt.milliseconds)@checklistd")
        moment("DTSTAMP", item.updatedAt)
        moment("CREATED", item.createdAt)
        moment("LAST-MODIFIED", item.updatedAt)
    }

    private mutating func details(of item: Item, on checklist: Checklist) {
        if !item.notes.isEmpty { text("DESCRIPTION", item.notes) }
        text("CATEGORIES", checklist.name)
    }

    /// When an item is due: a day, the time on clocks where it comes again, or a moment.
    private mutating func due(_ name: String, _ item: Item) {
        guard let dueDate = item.dueDate else { return }
        let timing = item.timing
        if let day = timing.dueOn {
            time("\(name);VALUE=DATE", .day(day))
        } else if let zone = timing.zoneOfSeries {
            local("\(name);TZID=\(zone.name)", zone.dayAndTime(of: dueDate))
        } else {
            moment(name, dueDate)
        }
    }

    /// On which days it comes again, where that does not depend on when it is done.
    private mutating func recurrence(of item: Item) {
        guard item.comesAgain, let recurrence = item.timing.recurrence else { return }
        let zone = item.timing.localTime ?? .utc
        var rule = recurrence.rule
        switch rule.end {
        case .count(let count): rule = rule.ending(.count(count - item.timing.seriesIndex))
        case .moment(let milliseconds) where item.timing.dueOn != nil:
            rule = rule.ending(.day(zone.day(of: Timestamp(milliseconds: Int64(milliseconds)))))
        case .day(let day) where item.timing.dueOn == nil:
            let end = zone.beginning(of: day.advanced(by: 1)).advanced(byMilliseconds: -1_000)
            rule = rule.ending(.moment(Int(end.milliseconds)))
        default: break
        }
        property("RRULE", rule.text)
    }

    private mutating func location(of item: Item) {
        guard let location = item.location else { return }
        let city = [location.postalCode, location.city].compactMap(\.self).joined(separator: " ")
        let parts = [location.street, city.isEmpty ? nil : city, location.country].compactMap(\.self)
        if !parts.isEmpty { text("LOCATION", parts.joined(separator: ", ")) }
        if let latitude = location.latitude, let longitude = location.longitude {
            position("GEO", latitude: latitude, longitude: longitude)
        }
    }

    /// What reminds of an item; the reminder that is put off stands for all of them.
    private mutating func alarms(of item: Item, related end: String) {
        if let snoozedUntil = item.snoozedUntil {
            return alarm(of: item) { $0.moment("TRIGGER;VALUE=DATE-TIME", snoozedUntil) }
        }
        if item.shouldRemind { alarm(of: item) { $0.property("TRIGGER;RELATED=\(end)", "PT0S") } }
        for alarm in item.timing.alarms {
            switch alarm {
            case .at(let moment): self.alarm(of: item) { $0.moment("TRIGGER;VALUE=DATE-TIME", moment) }
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
    /// Writes what clocks of a zone show from 2000 to 2040 (RFC 5545 §3.6.5).
    mutating func timeZone(_ zone: LocalTime) {
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

    /// Writes a property whose value is what calendars and clocks show (§3.3.5).
    private mutating func local(_ name: String, _ local: DayAndTime) {
        time(name, .local(local.day, second: local.time / 1_000, zone: nil))
    }

    /// Writes a property whose value is a moment, in whole seconds.
    private mutating func moment(_ name: String, _ moment: Timestamp) {
        let milliseconds = Int(moment.milliseconds)
        let second = milliseconds % 1_000 < 0 ? milliseconds / 1_000 - 1 : milliseconds / 1_000
        time(name, .utc(secondsSince1970: second))
    }
}

extension Item {
    /// Whether it comes again on days that are known.
    fileprivate var comesAgain: Bool {
        hasTiming && timing.recurrence?.from == .due && !checked
    }
}

extension Timing {
    /// The time zone in which clocks tell when it comes again; `nil` where it is a day or does not.
    var zoneOfSeries: LocalTime? {
        recurrence == nil || dueOn != nil || timeZone == LocalTime.utc.name ? nil : localTime
    }
}
