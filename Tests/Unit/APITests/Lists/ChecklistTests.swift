import HTTP
import JSON
import Testing

@Suite struct `A checklist` {
    let service = Service()

    @Test func `is made with a name and an icon`() async {
        let answer = await service.post("/v1/checklists", #"{"name": "  Groceries\n", "icon": "Groceries"}"#)
        #expect(answer.status == 201)
        #expect(answer.fields[.location] == "/v1/checklists/1")
        #expect(answer.fields[.etag] == #""0-1.4""#)
        #expect(answer.fields[.cacheControl] == "private, no-cache")
        #expect(answer.fields[.contentType] == "application/json")
        #expect(
            answer.text == """
                {"id":1,"name":"Groceries","icon":"Groceries","itemsCount":0,"uncheckedItemsCount":0,\
                "summary":"(No Item)","role":"own","membersCount":1,"resetRule":null,"sections":[],\
                "remembersSections":true,"position":0,"pinned":false,"archivedAt":null,\
                "createdAt":"2026-11-20T23:55:57.484Z",\
                "updatedAt":"2026-11-20T23:55:57.484Z","uid":null}
                """)
    }

    @Test func `has the folder where no icon is given`() async {
        #expect(await service.post("/v1/checklists", #"{"name": "Inbox"}"#)["icon"] == "Folder")
    }

    @Test func `is read back as it was answered`() async {
        let made = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        let read = await service.get("/v1/checklists/1")
        #expect(read.status == 200)
        #expect(read.bytes == made.bytes)
        #expect(read.fields[.etag] == made.fields[.etag])
        #expect(read.fields[.cacheControl] == "private, no-cache")
    }

    @Test func `changes what a patch names`() async {
        _ = await service.post("/v1/checklists", #"{"name": "Groceries", "icon": "Groceries"}"#)
        service.pass(milliseconds: 1000)
        let answer = await service.patch("/v1/checklists/1", #"{"name": "Food"}"#)
        #expect(answer.status == 200)
        #expect(answer["name"] == "Food")
        #expect(answer["icon"] == "Groceries")
        #expect(answer["updatedAt"] == "2026-11-20T23:55:58.484Z")
        #expect(answer["createdAt"] == "2026-11-20T23:55:57.484Z")
        #expect(answer.fields[.etag] == #""0-2.4""#)
        #expect(await service.get("/v1/checklists/1").bytes == answer.bytes)
    }

    @Test func `stays as it is when a patch names nothing new`() async {
        let made = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        for patch in ["{}", #"{"name": " Groceries "}"#, #"{"icon": "Folder"}"#] {
            let answer = await service.patch("/v1/checklists/1", patch)
            #expect(answer.status == 200)
            #expect(answer.bytes == made.bytes)
            #expect(answer.fields[.etag] == made.fields[.etag])
        }
    }

    @Test func `goes with its items`() async {
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
        let answer = await service.delete("/v1/checklists/1")
        #expect(answer.status == 204)
        #expect(answer.bytes.isEmpty)
        #expect(answer.fields[.cacheControl] == "private, no-cache")
        #expect(await service.get("/v1/checklists/1").status == 404)
        #expect(await service.get("/v1/checklists/1/items").status == 404)
        #expect(await service.get("/v1/items/1").status == 404)
        #expect(await service.delete("/v1/checklists/1").status == 404)
    }

    @Test func `tells how much remains`() async {
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Bread"}"#)
        _ = await service.post("/v1/items/1/toggle", nil)
        var answer = await service.get("/v1/checklists/1")
        #expect(answer["itemsCount"] == 2)
        #expect(answer["uncheckedItemsCount"] == 1)
        #expect(answer["summary"] == "1 Remaining")
        _ = await service.post("/v1/items/2/toggle", nil)
        answer = await service.get("/v1/checklists/1")
        #expect(answer["summary"] == "All Done!")
    }

    @Test(arguments: [
        "/v1/checklists/1", "/v1/checklists/0", "/v1/checklists/-1", "/v1/checklists/+1", "/v1/checklists/01",
        "/v1/checklists/1.0", "/v1/checklists/1e0", "/v1/checklists/x", "/v1/checklists/%31x",
        "/v1/checklists/9007199254740991", "/v1/checklists/9007199254740992",
        "/v1/checklists/18446744073709551617", "/v1/checklists/%EF%BC%91",
        "/v1/checklists/99999999999999999999999999999999999999",
    ])
    func `that is not there is not found`(target: String) async {
        for method: HTTP.Method in [.get, .head, .delete] {
            let answer = await service.send(method, target)
            #expect(answer.status == 404)
            #expect(answer["detail"] == "There is no such checklist.")
            #expect(answer.fields[.contentType] == "application/problem+json")
        }
        #expect(await service.patch(target, "{}").status == 404)
        #expect(await service.get("\(target)/items").status == 404)
        #expect(await service.post("\(target)/items", #"{"text": "Milk"}"#).status == 404)
        #expect(await service.delete("\(target)/items").status == 404)
    }

    @Test func `is found at an address with needless escapes`() async {
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        #expect(await service.get("/v1/%63hecklists/%31").status == 200)
    }

    @Test func `is answered to HEAD as to GET`() async {
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        let head = await service.send(.head, "/v1/checklists/1")
        let get = await service.get("/v1/checklists/1")
        #expect(head.status == 200)
        #expect(head.fields[.etag] == get.fields[.etag])
        #expect(head.bytes.count == get.bytes.count)
    }

    @Test(arguments: [
        ("/v1/checklists", "GET, HEAD, POST, DELETE, OPTIONS"),
        ("/v1/checklists/1", "GET, HEAD, PATCH, DELETE, OPTIONS"),
        ("/v1/checklists/1/items", "GET, HEAD, POST, PATCH, DELETE, OPTIONS"),
        ("/v1/items", "GET, HEAD, OPTIONS"),
        ("/v1/items/1", "GET, HEAD, PATCH, DELETE, OPTIONS"),
        ("/v1/items/1/toggle", "POST, OPTIONS"),
        ("/v1/items/1/move", "POST, OPTIONS"),
        ("/v1/counts", "GET, HEAD, OPTIONS"),
        ("/openapi.yaml", "GET, HEAD, OPTIONS"),
    ])
    func `and everything else say which methods they have`(target: String, allow: String) async {
        let options = await service.send(.options, target)
        #expect(options.status == 204)
        #expect(options.fields[.allow] == allow)
        for method in HTTP.Method.allCases where !allow.contains(method.rawValue) {
            let answer = await service.send(method, target)
            #expect(answer.status == 405)
            #expect(answer.fields[.allow] == allow)
        }
    }
}
