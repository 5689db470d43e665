import CalDAV
import Checklists
import Dates
import HTTP
import Testing

/// A series that an app sends, and where the check mark takes it.
@Suite struct `A series of an app` {
    private let client = Client()
    private let path = "\(Client.home)shop/a.ics"
    private var session: Session { client.store.asFirst }

    private func send(_ lines: [String]) async throws -> Item {
        _ = await client.make("shop")
        #expect([201, 204].contains(await client.put(path, lines).status), "\(lines)")
        return try await item()
    }

    private func item() async throws -> Item {
        try #require(try await session.items(ItemQuery()).elements.first { $0.uid == "a@b" })
    }

    private func toggle() async throws -> Item {
        try await session.toggleItem(item().id, ifMatch: nil, idempotencyKey: nil).value
    }

    private func text() async -> String { await client.send(.get, path).text }

    private func lines() async -> Set<String> {
        Set(await text().replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init))
    }

    /// When it is due: a day, or what clocks show.
    private func due(_ item: Item) throws -> String {
        if let day = item.timing.dueOn { return day.text }
        let zone = item.timing.localTime ?? .utc
        let local = zone.dayAndTime(of: try #require(item.dueDate))
        let minutes = local.time / 60_000
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(local.day.text) \(digits(minutes / 60)):\(digits(minutes % 60))"
    }

    /// Series with the due times after each check mark, and the start at the end.
    private static let series: [(lines: [String], dues: [String], start: String)] = [
        // The start goes on from month to month, and the due day stays 16 days later.
        (
            ["DTSTART;VALUE=DATE:20270120", "DUE;VALUE=DATE:20270205", "RRULE:FREQ=MONTHLY"],
            ["2027-03-08", "2027-04-05", "2027-05-06"], "DTSTART;VALUE=DATE:20270420"
        ),
        (
            ["DTSTART;VALUE=DATE:20261207", "DUE;VALUE=DATE:20261208", "RRULE:FREQ=DAILY;BYDAY=MO,WE"],
            ["2026-12-10", "2026-12-15"], "DTSTART;VALUE=DATE:20261214"
        ),
        // Two days after each last Friday.
        (
            ["DTSTART;VALUE=DATE:20261225", "DUE;VALUE=DATE:20261227", "RRULE:FREQ=MONTHLY;BYDAY=-1FR"],
            ["2027-01-31", "2027-02-28", "2027-03-28"], "DTSTART;VALUE=DATE:20270326"
        ),
        // The day after each last day.
        (
            ["DTSTART;VALUE=DATE:20261130", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1"],
            ["2027-01-01", "2027-02-01", "2027-03-01"], "DTSTART;VALUE=DATE:20270228"
        ),
        // The last of Sunday and Saturday in a week that begins with Sunday.
        (
            [
                "DTSTART;VALUE=DATE:20261205", "DUE;VALUE=DATE:20261206",
                "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,SA;BYSETPOS=-1;WKST=SU",
            ], ["2026-12-20", "2027-01-03"], "DTSTART;VALUE=DATE:20270102"
        ),
        // The first occurrence is DTSTART, whatever the rule says.
        (
            ["DTSTART;VALUE=DATE:20261130", "DUE;VALUE=DATE:20261130", "RRULE:FREQ=WEEKLY;BYDAY=TU"],
            ["2026-12-01", "2026-12-08"], "DTSTART;VALUE=DATE:20261208"
        ),
        // The start is on the evening before.
        (
            [
                "DTSTART;TZID=Europe/Paris:20261207T230000", "DUE;TZID=Europe/Paris:20261208T010000",
                "RRULE:FREQ=WEEKLY;BYDAY=MO",
            ], ["2026-12-15 01:00", "2026-12-22 01:00"], "DTSTART;TZID=Europe/Paris:20261221T230000"
        ),
        // The start is told in UTC, where it is Sunday.
        (
            [
                "DTSTART:20261206T230000Z", "DUE;TZID=Europe/Paris:20261207T090000",
                "RRULE:FREQ=WEEKLY;BYDAY=SU",
            ], ["2026-12-14 09:00", "2026-12-21 09:00"], "DTSTART:20261220T230000Z"
        ),
        (
            ["DTSTART;VALUE=DATE:20261207", "DUE;TZID=Europe/Paris:20261209T090000", "RRULE:FREQ=WEEKLY"],
            ["2026-12-16 09:00"], "DTSTART;VALUE=DATE:20261214"
        ),
        (
            ["DTSTART;TZID=Europe/Paris:20261207T090000", "DURATION:P2DT1H", "RRULE:FREQ=MONTHLY;BYDAY=1MO"],
            ["2027-01-06 10:00"], "DTSTART;TZID=Europe/Paris:20270104T090000"
        ),
        (
            ["DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY", "EXDATE;VALUE=DATE:20261202,20261203"],
            ["2026-12-04", "2026-12-05"], "DTSTART;VALUE=DATE:20261205"
        ),
        // Exceptions are told on other clocks, as days, and without a zone.
        (
            [
                "DTSTART;TZID=Europe/Paris:20261201T090000", "DUE;TZID=Europe/Paris:20261202T100000",
                "RRULE:FREQ=DAILY", "EXDATE:20261202T080000Z", "EXDATE;VALUE=DATE:20261203",
                "EXDATE:20261204T090000",
            ], ["2026-12-06 10:00"], "DTSTART;TZID=Europe/Paris:20261205T090000"
        ),
        (
            [
                "DTSTART:20261201T090000Z", "RRULE:FREQ=MONTHLY", "RDATE:20261210T090000Z",
                "RDATE;VALUE=PERIOD:20261220T120000Z/PT1H",
            ], ["2026-12-10 09:00", "2026-12-20 12:00", "2027-01-01 09:00", "2027-02-01 09:00"],
            "DTSTART:20270201T090000Z"
        ),
        (
            ["DTSTART;VALUE=DATE:20261201", "RDATE;VALUE=DATE:20261211,20261205"],
            ["2026-12-05", "2026-12-11"], "DTSTART;VALUE=DATE:20261201"
        ),
    ]

    @Test(arguments: series)
    func `goes on from its start`(series: (lines: [String], dues: [String], start: String)) async throws {
        var item = try await send(series.lines)
        for due in series.dues {
            item = try await toggle()
            #expect(!item.checked)
            #expect(try self.due(item) == due, "\(series.lines)")
            // What the app reads and sends back changes nothing.
            let text = await text()
            #expect(await client.send(.put, path, body: text).status == 204)
            #expect(try await self.due(self.item()) == due, "\(text)")
            #expect(try await self.item().timing.series.lead == item.timing.series.lead)
        }
        #expect(await lines().contains(series.start))
    }

    @Test(arguments: [
        (["DTSTART;VALUE=DATE:20261130", "DUE;VALUE=DATE:20261202", "RRULE:FREQ=DAILY;COUNT=3"], 2),
        (["DTSTART;VALUE=DATE:20261130", "DUE;VALUE=DATE:20261202", "RRULE:FREQ=DAILY;UNTIL=20261202"], 2),
        (["DTSTART:20261130T100000", "DUE:20261130T120000", "RRULE:FREQ=DAILY;UNTIL=20261202T100000"], 2),
        (
            [
                "DTSTART;TZID=Europe/Paris:20261130T100000", "DUE;TZID=Europe/Paris:20261202T120000",
                "RRULE:FREQ=DAILY;UNTIL=20261202T090000Z",
            ], 2
        ),
        (
            [
                "DTSTART:20261130T230000Z", "DUE;TZID=Europe/Paris:20261201T090000",
                "RRULE:FREQ=DAILY;UNTIL=20261202T230000Z",
            ], 2
        ),
        (["DTSTART:20261130T100000Z", "RRULE:FREQ=DAILY;COUNT=4", "EXDATE:20261201T100000Z"], 2),
        (["DTSTART:20261130T100000Z", "RRULE:FREQ=DAILY;COUNT=2", "RDATE:20261130T110000Z"], 2),
    ])
    func `ends where its rule does`(lines: [String], steps: Int) async throws {
        _ = try await send(lines)
        for _ in 0..<steps { #expect(try await !toggle().checked) }
        #expect(try await toggle().checked)
        #expect(await self.lines().contains("STATUS:COMPLETED"))
    }

    @Test func `begins with the first occurrence that is left`() async throws {
        let lines = ["DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY;COUNT=5", "EXDATE:20261201T090000Z"]
        let item = try await send(lines)
        #expect(try due(item) == "2026-12-02 09:00")
        #expect(await text() == Client.task(lines))
        for _ in 0..<3 { #expect(try await !toggle().checked) }
        #expect(try await toggle().checked)
    }

    private static func override(_ id: String, _ lines: String...) -> [String] {
        ["END:VTODO", "BEGIN:VTODO", "UID:a@b", "RECURRENCE-ID\(id)"] + lines
    }

    private static let daily =
        ["SUMMARY:Milk", "DTSTART:20261201T090000Z", "DUE:20261201T100000Z"]
        + ["RRULE:FREQ=DAILY"]

    @Test func `moves on where an override says that the occurrence was done, and counts it`() async throws {
        _ = try await send(Self.daily)
        let done = Self.daily + Self.override(":20261201T090000Z", "STATUS:COMPLETED")
        let item = try await send(done)
        #expect(try due(item) == "2026-12-02 10:00")
        #expect(item.timing.completionsCount == 1)
        #expect(await text() == Client.task(done))
        let twice = try await send(done + Self.override(":20261202T090000Z", "STATUS:COMPLETED"))
        #expect(try due(twice) == "2026-12-03 10:00")
        #expect(twice.timing.completionsCount == 2)
    }

    @Test func `leaves out what overrides say is done or cancelled`() async throws {
        let item = try await send(
            Self.daily + Self.override(":20261201T090000Z", "STATUS:CANCELLED")
                + Self.override(":20261203T090000Z", "STATUS:COMPLETED"))
        #expect(try due(item) == "2026-12-02 10:00")
        #expect(try await due(toggle()) == "2026-12-04 10:00")
        #expect(try await self.item().timing.completionsCount == 1)
    }

    @Test func `is due when an override says`() async throws {
        let lines =
            Self.daily
            + Self.override(":20261202T090000Z", "DUE:20261202T180000Z", "SUMMARY:Oat milk")
            + Self.override(":20261204T090000Z", "SUMMARY:No milk")
        _ = try await send(lines)
        #expect(try await due(toggle()) == "2026-12-02 18:00")
        // The item has the text of its series.
        #expect(try await item().text == "Milk")
        #expect(await self.lines().isSuperset(of: ["DUE:20261202T180000Z", "SUMMARY:Oat milk"]))
        #expect(try await due(toggle()) == "2026-12-03 10:00")
        #expect(try await due(toggle()) == "2026-12-04 10:00")
    }

    @Test func `takes its exceptions along on the clock`() async throws {
        let lines = Self.daily + ["EXDATE:20261205T090000Z", "RDATE:20261206T150000Z"]
        _ = try await send(lines + Self.override(":20261207T090000Z", "DUE:20261207T180000Z"))
        let moved = try await toggle()
        var patch = ItemPatch()
        patch.dueDate = moved.dueDate?.advanced(byMilliseconds: 3_600_000)
        _ = try await session.updateItem(moved.id, patch, ifMatch: nil)
        #expect(
            await self.lines().isSuperset(of: [
                "DTSTART:20261202T100000Z", "DUE:20261202T110000Z", "EXDATE:20261205T100000Z",
                "RDATE:20261206T160000Z", "RECURRENCE-ID:20261207T100000Z", "DUE:20261207T190000Z",
            ]))
        let dues = try await item().occurrences(limit: 6).map { due in
            guard case .moment(let moment) = due else { return "" }
            return RFC3339.textInSeconds(moment.milliseconds)
        }
        #expect(
            dues == [
                "2026-12-03T11:00:00Z", "2026-12-04T11:00:00Z", "2026-12-06T11:00:00Z",
                "2026-12-06T17:00:00Z", "2026-12-07T19:00:00Z", "2026-12-08T11:00:00Z",
            ])
    }

    @Test func `has its exceptions as days where it is due on days`() async throws {
        let lines = Self.daily + ["EXDATE:20261203T090000Z"]
        let item = try await send(lines + Self.override(":20261205T090000Z", "DUE:20261206T100000Z", "X-A:1"))
        var patch = ItemPatch()
        (patch.dueOn, patch.timeZone) = (CivilDate("2026-12-02"), "UTC")
        _ = try await session.updateItem(item.id, patch, ifMatch: nil)
        #expect(
            await self.lines().isSuperset(of: [
                "DTSTART;VALUE=DATE:20261202", "DUE;VALUE=DATE:20261202", "EXDATE;VALUE=DATE:20261204",
                "RECURRENCE-ID;VALUE=DATE:20261206", "DUE;VALUE=DATE:20261207", "X-A:1",
            ]))
        #expect(try await self.item().occurrences(limit: 3).last == .day(#require(CivilDate("2026-12-07"))))
    }

    @Test(arguments: [true, false])
    func `loses its exceptions with its rule`(comesAgain: Bool) async throws {
        let lines = Self.daily + ["EXDATE:20261205T090000Z", "RDATE:20261206T150000Z"]
        let item = try await send(lines + Self.override(":20261207T090000Z", "DUE:20261207T180000Z"))
        var patch = ItemPatch()
        patch.recurrence = .some(comesAgain ? Recurrence(try RecurrenceRule("FREQ=WEEKLY")) : nil)
        let after = try await session.updateItem(item.id, patch, ifMatch: nil)
        #expect(after.timing.series == Series(lead: comesAgain ? 3_600_000 : 0))
        let text = await text()
        for name in ["EXDATE", "RDATE", "RECURRENCE-ID"] { #expect(!text.contains(name)) }
        #expect(text.contains("RRULE:FREQ=WEEKLY") == comesAgain)
    }

    @Test func `keeps its exceptions where its rule stays`() async throws {
        let item = try await send(Self.daily + ["EXDATE:20261205T090000Z"])
        var patch = ItemPatch()
        patch.recurrence = .some(item.timing.recurrence)
        patch.text = "Oat milk"
        let after = try await session.updateItem(item.id, patch, ifMatch: nil)
        #expect(after.timing.series == item.timing.series && after.timing.series != Series())
    }
}

@Suite struct `A series that only its app follows` {
    private let client = Client()
    private let path = "\(Client.home)shop/a.ics"
    private var session: Session { client.store.asFirst }

    @Test(arguments: [
        ["RRULE:FREQ=HOURLY"], ["RRULE:FREQ=MINUTELY"], ["RRULE:FREQ=SECONDLY"],
        ["RRULE:FREQ=DAILY;BYHOUR=9,17"], ["RRULE:FREQ=YEARLY;BYYEARDAY=100"],
        ["RRULE:FREQ=YEARLY;BYWEEKNO=20"], ["RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY"],
        ["RRULE:FREQ=DAILY", "EXRULE:FREQ=WEEKLY"],
        [
            "RRULE:FREQ=DAILY", "END:VTODO", "BEGIN:VTODO", "UID:a@b",
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20261203T090000Z", "DUE:20261203T100000Z",
        ],
        ["RRULE:FREQ=DAILY"]
            + (0...Limits.seriesExceptionsMax).map { number in
                let day = (CivilDate("2027-01-01") ?? .first).advanced(by: number)
                return "EXDATE:\(day.text.filter { $0 != "-" })T090000Z"
            },
    ])
    func `is not ended, and moves as a whole`(lines: [String]) async throws {
        _ = await client.make("shop")
        let sent = ["DUE:20261201T090000Z"] + lines
        #expect(await client.put(path, sent).status == 201)
        let item = try #require(try await session.items(ItemQuery()).elements.first { $0.uid == "a@b" })
        #expect(!item.timing.series.isFollowed && item.timing.recurrence == nil)
        await #expect(throws: ChecklistsError.self) {
            try await session.toggleItem(item.id, ifMatch: nil, idempotencyKey: nil)
        }
        await #expect(throws: ChecklistsError.self) {
            try await session.skipItem(item.id, ifMatch: nil, idempotencyKey: nil)
        }
        var patch = ItemPatch()
        patch.checked = true
        await #expect(throws: ChecklistsError.self) {
            try await session.updateItem(item.id, patch, ifMatch: nil)
        }
        #expect(await client.send(.get, path).text == Client.task(sent))
        // Another edit leaves the series to the app.
        var other = ItemPatch()
        other.dueDate = item.dueDate?.advanced(byMilliseconds: 3_600_000)
        other.text = "Other"
        let after = try await session.updateItem(item.id, other, ifMatch: nil)
        #expect(!after.timing.series.isFollowed)
        let text = await client.send(.get, path).text
        #expect(text.contains("DUE:20261201T100000Z") && !text.contains("COMPLETED"))
        for line in lines where line.hasPrefix("RRULE") { #expect(text.contains(line)) }
        // An explicit end is one.
        other.recurrence = .some(nil)
        let ended = try await session.updateItem(item.id, other, ifMatch: nil)
        #expect(ended.timing.series.isFollowed)
        #expect(await !client.send(.get, path).text.contains("RRULE"))
        #expect(await client.put(path, sent).status == 204)
        #expect(try await !session.item(item.id).timing.series.isFollowed)
        // The app may end it.
        #expect(await client.put(path, ["STATUS:COMPLETED"] + sent).status == 204)
        #expect(try await session.item(item.id).checked)
    }

    @Test func `ends with the app or with another rule`() async throws {
        _ = await client.make("shop")
        let lines = ["DUE:20261201T090000Z", "RRULE:FREQ=HOURLY"]
        #expect(await client.put(path, lines).status == 201)
        #expect(await client.put(path, lines + ["STATUS:COMPLETED"]).status == 204)
        let item = try #require(try await session.items(ItemQuery()).elements.first { $0.uid == "a@b" })
        #expect(item.checked)
        _ = try await session.toggleItem(item.id, ifMatch: nil, idempotencyKey: nil)
        var patch = ItemPatch()
        patch.recurrence = Recurrence(try RecurrenceRule("FREQ=DAILY"))
        let after = try await session.updateItem(item.id, patch, ifMatch: nil)
        #expect(after.timing.series.isFollowed)
        #expect(await client.send(.get, path).text.contains("RRULE:FREQ=DAILY"))
        #expect(try await !session.toggleItem(item.id, ifMatch: nil, idempotencyKey: nil).value.checked)
    }

    @Test func `needs no due date`() async throws {
        let lines = ["DTSTART:20261201T090000Z", "RRULE:FREQ=HOURLY"]
        _ = await client.make("shop")
        #expect(await client.put(path, lines).status == 201)
        let item = try #require(try await session.items(ItemQuery()).elements.first { $0.uid == "a@b" })
        await #expect(throws: ChecklistsError.self) {
            try await session.toggleItem(item.id, ifMatch: nil, idempotencyKey: nil)
        }
        #expect(await client.send(.get, path).text == Client.task(lines))
    }
}
