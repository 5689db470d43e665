import CalDAV
import Checklists
import Dates
import HTTP
import Testing

/// What the API, other members and time change in a series that an app sent.
@Suite struct `A change in a series of an app` {
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

    private func text() async -> String { await client.send(.get, path).text }

    private func lines() async -> Set<String> {
        Set(await text().replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init))
    }

    private func moment(_ text: String) throws -> Timestamp {
        let milliseconds = RFC3339.milliseconds(Array(text.utf8).span)
        return Timestamp(milliseconds: try #require(milliseconds))
    }

    private func move(to due: String) async throws {
        var patch = ItemPatch()
        patch.dueDate = try moment(due)
        _ = try await session.updateItem(item().id, patch, ifMatch: nil)
    }

    private static func override(_ id: String, _ lines: String...) -> [String] {
        ["END:VTODO", "BEGIN:VTODO", "UID:a@b", "RECURRENCE-ID:\(id)"] + lines
    }

    private static let daily = ["DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY"]

    // MARK: Rules that name days

    @Test(arguments: ["FREQ=WEEKLY;BYDAY=MO", "FREQ=MONTHLY;BYMONTHDAY=7,14,21,28"])
    func `leaves exceptions on their days where the rule names days`(rule: String) async throws {
        // A Monday.
        _ = try await send(
            ["DUE:20261207T090000Z", "RRULE:\(rule)", "EXDATE:20261214T090000Z"]
                + Self.override("20261221T090000Z", "DUE:20261222T090000Z"))
        try await move(to: "2026-12-08T10:00:00Z")
        #expect(
            await lines().isSuperset(of: [
                "DUE:20261208T100000Z", "EXDATE:20261214T100000Z", "RECURRENCE-ID:20261221T100000Z",
                "DUE:20261222T100000Z",
            ]))
        let next = try [moment("2026-12-22T10:00:00Z"), moment("2026-12-28T10:00:00Z")].map(Due.moment)
        #expect(try await item().occurrences(limit: 2) == next)
        let text = await text()
        #expect(await client.send(.put, path, body: text).status == 204)
        #expect(try await item().occurrences(limit: 2) == next)
    }

    @Test func `keeps the day of an occurrence that was moved`() async throws {
        _ = try await send(
            ["DUE:20261207T090000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO"]
                + Self.override("20261214T090000Z", "DUE:20261210T090000Z"))
        _ = try await session.toggleItem(item().id, ifMatch: nil, idempotencyKey: nil)
        try await move(to: "2026-12-11T09:00:00Z")
        #expect(try await item().occurrences(limit: 1) == [.moment(moment("2026-12-21T09:00:00Z"))])
        #expect(
            await lines().isSuperset(of: ["RECURRENCE-ID:20261214T090000Z", "DUE:20261211T090000Z"]))
    }

    // MARK: Completions

    @Test func `counts no completion that is known`() async throws {
        let done = Self.override("20261203T090000Z", "STATUS:COMPLETED")
        let item = try await send(["SUMMARY:Milk"] + Self.daily + done)
        let later = client.at(try moment("2026-12-04T12:00:00Z"))
        #expect(await later.put(path, ["SUMMARY:Oat milk"] + Self.daily + done).status == 204)
        let renamed = try await self.item()
        #expect(renamed.text == "Oat milk" && renamed.dueDate == item.dueDate)
        #expect(renamed.timing.completionsCount == 0)
        let more = Self.override("20261202T090000Z", "STATUS:COMPLETED")
        #expect(await later.put(path, ["SUMMARY:Oat milk"] + Self.daily + done + more).status == 204)
        #expect(try await self.item().timing.completionsCount == 1)
    }

    @Test func `is checked by a member for a later occurrence`() async throws {
        _ = try await send(Self.daily)
        let ada = try await client.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        let list = try #require(try await session.checklists(ChecklistQuery()).elements.first).id
        _ = try await session.putMember(ada, .check, on: list, ifMatch: nil)
        let member = client.at(try moment("2026-12-04T12:00:00Z")).signed(in: ada)
        let done = Self.override("20261202T090000Z", "STATUS:COMPLETED")
        #expect(await member.put("/dav/calendars/\(ada)/list-\(list)/a.ics", Self.daily + done).status == 204)
        #expect(try await item().timing.completionsCount == 1)
    }

    // MARK: Fractions of a second

    @Test func `is in whole seconds for apps`() async throws {
        _ = try await send(
            Self.daily + ["EXDATE:20261203T090000Z"]
                + Self.override("20261205T090000Z", "DUE:20261205T120000Z"))
        try await move(to: "2026-12-01T10:00:00.500Z")
        let text = await text()
        let lines = await lines()
        #expect(lines.isSuperset(of: ["EXDATE:20261203T100000Z", "RECURRENCE-ID:20261205T100000Z"]))
        #expect(await client.send(.put, path, body: text).status == 204)
        #expect(await self.text() == text)
        #expect(try await item().occurrences(limit: 2).last == .moment(moment("2026-12-04T10:00:00.500Z")))
    }
}
