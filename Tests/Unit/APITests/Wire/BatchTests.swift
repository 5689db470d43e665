import HTTP
import JSON
import Testing

@Suite struct `A batch` {
    private let service = Service()
    private let path = "/v1/batch"

    init() async {
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
    }

    /// Sends operations, each as JSON.
    private func send(_ operations: String..., fields: Fields = [:]) async -> Answer {
        await service.post(path, "{\"operations\": [\(operations.joined(separator: ","))]}", fields)
    }

    private func post(_ path: String, _ body: String = "null") -> String {
        #"{"method": "POST", "path": "\#(path)", "body": \#(body)}"#
    }

    @Test func `answers each operation as a single request does`() async throws {
        let answer = await send(
            post("/v1/checklists", #"{"name": "Trip"}"#),
            post("/v1/checklists/$1/items", #"{"text": "Passport"}"#), post("/v1/items/$2/toggle"),
            #"{"method": "DELETE", "path": "/v1/items/1"}"#)
        #expect(answer.status == 200)
        let results = try #require(answer["results"].array)
        #expect(results.map { $0["status"]?.integer } == [201, 201, 200, 204])
        #expect(results[0]["body"]?["name"] == "Trip" && results[0]["body"]?["id"]?.integer == 2)
        #expect(results[1]["body"]?["checklistId"]?.integer == 2)
        let item = await service.get("/v1/items/2")
        #expect(try results[2]["body"] == JSONValue.parse(item.bytes))
        #expect(results[2]["etag"] == .string(item.fields[.etag] ?? ""))
        #expect(results[3]["body"] == nil && results[3]["trashId"] != nil)
        #expect(await service.get("/v1/items/1").status == 404)
    }

    @Test func `answers the problem of the operation that failed, with its index`() async {
        let before = await service.get("/v1/items").text
        let missing = await send(
            post("/v1/checklists", #"{"name": "Trip"}"#), post("/v1/items/9/toggle"))
        #expect(missing.status == 404 && missing["operation"] == .number(JSONNumber(1)))
        #expect(missing["type"] == "tag:checklistd,2026:not-found")
        let invalid = await send(post("/v1/checklists/1/items", #"{"text": ""}"#))
        #expect(invalid.status == 422 && invalid["operation"] == .number(JSONNumber(0)))
        #expect(invalid.errors == ["/operations/0/body/text: empty"])
        let conflict = await send(
            post("/v1/items/1/toggle"), post("/v1/items/1/move", #"{"after": 1}"#))
        #expect(conflict.status == 422)
        #expect(conflict.errors == ["/operations/1/body/after: not-a-sibling"])
        let many = await send(post("/v1/checklists/1/items/batch", #"[{"text": "a"}, {"text": ""}]"#))
        #expect(many.errors == ["/operations/0/body/1/text: empty"])
        #expect(await service.get("/v1/items").text == before)
        #expect(await service.get("/v1/checklists").elements.count == 1)
    }

    @Test(arguments: [
        (#"{"method": "POST", "path": "/v1/items/$1/toggle"}"#, "/path"),
        (#"{"method": "POST", "path": "/v1/items/$0/toggle"}"#, "/path"),
        (#"{"method": "POST", "path": "/v1/items/$x/toggle"}"#, "/path"),
        (#"{"method": "POST", "path": "/v1/items/$3/toggle"}"#, "/path"),
        (#"{"method": "POST", "path": "/v1/items/$99999999999999999999/toggle"}"#, "/path"),
        (#"{"method": "PATCH", "path": "/v1/items/1", "body": {"checklistId": "$2"}}"#, "/body/checklistId"),
        (#"{"method": "PATCH", "path": "/v1/items/1", "body": {"parentId": "$1"}}"#, "/body/parentId"),
        (#"{"method": "PATCH", "path": "/v1/items/1", "body": {"sectionId": "$1"}}"#, "/body/sectionId"),
        (#"{"method": "POST", "path": "/v1/items/1/move", "body": {"after": "$1"}}"#, "/body/after"),
        (
            #"{"method": "POST", "path": "/v1/checklists/1/items", "body": [{"parentId": "$1"}]}"#,
            "/body/0/parentId"
        ),
    ])
    func `has temporary ids of one earlier record only`(operation: String, pointer: String) async {
        let answer = await send(
            post("/v1/checklists", #"{"name": "Trip"}"#),
            post("/v1/checklists/1/items/batch", #"[{"text": "a"}]"#), operation)
        #expect(answer.status == 422 && answer["operation"] == .number(JSONNumber(2)))
        #expect(answer.errors == ["/operations/2\(pointer): not-a-temporary-id"])
    }

    @Test func `takes a text that looks like a temporary id as it is`() async {
        let answer = await send(post("/v1/checklists/1/items", #"{"text": "$1"}"#))
        #expect(answer["results"].array?.first?["body"]?["text"] == "$1")
    }

    @Test(arguments: [
        ("POST", "/v1/batch"), ("POST", "/v1/webhooks"), ("POST", "/v1/people"), ("POST", "/v1/import"),
        ("DELETE", "/v1/checklists"), ("DELETE", "/v1/trash"), ("POST", "/v1/checklists/1/links"),
        ("PATCH", "/v1/preferences"), ("POST", "/v1/nothing"), ("POST", "nothing"),
        ("POST", "/v1/items/1/../x"),
        ("PUT", "/v1/checklists/1"), ("POST", ""),
    ])
    func `takes changes of lists, items, tags and views only`(method: String, path: String) async {
        let answer = await send(#"{"method": "\#(method)", "path": "\#(path)", "body": {}}"#)
        #expect(answer.status == 422)
        #expect(answer.errors == ["/operations/0/path: not-in-batch"])
    }

    @Test(arguments: [
        ("{}", "/operations: missing"), (#"{"operations": []}"#, "/operations: empty"),
        (#"{"operations": 1}"#, "/operations: wrong-type"),
        (#"{"operations": [{"method": "GET", "path": "/v1/items"}]}"#, "/operations/0/method: not-one-of"),
        (#"{"operations": [{"method": "POST"}]}"#, "/operations/0/path: missing"),
        (
            #"{"operations": [{"method": "POST", "path": "/v1/items/1/toggle", "headers": {}}]}"#,
            "/operations/0/headers: unknown-field"
        ),
    ])
    func `consists of methods and paths`(body: String, error: String) async {
        let answer = await service.post(path, body)
        #expect(answer.status == 422)
        #expect(answer.errors == [error])
    }

    @Test func `has at most 100 operations`() async {
        let toggle = post("/v1/items/1/toggle")
        let list = Array(repeating: toggle, count: 100).joined(separator: ",")
        #expect(await service.post(path, "{\"operations\": [\(list)]}").status == 200)
        let more = await service.post(path, "{\"operations\": [\(list),\(toggle)]}")
        #expect(more.errors == ["/operations: too-many"])
    }

    @Test func `has the condition of each operation`() async {
        let tag = await service.get("/v1/items/1").fields[.etag] ?? ""
        func toggle(_ tag: String) -> String {
            let json = String(decoding: tag.jsonBytes, as: UTF8.self)
            return #"{"method": "POST", "path": "/v1/items/1/toggle", "ifMatch": \#(json)}"#
        }
        let answer = await send(toggle(tag), toggle(tag))
        #expect(answer.status == 412 && answer["operation"] == .number(JSONNumber(1)))
        #expect(await send(toggle("nonsense")).status == 400)
        #expect(await send(toggle(tag)).status == 200)
    }

    @Test func `is made once for each idempotency key`() async {
        let operations = [
            post("/v1/checklists/1/items", #"{"quickAdd": "Bread tomorrow"}"#), post("/v1/items/$1/toggle"),
        ].joined(separator: ",")
        let body = "{\"operations\": [\(operations)]}"
        let first = await service.post(path, body, [.idempotencyKey: "k"])
        let second = await service.post(path, body, [.idempotencyKey: "k"])
        #expect(first.status == 200 && second.bytes == first.bytes)
        #expect(second.fields[.idempotentReplayed] == "true")
        #expect(await service.get("/v1/items").elements.count == 2)
    }

    @Test func `changes sections and views that it creates`() async throws {
        let answer = await send(
            post("/v1/checklists/1/sections", #"{"name": "Dairy"}"#),
            #"{"method": "PATCH", "path": "/v1/checklists/1/sections/$1", "body": {"name": "Cheese"}}"#,
            post("/v1/checklists/1/sections", #"{"name": "Fruit"}"#),
            post("/v1/checklists/1/sections/$3/move", #"{"before": "$1"}"#),
            post("/v1/views", #"{"name": "All", "query": {}}"#),
            #"{"method": "PATCH", "path": "/v1/views/$5", "body": {"name": "Some"}}"#,
            #"{"method": "PATCH", "path": "/v1/items/1", "body": {"sectionId": "$3"}}"#)
        #expect(answer.status == 200, "\(answer.text)")
        let results = try #require(answer["results"].array)
        #expect(results[1]["body"]?["name"] == "Cheese" && results[3]["body"]?["name"] == "Fruit")
        #expect(results[5]["body"]?["name"] == "Some")
        #expect(results[6]["body"]?["sectionId"] == results[2]["body"]?["id"])
        #expect(
            await service.get("/v1/checklists/1")["sections"].array?.map { $0["name"] } == [
                "Fruit", "Cheese",
            ])
    }
}
