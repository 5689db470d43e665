import Checklists
import HTTP
import JSON
import Testing

@testable import API

@Suite struct `A token of an assistant` {
    private let entrance = Entrance()
    private let assistant = "Bearer \(Entrance.texts[.assist] ?? "")"
    private let writer = "Bearer \(Entrance.texts[.write] ?? "")"

    init() async {
        _ = await entrance.send(.post, "/v1/checklists", writer, body: #"{"name": "Groceries"}"#)
        for text in ["Milk", "Bread", "Eggs"] {
            _ = await entrance.send(
                .post, "/v1/checklists/1/items", writer, body: "{\"text\": \"\(text)\"}")
        }
    }

    private func send(
        _ method: HTTP.Method, _ path: String, _ token: String? = nil, body: String? = nil
    ) async -> Answer {
        await entrance.send(method, path, token ?? assistant, body: body).answer
    }

    @Test func `allows exactly what a batch can contain`() {
        let assisted = entrance.service.api.routes.filter { $0.permission?.person == .assist }
        let names = Set(assisted.map { "\($0.method.rawValue) \($0.pattern)" })
        let allowed = BatchEndpoints.names.union(["POST /v1/batch"])
        #expect(names == allowed)
    }

    @Test func `proposes a deletion, which a person approves once`() async {
        let answer = await send(.delete, "/v1/checklists/1/items?checked=false")
        #expect(answer.status == 202 && answer["summary"] == "Delete 3 items of Groceries")
        #expect(await send(.get, "/v1/items").elements.count == 3)
        let open = await send(.get, "/v1/proposals")
        #expect(open.elements.count == 1)
        let id = answer["id"].integer ?? 0
        #expect(await send(.post, "/v1/proposals/\(id)/approve").status == 403)
        let approved = await send(.post, "/v1/proposals/\(id)/approve", writer)
        #expect(approved.status == 200)
        #expect(approved["results"].array?.count == 1)
        #expect(await send(.get, "/v1/items").elements.isEmpty)
        #expect(await send(.post, "/v1/proposals/\(id)/approve", writer).status == 404)
        #expect(await send(.get, "/v1/proposals").elements.isEmpty)
    }

    /// The number of a proposal for a batch, with its answer.
    private func propose(_ steps: String) async -> (Int, Answer) {
        let answer = await send(.post, "/v1/batch", body: "{\"operations\": [\(steps)]}")
        #expect(answer.status == 202, "\(answer.text)")
        return (answer["id"].integer ?? 0, answer)
    }

    @Test func `keeps a proposal whose effect grew`() async {
        let id = await send(.delete, "/v1/checklists/1")["id"].integer ?? 0
        _ = await send(.post, "/v1/checklists/1/items", writer, body: #"{"text": "Tea"}"#)
        let failed = await send(.post, "/v1/proposals/\(id)/approve", writer)
        #expect(
            failed.status == 409 && failed["operation"].integer == 0 && failed.text.contains("effect-grew"))
        #expect(await send(.get, "/v1/items").elements.count == 4)
        #expect(await send(.get, "/v1/proposals").elements.count == 1)
        #expect(await send(.delete, "/v1/proposals/\(id)", writer).status == 204)
        #expect(await send(.get, "/v1/proposals").elements.isEmpty)
    }

    @Test func `says each of its changes, and makes no other`() async {
        for name in ["Junk", "Trips"] {
            _ = await send(.post, "/v1/checklists", writer, body: "{\"name\": \"\(name)\"}")
        }
        let steps = """
            {"method": "DELETE", "path": "/v1/checklists/2"}, \
            {"method": "DELETE", "path": "/v1/checklists/3"}, \
            {"method": "PATCH", "path": "/v1/items/1", "body": {"text": "Oat milk"}}, \
            {"method": "PATCH", "path": "/v1/items/2", "body": {"checked": true}}, \
            {"method": "POST", "path": "/v1/checklists/1/items", "body": {"text": "Salt"}}, \
            {"method": "DELETE", "path": "/v1/checklists/1/items?checked=false"}
            """
        let (id, answer) = await propose(steps)
        #expect(answer["summary"] == "Make 6 changes")
        let changes = answer["changes"].array ?? []
        #expect(
            changes.map { $0["summary"]?.text } == [
                "Delete the list Junk with 0 items", "Delete the list Trips with 0 items",
                "Change 1 item of Groceries", "Change 1 item of Groceries", "Add 1 item to Groceries",
                "Delete 3 items of Groceries",
            ])
        #expect(
            changes.map { $0["texts"] }[2...] == [
                ["Milk → Oat milk"], ["Bread"], ["Salt"], ["Oat milk", "Eggs", "Salt"],
            ])
        // What people wrote since stays, and what they added.
        _ = await send(.patch, "/v1/items/1", writer, body: #"{"text": "Rice milk"}"#)
        _ = await send(.patch, "/v1/checklists/3", writer, body: #"{"name": "Journeys"}"#)
        _ = await send(.delete, "/v1/items/2", writer)
        _ = await send(.post, "/v1/checklists/1/items", writer, body: #"{"text": "Tea"}"#)
        let approved = await send(.post, "/v1/proposals/\(id)/approve", writer)
        #expect(approved.status == 200, "\(approved.text)")
        let statuses = approved["results"].array?.map { $0["status"]?.integer }
        #expect(statuses == [204, 412, 412, 412, 201, 200], "\(approved.text)")
        let leftOut = approved["leftOut"].array ?? []
        #expect(leftOut.map { $0["operation"]?.integer } == [1, 2, 3, 5])
        #expect(leftOut.map { $0["names"] } == [["Trips"], ["Milk → Oat milk"], ["Bread"], ["Rice milk"]])
        let texts = await send(.get, "/v1/items").elements.map { $0["text"] }
        #expect(texts == ["Rice milk", "Tea"])
        #expect(await send(.get, "/v1/checklists").elements.map { $0["name"] } == ["Groceries", "Journeys"])
    }

    @Test func `has no proposals once it is revoked`() async {
        let entrance = Entrance(service: Service(isValid: { _ in false }))
        func send(_ method: HTTP.Method, _ path: String, _ token: String, _ body: String? = nil) async
            -> Answer
        {
            await entrance.send(method, path, token, body: body).answer
        }
        _ = await send(.post, "/v1/checklists", writer, #"{"name": "Groceries"}"#)
        let id = await send(.delete, "/v1/checklists/1", assistant)["id"].integer ?? 0
        #expect(await send(.get, "/v1/proposals", writer).elements.isEmpty)
        #expect(await send(.post, "/v1/proposals/\(id)/approve", writer).status == 404)
        #expect(await send(.get, "/v1/checklists/1", writer).status == 200)
    }

    @Test(arguments: [
        ("/v1/checklists/1", "Delete the list Groceries with 3 items"),
        ("/v1/checklists/1/items", "Delete 3 items of Groceries"),
        ("/v1/items/1", "Delete 1 item of Groceries"),
        ("/v1/checklists/1/sections/5", "Delete the section Cool"),
        ("/v1/tags/home", "Delete the tag home from 1 item"),
        ("/v1/views/{view}", "Delete the view Mine"),
    ]) func `proposes each kind of deletion`(path: String, summary: String) async {
        _ = await send(.post, "/v1/checklists/1/sections", writer, body: #"{"name": "Cool"}"#)
        _ = await send(.patch, "/v1/items/2", writer, body: #"{"tags": ["home"]}"#)
        let draft = #"{"name": "Mine", "query": {"checked": false}}"#
        let view = await send(.post, "/v1/views", writer, body: draft)["id"].integer ?? 0
        let answer = await send(.delete, path.replacing("{view}", with: "\(view)"))
        #expect(answer.status == 202 && answer["summary"] == .string(summary), "\(answer.text)")
        let id = answer["id"].integer ?? 0
        #expect(await send(.post, "/v1/proposals/\(id)/approve", writer).status == 200)
    }

    @Test func `proposes a batch that deletes a view among other changes`() async {
        let draft = #"{"name": "Mine", "query": {"checked": false}}"#
        let view = await send(.post, "/v1/views", writer, body: draft)["id"].integer ?? 0
        let steps = """
            {"method": "PATCH", "path": "/v1/items/1", "body": {"text": "Oat milk"}}, \
            {"method": "DELETE", "path": "/v1/views/\(view)"}
            """
        let answer = await send(.post, "/v1/batch", body: "{\"operations\": [\(steps)]}")
        #expect(answer.status == 202 && answer["summary"] == "Make 2 changes")
        #expect(await send(.get, "/v1/views/\(view)").status == 200)
        #expect(await send(.get, "/v1/items/1")["text"] == "Milk")
    }

    @Test func `proposes a batch of more than 20 changes as it is`() async {
        let drafts = (1...25).map { "{\"text\": \"Item \($0)\"}" }.joined(separator: ",")
        #expect(await send(.post, "/v1/checklists/1/items/batch", body: "[\(drafts)]").status == 201)
        let patches = (1...21).map { id in
            #"{"method": "PATCH", "path": "/v1/items/\#(id)", "body": {"important": true}}"#
        }
        let body = "{\"operations\": [\(patches.joined(separator: ","))]}"
        let answer = await send(.post, "/v1/batch", body: body)
        #expect(answer.status == 202 && answer["summary"] == "Change 21 items of Groceries")
        #expect(answer["operations"].array?.count == 21)
        let all = await send(.patch, "/v1/checklists/1/items", body: #"{"checked": true}"#)
        #expect(all.status == 202 && all["summary"] == "Change 28 items of Groceries")
    }

    @Test func `makes changes that one request undoes`() async {
        _ = await send(.patch, "/v1/items/1", body: #"{"text": "Oat milk"}"#)
        _ = await send(.post, "/v1/checklists/1/items", body: #"{"text": "Salt"}"#)
        let sessions = await send(.get, "/v1/sessions")
        #expect(sessions.elements.count == 1 && sessions.elements.first?["itemsCount"]?.integer == 2)
        let id = sessions.elements.first?["id"]?.integer ?? 0
        #expect(await send(.post, "/v1/sessions/\(id)/undo").status == 403)
        let undone = await send(.post, "/v1/sessions/\(id)/undo", writer)
        #expect(undone.status == 200 && undone["restoredItemIds"].array?.count == 1)
        #expect(undone["deletedItemIds"].array?.count == 1)
        let texts = await send(.get, "/v1/items").elements.map { $0["text"] }
        #expect(texts == ["Milk", "Bread", "Eggs"])
    }
}

@Suite struct `A proposal` {
    @Test func `is approved once by the link in an ntfy message`() async throws {
        let links = MessageLinks(try #require(StoreSecret(bytes: Array(0..<32))))
        let entrance = Entrance(service: Service(pageAddress: "https://lists.example", links: links))
        let writer = "Bearer \(Entrance.texts[.write] ?? "")"
        func send(_ method: HTTP.Method, _ path: String, _ token: String?, _ body: String? = nil) async
            -> Answer
        {
            await entrance.send(method, path, token, body: body).answer
        }
        let hook = #"{"url": "https://ntfy.example/lists", "format": "ntfy", "language": "de"}"#
        #expect(await send(.post, "/v1/webhooks", writer, hook).status == 201)
        let standard = #"{"url": "https://hook.example/"}"#
        #expect(await send(.post, "/v1/webhooks", writer, standard).status == 201)
        _ = await send(.post, "/v1/checklists", writer, #"{"name": "Groceries"}"#)
        _ = await send(.post, "/v1/checklists/1/items", writer, #"{"text": "Milk"}"#)
        let assistant = "Bearer \(Entrance.texts[.assist] ?? "")"
        for _ in 1...2 { #expect(await send(.delete, "/v1/items/1", assistant).status == 202) }
        let store = entrance.service.store
        let session = store.asFirst
        for (webhook, count) in [(1, 1), (2, 0)] {
            let id = Webhook.ID(rawValue: webhook)
            #expect(try await session.deliveries(of: id, status: nil, PageRequest()).elements.count == count)
        }
        let delivery = try await session.deliveries(
            of: Webhook.ID(rawValue: 1), status: nil, PageRequest()
        ).elements[0]
        let message = try JSONValue.parse(delivery.body)
        #expect(message["title"] == "Ein Assistent bittet um Genehmigung")
        #expect(message["message"] == "1 Eintrag aus „Groceries“ löschen: „Milk“")
        let actions = try #require(message["actions"]?.array)
        #expect(actions.count == 1 && actions[0]["label"] == "Genehmigen")
        let address = try #require(actions[0]["url"]?.text)
        let path = String(address.dropFirst("https://lists.example".count))
        let page = await send(.get, path, nil)
        #expect(page.status == 200 && page.text.contains("Approve</button>"))
        #expect(await send(.get, "/v1/items", writer).elements.count == 1)
        let done = await send(.post, path, nil)
        #expect(done.status == 200 && done.text.contains("Approved and done."))
        #expect(await send(.get, "/v1/items", writer).elements.isEmpty)
        #expect(await send(.get, "/v1/proposals", writer).elements.isEmpty)
        #expect(await send(.post, path, nil).status == 410)
    }
}
