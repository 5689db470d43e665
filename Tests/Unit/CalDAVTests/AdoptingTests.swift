import CalDAV
import CalendarObjects
import Checklists
import Dates
import HTTP
import MemoryStore
import Synchronization
import Testing

/// Series that versions before stored, which read of an object only its rule.
@Suite struct `A series without a record` {
    private let client = Client()
    private let path = "\(Client.home)shop/a@b.ics"
    private var session: Session { client.store.asFirst }

    /// An item as the version before stored it.
    private func store(
        _ lines: [String], due: String, rule: String?, zone: String? = "UTC"
    ) async throws -> Item {
        _ = await client.make("shop")
        var draft = ItemDraft(text: "Untitled")
        (draft.uid, draft.calendarObject) = ("a@b", CalendarObject(text: Client.task(lines)))
        if let day = CivilDate(due) {
            draft.dueOn = day
        } else {
            draft.dueDate = try moment(due)
        }
        draft.timeZone = zone
        draft.recurrence = try rule.map { Recurrence(try RecurrenceRule($0)) }
        let list = try #require(try await session.checklists(ChecklistQuery()).elements.first).id
        let item = try await session.addItem(draft, to: list, idempotencyKey: nil).value
        #expect(item.timing.series == Series() && item.calendarObject?.text == Client.task(lines))
        return item
    }

    private func item() async throws -> Item {
        try #require(try await session.items(ItemQuery()).elements.first { $0.uid == "a@b" })
    }

    private func toggle() async throws -> Item {
        try await session.toggleItem(item().id, ifMatch: nil, idempotencyKey: nil).value
    }

    /// What happens after the start of this version.
    private func upgrade() async throws -> Int? {
        let now = client.store.now()
        return try await ObjectUpgrade(client.store, now: { now }).run()
    }

    private func text() async -> String { await client.send(.get, path).text }

