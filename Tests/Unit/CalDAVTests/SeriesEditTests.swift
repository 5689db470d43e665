import CalendarObjects
import Checklists
import Dates
import Testing

/// What the page and the API change in the times and the rule of a series that an app sent.
@Suite struct `An edit of a series of an app` {
    private let app = SeriesClient()

    private func rule(_ text: String) throws -> Recurrence { Recurrence(try RecurrenceRule(text)) }

    // MARK: Rules

    @Test(arguments: [
        ("FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20270131"),
        ("FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;INTERVAL=1;BYDAY=MO;COUNT=5"),
        ("FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;COUNT=5"),
        ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO;COUNT=5"),
        ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20270131"),
    ])
    func `of the end of the rule keeps lead and exceptions`(old: String, text: String) async throws {
        try await app.send(
            [
                "DTSTART;VALUE=DATE:20261207", "DUE;VALUE=DATE:20261208", "RRULE:\(old)",
                "EXDATE;VALUE=DATE:20261214",
            ] + SeriesClient.override(";VALUE=DATE:20261221", "SUMMARY:Cake"))
        try await app.change { $0.recurrence = try rule(text) }
        #expect(
            await app.lines().isSuperset(of: [
                "DTSTART;VALUE=DATE:20261207", "DUE;VALUE=DATE:20261208", "RRULE:\(text)",
                "EXDATE;VALUE=DATE:20261214", "RECURRENCE-ID;VALUE=DATE:20261221", "SUMMARY:Cake",
            ]))
        #expect(try await app.dues(3) == ["2026-12-08", "2026-12-22", "2026-12-29"])
        try await app.expectEcho()
    }

    @Test func `of the end of the rule counts anew`() async throws {
        try await app.send(
            ["DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY;COUNT=9", "RDATE:20261202T150000Z"])
        try await app.toggle()
        try await app.toggle()
        try await app.change { $0.recurrence = try rule("FREQ=DAILY;COUNT=2") }
        // The series is at an added time; the rule counts from the occurrence before.
        #expect(try await app.dues(9) == ["2026-12-02T15:00:00Z", "2026-12-03T09:00:00Z"])
        try await app.expectEcho()
    }

    @Test(arguments: [
        ("FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=TU", 8, ["15", "22"]),
        ("FREQ=WEEKLY;INTERVAL=1;BYDAY=MO;COUNT=9", "FREQ=WEEKLY;BYDAY=TH;COUNT=9", 17, ["24", "31"]),
        ("FREQ=MONTHLY;BYMONTHDAY=7,14,21", "FREQ=MONTHLY;BYMONTHDAY=6,13,20", 6, ["13", "20"]),
        ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=TU", 8, ["15", "22"]),
        ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=TU;COUNT=9", 8, ["15", "22"]),
        ("FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY", 8, ["15", "22"]),
    ])
    func `of the day and the rule moves the exceptions`(
        old: String, new: String, day: Int, days: [String]
    ) async throws {
        try await app.send(
            ["DUE;VALUE=DATE:20261207", "RRULE:\(old)", "EXDATE;VALUE=DATE:20261214"]
                + SeriesClient.override(";VALUE=DATE:20261221", "SUMMARY:Cake", "DESCRIPTION:With cream"))
        let due = CivilDate(year: 2026, month: 12, day: day)
        let item = try await app.change { ($0.dueOn, $0.recurrence) = (due, try rule(new)) }
        #expect(try item.timing.recurrence == rule(new))
        let text = await app.text()
        #expect(text.contains("RRULE:\(new)") && text.contains("EXDATE;VALUE=DATE:202612\(days[0])"))
        #expect(
            text.hasComponent(
                with: "RECURRENCE-ID;VALUE=DATE:202612\(days[1])", "SUMMARY:Cake", "DESCRIPTION:With cream"))
        #expect(try await app.dues(2).last == "2026-12-\(days[1])")
        try await app.expectEcho()
    }

    @Test func `of the day alone keeps exceptions on the days that the rule then names`() async throws {
        try await app.send(
            ["DUE;VALUE=DATE:20261207", "RRULE:FREQ=WEEKLY", "EXDATE;VALUE=DATE:20261214"]
                + SeriesClient.override(";VALUE=DATE:20261221", "SUMMARY:Cake"))
        try await app.change {
            ($0.dueOn, $0.recurrence) = (CivilDate("2026-12-09"), try rule("FREQ=WEEKLY;BYDAY=MO"))
        }
        #expect(
            await app.lines().isSuperset(of: [
                "EXDATE;VALUE=DATE:20261214", "RECURRENCE-ID;VALUE=DATE:20261221", "SUMMARY:Cake",
            ]))
        #expect(try await app.dues(3) == ["2026-12-09", "2026-12-21", "2026-12-28"])
        try await app.expectEcho()
    }

    @Test func `at an added date moves the start to a day of the new rule`() async throws {
        try await app.send([
            "DUE;VALUE=DATE:20261129", "RRULE:FREQ=WEEKLY;BYDAY=SU", "RDATE;VALUE=DATE:20261209",
        ])
        try await app.toggle()
        try await app.toggle()
        try await app.change {
            ($0.dueOn, $0.recurrence) = (CivilDate("2026-12-10"), try rule("FREQ=WEEKLY;BYDAY=MO;COUNT=3"))
        }
        #expect(await app.text().contains("DUE;VALUE=DATE:20261207"))
        #expect(try await app.dues(9) == ["2026-12-10", "2026-12-14", "2026-12-21"])
        try await app.expectEcho()
    }

    @Test func `of many kinds moves the start with the exceptions`() async throws {
        try await app.send([
            "DTSTART;VALUE=DATE:20261206", "DUE;VALUE=DATE:20261207", "RRULE:FREQ=WEEKLY;BYDAY=SU",
            "EXDATE;VALUE=DATE:20261213",
        ])
        try await app.change {
            ($0.dueOn, $0.recurrence) = (CivilDate("2026-12-08"), try rule("FREQ=WEEKLY;BYDAY=MO;COUNT=9"))
        }
        #expect(
            await app.lines().isSuperset(of: [
                "DTSTART;VALUE=DATE:20261207", "DUE;VALUE=DATE:20261208",
                "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=9", "EXDATE;VALUE=DATE:20261214",
            ]))
        #expect(try await app.dues(2) == ["2026-12-08", "2026-12-22"])
        try await app.expectEcho()
    }

    @Test func `of COUNT and the due time by the app counts from there`() async throws {
        try await app.send(["DUE:20261201T090000Z", "RRULE:FREQ=DAILY;COUNT=3"])
        try await app.toggle()
        try await app.send(["DUE:20261203T090000Z", "RRULE:FREQ=DAILY;COUNT=3"])
        #expect(await app.lines().contains("RRULE:FREQ=DAILY;COUNT=3"))
        try await app.expectEcho()
    }

    @Test func `of the due time of a series that only the app follows keeps the days of its rule`()
        async throws
    {
        try await app.send([
            "DUE:20261207T090000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=9,17", "EXDATE:20261214T090000Z",
        ])
        try await app.move(to: "2026-12-08T10:00:00Z")
        #expect(await app.lines().contains("EXDATE:20261214T100000Z"))
    }

    @Test func `of COUNT by the app is followed, also to the number of the item`() async throws {
        try await app.send(["DUE:20261201T090000Z", "RRULE:FREQ=DAILY;COUNT=3"])
        try await app.toggle()
        #expect(try await app.dues(9).count == 2)
        try await app.send(["DUE:20261202T090000Z", "RRULE:FREQ=DAILY;COUNT=3"])
        #expect(try await app.dues(9).count == 3)
        try await app.expectEcho()
    }

    @Test func `takes a step back where the app does`() async throws {
        let lines = ["DUE:20261201T090000Z", "RRULE:FREQ=DAILY;COUNT=3"]
        try await app.send(lines)
        #expect(try await app.toggle().timing.completionsCount == 1)
        #expect(try await app.send(lines).timing.completionsCount == 0)
        #expect(try await app.dues(9).count == 3)
    }

    // MARK: Occurrences

    @Test(arguments: [
        (["DTSTART:20261201T090000Z", "RRULE:FREQ=WEEKLY"], ["2026-12-03", "2026-12-08", "2026-12-15"]),
        (["DTSTART:20261201T090000Z"], ["2026-12-03"]),
    ])
    func `is not needed for a series that begins with an added date`(
        lines: [String], days: [String]
    ) async throws {
        let all = lines + ["EXDATE:20261201T090000Z", "RDATE:20261203T090000Z"]
        try await app.send(all)
        #expect(await app.text() == Client.task(all))
        #expect(try await app.dues(3) == days.map { "\($0)T09:00:00Z" })
        try await app.expectEcho()
        // The app may make the added date the first one.
        try await app.send(["DTSTART:20261203T090000Z", "RRULE:FREQ=WEEKLY"])
        #expect(try await app.dues(2).last == "2026-12-10T09:00:00Z")
    }

    @Test(arguments: [
        (["RDATE:20261209T090000Z"], "2026-12-09", ["2026-12-14", "2026-12-28"]),
        (
            SeriesClient.override("20261214T090000Z", "DUE:20261224T090000Z"), "2026-12-24",
            ["2026-12-28", "2027-01-11"]
        ),
        (
            SeriesClient.override("20261214T090000Z", "DUE:20261210T090000Z"), "2026-12-10",
            ["2026-12-28", "2027-01-11"]
        ),
    ])
    func `of an exception keeps the interval`(
        lines: [String], day: String, next: [String]
    ) async throws {
        try await app.send(
            ["DTSTART:20261130T090000Z", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"] + lines)
        try await app.toggle()
        try await app.move(to: "\(day)T10:00:00Z")
        #expect(try await app.dues(3) == ([day] + next).map { "\($0)T10:00:00Z" })
        try await app.expectEcho()
        try await app.toggle()
        #expect(try await app.dues(2) == next.map { "\($0)T10:00:00Z" })
    }

    @Test(arguments: ["2026-12-11", "2026-12-16", "2027-01-06"])
    func `of an exception may bring it to any day`(day: String) async throws {
        try await app.send(
            ["DTSTART:20261130T090000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO", "RDATE:20261219T090000Z"]
                + SeriesClient.override("20261207T090000Z", "DUE:20261209T090000Z", "SUMMARY:Cake"))
        try await app.toggle()
        try await app.move(to: "\(day)T09:00:00Z")
        try await app.expectEcho()
        let next = ["2026-12-11": "2026-12-14", "2026-12-16": "2026-12-19", "2027-01-06": "2027-01-11"]
        #expect(try await app.dues(2).last == "\(next[day] ?? "")T09:00:00Z")
    }

    @Test func `is foreseen as it would be made`() async throws {
        try await app.send(
            ["DTSTART:20261130T090000Z", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "RDATE:20261209T090000Z"])
        try await app.toggle()
        let item = try await app.item()
        let due = Due.moment(try #require(item.dueDate))
        func next(_ text: String) throws -> [Due] {
            item.occurrences(after: due, in: .utc, by: try RecurrenceRule(text), limit: 1)
        }
        let monday = Due.moment(try SeriesClient.moment("2026-12-14T09:00:00Z"))
        #expect(try next("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO") == [monday])
        #expect(try next("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;UNTIL=20270131") == [monday])
        let tuesday = Due.moment(try SeriesClient.moment("2026-12-22T09:00:00Z"))
        #expect(try next("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU") == [tuesday])
    }

    @Test func `is foreseen with the weekday that the rule leaves open`() async throws {
        try await app.send(
            ["DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY", "EXDATE;VALUE=DATE:20261208"])
        let (tuesday, wednesday) = (CivilDate("2026-12-01"), CivilDate("2026-12-02"))
        let item = try await app.item()
        func next(after day: CivilDate?, _ text: String) throws -> [String] {
            item.occurrences(after: .day(try #require(day)), in: .utc, by: try RecurrenceRule(text), limit: 1)
                .map { $0.local(in: .utc).day.text }
        }
        #expect(try next(after: tuesday, "FREQ=WEEKLY;BYDAY=TU") == ["2026-12-15"])
        #expect(try next(after: tuesday, "FREQ=WEEKLY;BYDAY=TU;COUNT=4") == ["2026-12-15"])
        #expect(try next(after: wednesday, "FREQ=WEEKLY;BYDAY=WE") == ["2026-12-16"])
    }

    @Test func `finds an added date ahead of an overdue series`() async throws {
        try await app.send(
            ["DTSTART:20261006T090000Z", "RRULE:FREQ=MONTHLY", "RDATE:20261120T090000Z"])
        try await app.toggle()
        #expect(try await app.dues(2) == ["2026-11-20T09:00:00Z", "2026-12-06T09:00:00Z"])
        try await app.expectEcho()
    }

    @Test func `moves periods and keeps what is no date`() async throws {
        try await app.send(
            ["DTSTART:20261201T090000Z", "RRULE:FREQ=MONTHLY", "EXDATE:20270101T090000Z,never"]
                + ["RDATE;VALUE=PERIOD:20261220T120000Z/PT1H,20261221T120000Z/20261221T130000Z"])
        try await app.move(to: "2026-11-30T10:00:00Z")
        #expect(
            await app.lines().isSuperset(of: [
                "EXDATE:20261231T100000Z,never",
                "RDATE;VALUE=PERIOD:20261219T130000Z/PT1H,20261220T130000Z/20261220T140000Z",
            ]))
        try await app.expectEcho()
    }

    // MARK: Ends

    @Test(arguments: [
        (["EXDATE:20261201T090000Z", "EXDATE:20261202T090000Z"], 0),
        (SeriesClient.override("20261202T090000Z", "STATUS:CANCELLED"), 0),
        (SeriesClient.override("20261202T090000Z", "STATUS:COMPLETED"), 1),
    ])
    func `that leaves out the last occurrence counts only what was done`(
        lines: [String], count: Int
    ) async throws {
        let all = ["DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY;COUNT=2"]
        try await app.send(all + ["EXDATE:20261201T090000Z"])
        let rest = lines.contains("EXDATE:20261201T090000Z") ? lines : ["EXDATE:20261201T090000Z"] + lines
        let item = try await app.send(all + rest)
        #expect(item.checked && item.timing.completionsCount == count)
        #expect((item.timing.lastCompletedAt == nil) == (count == 0))
    }

    @Test(arguments: ["FREQ=DAILY;COUNT=3", "FREQ=DAILY;COUNT=2"])
    func `is none where the app echoes the last occurrence`(text: String) async throws {
        try await app.store(due: "2026-12-01T09:00:00Z", rule: text)
        while try await app.dues(2).count == 2 { try await app.toggle() }
        #expect(await app.text().contains("RRULE:FREQ=DAILY;COUNT=1"))
        try await app.expectEcho()
        #expect(try await app.item().timing.recurrence != nil)
    }
}
