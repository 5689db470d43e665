import Checklists
import Dates
import Testing

/// What an app wrote about single occurrences, after something else changed the series.
@Suite struct `An override` {
    private let app = SeriesClient()

    private func override(_ id: String, _ lines: String...) -> [String] {
        ["END:VTODO", "BEGIN:VTODO", "UID:a@b", "RECURRENCE-ID\(id)"] + lines
    }

    private static let daily = ["SUMMARY:Milk", "DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY"]

    // MARK: Moves of the series

    @Test(arguments: [
        ("2026-12-01T10:00:00Z", "20261204T100000Z"), ("2026-12-03T08:00:00Z", "20261206T080000Z"),
    ])
    func `with another text moves with its series`(due: String, id: String) async throws {
        try await app.send(Self.daily + override(":20261204T090000Z", "SUMMARY:No milk"))
        try await app.move(to: due)
        #expect(await app.text().hasComponent(with: "RECURRENCE-ID:\(id)", "SUMMARY:No milk"))
        try await app.expectEcho()
    }

    @Test func `moves by days after the series went on`() async throws {
        try await app.send(
            ["DUE:20261201T090000Z", "RRULE:FREQ=WEEKLY"] + override(":20261215T090000Z", "SUMMARY:Cake"))
        try await app.toggle()
        try await app.move(to: "2026-12-10T09:00:00Z")
        #expect(await app.text().hasComponent(with: "RECURRENCE-ID:20261217T090000Z", "SUMMARY:Cake"))
        try await app.expectEcho()
        try await app.move(to: "2026-12-11T09:00:00Z")
        #expect(await app.text().hasComponent(with: "RECURRENCE-ID:20261218T090000Z", "SUMMARY:Cake"))
    }

    @Test func `stays where the rule names its day`() async throws {
        try await app.send(
            ["DUE:20261207T090000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO"]
                + override(":20261221T090000Z", "SUMMARY:Cake"))
        try await app.move(to: "2026-12-09T10:00:00Z")
        #expect(await app.text().hasComponent(with: "RECURRENCE-ID:20261221T100000Z", "SUMMARY:Cake"))
    }

    @Test func `with another text has the form of an all-day series`() async throws {
        try await app.send(
            ["DTSTART:20261201T090000Z", "RRULE:FREQ=WEEKLY"]
                + override(":20261208T090000Z", "SUMMARY:Bring cake")
                + override(":20261215T090000Z", "STATUS:COMPLETED", "X-A:1"))
        try await app.change { ($0.dueOn, $0.timeZone) = (CivilDate("2026-12-02"), "UTC") }
        let text = await app.text()
        #expect(text.hasComponent(with: "RECURRENCE-ID;VALUE=DATE:20261209", "SUMMARY:Bring cake"))
        #expect(text.hasComponent(with: "RECURRENCE-ID;VALUE=DATE:20261216", "STATUS:COMPLETED", "X-A:1"))
        try await app.expectEcho()
    }

