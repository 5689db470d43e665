import CalendarObjects
import Checklists
import Dates
import Testing

private let now = Timestamp(milliseconds: 1_795_000_000_000)

/// A calendar of one task with these lines, as a program sends it.
private func calendar(_ lines: String...) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VTODO", "UID:a@b"] + lines
        + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
}

private func content(_ lines: String..., in zone: String = "UTC") throws -> TaskContent {
    let text =
        (["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a@b"] + lines + ["END:VTODO", "END:VCALENDAR", ""])
        .joined(separator: "\r\n")
    let local = try #require(LocalTime(zone: zone))
    return try TaskObject(Array(text.utf8)).content(in: local, at: now).content
}

private func moment(_ text: String) throws -> Timestamp {
    let milliseconds = RFC3339.milliseconds(Array(text.utf8).span)
    return Timestamp(milliseconds: try #require(milliseconds))
}

/// An item that was made by a program that sent this, before something else changes it.
private func item(of text: String) throws -> Item {
    let object = try TaskObject(Array(text.utf8))
    let (content, zone) = object.content(in: .utc, at: now)
    let draft = content.draft(clockZone: zone)
    var timing = Timing()
    timing.dueOn = draft.dueOn
    timing.timeZone = draft.timeZone ?? (draft.dueOn == nil ? nil : "UTC")
    timing.recurrence = draft.recurrence
    timing.series = draft.series ?? Series()
    timing.alarms = draft.alarms ?? []
    let due = draft.dueDate ?? draft.dueOn.map { LocalTime.utc.beginning(of: $0) }
    var item = Item(
        id: Item.ID(rawValue: 1), uid: object.uid, checklistID: Checklist.ID(rawValue: 1), text: draft.text,
        notes: draft.notes ?? "", checked: draft.isChecked, important: draft.important ?? false, dueDate: due,
        shouldRemind: draft.shouldRemind ?? false, snoozedUntil: draft.snoozedUntil,
        timing: timing == Timing() ? nil : timing, location: draft.location,
        calendarObject: CalendarObject(text: text), position: draft.position ?? 65_536,
        checkedAt: draft.isChecked ? draft.checkedAt ?? now : nil, createdAt: now, updatedAt: now,
        revision: Revision(rawValue: 1))
    item.details.tags = content.tags
    item.details.parentUID = content.parentUID
    switch content.start?.sent {
    case .day(let day): item.details.startOn = day
    case .moment(let moment): item.details.startDate = moment
    case nil: break
    }
    return item
}

@Suite struct `What a task says` {
    @Test func `is its texts, in one line where an item has one`() throws {
        let told = try content("SUMMARY:  Buy\\, then\\ncook ", "DESCRIPTION:One\\nTwo\\; three")
        #expect(told.text == "Buy, then cook")
        #expect(told.notes == "One\nTwo; three")
    }

    @Test func `is the first line of its description, or Untitled, where it has no summary`() throws {
        #expect(try content("DESCRIPTION:\\n Milk \\nBread").text == "Milk")
        #expect(try content().text == "Untitled")
        #expect(try content("SUMMARY:").text == "Untitled")
    }

    @Test func `is as much of its texts as an item has room for`() throws {
        let told = try content(
            "SUMMARY:" + String(repeating: "é", count: 2_000),
            "DESCRIPTION:" + String(repeating: "x", count: 30_000))
        #expect(told.text.count == Limits.textCharactersMax)
        #expect(told.notes.count == Limits.notesCharactersMax)
    }

    @Test(arguments: [
        ("STATUS:COMPLETED", true), ("STATUS:CANCELLED", true), ("STATUS:IN-PROCESS", false),
        ("STATUS:NEEDS-ACTION", false), ("COMPLETED:20261101T100000Z", true), ("PERCENT-COMPLETE:100", true),
        ("PERCENT-COMPLETE:50", false),
    ])
    func `is whether it is done`(line: String, isDone: Bool) throws {
        #expect(try content(line).checked == isDone)
    }

    @Test func `is important from 1 to 4`() throws {
        for priority in 0...9 {
            #expect(try content("PRIORITY:\(priority)").important == (1...4 ~= priority))
        }
    }

    @Test func `is when it is due, by day, moment, zone or the clock of who reads`() throws {
        #expect(try content("DUE;VALUE=DATE:20261203").due == .day(#require(CivilDate("2026-12-03"))))
        let noon = try Due.moment(moment("2026-12-03T12:00:00Z"))
        #expect(try content("DUE:20261203T120000Z").due == noon)
        #expect(try content("DUE;TZID=Europe/Paris:20261203T130000").due == noon)
        #expect(try content("DUE:20261203T130000", in: "Europe/Paris").due == noon)
        #expect(try content("DTSTART:20261203T110000Z", "DURATION:PT1H").due == noon)
        #expect(try content("DTSTART:20261203T120000Z").due == nil)
        #expect(try content("DTSTART:20261203T120000Z", "RRULE:FREQ=DAILY").due == noon)
    }

    @Test func `comes again by a rule that the service follows`() throws {
        let told = try content("DUE;TZID=Europe/Paris:20261203T130000", "RRULE:FREQ=WEEKLY;BYDAY=TH")
        #expect(told.recurrence?.text == "FREQ=WEEKLY;BYDAY=TH")
        #expect(told.timeZone == "Europe/Paris")
        #expect(try content("DUE:20261203T130000Z", "RRULE:FREQ=SECONDLY").recurrence == nil)
        #expect(try content("RRULE:FREQ=DAILY").recurrence == nil)
        #expect(try content("RRULE:FREQ=DAILY").series.isFollowed)
        // The rule is about the day on which it begins.
        let other = try content(
            "DTSTART:20261202T130000Z", "DUE:20261203T140000Z", "RRULE:FREQ=WEEKLY;BYDAY=WE")
        #expect(other.recurrence?.text == "FREQ=WEEKLY;BYDAY=WE")
        #expect(other.series.lead == 25 * 3_600_000)
    }

    @Test func `has the alarms that remind a person at a time`() throws {
        let told = try content(
            "DTSTART:20261203T110000Z", "DUE:20261203T120000Z",
            "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;RELATED=END:PT0S", "END:VALARM",
            "BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER:-PT15M", "END:VALARM",
            "BEGIN:VALARM", "TRIGGER;VALUE=DATE-TIME:20261202T080000Z", "END:VALARM",
            "BEGIN:VALARM", "ACTION:NONE", "TRIGGER;VALUE=DATE-TIME:19760401T005545Z", "END:VALARM",
            "BEGIN:VALARM", "ACTION:DISPLAY", "X-APPLE-PROXIMITY:ARRIVE", "TRIGGER:PT0S", "END:VALARM",
            "BEGIN:VALARM", "TRIGGER;VALUE=DATE-TIME:20991202T080000Z", "RELATED-TO;RELTYPE=SNOOZE:x",
            "END:VALARM")
        #expect(told.remindsWhenDue)
        #expect(try told.alarms == [.fromStart(-900), .at(moment("2026-12-02T08:00:00Z"))])
        #expect(try told.snoozedUntil == moment("2099-12-02T08:00:00Z"))
        #expect(
            try content("X-MOZ-SNOOZE-TIME:20991202T080000Z").snoozedUntil == moment("2099-12-02T08:00:00Z"))
        #expect(try content("X-MOZ-SNOOZE-TIME:20011202T080000Z").snoozedUntil == nil)
    }

    @Test func `is where`() throws {
        let told = try content("LOCATION:Rue 1\\, Paris", "GEO:48.8566;2.3522")
        #expect(told.address == "Rue 1, Paris")
        #expect(told.draft().location?.latitude == 48.8566)
    }

    @Test(arguments: [
        "", "BEGIN:VEVENT\r\nUID:a\r\nEND:VEVENT\r\n", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
        "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
        "BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nBEGIN:VTODO\r\nUID:a\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
        """
        BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:a\r\nEND:VTODO\r\nBEGIN:VTODO\r\nUID:b\r\nEND:VTODO\r\n\
        END:VCALENDAR\r\n
        """,
        """
        BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:a\r\nEND:VTODO\r\nBEGIN:VTODO\r\nUID:a\r\nEND:VTODO\r\n\
        END:VCALENDAR\r\n
        """,
    ])
    func `is that of one task alone`(text: String) {
        #expect(throws: TaskObject.Fault.self) { try TaskObject(Array(text.utf8)) }
    }
}

