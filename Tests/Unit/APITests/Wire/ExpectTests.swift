import Checklists
import HTTP
import JSON
import Testing

@testable import API

@Suite struct `What a client expects` {
    private let service = Service()

    init() async {
        _ = await service.post("/v1/checklists", #"{"name": "List"}"#)
        for body in [
            #"{"text": "Milk"}"#, #"{"text": "Bread"}"#,
            #"{"text": "Bins", "dueOn": "2026-12-01", "recurrence": {"rule": "FREQ=WEEKLY"}}"#,
            #"{"text": "Call", "dueDate": "2026-12-01T18:00:00Z", "shouldRemind": true}"#,
        ] {
            let answer = await service.post("/v1/checklists/1/items", body)
            #expect(answer.status == 201, "\(answer.text)")
        }
    }

    /// Sent again without a key, each would change the item a second time.
    @Test(arguments: [
        ("/v1/items/1/toggle", #"{"expect": {"checked": false}}"#, "/expect/checked"),
        ("/v1/items/3/skip", #"{"expect": {"dueOn": "2026-12-01"}}"#, "/expect/dueOn"),
        (
            "/v1/items/1/move", #"{"last": true, "expect": {"position": 65536, "parentId": null}}"#,
            "/expect/position"
        ),
        ("/v1/items/4/snooze", #"{"for": "PT1H", "expect": {"snoozedUntil": null}}"#, "/expect/snoozedUntil"),
        ("/v1/items/1", #"{"checked": true, "expect": {"checked": false}}"#, "/expect/checked"),
        ("/v1/checklists/1", #"{"name": "New", "expect": {"name": "List"}}"#, "/expect/name"),
    ])
    func `lets a change be sent once`(target: String, body: String, pointer: String) async {
        let method: HTTP.Method = target.hasSuffix("1") ? .patch : .post
        let first = await service.send(method, target, body)
        #expect(first.status == 200, "\(first.text)")
        let again = await service.send(method, target, body)
        #expect(again.status == 412 && again.errors == ["\(pointer): differs"], "\(again.text)")
        let item = target.split(separator: "/").prefix(3).joined(separator: "/")
        #expect(await service.get("/\(item)").bytes == first.bytes)
    }

    @Test func `may be a moment in another form, and other fields may differ`() async {
        _ = await service.patch("/v1/items/4", #"{"notes": "Evening"}"#)
        let body = #"{"text": "Call Ada", "expect": {"dueDate": "2026-12-01T19:00:00+01:00"}}"#
        #expect(await service.patch("/v1/items/4", body)["text"] == "Call Ada")
    }

    @Test func `holds together with If-Match`() async throws {
        let etag = try #require(await service.get("/v1/items/1").fields[.etag])
        let body = #"{"text": "Oat milk", "expect": {"text": "Milk"}}"#
        #expect(await service.patch("/v1/items/1", body, [.ifMatch: #""0-9999""#]).errors == [])
        #expect(await service.patch("/v1/items/1", body, [.ifMatch: #""0-9999""#]).status == 412)
        #expect(await service.patch("/v1/items/1", body, [.ifMatch: etag]).status == 200)
    }

    @Test func `is compared in a batch after the operations before`() async {
        let batch = """
            {"operations": [
              {"method": "PATCH", "path": "/v1/items/1",
               "body": {"checked": true, "expect": {"checked": false}}},
              {"method": "POST", "path": "/v1/items/1/toggle", "body": {"expect": {"checked": true}}},
              {"method": "PATCH", "path": "/v1/items/2", "body": {"text": "Rye", "expect": {"text": "Bread"}}}
            ]}
            """
        #expect(await service.post("/v1/batch", batch).status == 200)
        let again = await service.post("/v1/batch", batch)
        #expect(again.status == 412 && again["operation"] == 2)
        #expect(again.errors == ["/operations/2/body/expect/text: differs"], "\(again.text)")
        #expect(await service.get("/v1/items/1")["checked"] == false)
    }

    @Test func `is no field of a new record`() async {
        let body = #"{"text": "Milk", "expect": {"text": "Milk"}}"#
        #expect(await service.post("/v1/checklists/1/items", body).errors == ["/expect: unknown-field"])
    }
}

@Suite struct `The uid of a list and of a section` {
    private let service = Service()
    private let uid = "0B8CDD2F-6c5e-4ef1-9f0c-3f1ecd7b5b3a"

    @Test func `creates them once, and is shown`() async {
        let list = await service.post("/v1/checklists", #"{"name": "Trip", "uid": "\#(uid)"}"#)
        #expect(list.status == 201 && list["uid"] == .string(uid.lowercased()))
        let again = await service.post("/v1/checklists", #"{"name": "Trip", "uid": "\#(uid.lowercased())"}"#)
        #expect(again.status == 409 && again.errors == ["/uid: taken"])
        #expect(again["errors"].array?.first?["parameters"] == ["checklistId": 1])
        let path = "/v1/checklists/1/sections"
        let section = await service.post(path, #"{"name": "Dairy", "uid": "\#(uid)"}"#)
        #expect(section.status == 201 && section["uid"] == .string(uid.lowercased()))
        let other = await service.post(path, #"{"name": "Dairy", "uid": "\#(uid)"}"#)
        #expect(other.status == 409 && other.errors == ["/uid: taken"])
        #expect(
            other["errors"].array?.first?["parameters"]
                == .object([.init("sectionId", section["id"]), .init("checklistId", 1)]))
        let shown = await service.get("/v1/checklists/1")
        #expect(shown["uid"] == list["uid"])
        #expect(shown["sections"].array?.map { $0["uid"] } == [list["uid"]])
    }

    @Test(arguments: [
        (#"{"name": "A", "uid": "a"}"#, "/uid: not-a-uuid"),
        (#"{"name": "A", "uid": 1}"#, "/uid: not-a-uuid"),
    ])
    func `is a UUID`(body: String, error: String) async {
        #expect(await service.post("/v1/checklists", body).errors == [error])
        _ = await service.post("/v1/checklists", #"{"name": "A", "uid": null}"#)
        #expect(await service.post("/v1/checklists/1/sections", body).errors == [error])
        #expect(await service.patch("/v1/checklists/1", #"{"uid": "\#(uid)"}"#).errors == ["/uid: read-only"])
    }
}
