import Checklists
import HTTP
import JSON
import Testing

@testable import API

@Suite struct `What has changed` {
    let service = Service()

    private func fill() async {
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        for text in ["Milk", "Bread", "Butter"] {
            _ = await service.post("/v1/checklists/1/items", #"{"text": "\#(text)"}"#)
        }
    }

    /// What an answer has, as `item 1` or `-item 1`.
    private func changes(_ answer: Answer) -> [String] {
        guard case .array(let changes)? = answer.json["changes"] else { return ["\(answer.text)"] }
        return changes.map { change in
            let name = "\(change["type"]?.text ?? "?") \(change["id"]?.integer ?? 0)"
            return change["deleted"] == .bool(true) ? "-\(name)" : name
        }
    }

    private func cursor(_ answer: Answer) -> String { answer["next"].text ?? "" }

    @Test func `is everything first, page by page, and then what has changed`() async {
        await fill()
        var answer = await service.get("/v1/changes?limit=2")
        #expect(changes(answer) == ["item 1", "item 2"])
        #expect(answer["hasMore"] == .bool(true))
        answer = await service.get("/v1/changes?limit=2&since=\(cursor(answer))")
        #expect(changes(answer) == ["checklist 1", "item 3"])
        #expect(answer["hasMore"] == .bool(false))
        let end = cursor(answer)
        #expect(changes(await service.get("/v1/changes?since=\(end)")) == [])
        _ = await service.post("/v1/items/1/toggle", nil)
        _ = await service.delete("/v1/items/2")
        answer = await service.get("/v1/changes?since=\(end)")
        #expect(changes(answer) == ["item 1", "checklist 1", "-item 2"])
        guard case .array(let all)? = answer.json["changes"], let first = all.first else { return }
        #expect(all.last?["checklistId"]?.integer == 1 && first["checklistId"] == nil)
        #expect(first["item"] == (await service.get("/v1/items/1")).json)
        #expect(first["by"]?["personId"]?.integer == 1 && first["by"]?["deviceId"] == .null)
        #expect(first["at"]?.text == "2026-11-20T23:55:57.484Z")
    }

    @Test func `is refused since anything that never was`() async {
        await fill()
        let end = cursor(await service.get("/v1/changes"))
        for nonsense in ["x", "", "AQ", String(end.dropLast()), end + "A"] {
            let answer = await service.get("/v1/changes?since=\(nonsense)")
            #expect(answer.status == 400, "\(nonsense)")
        }
        // A store that was set back has another epoch.
        let other = Service(epoch: Epoch(rawValue: 7))
        #expect(await other.get("/v1/changes?since=\(end)").status == 410)
        // And one that has fewer changes, with the same.
        #expect(await Service().get("/v1/changes?since=\(end)").status == 410)
    }

    private func pieces(_ target: String, _ fields: Fields = [:]) async throws
        -> @Sendable () async -> String?
    {
        let parts = target.split(separator: "?").map(String.init)
        let head = RequestHead(
            method: .get, target: RequestTarget(path: parts[0], query: parts.count > 1 ? parts[1] : nil),
            fields: fields, authority: "localhost")
        let response = await service.responder.respond(to: Request(head: head))
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "text/event-stream")
        guard case .stream(let next) = response.body else {
            Issue.record("it is no stream")
            return { nil }
        }
        return {
            while let piece = (try? await next()).flatMap(\.self) {
                let text = String(decoding: piece, as: UTF8.self)
                // Signs of life come when they come.
                if text != ":\n\n" { return text }
            }
            return nil
        }
    }

    @Test func `comes to whoever listens`() async throws {
        await fill()
        service.api.events.start()
        let next = try await pieces("/v1/events")
        let begin = try #require(await next())
        #expect(begin.hasPrefix("id: ") && begin.hasSuffix("\n\n"))
        _ = await service.post("/v1/items/2/toggle", nil)
        let events = try #require(await next())
        let data = events.split(separator: "\n").filter { $0.hasPrefix("data: ") }.map { $0.dropFirst(6) }
        let values = try data.map { try JSONValue.parse(Array($0.utf8)) }
        #expect(values.map { $0["type"]?.text } == ["checklist", "item"])
        #expect(values[1]["item"] == (await service.get("/v1/items/2")).json)
        // Where it ended, another one goes on, and so does whoever was away.
        let id = try #require(events.firstMatch(of: #/id: (\S+)\n\n$/#)).1
        _ = await service.delete("/v1/items/3")
        #expect(changes(await service.get("/v1/changes?since=\(id)")) == ["checklist 1", "-item 3"])
        let again = try await pieces(
            "/v1/events?since=\(cursor(await service.get("/v1/changes")))",
            ["Last-Event-ID": String(id)])
        #expect(try #require(await again()).contains(#""deleted":true"#))
        #expect(await next()?.contains("deleted") == true)
        service.api.events.stop()
        #expect(await next() == "retry: 2000\n\n")
        #expect(await next() == nil)
    }

