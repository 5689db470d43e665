import HTTP
import JSON
import Testing

@Suite struct `A saved view` {
    private let service = Service()

    /// A list with three items: Milk, which is important, Bread, which is checked, and Butter.
    init() async {
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        for item in [
            #"{"text": "Milk", "important": true}"#, #"{"text": "Bread", "checked": true}"#,
            #"{"text": "Butter"}"#,
        ] {
            _ = await service.post("/v1/checklists/1/items", item)
        }
    }

    /// Saves a view, whose id is 5 at first.
    private func save(_ query: String, _ name: String = "View") async -> Answer {
        await service.post("/v1/views", #"{"name": "\#(name)", "query": \#(query)}"#)
    }

    @Test func `is read as it was saved`() async {
        let saved = await service.post(
            "/v1/views",
            #"{"name": " Open ", "icon": "Chores", "query": {"sort": "-text", "checked": false, "q": "b"}}"#)
        #expect(saved.status == 201)
        #expect(
            saved.text == #"""
                {"id":5,"name":"Open","icon":"Chores","query":{"checked":false,"q":"b","sort":"-text"}}
                """#)
        #expect(saved.fields[.location] == "/v1/views/5")
        let read = await service.get("/v1/views/5")
        #expect(read.bytes == saved.bytes && read.fields[.etag] == saved.fields[.etag])
        let all = await service.get("/v1/views")
        #expect(all.text == "[\(saved.text)]" && all.fields[.etag] == saved.fields[.etag])
        #expect(await service.get("/v1/views", [.ifNoneMatch: saved.fields[.etag] ?? ""]).status == 304)
    }

    @Test func `has the items that its query finds`() async {
        _ = await save(#"{"checked": false, "sort": "text"}"#)
        let found = await service.get("/v1/views/5/items?limit=1")
        let expected = await service.get("/v1/items?checked=false&sort=text&limit=1")
        #expect(found.status == 200 && found.bytes == expected.bytes)
        #expect(found.fields[.xTotalCount] == "2" && found.fields[.etag] == expected.fields[.etag])
        let next = found.next ?? ""
        #expect(next.hasPrefix("/v1/views/5/items?limit=1&cursor="))
        #expect(await service.get(next).elements.map { $0["text"] } == ["Milk"])
        _ = await service.patch("/v1/views/5", #"{"query": {"important": true}}"#)
        #expect(await service.get(next).status == 400)
        #expect(await service.get("/v1/views/5/items").elements.map { $0["text"] } == ["Milk"])
        #expect(await service.get("/v1/views/5/items?checked=true").faults == ["checked: unknown-parameter"])
        #expect(await service.get("/v1/views/9/items").status == 404)
    }

    @Test func `counts its items on request`() async {
        _ = await save(#"{"checked": false}"#)
        #expect(await service.get("/v1/views/5")["itemsCount"] == "nothing of that name")
        let counted = await service.get("/v1/views/5?include=itemsCount")
        #expect(counted["itemsCount"] == 2)
        let all = await service.get("/v1/views?include=itemsCount")
        #expect(all.text == "[\(counted.text)]")
        _ = await service.post("/v1/items/1/toggle", nil)
        let etag = all.fields[.etag] ?? ""
        let fewer = await service.get("/v1/views?include=itemsCount", [.ifNoneMatch: etag])
        #expect(fewer.status == 200 && fewer.elements.first?["itemsCount"] == 1)
        #expect(await service.get("/v1/views?include=items").faults == ["include: not-one-of"])
    }

    @Test(arguments: [
        (#"{"checked": "true"}"#, "/query/checked: wrong-type"),
        (#"{"sort": "colour"}"#, "/query/sort: not-a-sort-order"),
        (#"{"dueBefore": "soon"}"#, "/query/dueBefore: not-a-timestamp"),
        (#"{"limit": 5}"#, "/query/limit: unknown-field"),
        (#"{"cursor": "x"}"#, "/query/cursor: unknown-field"),
        (#"{"chekced": true}"#, "/query/chekced: unknown-field"), ("[]", "/query: wrong-type"),
        (#"{"checklistId": 1}"#, "/query/checklistId: wrong-type"), (#"{"tag": []}"#, "/query/tag: empty"),
        (#"{"tag": [1]}"#, "/query/tag: wrong-type"), (#"{"q": "\u0000"}"#, "/query/q: null-character"),
    ])
    func `has a query that can be answered`(query: String, error: String) async {
        let answer = await save(query)
        #expect(answer.status == 422)
        #expect(answer.errors == [error])
        let patched = await service.patch("/v1/views/9", #"{"query": \#(query)}"#)
        #expect(patched.errors == [error])
    }

    @Test func `has a name and a query`() async {
        #expect(await service.post("/v1/views", "{}").errors == ["/name: missing", "/query: missing"])
        let answer = await service.post("/v1/views", #"{"name": " ", "query": {"sort": "x"}}"#)
        #expect(answer.errors == ["/name: empty", "/query/sort: not-a-sort-order"])
        #expect(await service.post("/v1/views", "[]").errors == [": wrong-type"])
    }

    @Test func `is saved once for each idempotency key`() async {
        let body = #"{"name": "A", "query": {}}"#
        let first = await service.post("/v1/views", body, [.idempotencyKey: "k"])
        let second = await service.post("/v1/views", body, [.idempotencyKey: "k"])
        #expect(first.status == 201 && second.bytes == first.bytes)
        #expect(second.fields[.idempotentReplayed] == "true")
        #expect(second.fields[.etag] == first.fields[.etag])
        #expect(await service.get("/v1/views").elements.count == 1)
    }

    @Test func `changes, moves and is deleted`() async {
        let names = { await service.get("/v1/views").elements.compactMap { $0["name"]?.text } }
        for name in ["A", "B", "C"] { _ = await save("{}", name) }
        let seen = await service.get("/v1/views/7").fields[.etag] ?? ""
        let moved = await service.post("/v1/views/7/move", #"{"before": 6}"#, [.ifMatch: seen])
        #expect(moved.status == 200 && moved["name"] == "C")
        #expect(await names() == ["A", "C", "B"])
        let wrong = await service.post("/v1/views/7/move", #"{"after": 7}"#)
        #expect(wrong.status == 422 && wrong.errors == ["/after: not-a-sibling"])
        for answer in [
            await service.patch("/v1/views/5", #"{"name": "x"}"#, [.ifMatch: seen]),
            await service.delete("/v1/views/5", [.ifMatch: seen]),
        ] {
            #expect(answer.status == 412)
        }
        let renamed = await service.patch("/v1/views/5", #"{"name": "D", "icon": "Inbox"}"#)
        #expect(renamed.text == #"{"id":5,"name":"D","icon":"Inbox","query":{}}"#)
        #expect(await service.delete("/v1/views/5").status == 204)
        #expect(await names() == ["C", "B"])
        let missing = await service.get("/v1/views/5")
        #expect(missing.status == 404 && missing["detail"] == "There is no such saved view.")
    }
}
