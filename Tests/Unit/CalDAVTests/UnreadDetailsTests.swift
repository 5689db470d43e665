import CalDAV
import CalendarObjects
import Checklists
import Dates
import HTTP
import MemoryStore
import Testing

/// Tags, parents and starts in objects that older versions stored without reading them.
@Suite struct `An object of an older version` {
    private let client = Client()
    private let list = "\(Client.home)shop/"
    private var session: Session { client.store.asFirst }

    /// An item as an older version stored it.
    @discardableResult private func store(_ uid: String, _ lines: String...) async throws -> Item {
        _ = await client.make("shop")
        var draft = ItemDraft(text: uid)
        draft.uid = uid
        draft.calendarObject = CalendarObject(text: Client.task(uid: uid, ["SUMMARY:\(uid)"] + lines))
        let list = try #require(try await session.checklists(ChecklistQuery()).elements.first).id
        return try await session.addItem(draft, to: list, idempotencyKey: nil).value
    }

    private func upgrade() async throws -> Int? {
        let now = client.store.now()
        return try await ObjectUpgrade(client.store, now: { now }).run()
    }

    @Test func `comes back as it was sent, before and after it is read`() async throws {
        let sent = ["CATEGORIES:Home", "RELATED-TO:none", "DTSTART;VALUE=DATE:20261201"]
        let item = try await store("a", sent[0], sent[1], sent[2])
        #expect(item.details == .none)
        let text = Client.task(uid: "a", ["SUMMARY:a"] + sent)
        #expect(await client.send(.get, "\(list)a.ics").text == text)
        #expect(try await upgrade() == 1)
        #expect(await client.send(.get, "\(list)a.ics").text == text)
        #expect(try await upgrade() == 0)
    }

    @Test func `gives its item tags, a start and a parent`() async throws {
        try await store("c", "RELATED-TO:b", "CATEGORIES:Home,Work")
        try await store("b", "related-to:a", "dtstart;value=date:20261201")
        let parent = try await store("a")
        #expect(try await upgrade() == 2)
        let items = try await session.items(ItemQuery()).elements
        #expect(items.map(\.text) == ["a", "c", "b"] || items.map(\.text) == ["a", "b", "c"])
        #expect(items.dropFirst().allSatisfy { $0.parentID == parent.id })
        #expect(items.first { $0.text == "c" }?.tags == ["Home", "Work"])
        #expect(items.first { $0.text == "b" }?.details.startOn == CivilDate("2026-12-01"))
        #expect(items[0].details.subtasks == SubtaskCounts(all: 2, unchecked: 2))
    }

    @Test func `does not give back what a person removed`() async throws {
        _ = await client.make("shop")
        let lines = ["SUMMARY:a", "CATEGORIES:Home", "DTSTART;VALUE=DATE:20261201"]
        #expect(await client.put("\(list)a.ics", uid: "a", lines).status == 201)
        let item = try #require(try await session.items(ItemQuery()).elements.first)
        var patch = ItemPatch()
        patch.details.tags = []
        patch.details.startOn = .some(nil)
        _ = try await session.updateItem(item.id, patch, ifMatch: nil)
        #expect(try await upgrade() == 0)
        let text = await client.send(.get, "\(list)a.ics").text
        #expect(!text.contains("CATEGORIES") && !text.contains("DTSTART"))
        // The app sends its own version again.
        #expect(await client.put("\(list)a.ics", uid: "a", lines).status == 204)
        #expect(try await session.item(item.id).tags == ["Home"])
    }

    @Test func `of Apple Reminders has no start and is not written`() async throws {
        _ = await client.make("shop")
        let lines = ["SUMMARY:a", "DTSTART:20261201T090000Z", "DUE:20261201T090000Z"]
        #expect(await client.put("\(list)a.ics", uid: "a", lines).status == 201)
        #expect(try await upgrade() == 0)
    }
}
