import Checklists
import Dates
import HTTP
import Testing

@Suite struct `A series of a calendar app` {
    private let service = Service()
    private var session: Session { Session(service.store, for: .first) }

    private func local(_ day: String) throws -> DayAndTime {
        DayAndTime(day: try #require(CivilDate(day)), time: 0)
    }

    /// Adds an item that an app sent: due on the Tuesday after each Monday, but not on 15 December 2026.
    private func add() async throws {
        _ = await service.post("/v1/checklists", #"{"name": "Home"}"#)
        var draft = ItemDraft(text: "Bins")
        (draft.dueOn, draft.timeZone) = (CivilDate("2026-12-08"), "Europe/Paris")
        draft.recurrence = Recurrence(try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO"))
        draft.series = Series(lead: 86_400_000, skipped: [try local("2026-12-15")])
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:a@b", "SUMMARY:Bins",
            "DTSTART;VALUE=DATE:20261207", "DUE;VALUE=DATE:20261208", "RRULE:FREQ=WEEKLY;BYDAY=MO",
            "EXDATE;VALUE=DATE:20261214", "X-APP:1", "END:VTODO", "END:VCALENDAR", "",
        ]
        draft.calendarObject = CalendarObject(text: lines.joined(separator: "\r\n"))
        _ = try await session.addItem(draft, to: Checklist.ID(rawValue: 1), idempotencyKey: nil)
    }

    @Test func `has a lead, which stays under another rule`() async throws {
        try await add()
        let told = #""recurrence":{"rule":"FREQ=WEEKLY;BYDAY=MO","from":"due","lead":"P1D"}"#
        #expect(await service.get("/v1/items/1").text.contains(told))
        #expect(await service.patch("/v1/items/1", "{\(told)}").text.contains(told))
        for lead in ["P2D", "", "PT0S"] {
            let changed = #"{"recurrence":{"rule":"FREQ=WEEKLY;BYDAY=MO","lead":"\#(lead)"}}"#
            #expect(await service.patch("/v1/items/1", changed).status == 422)
        }
        let due = #""text": "Milk", "dueOn": "2026-12-08", "timeZone": "UTC""#
        #expect(await service.post("/v1/checklists/1/items", "{\(due), \(told)}").status == 422)
        let ending = told.replacing("BYDAY=MO", with: "BYDAY=MO;COUNT=5")
        #expect(await service.patch("/v1/items/1", "{\(ending)}").text.contains(ending))
        // Without the lead, the rule names due days.
        for (sent, lead, rule) in [
            ("BYDAY=WE", #", "lead": "P1D""#, #"BYDAY=WE","from":"due","lead":"P1D"}"#),
            ("BYDAY=FR;UNTIL=20270101", "", #"BYDAY=TH;UNTIL=20261231","from":"due","lead":"P1D"}"#),
            ("BYDAY=FR,SA", "", #"BYDAY=TH,FR","from":"due","lead":"P1D"}"#),
        ] {
            let body = #"{"recurrence": {"rule": "FREQ=WEEKLY;\#(sent)"\#(lead)}}"#
            #expect(await service.patch("/v1/items/1", body).text.contains(rule))
        }
        let last = #"{"recurrence": {"rule": "FREQ=MONTHLY;BYDAY=-1FR"}}"#
        #expect(await service.patch("/v1/items/1", last).text.contains(#"BYDAY=-1FR","from":"due"}"#))
    }

    @Test func `comes again as the app says`() async throws {
        try await add()
        let query = "rule=FREQ%3DWEEKLY%3BBYDAY%3DMO&dueOn=2026-12-08&timeZone=Europe/Paris&limit=2"
        let ofRule = #"[{"dueOn":"2026-12-14"},{"dueOn":"2026-12-21"}]"#
        let ofItem = #"[{"dueOn":"2026-12-22"},{"dueOn":"2026-12-29"}]"#
        #expect(await service.get("/v1/occurrences?\(query)").text.contains(ofRule))
        #expect(await service.get("/v1/occurrences?\(query)&itemId=1").text.contains(ofItem))
        // The due time of the item is the default.
        let rule = "rule=FREQ%3DWEEKLY%3BBYDAY%3DMO&limit=2"
        #expect(await service.get("/v1/occurrences?\(rule)&itemId=1").text.contains(ofItem))
        let other = query.replacing("MO", with: "TU")
        let ofOther = #"[{"dueOn":"2026-12-15"},{"dueOn":"2026-12-22"}]"#
        #expect(await service.get("/v1/occurrences?\(other)&itemId=1").text.contains(ofOther))
        #expect(await service.get("/v1/occurrences?\(query)&itemId=9").status == 404)
    }

    @Test func `stands in the feed with its exceptions`() async throws {
        try await add()
        let tasks = await service.get("/v1/checklists/1/calendar.ics").text
        for line in [
            "DTSTART;VALUE=DATE:20261207", "DUE;VALUE=DATE:20261208", "RRULE:FREQ=WEEKLY;BYDAY=MO",
            "EXDATE;VALUE=DATE:20261214",
        ] { #expect(tasks.contains("\r\n\(line)\r\n")) }
        // No rule names the Tuesday after each Monday but that of Tuesdays, which is not always so.
        let events = await service.get("/v1/checklists/1/calendar.ics?as=events").text
        #expect(events.contains("DTSTART;VALUE=DATE:20261208\r\nRDATE;VALUE=DATE:20261222,20261229"))
        #expect(!events.contains("RRULE"))
    }

    @Test func `stands in the feed when its occurrence is due`() async throws {
        try await add()
        var patch = ItemPatch()
        (patch.dueOn, patch.series) = (CivilDate("2026-12-10"), try series(movedTo: "2026-12-10"))
        patch.occurrence = Occurrence(local: try local("2026-12-08"), index: 0)
        _ = try await session.updateItem(Item.ID(rawValue: 1), patch, ifMatch: nil)
        let events = await service.get("/v1/checklists/1/calendar.ics?as=events").text
        #expect(events.contains("DTSTART;VALUE=DATE:20261210\r\nRDATE;VALUE=DATE:20261215"))
    }

    private func series(movedTo day: String) throws -> Series {
        Series(lead: 86_400_000, moved: [try local("2026-12-08"): try local(day)])
    }

    /// The components of a feed whose lines name an occurrence.
    private func overrides(in feed: String) -> [Set<String>] {
        feed.split(separator: "BEGIN:V").map { Set($0.split(separator: "\r\n").map(String.init)) }
            .filter { $0.contains { $0.hasPrefix("RECURRENCE-ID") } }
    }

    @Test func `has moved occurrences in the feed that say what the series says`() async throws {
        _ = await service.post("/v1/checklists", #"{"name": "Home"}"#)
        // 2026-12-07T09:00:00Z
        let moment = Timestamp(milliseconds: 1_796_634_000_000)
        let day = try #require(CivilDate("2026-12-14"))
        var draft = ItemDraft(text: "Bins")
        (draft.dueDate, draft.timeZone, draft.notes) = (moment, "UTC", "Green")
        (draft.important, draft.shouldRemind) = (true, true)
        draft.alarms = [.offset(-3_600), .at(moment.advanced(byMilliseconds: -60_000))]
        draft.location = Location(city: "Paris")
        draft.recurrence = Recurrence(try RecurrenceRule("FREQ=WEEKLY"))
        let moved = DayAndTime(day: day.advanced(by: 1), time: 36_000_000)
        draft.series = Series(lead: 0, moved: [DayAndTime(day: day, time: 32_400_000): moved])
        _ = try await session.addItem(draft, to: Checklist.ID(rawValue: 1), idempotencyKey: nil)
        let common = [
            "RECURRENCE-ID:20261214T090000Z", "DTSTART:20261215T100000Z", "SUMMARY:Bins", "DESCRIPTION:Green",
            "CATEGORIES:Home", "PRIORITY:1", "LOCATION:Paris",
        ]
        for (form, lines, end) in [
            ("", ["DUE:20261215T100000Z", "STATUS:NEEDS-ACTION"], "END"),
            ("?as=events", ["DURATION:PT30M", "TRANSP:TRANSPARENT"], "START"),
        ] {
            let feed = await service.get("/v1/checklists/1/calendar.ics\(form)").text
            let override = try #require(overrides(in: feed).first)
            #expect(override.isSuperset(of: common + lines))
            #expect(override.isDisjoint(with: ["RRULE:FREQ=WEEKLY"]))
            let alarms = feed.split(separator: "RECURRENCE-ID").last.map(String.init) ?? ""
            #expect(alarms.contains("TRIGGER;RELATED=\(end):PT0S"))
            #expect(alarms.contains("TRIGGER;RELATED=\(end):-PT1H"))
            // It rings once, for the occurrence at which the item is.
            #expect(!alarms.contains("TRIGGER;VALUE=DATE-TIME"))
            #expect(feed.contains("TRIGGER;VALUE=DATE-TIME:20261207T085900Z"))
        }
    }

    @Test func `has its exceptions after an import`() async throws {
        try await add()
        _ = try await session.toggleItem(Item.ID(rawValue: 1), ifMatch: nil, idempotencyKey: nil)
        let exported = await service.get("/v1/export")
        #expect(await service.takeIn(exported.bytes, "application/json").status == 200)
        let item = try await session.item(Item.ID(rawValue: 2))
        #expect(item.timing.dueOn?.text == "2026-12-22")
        #expect(item.timing.series.lead == 86_400_000)
        #expect(item.calendarObject?.text.contains("X-APP:1") == true)
        let next = try await session.toggleItem(item.id, ifMatch: nil, idempotencyKey: nil).value
        #expect(next.timing.dueOn?.text == "2026-12-29")
    }

    @Test(arguments: ["RRULE:FREQ=HOURLY", "RDATE;VALUE=DATE:20261210"])
    func `stays ended after an export and an import`(line: String) async throws {
        _ = await service.post("/v1/checklists", #"{"name": "Home"}"#)
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:a@b", "SUMMARY:Drink",
            "DUE;VALUE=DATE:20261208", line, "X-APP:1", "END:VTODO", "END:VCALENDAR", "",
        ]
        var draft = ItemDraft(text: "Drink")
        (draft.dueOn, draft.timeZone, draft.series) = (CivilDate("2026-12-08"), "UTC", .unfollowed)
        draft.calendarObject = CalendarObject(text: lines.joined(separator: "\r\n"))
        _ = try await session.addItem(draft, to: Checklist.ID(rawValue: 1), idempotencyKey: nil)
        #expect(await service.patch("/v1/items/1", #"{"recurrence": null}"#).status == 200)
        let exported = await service.get("/v1/export")
        #expect(exported.text.contains("X-APP:1") && !exported.text.contains(line))
        #expect(await service.takeIn(exported.bytes, "application/json").status == 200)
        #expect(try await session.item(Item.ID(rawValue: 2)).timing.series.isFollowed)
        #expect(await service.post("/v1/items/2/toggle", nil).status == 200)
    }

    @Test func `is not checked where only its app follows it`() async throws {
        _ = await service.post("/v1/checklists", #"{"name": "Home"}"#)
        var draft = ItemDraft(text: "Drink")
        draft.series = .unfollowed
        let list = Checklist.ID(rawValue: 1)
        let item = try await session.addItem(draft, to: list, idempotencyKey: nil).value
        #expect(await service.get("/v1/items/\(item.id)").text.contains(#""repeatsInApp":true"#))
        for target in ["toggle", "skip"] {
            let answer = await service.post("/v1/items/\(item.id)/\(target)", nil)
            #expect(answer.status == 409)
            #expect(answer.text.contains("check the item in that app"))
        }
        #expect(await service.patch("/v1/items/\(item.id)", #"{"checked": true}"#).status == 409)
        // Of many items, the others are checked.
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
        #expect(await service.patch("/v1/checklists/1/items", #"{"checked": true}"#).status == 200)
        #expect(try await !session.item(item.id).checked)
        #expect(try await session.item(Item.ID(rawValue: 2)).checked)
    }
}
