import CalDAV
import CalendarObjects
import Checklists
import Dates
import HTTP
import Testing

private let now = Timestamp(milliseconds: 1_795_000_000_000)

@Suite struct `The start of a task` {
    private let client = Client()
    private let path = "\(Client.home)shop/a.ics"

    private var item: Item {
        get async throws {
            try #require(
                try await client.store.asFirst.items(ItemQuery()).elements.first { $0.uid == "a@b" })
        }
    }

    private func put(_ lines: String...) async throws -> Item {
        _ = await client.make("shop")
        let status = await client.put(path, lines).status
        #expect(status == 201 || status == 204)
        return try await item
    }

    private func change(_ body: (inout ItemPatch) -> Void) async throws {
        var patch = ItemPatch()
        body(&patch)
        _ = try await client.store.asFirst.updateItem(item.id, patch, ifMatch: nil)
    }

    private var lines: [String] {
        get async { await client.send(.get, path).text.split(separator: "\r\n").map(String.init) }
    }

    private func moment(_ text: String) throws -> Timestamp {
        let milliseconds = RFC3339.milliseconds(Array(text.utf8).span)
        return Timestamp(milliseconds: try #require(milliseconds))
    }

    @Test func `is DTSTART, a day or a moment`() async throws {
        let day = try await put("DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261203").details
        #expect(day.startOn == CivilDate("2026-12-01") && day.startDate == nil)
        let time = try await put("DTSTART;TZID=Europe/Paris:20261201T090000", "DUE:20261203T120000Z").details
        #expect(try time.startDate == moment("2026-12-01T08:00:00Z") && time.startOn == nil)
        #expect(try await put("DTSTART;VALUE=DATE:20261201").details.startOn == CivilDate("2026-12-01"))
        #expect(try await put("SUMMARY:Milk").details.startOn == nil)
    }

    @Test(arguments: [
        ["DTSTART;VALUE=DATE:20261203", "DUE;VALUE=DATE:20261203"],
        ["DTSTART:20261203T090000Z", "DUE:20261203T090000Z"],
        ["DTSTART:20261205T090000Z", "DUE:20261203T090000Z"],
        ["DTSTART;VALUE=DATE:20261205", "DUE:20261203T090000Z"],
    ])
    func `is absent if DTSTART is not before the due time; DTSTART stays`(lines: [String]) async throws {
        _ = await client.make("shop")
        let sent = Client.task(lines)
        let answer = await client.send(.put, path, body: sent)
        #expect(answer.status == 201 && answer.etag != nil)
        #expect(try await item.details == .none)
        #expect(await client.send(.get, path).text == sent)
    }

    @Test func `changes alone, in its form and zone`() async throws {
        _ = try await put(
            "DTSTART;TZID=Europe/Paris:20261201T090000", "DUE;TZID=Europe/Paris:20261203T100000")
        let start = try moment("2026-12-02T08:00:00Z")
        try await change { $0.details.startDate = start }
        #expect(await lines.contains("DTSTART;TZID=Europe/Paris:20261202T090000"))
        #expect(await lines.contains("DUE;TZID=Europe/Paris:20261203T100000"))
        try await change { $0.details.startDate = .some(nil) }
        #expect(await !lines.contains { $0.hasPrefix("DTSTART;TZID") })
        #expect(await lines.contains("DUE;TZID=Europe/Paris:20261203T100000"))
    }

    @Test func `of a task with a duration leaves it due when it was`() async throws {
        _ = try await put("DTSTART:20261201T090000Z", "DURATION:P1D")
        let start = try moment("2026-12-02T08:00:00Z")
        try await change { $0.details.startDate = start }
        #expect(await Set(lines).isSuperset(of: ["DTSTART:20261202T080000Z", "DUE:20261202T090000Z"]))
        #expect(await !lines.contains { $0.hasPrefix("DURATION") })
    }

    @Test func `moves with the due time of an app's task`() async throws {
        _ = try await put("DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261203")
        try await change { $0.dueOn = CivilDate("2026-12-10") }
        #expect(try await item.details.startOn == CivilDate("2026-12-08"))
        #expect(await lines.contains("DTSTART;VALUE=DATE:20261208"))
    }

    @Test func `of an item of the page has the form of the due time`() async throws {
        _ = await client.make("shop")
        let session = client.store.asFirst
        let list = try #require(try await session.checklists(ChecklistQuery()).elements.first).id
        var draft = ItemDraft(text: "Milk")
        draft.dueOn = CivilDate("2026-12-03")
        draft.patch.details.startDate = try moment("2026-12-01T09:00:00Z")
        let item = try await session.addItem(draft, to: list, idempotencyKey: nil).value
        let path = "\(Client.home)shop/checklistd-\(item.id).ics"
        let text = await client.send(.get, path).text
        #expect(text.contains("DTSTART;VALUE=DATE:20261201") && text.contains("DUE;VALUE=DATE:20261203"))
        // The app sends back the object. The item keeps the time that the form of the due time cannot
        // express.
        #expect(await client.send(.put, path, body: text).status == 204)
        #expect(try await session.item(item.id).details == item.details)
        #expect(await client.send(.get, path).text == text)
    }

    @Test func `is dropped without an error if an app sets it after the due time`() async throws {
        _ = try await put("DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261203")
        #expect(try await put("DUE;VALUE=DATE:20261125").details.startOn == nil)
        try await change { $0.details.startOn = CivilDate("2026-11-24") }
        let after = try await put("DTSTART;VALUE=DATE:20261124", "DUE;VALUE=DATE:20261123")
        #expect(after.details.startOn == nil)
    }

    @Test func `of a series is its due time minus the lead, and moves on with it`() async throws {
        let first = try await put(
            "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261203", "RRULE:FREQ=WEEKLY")
        #expect(first.details.startOn == CivilDate("2026-12-01"))
        _ = try await client.store.asFirst.toggleItem(first.id, ifMatch: nil, idempotencyKey: nil)
        #expect(try await item.details.startOn == CivilDate("2026-12-08"))
        #expect(await lines.contains("DTSTART;VALUE=DATE:20261208"))
        let moved = try await put(
            "DTSTART;VALUE=DATE:20261216", "DUE;VALUE=DATE:20261217", "RRULE:FREQ=WEEKLY")
        #expect(moved.details.startOn == CivilDate("2026-12-16"))
        let without = try await put("DUE;VALUE=DATE:20261217", "RRULE:FREQ=WEEKLY")
        #expect(without.details.startOn == nil)
    }

    @Test func `of the page stays in a series`() async throws {
        let first = try await put("DUE;VALUE=DATE:20261203", "RRULE:FREQ=WEEKLY")
        try await change { $0.details.startOn = CivilDate("2026-12-02") }
        _ = try await client.store.asFirst.toggleItem(first.id, ifMatch: nil, idempotencyKey: nil)
        #expect(try await item.details.startOn == CivilDate("2026-12-09"))
        let text = await client.send(.get, path).text
        #expect(await client.send(.put, path, body: text).status == 204)
        #expect(try await item.details.startOn == CivilDate("2026-12-09"))
    }

    @Test func `leaves the due days where the rule names those of starts`() async throws {
        let times = ["DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261203"]
        let start = CivilDate("2026-11-30")
        _ = try await put(times[0], times[1], "RRULE:FREQ=WEEKLY;BYDAY=TU")
        try await change { $0.details.startOn = start }
        #expect(try await item.details.startOn == start)
        let next = try #require(CivilDate("2026-12-10"))
        #expect(try await item.occurrences(limit: 1) == [.day(next)])
        #expect(
            await Set(lines).isSuperset(of: [
                "DTSTART;VALUE=DATE:20261130", times[1], "RRULE:FREQ=WEEKLY;BYDAY=MO",
            ]))
        // No rule names the day before each first one of a month.
        _ = try await put(times[0], times[1], "RRULE:FREQ=MONTHLY;BYMONTHDAY=1")
        try await change { $0.details.startOn = start }
        #expect(try await item.details.startOn == CivilDate("2026-12-01"))
        let nextMonth = try #require(CivilDate("2027-01-03"))
        #expect(try await item.occurrences(limit: 1) == [.day(nextMonth)])
        #expect(await Set(lines).isSuperset(of: times))
    }

    @Test func `without a zone is read in the zone of the item`() async throws {
        let item = try await put("DTSTART:20261201T090000")
        let text = await client.send(.get, path).text
        #expect(try TaskObject(Array(text.utf8)).says(item, at: now))
        #expect(text.contains("DTSTART:20261201T090000\r\n"))
    }
}
