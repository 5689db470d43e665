import Checklists
import HTTP
import Testing

@testable import API

@Suite struct `A calendar` {
    let service: Service

    init() async {
        service = Service()
        _ = await service.post("/v1/checklists", #"{"name": "Home; sweet"}"#)
    }

    /// The lines of a calendar, each in one piece.
    private func lines(_ target: String = "/v1/checklists/1/calendar.ics") async -> [String] {
        let answer = await service.get(target)
        #expect(answer.status == 200)
        #expect(answer.fields[.contentType] == "text/calendar; charset=utf-8")
        return answer.text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
    }

    @Test func `has every item as a task`() async {
        _ = await service.post(
            "/v1/checklists/1/items",
            """
            {"text": "Milk, oat", "notes": "one\\ntwo; \\\\", "important": true, "shouldRemind": true,
             "dueDate": "2026-11-21T18:00:00.999+01:00",
             "location": {"street": "52 Rue de Rivoli", "postalCode": "75004", "city": "Paris",
                          "latitude": 48.8571, "longitude": -0.0000026}}
            """)
        #expect(
            await lines() == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//checklistd//checklistd//EN",
                "NAME:Home\\; sweet", "X-WR-CALNAME:Home\\; sweet",
                "BEGIN:VTODO", "UID:item-1-1795218957484@checklistd", "DTSTAMP:20261120T235557Z",
                "CREATED:20261120T235557Z", "LAST-MODIFIED:20261120T235557Z", "SUMMARY:Milk\\, oat",
                "DESCRIPTION:one\\ntwo\\; \\\\", "CATEGORIES:Home\\; sweet", "DUE:20261121T170000Z",
                "STATUS:NEEDS-ACTION", "PRIORITY:1", "LOCATION:52 Rue de Rivoli\\, 75004 Paris",
                "GEO:48.857100;-0.000003", "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Milk\\, oat",
                "TRIGGER;RELATED=END:PT0S", "END:VALARM", "END:VTODO", "END:VCALENDAR",
            ])
    }

    @Test func `says what is done, and has no alarm for it`() async {
        _ = await service.post(
            "/v1/checklists/1/items",
            #"{"text": "a", "checked": true, "dueDate": "1969-12-31T23:59:59.5Z", "shouldRemind": true}"#)
        let lines = await lines()
        #expect(lines.contains("STATUS:COMPLETED"))
        #expect(lines.contains("COMPLETED:20261120T235557Z"))
        #expect(lines.contains("DUE:19691231T235959Z"))
        #expect(!lines.contains("BEGIN:VALARM"))
    }

    @Test func `has the alarm when it was put off to`() async {
        _ = await service.post(
            "/v1/checklists/1/items",
            #"{"text": "a", "dueDate": "2026-11-21T08:00:00Z", "shouldRemind": true}"#)
        _ = await service.post("/v1/items/1/snooze", #"{"until": "2026-11-22T08:00:00Z"}"#)
        #expect(await lines().contains("TRIGGER;VALUE=DATE-TIME:20261122T080000Z"))
    }

    @Test func `has what comes again, in its time zone, with its alarms`() async {
        _ = await service.post(
            "/v1/checklists/1/items",
            """
            {"text": "Bins", "dueDate": "2027-03-23T19:00:00Z", "timeZone": "Europe/Paris",
             "shouldRemind": true, "recurrence": {"rule": "FREQ=WEEKLY;UNTIL=20270630"},
             "repeatEvery": "PT1H", "alarms": [{"offset": "-PT30M"}, {"at": "2027-03-20T08:00:00Z"}]}
            """)
        let lines = await lines()
        let zone = lines.prefix { $0 != "END:VTIMEZONE" }
        #expect(zone.contains("TZID:Europe/Paris") && zone.contains("TZOFFSETTO:+0200"))
        #expect(zone.contains("RDATE:20270328T020000") && zone.contains("RDATE:20271031T030000"))
        let task = lines.drop { $0 != "BEGIN:VTODO" }
        for line in [
            "DTSTART;TZID=Europe/Paris:20270323T200000", "DUE;TZID=Europe/Paris:20270323T200000",
            "RRULE:FREQ=WEEKLY;UNTIL=20270630T215959Z", "TRIGGER;RELATED=END:PT0S",
            "TRIGGER;RELATED=END:-PT30M", "TRIGGER;VALUE=DATE-TIME:20270320T080000Z", "REPEAT:24",
            "DURATION:PT1H",
        ] { #expect(task.contains(line), "\(line)") }
        #expect(lines.count { $0 == "BEGIN:VTIMEZONE" } == 1 && task.count { $0 == "BEGIN:VALARM" } == 3)
    }

    @Test func `has days as days, and what is left of a series`() async {
        _ = await service.post(
            "/v1/checklists/1/items",
            """
            {"text": "Pills", "dueOn": "2026-11-21", "recurrence": {"rule": "FREQ=DAILY;COUNT=5"},
             "alarms": [{"offset": "PT9H"}]}
            """)
        _ = await service.post("/v1/items/1/toggle", nil)
        _ = await service.post(
            "/v1/checklists/1/items",
            """
            {"text": "Filter", "dueOn": "2026-11-21",
             "recurrence": {"rule": "FREQ=MONTHLY", "from": "completion"}}
            """)
        let lines = await lines()
        #expect(lines.contains("DUE;VALUE=DATE:20261122") && lines.contains("RRULE:FREQ=DAILY;COUNT=4"))
        #expect(lines.contains("TRIGGER;RELATED=END:PT9H") && !lines.contains("BEGIN:VTIMEZONE"))
        // When it comes again is not known before it is done.
        #expect(lines.contains("DUE;VALUE=DATE:20261121") && lines.count { $0.hasPrefix("RRULE") } == 1)
    }

    @Test func `has what is due as events, for programs that show no tasks`() async {
        _ = await service.post(
            "/v1/checklists/1/items", #"{"text": "Day", "dueOn": "2026-11-21", "checked": true}"#)
        _ = await service.post(
            "/v1/checklists/1/items",
            #"{"text": "Time", "dueDate": "2026-11-21T08:00:00Z", "shouldRemind": true}"#)
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Never"}"#)
        let lines = await lines("/v1/calendar.ics?as=events")
        for line in [
            "SUMMARY:✓ Day", "DTSTART;VALUE=DATE:20261121", "SUMMARY:Time", "DTSTART:20261121T080000Z",
            "DURATION:PT30M", "TRIGGER;RELATED=START:PT0S", "TRANSP:TRANSPARENT",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(lines.count { $0 == "BEGIN:VEVENT" } == 2 && !lines.contains("BEGIN:VTODO"))
        #expect(await service.get("/v1/calendar.ics?as=journals").status == 400)
        let tags = await [
            service.get("/v1/calendar.ics").fields[.etag],
            service.get("/v1/calendar.ics?as=events").fields[.etag],
        ]
        #expect(tags[0] != nil && tags[0] != tags[1])
    }

    @Test func `has no line over 75 octets and splits no character`() async {
        let text = String(repeating: "é", count: 100) + String(repeating: "😀", count: 100)
        _ = await service.post("/v1/checklists/1/items", "{\"text\": \"\(text)\"}")
        let answer = await service.get("/v1/checklists/1/calendar.ics")
        for line in answer.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            #expect(line.count <= 76)
            #expect(String(validating: line, as: UTF8.self) != nil)
        }
        #expect(await lines().contains("SUMMARY:\(text)"))
    }

    @Test func `has all lists, however many items there are`() async {
        _ = await service.post("/v1/checklists", #"{"name": "Two"}"#)
        let many = Array(repeating: #"{"text": "a"}"#, count: 700).joined(separator: ",")
        for list in 1...2 { _ = await service.post("/v1/checklists/\(list)/items/batch", "[\(many)]") }
        let lines = await lines("/v1/calendar.ics")
        #expect(Set(lines.filter { $0.hasPrefix("UID:") }).count == 1400)
        #expect(lines.count { $0 == "CATEGORIES:Two" } == 700)
        #expect(lines.contains("X-WR-CALNAME:Checklists"))
        #expect(lines.last == "END:VCALENDAR")
    }

    @Test func `has another tag after every change, and the same as long as there is none`() async {
        _ = await service.post("/v1/checklists", #"{"name": "Two"}"#)
        _ = await service.post("/v1/checklists/1/items/batch", #"[{"text": "a"}, {"text": "b"}]"#)
        var tags: [String?] = []
        for (method, target, body) in [
            (HTTP.Method.get, "/v1/counts", nil), (.post, "/v1/items/1/toggle", nil),
            (.patch, "/v1/items/2", #"{"text": "c"}"#), (.post, "/v1/items/2/move", #"{"first": true}"#),
            (.patch, "/v1/checklists/1", #"{"name": "B"}"#), (.delete, "/v1/items/2", nil),
            (.delete, "/v1/checklists/2", nil),
        ] as [(HTTP.Method, String, String?)] {
            #expect(await service.send(method, target, body).status / 100 == 2)
            let tag = await service.get("/v1/calendar.ics").fields[.etag] ?? ""
            #expect(await service.get("/v1/calendar.ics", [.ifNoneMatch: tag]).status == 304)
            tags.append(tag)
        }
        #expect(Set(tags).count == tags.count)
        #expect(await service.get("/v1/checklists/9/calendar.ics").status == 404)
        #expect(await service.get("/v1/calendar.ics?checked=true").status == 400)
    }
}
