import HTTP
import JSON
import Testing

@Suite struct `A section` {
    private let service = Service()
    private let path = "/v1/checklists/1/sections"

    init() async {
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
    }

    /// Adds sections, whose ids are 2 and so on.
    private func add(_ names: String...) async {
        for name in names { _ = await service.post(path, #"{"name": "\#(name)"}"#) }
    }

    private var names: [JSONValue?] {
        get async {
            await service.get("/v1/checklists/1")["sections"].array?.map { $0["name"] } ?? []
        }
    }

    @Test func `is added to its list`() async {
        service.pass(milliseconds: 1000)
        let added = await service.post(path, #"{"name": " Dairy "}"#)
        #expect(added.status == 201)
        #expect(added.text == #"{"id":2,"name":"Dairy","uid":null}"#)
        #expect(added.fields[.location] == "\(path)/2")
        let list = await service.get("/v1/checklists/1")
        #expect(
            list.text.contains(
                #""sections":[{"id":2,"name":"Dairy","uid":null}],"remembersSections":true,"#))
        #expect(list["updatedAt"] == "2026-11-20T23:55:58.484Z")
        #expect(list.fields[.etag] == added.fields[.etag])
    }

    @Test func `is added once for each idempotency key`() async {
        let first = await service.post(path, #"{"name": "Dairy"}"#, [.idempotencyKey: "k"])
        let second = await service.post(path, #"{"name": "Dairy"}"#, [.idempotencyKey: "k"])
        #expect(second.bytes == first.bytes && second.fields[.idempotentReplayed] == "true")
        #expect(await names == ["Dairy"])
    }

    @Test(arguments: [
        ("{}", "/name: missing"), (#"{"name": " "}"#, "/name: empty"), (#"{"name": 1}"#, "/name: wrong-type"),
        (#"{"name": "a\nb"}"#, "/name: line-break"), (#"{"name": "A", "id": 7}"#, "/id: read-only"),
        (#"{"name": "A", "nmae": "B"}"#, "/nmae: unknown-field"),
    ])
    func `has a name and nothing else`(body: String, error: String) async {
        let answer = await service.post(path, body)
        #expect(answer.status == 422)
        #expect(answer.errors == [error])
    }

    @Test func `is renamed`() async {
        await add("A", "B")
        let seen = await service.get("/v1/checklists/1").fields[.etag] ?? ""
        let renamed = await service.patch("\(path)/2", #"{"name": "Dairy"}"#, [.ifMatch: seen])
        #expect(renamed.status == 200 && renamed.text == #"{"id":2,"name":"Dairy","uid":null}"#)
        #expect(renamed.fields[.etag] != seen)
        #expect(await service.patch("\(path)/2", #"{"name": "x"}"#, [.ifMatch: seen]).status == 412)
        let same = await service.patch("\(path)/2", "{}")
        #expect(same.bytes == renamed.bytes && same.fields[.etag] == renamed.fields[.etag])
        #expect(await names == ["Dairy", "B"])
    }

    @Test func `moves`() async {
        await add("A", "B", "C")
        let moved = await service.post("\(path)/4/move", #"{"first": true}"#)
        #expect(moved.status == 200 && moved["name"] == "C")
        #expect(await names == ["C", "A", "B"])
        _ = await service.post("\(path)/4/move", #"{"before": 3}"#)
        #expect(await names == ["A", "C", "B"])
        let wrong = await service.post("\(path)/4/move", #"{"after": 9}"#)
        #expect(wrong.status == 422 && wrong.errors == ["/after: not-a-sibling"])
        #expect(await service.post("\(path)/4/move", "{}").errors == [": not-exactly-one"])
    }

    @Test func `leaves its items behind`() async {
        await add("A")
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk", "sectionId": 2}"#)
        #expect(await service.get("/v1/items/1")["sectionId"] == 2)
        let seen = await service.get("/v1/checklists/1").fields[.etag] ?? ""
        let deleted = await service.delete("\(path)/2", [.ifMatch: seen])
        #expect(deleted.status == 204 && deleted.bytes.isEmpty)
        #expect(await service.get("/v1/checklists/1").fields[.etag] == deleted.fields[.etag])
        #expect(await service.get("/v1/items/1")["sectionId"] == .null)
        #expect(await service.delete("\(path)/2").status == 404)
    }

    @Test(arguments: ["2", "x", "0"]) func `that does not exist is not found`(id: String) async {
        let answers = [
            await service.patch("\(path)/\(id)", "{}"), await service.delete("\(path)/\(id)"),
            await service.post("\(path)/\(id)/move", #"{"last": true}"#),
        ]
        for answer in answers {
            #expect(answer.status == 404 && answer["detail"] == "There is no such section.")
        }
    }

    @Test func `is not remembered if the list turns that off`() async {
        let made = await service.post("/v1/checklists", #"{"name": "A", "remembersSections": false}"#)
        #expect(made["remembersSections"] == false)
        let patched = await service.patch("/v1/checklists/1", #"{"remembersSections": false}"#)
        #expect(patched["remembersSections"] == false)
        let wrong = await service.patch("/v1/checklists/1", #"{"sections": [{"id": 1, "name": "B"}]}"#)
        #expect(wrong.errors == ["/sections: read-only"])
    }
}
