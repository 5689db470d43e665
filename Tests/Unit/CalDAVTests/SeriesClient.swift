import CalDAV
import Checklists
import Dates
import HTTP
import Testing

/// A calendar app with one task, `a@b`, on one list.
struct SeriesClient {
    let client = Client()
    private let path = "\(Client.home)shop/a.ics"
    var session: Session { client.store.asFirst }

    /// Sends the task and returns its item.
    @discardableResult func send(_ lines: [String]) async throws -> Item {
        _ = await client.make("shop")
        #expect([201, 204].contains(await client.put(path, lines).status), "\(lines)")
        return try await item()
    }

    /// Adds an item that is not read from its object, as versions before schema version 9 did: they read of a
    /// series only its rule.
    /// - Parameter lines: The object; `nil` if no app sent one.
    func store(_ lines: [String]? = nil, due: String, rule: String) async throws {
        _ = await client.make("shop")
        var draft = ItemDraft(text: "Untitled")
        draft.calendarObject = CalendarObject(name: "a.ics", text: lines.map { Client.task($0) } ?? "")
        (draft.uid, draft.timeZone) = ("a@b", "UTC")
        draft.recurrence = Recurrence(try RecurrenceRule(rule))
        if let day = CivilDate(due) { draft.dueOn = day } else { draft.dueDate = try Self.moment(due) }
        let list = try #require(try await session.checklists(ChecklistQuery()).elements.first).id
        _ = try await session.addItem(draft, to: list, idempotencyKey: nil)
    }

    func item() async throws -> Item {
        try #require(try await session.items(ItemQuery()).elements.first { $0.uid == "a@b" })
    }

    @discardableResult func toggle() async throws -> Item {
        try await session.toggleItem(item().id, ifMatch: nil, idempotencyKey: nil).value
    }

    @discardableResult func change(_ fill: (inout ItemPatch) throws -> Void) async throws -> Item {
        var patch = ItemPatch()
        try fill(&patch)
        return try await session.updateItem(item().id, patch, ifMatch: nil)
    }

    @discardableResult func move(to due: String) async throws -> Item {
        try await change { $0.dueDate = try Self.moment(due) }
    }

    /// The task as the app reads it.
    func text() async -> String { await client.send(.get, path).text }

    /// The lines of the task, unfolded.
    func lines() async -> Set<String> {
        Set(await text().replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init))
    }

    /// The day, or the time in UTC, at which the item is due, and those that follow.
    func dues(_ limit: Int) async throws -> [String] {
        let item = try await item()
        let due = item.timing.dueOn.map(Due.day) ?? item.dueDate.map(Due.moment)
        return ([due].compactMap(\.self) + item.occurrences(limit: limit - 1)).map { due in
            switch due {
            case .day(let day): day.text
            case .moment(let moment): RFC3339.textInSeconds(moment.milliseconds)
            }
        }
    }

    /// Expects that the app changes nothing by a `PUT` of what it reads, with a line of its own.
    func expectEcho(location: SourceLocation = #_sourceLocation) async throws {
        let before = try await item()
        let text = await text().replacing("VERSION", with: "X-ECHO:\(before.revision)\r\nVERSION")
        #expect(await client.send(.put, path, body: text).status == 204, sourceLocation: location)
        let after = try await item()
        #expect(after.dueDate == before.dueDate, sourceLocation: location)
        #expect(after.timing.recurrence == before.timing.recurrence, sourceLocation: location)
        #expect(after.occurrences(limit: 8) == before.occurrences(limit: 8), sourceLocation: location)
        #expect(await self.text() == text, sourceLocation: location)
    }

    /// Lines that end the task and begin a component about one occurrence.
    static func override(_ id: String, _ lines: String...) -> [String] {
        ["END:VTODO", "BEGIN:VTODO", "UID:a@b", "RECURRENCE-ID\(id.contains(":") ? "" : ":")\(id)"] + lines
    }

    static func moment(_ text: String) throws -> Timestamp {
        let milliseconds = RFC3339.milliseconds(Array(text.utf8).span)
        return Timestamp(milliseconds: try #require(milliseconds))
    }
}

extension String {
    /// The components of a calendar whose lines contain all of some lines.
    func hasComponent(with lines: String...) -> Bool {
        replacing("\r\n ", with: "").split(separator: "BEGIN:VTODO").contains { component in
            lines.allSatisfy { component.contains("\r\n\($0)\r\n") }
        }
    }
}