@Suite struct `What a program sent` {
    private static let foreign = calendar(
        "SUMMARY:Milk", "DTSTAMP:20261101T000000Z", "CATEGORIES:A,B", "X-FOO;X-BAR=\"a:b\":c\\,d",
        "ATTENDEE;CN=Ada:mailto:ada@example.org", "RELATED-TO:parent", "DUE;VALUE=DATE:20261203",
        "PRIORITY:3",
        "PERCENT-COMPLETE:40", "BEGIN:VALARM", "ACTION:DISPLAY", "X-APPLE-PROXIMITY:ARRIVE", "TRIGGER:PT0S",
        "END:VALARM", "BEGIN:X-THING", "X-A:1", "END:X-THING")

    @Test func `comes back as it was, octet for octet`() throws {
        let item = try item(of: Self.foreign)
        #expect(TaskObject.text(of: item, at: now) == Self.foreign)
        #expect(try TaskObject(Array(Self.foreign.utf8)).says(item, at: now))
    }

    @Test func `has what changed in its place, and all else as it was`() throws {
        var item = try item(of: Self.foreign)
        item.text = "Oat milk"
        item.checked = true
        item.checkedAt = now
        let text = TaskObject.text(of: item, at: now)
        let lines = Set(text.split(separator: "\r\n").map(String.init))
        #expect(lines.contains("SUMMARY:Oat milk"))
        #expect(lines.contains("STATUS:COMPLETED"))
        let changed = ["SUMMARY:Milk", "DTSTAMP:20261101T000000Z", "PERCENT-COMPLETE:40"]
        for line in Self.foreign.split(separator: "\r\n").map(String.init) where !changed.contains(line) {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test func `moves as a whole when an item moves on`() throws {
        let text = calendar(
            "DTSTART;TZID=Europe/Paris:20261202T090000", "DUE;TZID=Europe/Paris:20261203T180000",
            "RRULE:FREQ=DAILY;INTERVAL=2")
        var item = try item(of: text)
        item.dueDate = try moment("2026-12-05T17:00:00Z")
        let moved = TaskObject.text(of: item, at: now)
        #expect(moved.contains("DTSTART;TZID=Europe/Paris:20261204T090000"))
        #expect(moved.contains("DUE;TZID=Europe/Paris:20261205T180000"))
        #expect(moved.contains("BEGIN:VTIMEZONE"))
        #expect(moved.contains("RRULE:FREQ=DAILY;INTERVAL=2"))
    }

    @Test func `tells that one of a series was done by an override`() throws {
        let series = ["DUE:20261203T120000Z", "RRULE:FREQ=DAILY"]
        let before = try item(of: calendar(series[0], series[1]))
        let done = calendar(
            series[0], series[1], "END:VTODO", "BEGIN:VTODO", "UID:a@b", "RECURRENCE-ID:20261203T120000Z",
            "STATUS:COMPLETED")
        let object = try TaskObject(Array(done.utf8))
        #expect(object.content(in: .utc, at: now, for: before).content.checked)
        let later = done.replacing("RECURRENCE-ID:20261203", with: "RECURRENCE-ID:20261210")
        let other = try TaskObject(Array(later.utf8))
        #expect(!other.content(in: .utc, at: now, for: before).content.checked)
    }
}