    private func lines() async -> Set<String> {
        Set(await text().replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init))
    }

    private static let override = [
        "END:VTODO", "BEGIN:VTODO", "UID:a@b", "RECURRENCE-ID:20261204T090000Z", "DUE:20261204T180000Z",
        "SUMMARY:Oat milk",
    ]

    /// Objects with the due time and the rule of the item, and lines after a check mark.
    private static let stored: [(lines: [String], due: String, rule: String?, after: [String])] = [
        (
            ["DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY", "EXDATE:20261203T090000Z,20261205T090000Z"],
            "2026-12-01T09:00:00Z", "FREQ=DAILY",
            ["DTSTART:20261202T090000Z", "RRULE:FREQ=DAILY", "EXDATE:20261203T090000Z,20261205T090000Z"]
        ),
        (
            ["DUE:20261201T090000Z", "RRULE:FREQ=DAILY;COUNT=8"] + override,
            "2026-12-01T09:00:00Z", "FREQ=DAILY;COUNT=8",
            ["DUE:20261202T090000Z", "RRULE:FREQ=DAILY;COUNT=7"] + override
        ),
        // The rule named the due days.
        (
            [
                "DTSTART;VALUE=DATE:20261202", "DUE;VALUE=DATE:20261203", "RRULE:FREQ=WEEKLY;BYDAY=WE",
                "EXDATE;VALUE=DATE:20261216",
            ], "2026-12-03", "FREQ=WEEKLY;BYDAY=TH",
            [
                "DTSTART;VALUE=DATE:20261209", "DUE;VALUE=DATE:20261210", "RRULE:FREQ=WEEKLY;BYDAY=WE",
                "EXDATE;VALUE=DATE:20261216",
            ]
        ),
        (
            ["DTSTART:20261130T090000Z", "DUE:20261201T100000Z", "RRULE:FREQ=DAILY;UNTIL=20261220T090000Z"],
            "2026-12-01T10:00:00Z", "FREQ=DAILY;UNTIL=20261221T100000Z",
            ["DTSTART:20261201T090000Z", "DUE:20261202T100000Z", "RRULE:FREQ=DAILY;UNTIL=20261220T090000Z"]
        ),
    ]

    @Test(arguments: stored)
    func `is given as it was sent, and goes on`(
        stored: (lines: [String], due: String, rule: String?, after: [String])
    ) async throws {
        let item = try await store(stored.lines, due: stored.due, rule: stored.rule)
        #expect(await text() == Client.task(stored.lines))
        let moved = try await toggle()
        #expect(!moved.checked && moved.dueDate != item.dueDate)
        let lines = await lines()
        #expect(lines.isSuperset(of: stored.after), "\(lines)")
    }

    @Test(arguments: stored)
    func `is read by the next PUT`(
        stored: (lines: [String], due: String, rule: String?, after: [String])
    ) async throws {
        let item = try await store(stored.lines, due: stored.due, rule: stored.rule)
        #expect(await client.put(path, stored.lines).status == 204)
        let read = try await self.item()
        #expect(read.dueDate == item.dueDate && read.timing.dueOn == item.timing.dueOn)
        #expect(await text() == Client.task(stored.lines))
        _ = try await toggle()
        let lines = await lines()
        #expect(lines.isSuperset(of: stored.after), "\(lines)")
        // What the app then reads and sends back changes nothing.
        let (text, moved) = (await text(), try await self.item())
        #expect(await client.send(.put, path, body: text).status == 204)
        #expect(try await self.item().occurrences(limit: 4) == moved.occurrences(limit: 4))
    }

    @Test func `is read as it is by the PUT after a check mark`() async throws {
        _ = try await store(
            ["DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY", "EXDATE:20261202T090000Z,20261204T090000Z"],
            due: "2026-12-01T09:00:00Z", rule: "FREQ=DAILY")
        // The version before went on to a time that the series leaves out.
        let moved = try await toggle()
        let text = await text()
        #expect(text.contains("DTSTART:20261202T090000Z") && text.contains("EXDATE:20261204T090000Z"))
        #expect(await client.send(.put, path, body: text).status == 204)
        #expect(try await item().dueDate == moved.dueDate)
        #expect(try await item().occurrences(limit: 2).last == .moment(moment("2026-12-05T09:00:00Z")))
    }

    private func moment(_ text: String) throws -> Timestamp {
        let milliseconds = RFC3339.milliseconds(Array(text.utf8).span)
        return Timestamp(milliseconds: try #require(milliseconds))
    }

    @Test func `begins after what it leaves out`() async throws {
        let lines = ["DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20261201T090000Z"]
        _ = try await store(lines, due: "2026-12-01T09:00:00Z", rule: "FREQ=DAILY;COUNT=3")
        #expect(await text() == Client.task(lines))
        #expect(await client.put(path, lines).status == 204)
        #expect(try await item().dueDate == moment("2026-12-02T09:00:00Z"))
    }

    @Test(arguments: ["FREQ=HOURLY", "FREQ=DAILY;BYHOUR=9,17"])
    func `stays that of its app`(rule: String) async throws {
        let lines = ["DUE:20261201T090000Z", "RRULE:\(rule)", "EXDATE:20261202T090000Z"]
        let item = try await store(lines, due: "2026-12-01T09:00:00Z", rule: nil, zone: nil)
        #expect(await text() == Client.task(lines))
        var patch = ItemPatch()
        patch.dueDate = item.dueDate?.advanced(byMilliseconds: 3_600_000)
        _ = try await session.updateItem(item.id, patch, ifMatch: nil)
        let moved = ["DUE:20261201T100000Z", "RRULE:\(rule)", "EXDATE:20261202T100000Z"]
        #expect(await self.lines().isSuperset(of: moved))
        #expect(try await upgrade() == 1)
        #expect(await self.lines().isSuperset(of: moved))
        await #expect(throws: ChecklistsError.self) { try await toggle() }
        #expect(try await upgrade() == 0)
        #expect(await client.put(path, lines).status == 204)
        #expect(try await !self.item().timing.series.isFollowed)
        #expect(await text() == Client.task(lines))
    }

    /// Series that the version before followed, and after their first check mark.
    private static let unfollowed: [[String]] = [
        [
            "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=8", "EXDATE:20261214T090000Z", "END:VTODO", "BEGIN:VTODO",
            "UID:a@b", "RECURRENCE-ID;RANGE=THISANDFUTURE:20261221T090000Z",
            "DUE:20261222T090000Z", "SUMMARY:Oat milk",
        ],
        [
            "RRULE:FREQ=WEEKLY;BYDAY=MO", "RRULE:FREQ=MONTHLY", "EXDATE:20261214T090000Z",
            "RDATE:20261216T090000Z",
        ],
        ["RRULE:FREQ=WEEKLY;BYDAY=MO", "EXRULE:FREQ=YEARLY", "EXDATE:20261214T090000Z"],
    ]

    @Test(arguments: unfollowed, [false, true])
    func `keeps the days of its exceptions where the service follows it no more`(
        lines: [String], isUpgraded: Bool
    ) async throws {
        let rule = lines[0].dropFirst("RRULE:".count)
        let item = try await store(
            ["DUE:20261130T090000Z"] + lines, due: "2026-11-30T09:00:00Z", rule: String(rule))
        _ = try await toggle()
        let due = try #require(try await self.item().dueDate)
        #expect(due == item.dueDate?.advanced(byMilliseconds: 7 * 86_400_000))
        if isUpgraded { #expect(try await upgrade() == 1) }
        let rest = lines.map { $0.replacing("COUNT=8", with: "COUNT=7") }
        #expect(await self.lines().isSuperset(of: ["DUE:20261207T090000Z"] + rest))
        // The app sends back what it was given.
        let text = await text()
        #expect(await client.send(.put, path, body: text).status == 204)
        #expect(await self.text() == text)
        #expect(try await self.item().dueDate == due)
        #expect(try await !self.item().timing.series.isFollowed)
    }

    @Test func `is ended and changed by the API`() async throws {
        let lines = ["DUE:20261201T090000Z", "RRULE:FREQ=HOURLY"]
        let item = try await store(lines, due: "2026-12-01T09:00:00Z", rule: nil, zone: nil)
        var patch = ItemPatch()
        patch.recurrence = Recurrence(.daily)
        _ = try await session.updateItem(item.id, patch, ifMatch: nil)
        #expect(await self.lines().contains("RRULE:FREQ=DAILY"))
        patch.recurrence = .some(nil)
        _ = try await session.updateItem(item.id, patch, ifMatch: nil)
        #expect(await !text().contains("RRULE"))
    }

    @Test func `waits for no other one whose change fails`() async throws {
        struct Fault: Error {}
        let item = try await store(
            ["DUE:20261201T090000Z", "RRULE:FREQ=HOURLY"], due: "2026-12-01T09:00:00Z", rule: nil, zone: nil)
        var draft = ItemDraft(text: "Untitled")
        (draft.uid, draft.dueDate) = ("c@d", item.dueDate)
        draft.calendarObject = CalendarObject(
            text: Client.task(uid: "c@d", ["DUE:20261201T090000Z", "RRULE:FREQ=HOURLY"]))
        let other = try await session.addItem(draft, to: item.checklistID, idempotencyKey: nil).value
        let skipped = Mutex<[Item.ID]>([])
        let store = client.store
        let now = store.now()
        func upgrade(failingWith fault: any Error) -> ObjectUpgrade {
            ObjectUpgrade(
                store, now: { now },
                adopt: { readings in
                    if readings.contains(where: { $0.itemID == item.id }) { throw fault }
                    return try await store.adoptObjects(readings)
                }, onSkip: { id, _ in skipped.withLock { $0.append(id) } })
        }
        // Without a store, none is written.
        await #expect(throws: ChecklistsError.unavailable) {
            try await upgrade(failingWith: ChecklistsError.unavailable).run()
        }
        #expect(skipped.withLock { $0 } == [])
        #expect(try await upgrade(failingWith: Fault()).run() == 1)
        #expect(skipped.withLock { $0 } == [item.id])
        #expect(try await !session.item(other.id).timing.series.isFollowed)
    }

    private func move(by milliseconds: Int64) async throws {
        let item = try await item()
        var patch = ItemPatch()
        patch.dueDate = item.dueDate?.advanced(byMilliseconds: milliseconds)
        _ = try await session.updateItem(item.id, patch, ifMatch: nil)
    }

    @Test(arguments: [false, true])
    func `moves its exceptions as far as an edit moved it`(isUpgraded: Bool) async throws {
        _ = try await store(
            ["DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY", "EXDATE:20261203T090000Z"] + Self.override,
            due: "2026-12-01T09:00:00Z", rule: "FREQ=DAILY")
        try await move(by: 2 * 86_400_000)
        if isUpgraded { #expect(try await upgrade() == 1) }
        let moved = [
            "DTSTART:20261203T090000Z", "EXDATE:20261205T090000Z", "RECURRENCE-ID:20261206T090000Z",
            "DUE:20261206T180000Z",
        ]
        #expect(await lines().isSuperset(of: moved))
        let text = await text()
        #expect(await client.send(.put, path, body: text).status == 204)
        let dues = try ["2026-12-04T09:00:00Z", "2026-12-06T18:00:00Z"].map { Due.moment(try moment($0)) }
        #expect(try await item().occurrences(limit: 2) == dues)
    }

    @Test func `moves its exceptions with an edit back to the time that its app sent`() async throws {
        _ = try await store(
            ["DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY", "EXDATE:20261204T090000Z"],
            due: "2026-12-01T09:00:00Z", rule: "FREQ=DAILY")
        // Two check marks move it to 3 December, the edit back to the first.
        for _ in 0..<2 { _ = try await toggle() }
        try await move(by: -2 * 86_400_000)
        #expect(try await upgrade() == 1)
        #expect(await lines().isSuperset(of: ["DTSTART:20261201T090000Z", "EXDATE:20261202T090000Z"]))
        #expect(try await item().occurrences(limit: 1) == [.moment(moment("2026-12-03T09:00:00Z"))])
    }

    @Test(arguments: [false, true])
    func `moves its exceptions as far as an edit did where the service follows it no more`(
        isUpgraded: Bool
    ) async throws {
        _ = try await store(
            ["DUE:20261201T090000Z", "RRULE:FREQ=DAILY", "EXRULE:FREQ=YEARLY", "EXDATE:20261204T090000Z"],
            due: "2026-12-01T09:00:00Z", rule: "FREQ=DAILY")
        try await move(by: 2 * 86_400_000)
        if isUpgraded { #expect(try await upgrade() == 1) }
        #expect(await lines().isSuperset(of: ["DUE:20261203T090000Z", "EXDATE:20261206T090000Z"]))
        #expect(try await item().timing.movedDays == (isUpgraded ? 0 : 2))
    }

    @Test func `keeps its exceptions at another time of day`() async throws {
        let item = try await store(
            ["DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY", "EXDATE:20261203T090000Z"],
            due: "2026-12-01T09:00:00Z", rule: "FREQ=DAILY")
        var patch = ItemPatch()
        patch.dueDate = item.dueDate?.advanced(byMilliseconds: 3_600_000)
        _ = try await session.updateItem(item.id, patch, ifMatch: nil)
        #expect(await lines().isSuperset(of: ["DTSTART:20261201T100000Z", "EXDATE:20261203T100000Z"]))
    }
}
