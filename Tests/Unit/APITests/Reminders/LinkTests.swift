import API
import Checklists
import HTTP
import Testing

@testable import API

@Suite struct `A link in a message` {
    private let links: MessageLinks
    private let service: Service

    init() throws {
        links = MessageLinks(try #require(StoreSecret(bytes: Array(0..<32))))
        service = Service(links: links)
    }

    private func item(_ text: String = "Milk", by person: Person.ID = .first) async throws -> Item {
        let session = Session(service.store, for: .person(person, device: nil))
        let list = try await session.addChecklist(ChecklistDraft(name: "Groceries"), idempotencyKey: nil)
            .value
        var draft = ItemDraft(text: text)
        draft.dueDate = Service.start.advanced(byMilliseconds: 1_000)
        draft.shouldRemind = true
        return try await session.addItem(draft, to: list.id, idempotencyKey: nil).value
    }

    private func path(
        _ link: (Item.ID, Revision) -> MessageLink, _ item: Item, for person: Person.ID = .first
    ) -> String {
        links.path(of: link(item.id, item.revision), for: person, at: Service.start)
    }

    private func current(_ item: Item) async throws -> Item { try await service.store.asFirst.item(item.id) }

    @Test func `does nothing before its button is pressed`() async throws {
        let item = try await item("Milk & <b>eggs</b>")
        let path = path(MessageLink.check, item)
        for _ in 1...2 {
            let page = await service.get(path)
            #expect(page.status == 200 && page.fields[.contentType] == "text/html; charset=utf-8")
            #expect(page.text.contains("<h1 dir=auto>Milk &amp; &lt;b&gt;eggs&lt;/b&gt;</h1>"))
            #expect(page.text.contains("<form method=post><button autofocus>Done</button></form>"))
            #expect(page.fields[.cacheControl] == "no-store")
        }
        #expect(await service.send(.head, path).status == 200)
        #expect(try await current(item) == item)
    }

    @Test func `checks an item once`() async throws {
        let item = try await item()
        let path = path(MessageLink.check, item)
        let done = await service.post(path, nil)
        #expect(done.status == 200 && done.text.contains("Done.") && !done.text.contains("<form"))
        let checked = try await current(item)
        #expect(checked.checked)
        #expect(await service.post(path, nil).status == 410)
        #expect(await service.get(path).status == 410)
        #expect(try await current(item) == checked)
    }

    @Test func `reminds again later, once`() async throws {
        let item = try await item()
        let path = path({ MessageLink.snooze($0, $1, seconds: 3_600) }, item)
        #expect(await service.get(path).text.contains(">Remind me in 1 hour</button>"))
        // What mail programs and forms send along says nothing.
        let form: Fields = [.contentType: "application/x-www-form-urlencoded"]
        let done = await service.post(path, "List-Unsubscribe=One-Click", form)
        #expect(done.status == 200 && done.text.contains("You’ll be reminded again in 1 hour."))
        #expect(
            try await current(item).snoozedUntil == Service.start.advanced(byMilliseconds: 3_600_000))
        #expect(await service.post(path, nil).status == 410)
    }

    @Test func `does nothing to what has changed since`() async throws {
        let item = try await item()
        var patch = ItemPatch()
        patch.text = "Oat milk"
        let changed = try await service.store.asFirst.updateItem(item.id, patch, ifMatch: nil)
        let answer = await service.post(path(MessageLink.check, item), nil)
        #expect(answer.status == 410 && answer.text.contains("This has changed"))
        // It is told no more than that.
        #expect(!answer.text.contains("milk"))
        #expect(try await current(item) == changed)
    }

    @Test func `does nothing to what is gone, or shared no longer`() async throws {
        let ada = try await service.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        let item = try await item(by: ada)
        // The first person never saw it.
        for method in [HTTP.Method.get, .post] {
            let answer = await service.send(method, path(MessageLink.check, item))
            #expect(answer.status == 410 && answer.text.contains("No longer available"))
        }
        #expect(await service.get(path(MessageLink.check, item, for: ada)).status == 200)
        try await Session(service.store, for: .person(ada, device: nil)).deleteItem(item.id, ifMatch: nil)
        #expect(await service.post(path(MessageLink.check, item, for: ada), nil).status == 410)
    }

    @Test func `does what a role allows`() async throws {
        let ada = try await service.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        let item = try await item()
        _ = try await service.store.asFirst.putMember(ada, .view, on: item.checklistID, ifMatch: nil)
        let answer = await service.post(path(MessageLink.check, item, for: ada), nil)
        #expect(answer.status == 403 && answer.text.contains("the role check on the list"))
        #expect(try await current(item) == item)
    }

    @Test func `counts for a week`() async throws {
        let item = try await item()
        let path = path(MessageLink.check, item)
        service.pass(milliseconds: 7 * 24 * 3_600_000 - 1_000)
        #expect(await service.get(path).status == 200)
        service.pass(milliseconds: 1_000)
        #expect(await service.get(path).status == 410)
        #expect(await service.post(path, nil).status == 410)
        #expect(try await current(item) == item)
    }

    @Test func `cannot be written by anybody else`() async throws {
        let item = try await item()
        let path = path(MessageLink.check, item)
        let start = try #require(path.firstIndex(of: "=")).utf16Offset(in: path) + 1
        for index in start..<path.count {
            var characters = Array(path)
            characters[index] = characters[index] == "1" ? "2" : "1"
            #expect(await service.post(String(characters), nil).status == 404, "\(String(characters))")
        }
        for wrong in [
            "/act", "/act?link=", "/act?link=check.1.1.1.1.", "/act?link=\(path.dropFirst(start).dropLast())",
        ] {
            #expect(await service.post(wrong, nil).status == 404, "\(wrong)")
        }
        let other = MessageLinks(try #require(StoreSecret(bytes: Array(1...32))))
        let forged = other.path(
            of: .check(item.id, item.revision), for: .first, at: Service.start)
        #expect(await service.post(forged, nil).status == 404)
        #expect(try await current(item) == item)
    }
}