    @Test func `tells of proposals as they come and go`() async throws {
        await fill()
        service.api.events.start()
        let next = try await pieces("/v1/events")
        _ = try #require(await next())
        let change = ProposedChange(.delete, .items, count: 1, name: "Groceries")
        let effect = ProposedEffect(asOf: .zero, changes: [change])
        let session = service.store.asFirst
        let proposal = try await session.propose(effect, operations: "[]", token: nil) { _, _, _ in [] }
        #expect(await next() == "event: proposals\ndata: {\"open\":1}\n\n")
        try await session.removeProposal(proposal.id)
        #expect(await next() == "event: proposals\ndata: {\"open\":0}\n\n")
        service.api.events.stop()
    }

    @Test func `does not come any more to whoever was let in by a link that is revoked`() async throws {
        await fill()
        service.api.events.start()
        let link = try await service.store.asFirst.addLink(
            to: Checklist.ID(rawValue: 1), .view, secretDigest: [1], tokenDigest: [2], until: nil,
            idempotencyKey: nil
        ).value
        let guest = Session(service.store, for: .guest(link.id, on: Checklist.ID(rawValue: 1)))
        #expect(try await guest.changes(after: nil, limit: 10).entries.count == 4)
        try await service.store.asFirst.removeLink(link.id, to: Checklist.ID(rawValue: 1))
        #expect(try await guest.changes(after: nil, limit: 10).entries.isEmpty)
        service.api.events.stop()
    }
}

@Suite struct `An item of several people` {
    @Test func `says who changed it: a person, a guest or the service`() async throws {
        let service = Service()
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        let alone = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
        let first = #""changedById":1,"changedBy":{"personId":1,"deviceId":null,"linkId":null}"#
        #expect(alone.text.contains(first))
        let list = Checklist.ID(rawValue: 1)
        let ada = try await service.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        _ = try await service.store.asFirst.putMember(ada, .edit, on: list, ifMatch: nil)
        let item = Item.ID(rawValue: 1)
        _ = try await Session(service.store, for: .person(ada, device: nil))
            .toggleItem(item, ifMatch: nil, idempotencyKey: nil)
        #expect(await service.get("/v1/items/1")["changedById"].integer == ada.rawValue)
        let link = try await service.store.asFirst.addLink(
            to: list, .check, secretDigest: [1], tokenDigest: [2], until: nil, idempotencyKey: nil
        ).value
        _ = try await Session(service.store, for: .guest(link.id, on: list))
            .toggleItem(item, ifMatch: nil, idempotencyKey: nil)
        let guest = #""changedById":null,"changedBy":{"personId":null,"deviceId":null,"linkId":\#(link.id)}"#
        #expect(await service.get("/v1/items/1").text.contains(guest))
        _ = await service.post("/v1/items/1/toggle", nil)
        #expect(await service.get("/v1/items/1").text.contains(first))
        var reset = try await service.store.asFirst.item(item)
        reset.changedBy = nil
        #expect(
            String(decoding: ItemBody(reset).jsonBytes, as: UTF8.self)
                .contains(#""changedById":null,"changedBy":null"#))
    }
}

@Suite struct `The trash` {
    let service = Service()

    @Test func `has what was deleted, and gives it back`() async throws {
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        for text in ["Milk", "Bread"] {
            _ = await service.post("/v1/checklists/1/items", #"{"text": "\#(text)"}"#)
        }
        #expect(await service.get("/v1/trash").text == "[]")
        let milk = await service.get("/v1/items/1").text
        let deleted = await service.delete("/v1/items/1")
        #expect(deleted.status == 204 && deleted.fields["Trash-Id"] == "4")
        let trash = await service.get("/v1/trash")
        #expect(
            trash.text == """
                [{"id":4,"type":"items","checklistId":1,"name":"Milk","itemsCount":1,\
                "deletedAt":"2026-11-20T23:55:57.484Z",\
                "deletedBy":{"personId":1,"deviceId":null,"linkId":null},\
                "expiresAt":"2026-12-20T23:55:57.484Z"}]
                """)
        let restored = await service.post("/v1/trash/4/restore", nil, ["Idempotency-Key": "a"])
        #expect(restored.status == 200 && restored["itemsCount"].integer == 2)
        #expect(restored.text == (await service.get("/v1/checklists/1")).text)
        #expect(await service.get("/v1/items/1").text == milk)
        let again = await service.post("/v1/trash/4/restore", nil, ["Idempotency-Key": "a"])
        #expect(again.status == 200 && again.fields[.idempotentReplayed] == "true")
        #expect(await service.post("/v1/trash/4/restore", nil).status == 404)
        _ = await service.delete("/v1/checklists/1")
        #expect(await service.get("/v1/trash").elements.map { $0["type"]?.text } == ["checklist"])
        #expect(await service.delete("/v1/trash/6").status == 204)
        #expect(await service.delete("/v1/trash/6").status == 404)
        #expect(await service.delete("/v1/trash").status == 204)
        #expect(await service.get("/v1/trash").text == "[]")
    }
}
