import CalDAV
import Checklists
import Dates
import HTTP
import Testing

/// Times that count from the start or from the due time of a task (RFC 5545 §3.8.6.3).
@Suite struct `A time of a task` {
    private let app = SeriesClient()

    private static func alarm(_ lines: String...) -> [String] {
        ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x"] + lines + ["END:VALARM"]
    }

    private func moment(_ text: String) throws -> Timestamp { try SeriesClient.moment(text) }

    @Test(arguments: [
        ("TRIGGER:PT9H", "2026-12-20T09:00:00Z"), ("TRIGGER:-PT15M", "2026-12-19T23:45:00Z"),
        ("TRIGGER:PT0S", "2026-12-20T00:00:00Z"), ("TRIGGER;RELATED=END:PT8H", "2026-12-20T08:00:00Z"),
    ])
    func `rings on the day of a task that has only a start`(trigger: String, time: String) async throws {
        let item = try await app.send(["DTSTART;VALUE=DATE:20261220"] + Self.alarm(trigger))
        #expect(try item.remindAt == moment(time))
        // A due day changes nothing of an alarm that counts from the start.
        let due = try await app.change { $0.dueOn = CivilDate("2026-12-24") }
        #expect(await app.lines().contains(trigger))
        if !trigger.contains("END") { #expect(try due.remindAt == moment(time)) }
    }

    @Test(arguments: ["TRIGGER;RELATED=END:PT9H", "TRIGGER:PT9H"])
    func `is in the zone of the person who sets the day of the start`(trigger: String) async throws {
        try await app.send(Self.alarm(trigger))
        let item = try await app.change { $0.details.startOn = CivilDate("2026-12-20") }
        #expect(try item.timing.timeZone == "UTC" && item.remindAt == moment("2026-12-20T09:00:00Z"))
    }

    @Test(arguments: [nil, "DUE:20261221T090000Z", "RRULE:FREQ=WEEKLY"])
    func `counts from the start, which a client moves`(line: String?) async throws {
        let lines = ["DTSTART:20261220T090000Z"] + [line].compactMap(\.self)
        let all = line?.hasPrefix("RRULE") ?? false ? lines + ["DUE:20261221T090000Z"] : lines
        try await app.send(all + Self.alarm("TRIGGER:-PT15M"))
        let moved = try await app.change { $0.details.startDate = try moment("2026-12-19T10:00:00Z") }
        #expect(await app.lines().isSuperset(of: ["DTSTART:20261219T100000Z", "TRIGGER:-PT15M"]))
        #expect(try moved.remindAt == moment("2026-12-19T09:45:00Z"))
        let due = try await app.move(to: "2026-12-28T09:00:00Z")
        #expect(await app.lines().contains("TRIGGER:-PT15M"))
        let start = due.details.startDate
        #expect(due.remindAt == start?.advanced(byMilliseconds: -900_000))
        try await app.expectEcho()
    }

    @Test func `waits for a date and rings then`() async throws {
        let lines = Self.alarm("TRIGGER;RELATED=END:PT0S") + Self.alarm("TRIGGER:-PT1H")
        let item = try await app.send(lines)
        #expect(item.remindAt == nil && item.dueDate == nil)
        try await app.change { $0.important = true }
        let due = try await app.move(to: "2026-12-24T09:00:00Z")
        #expect(await app.lines().isSuperset(of: ["TRIGGER;RELATED=END:PT0S", "TRIGGER:-PT1H"]))
        #expect(try due.remindAt == moment("2026-12-24T08:00:00Z"))
        try await app.expectEcho()
    }

    @Test(arguments: [
        // On the due day and the day before it, an alarm moves with the day.
        ("20261220T090000Z", "2026-12-27T09:00:00Z"), ("20261219T180000Z", "2026-12-26T18:00:00Z"),
        ("20261218T180000Z", "2026-12-18T18:00:00Z"), ("20261221T000000Z", "2026-12-21T00:00:00Z"),
    ])
    func `that is not near the due day stays`(trigger: String, time: String) async throws {
        try await app.send(
            ["DUE;VALUE=DATE:20261220"] + Self.alarm("TRIGGER;VALUE=DATE-TIME:\(trigger)"))
        let item = try await app.change { $0.dueOn = CivilDate("2026-12-27") }
        #expect(try item.remindAt == moment(time))
        let written = time.filter { $0 != "-" && $0 != ":" }
        #expect(await app.lines().contains("TRIGGER;VALUE=DATE-TIME:\(written)"))
        try await app.expectEcho()
    }

    @Test func `of a one-off counts its days in the zone of the task`() async throws {
        // Clocks in New York change on 1 November 2026, those in Sydney on 4 October.
        let item = try await app.send(
            ["DUE;TZID=America/New_York:20270314T120000"] + Self.alarm("TRIGGER;RELATED=END:-P1D"))
        #expect(try item.remindAt == moment("2027-03-13T17:00:00Z"))
    }

    @Test func `is told again as often as its alarm repeats`() async throws {
        let line = "TRIGGER;RELATED=END:PT0S"
        let repeats = Self.alarm(line, "REPEAT:2", "DURATION:PT5M")
        let item = try await app.send(["DUE:20271220T090000Z"] + repeats)
        #expect(item.shouldRemind && item.timing.alarms == [.offset(300), .offset(600)])
        #expect(item.timing.repeatEvery == nil)
        try await app.move(to: "2027-12-21T09:00:00Z")
        #expect(await app.lines().isSuperset(of: [line, "REPEAT:2", "DURATION:PT5M"]))
        try await app.expectEcho()
        // One of the repetitions goes: the others are alarms of their own.
        try await app.change { $0.alarms = [.offset(600)] }
        #expect(await app.lines().isSuperset(of: [line, "TRIGGER;RELATED=END:PT10M"]))
        #expect(await !app.text().contains("REPEAT"))
        try await app.expectEcho()
    }

    @Test func `repeats for a day in the alarms of an app`() async throws {
        let daily = Self.alarm("TRIGGER:-PT15M", "REPEAT:24", "DURATION:PT1H")
        let item = try await app.send(["DUE:20271220T090000Z"] + daily)
        #expect(item.timing.repeatEvery == 3_600 && item.timing.alarms == [.offset(-900)])
        try await app.change { $0.repeatEvery = 1_800 }
        #expect(await app.lines().isSuperset(of: ["TRIGGER:-PT15M", "REPEAT:48", "DURATION:PT30M"]))
        try await app.expectEcho()
        try await app.change { $0.repeatEvery = .some(nil) }
        #expect(await !app.text().contains("REPEAT"))
        try await app.send(["DUE:20271220T090000Z"] + daily)
        try await app.send(["DUE:20271220T090000Z"] + Self.alarm("TRIGGER:-PT15M"))
        #expect(try await app.item().timing.repeatEvery == nil)
    }

    @Test(arguments: ["PROXIMITY:ARRIVE", "X-APPLE-PROXIMITY:ARRIVE"])
    func `is none in an alarm of a place`(line: String) async throws {
        let item = try await app.send(
            ["DUE:20261220T090000Z"] + Self.alarm(line, "TRIGGER;VALUE=DATE-TIME:20261219T090000Z"))
        #expect(item.remindAt == nil && item.timing.alarms.isEmpty)
    }

    @Test func `is put off for an occurrence as Thunderbird writes it`() async throws {
        let item = try await app.send(
            [
                "DUE:20261201T090000Z", "RRULE:FREQ=DAILY",
                "X-MOZ-SNOOZE-TIME-1796115600000000:20261201T100000Z",
            ]
                + Self.alarm("TRIGGER;RELATED=END:PT0S"))
        #expect(try item.snoozedUntil == moment("2026-12-01T10:00:00Z"))
        try await app.session.unsnoozeItem(item.id, ifMatch: nil)
        #expect(await !app.text().contains("X-MOZ-SNOOZE-TIME"))
    }

    @Test func `stays in DTSTART under another rule`() async throws {
        let times = ["DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261203"]
        try await app.send(times + ["RRULE:FREQ=DAILY"])
        let weekly = Recurrence(try RecurrenceRule("FREQ=WEEKLY"))
        let item = try await app.change { ($0.recurrence, $0.lead) = (weekly, "P2D") }
        #expect(await app.lines().isSuperset(of: times + ["RRULE:FREQ=WEEKLY"]))
        #expect(item.details.startOn == CivilDate("2026-12-01"))
        // A one-off with a start begins to recur.
        try await app.send(times)
        try await app.change { $0.recurrence = weekly }
        #expect(await app.lines().isSuperset(of: times + ["RRULE:FREQ=WEEKLY"]))
        try await app.toggle()
        #expect(await app.lines().contains("DTSTART;VALUE=DATE:20261208"))
        try await app.expectEcho()
    }

    @Test func `is gone from a series once its start is cleared`() async throws {
        try await app.send(["DTSTART:20261201T080000Z", "DUE:20261201T090000Z", "RRULE:FREQ=DAILY"])
        let item = try await app.change { $0.details.startDate = .some(nil) }
        #expect(item.timing.series.lead == 0)
        #expect(await app.lines().contains("DTSTART:20261201T090000Z"))
        let text = await app.text().replacing("VERSION", with: "X-ECHO:1\r\nVERSION")
        #expect(await app.client.send(.put, "\(Client.home)shop/a.ics", body: text).status == 204)
        #expect(try await app.item().details.startDate == nil)
    }

    @Test func `of a start on the page is that of the series`() async throws {
        try await app.send(["DUE;VALUE=DATE:20261203", "RRULE:FREQ=WEEKLY"])
        try await app.change { $0.details.startOn = CivilDate("2026-12-02") }
        #expect(await app.lines().contains("DTSTART;VALUE=DATE:20261202"))
        try await app.toggle()
        #expect(try await app.item().details.startOn == CivilDate("2026-12-09"))
        try await app.expectEcho()
    }

    @Test func `moves in DTSTART with the due time and its zone`() async throws {
        try await app.send(["DTSTART:20261201T090000", "DUE:20261201T090000Z"])
        try await app.change {
            ($0.dueDate, $0.timeZone) = (try moment("2026-12-02T10:00:00Z"), "Europe/Paris")
        }
        #expect(await app.lines().isSuperset(of: ["DTSTART:20261202T100000Z", "DUE:20261202T100000Z"]))
        #expect(try await app.item().details.startDate == nil)
    }

    @Test func `is that of KOrganizer's current occurrence`() async throws {
        let name = "X-KDE-LIBKCAL-DTRECURRENCE"
        let lines = ["DTSTART:20261201T090000Z", "DUE:20261201T100000Z", "RRULE:FREQ=DAILY"]
        let item = try await app.send(lines + ["\(name):20261205T100000Z"])
        #expect(try item.dueDate == moment("2026-12-05T10:00:00Z"))
        #expect(await app.lines().isSuperset(of: lines))
        try await app.toggle()
        let moved = ["DTSTART:20261206T090000Z", "DUE:20261206T100000Z", "\(name):20261206T100000Z"]
        #expect(await app.lines().isSuperset(of: moved))
        try await app.expectEcho()
    }

    @Test func `of the only occurrence cannot be excluded`() async throws {
        let item = try await app.send(
            ["DUE:20261201T090000Z", "RRULE:FREQ=DAILY;COUNT=1", "EXDATE:20261201T090000Z"])
        #expect(!item.checked)
    }

    @Test(arguments: [("DUE:20261220T110000Z", false), ("DURATION:PT1H", true)])
    func `ends in a range that begins with its end only by DURATION`(line: String, isFound: Bool) async throws
    {
        try await app.send(["DTSTART:20261220T100000Z", line])
        let filter = """
            <D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name="VCALENDAR">\
            <C:comp-filter name="VTODO"><C:time-range start="20261220T110000Z" end="20261221T000000Z"/>\
            </C:comp-filter></C:comp-filter></C:filter>
            """
        let answer = await app.client.report("\(Client.home)shop/", "C:calendar-query", filter)
        #expect(answer.text.contains("a.ics") == isFound)
    }
}

/// What the server reads once.
@Suite struct `What the server has sent` {
    private let app = SeriesClient()
    private let path = "\(Client.home)shop/a.ics"

    @Test func `is recognised and changes nothing`() async throws {
        try await app.send(["DUE:20261201T090000Z"])
        let item = try await app.change { $0.text = "Milk" }
        let read = await app.client.send(.get, path)
        let answer = await app.client.send(.put, path, body: read.text)
        #expect(answer.status == 204 && answer.etag == read.etag)
        #expect(try await app.item().revision == item.revision)
    }

    @Test(arguments: ["", "X-ECHO:1\r\n"])
    func `does not give back tags that a person removed`(line: String) async throws {
        try await app.send(["CATEGORIES:\((0..<30).map { "t\($0)" }.joined(separator: ","))"])
        try await app.change { $0.details.tags = [] }
        let text = await app.text().replacing("VERSION", with: line + "VERSION")
        #expect(await app.client.send(.put, path, body: text).status == 204)
        #expect(try await app.item().tags == [])
    }
}