    @Test func `keeps its own text where times of a day become one`() async throws {
        try await app.send(
            ["DTSTART:20261130T090000Z", "RRULE:FREQ=WEEKLY"]
                + override(":20261207T090000Z", "DUE:20261208T090000Z", "SUMMARY:A")
                + override(":20261214T090000Z", "DUE:20261214T150000Z", "SUMMARY:B"))
        try await app.change { ($0.dueOn, $0.timeZone) = (CivilDate("2026-11-30"), "UTC") }
        let text = await app.text()
        #expect(
            text.hasComponent(
                with: "RECURRENCE-ID;VALUE=DATE:20261207", "DUE;VALUE=DATE:20261208", "SUMMARY:A"))
        #expect(text.hasComponent(with: "RECURRENCE-ID;VALUE=DATE:20261214", "SUMMARY:B"))
        try await app.expectEcho()
    }

    @Test func `of all later occurrences holds for them when the series goes on`() async throws {
        func future(_ day: String, _ lines: String...) -> [String] {
            override(";RANGE=THISANDFUTURE:\(day)T090000Z", "DTSTART:\(day)T090000Z") + lines
        }
        try await app.send(
            Self.daily + future("20261202", "SUMMARY:Oat milk") + future("20261203", "SUMMARY:Soy milk")
                + future("20261205", "SUMMARY:No milk"))
        for _ in 1...3 { try await app.toggle() }
        let text = await app.text()
        #expect(!text.contains("Oat milk"))
        for (day, summary) in [("20261204", "Soy milk"), ("20261205", "No milk")] {
            let id = "RECURRENCE-ID;RANGE=THISANDFUTURE:\(day)T090000Z"
            #expect(text.hasComponent(with: id, "DTSTART:\(day)T090000Z", "SUMMARY:\(summary)"))
        }
        try await app.expectEcho()
    }

    // MARK: Occurrences that the rule does not give

    @Test(arguments: [
        ["DTSTART:20261201T090000Z"], ["DTSTART;TZID=Europe/Paris:20261201T090000"],
        ["DTSTART:20261201T090000"], ["DTSTART;TZID=Europe/Paris:20261201T080000", "DURATION:PT1H"],
    ])
    func `stays where the series comes to an added date`(times: [String]) async throws {
        let form = times[0].dropFirst("DTSTART".count)
        func line(_ name: String, _ day: String) -> String {
            name + form.replacing("20261201", with: "202612\(day)")
        }
        try await app.send(
            times + ["RRULE:FREQ=WEEKLY", line("RDATE", "03")]
                + override(line("", "08"), "SUMMARY:Bring cake"))
        try await app.toggle()
        #expect(
            await app.lines().isSuperset(
                of: times + [line("RDATE", "03"), line("EXDATE", "01"), "RRULE:FREQ=WEEKLY"]))
        #expect(
            await app.text().hasComponent(with: line("RECURRENCE-ID", "08"), "SUMMARY:Bring cake"))
        #expect(await !app.text().contains("Etc/UTC"))
        try await app.expectEcho()
    }

    private static let late = [
        "DUE:20261130T090000Z", "RRULE:FREQ=WEEKLY", "END:VTODO", "BEGIN:VTODO", "UID:a@b",
        "RECURRENCE-ID:20261207T090000Z", "DUE:20261217T090000Z", "SUMMARY:Oat milk",
    ]

    @Test func `behind others keeps its text, and is back after an undo`() async throws {
        let due = try #require(try await app.send(Self.late).dueDate)
        try await app.toggle()
        let text = await app.text()
        #expect(text.contains("RDATE:20261217T090000Z"))
        #expect(
            text.hasComponent(
                with: "RECURRENCE-ID:20261217T090000Z", "DUE:20261217T090000Z", "SUMMARY:Oat milk"))
        #expect(
            try await app.dues(3) == ["2026-12-14T09:00:00Z", "2026-12-17T09:00:00Z", "2026-12-21T09:00:00Z"])
        try await app.change { $0.dueDate = due }
        #expect(await app.text() == Client.task(Self.late))
        try await app.toggle()
        try await app.expectEcho()
        try await app.toggle()
        #expect(await app.text().hasComponent(with: "RECURRENCE-ID:20261217T090000Z", "SUMMARY:Oat milk"))
        try await app.expectEcho()
        #expect(try await app.dues(2) == ["2026-12-17T09:00:00Z", "2026-12-21T09:00:00Z"])
    }

    @Test func `before others comes in the order of due times`() async throws {
        try await app.send(
            ["DUE:20261207T090000Z", "RRULE:FREQ=WEEKLY"]
                + override(":20261221T090000Z", "DUE:20261210T090000Z", "SUMMARY:Early"))
        let dues = ["2026-12-07", "2026-12-10", "2026-12-14", "2026-12-28"].map { "\($0)T09:00:00Z" }
        #expect(try await app.dues(4) == dues)
        try await app.toggle()
        #expect(try await app.dues(3) == Array(dues.dropFirst()))
        #expect(await app.text().hasComponent(with: "RECURRENCE-ID:20261210T090000Z", "SUMMARY:Early"))
        try await app.expectEcho()
        try await app.toggle()
        try await app.expectEcho()
        #expect(try await app.dues(2) == Array(dues.dropFirst(2)))
    }

    /// Overrides of occurrences that the series does not have.
    @Test(arguments: [
        ["EXDATE:20261207T090000Z", "RECURRENCE-ID:20261207T090000Z"], ["RECURRENCE-ID:20261208T090000Z"],
    ])
    func `brings no occurrence into the series`(lines: [String]) async throws {
        let id = try #require(lines.last)
        try await app.send(
            ["DUE:20261130T090000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO"] + lines.dropLast()
                + ["END:VTODO", "BEGIN:VTODO", "UID:a@b", id, "DUE:20261217T090000Z"])
        while try await app.toggle().dueDate != SeriesClient.moment("2026-12-14T09:00:00Z") {
            try await app.expectEcho()
        }
        #expect(try await app.dues(2) == ["2026-12-14T09:00:00Z", "2026-12-21T09:00:00Z"])
        try await app.expectEcho()
    }
}
