import Checklists
import HTTP
import Testing

@Suite struct `A condition` {
    let service: Service

    /// A checklist at revision 2 with an item at revision 2.
    init() async {
        service = Service()
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
    }

    private static let resources = ["/v1/checklists/1", "/v1/items/1"]

    @Test func `of what is somebody's is kept by no cache that others use`() async {
        let others = ["/v1/checklists", "/v1/checklists/1/items", "/v1/counts", "/v1/export"]
        for target in Self.resources + others {
            #expect(await service.get(target).fields[.cacheControl] == "private, no-cache", "\(target)")
        }
        for target in ["/v1/icons", "/openapi.yaml", "/openapi.json"] {
            #expect(await service.get(target).fields[.cacheControl] == "no-cache", "\(target)")
        }
    }

    @Test(arguments: resources + ["/v1/counts", "/openapi.yaml", "/openapi.json"])
    func `on a read that knows the state already is answered with 304`(target: String) async throws {
        let full = await service.get(target)
        let etag = try #require(full.fields[.etag])
        #expect(etag.hasPrefix("\"") && etag.hasSuffix("\""))
        for known in [etag, "W/\(etag)", "\"x\", \(etag)", "*", " , \(etag),"] {
            for method: HTTP.Method in [.get, .head] {
                let answer = await service.send(method, target, nil, [.ifNoneMatch: known])
                #expect(answer.status == 304)
                #expect(answer.bytes.isEmpty)
                #expect(answer.fields[.etag] == etag)
                #expect(answer.fields[.cacheControl] == full.fields[.cacheControl])
                #expect(answer.fields[.contentType] == nil)
            }
        }
        for other in [#""x""#, #"W/"0""#, #""""#] {
            let answer = await service.get(target, [.ifNoneMatch: other])
            #expect(answer.status == 200)
            #expect(answer.bytes == full.bytes)
        }
        #expect(await service.get(target, [.ifMatch: etag]).status == 200)
        #expect(await service.get(target, [.ifMatch: "\"x\""]).status == 412)
        #expect(await service.get(target, [.ifNoneMatch: "x"]).status == 400)
    }

    @Test(arguments: resources)
    func `no longer holds once the resource has changed`(target: String) async {
        let answer = await service.post("/v1/items/1/toggle", nil)
        #expect(answer.fields[.etag] == #""0-3.4""#)
        #expect(await service.get(target, [.ifNoneMatch: #""0-2.4""#]).status == 200)
        #expect(await service.get(target, [.ifNoneMatch: #""0-3.4""#]).status == 304)
    }

    @Test func `on reading is not met by the same state in an earlier form, and on a change it is`() async {
        #expect(await service.get("/v1/items/1", [.ifNoneMatch: #""0-2""#]).status == 200)
        #expect(await service.patch("/v1/items/1", "{}", [.ifMatch: #""0-2""#]).status == 200)
    }

    /// Everything that changes one resource, with what to send.
    private static let changes: [(method: HTTP.Method, target: String, body: String?)] = [
        (.patch, "/v1/checklists/1", #"{"name": "Food"}"#), (.delete, "/v1/checklists/1", nil),
        (.patch, "/v1/items/1", #"{"text": "Oat milk"}"#), (.delete, "/v1/items/1", nil),
        (.post, "/v1/items/1/toggle", nil), (.post, "/v1/items/1/move", #"{"first": true}"#),
    ]

    @Test(arguments: changes)
    func `on a change is met by the current state`(method: HTTP.Method, target: String, body: String?) async {
        for met in [
            #""0-2.4""#, #""0-2.2""#, #""0-2""#, #""0-1", "0-2""#, "*", #""0-1",,"0-2","#, #"W/"0-2.4""#,
            #""0-2-br""#, #""0-2.3""#,
        ] {
            let service = await `A condition`().service
            let answer = await service.send(method, target, body, [.ifMatch: met])
            #expect(answer.status / 100 == 2, "\(met): \(answer.text)")
        }
    }

    @Test(arguments: changes)
    func `on a change is not met by another state`(method: HTTP.Method, target: String, body: String?) async {
        let before = [await service.get("/v1/checklists/1").bytes, await service.get("/v1/items/1").bytes]
        for other in [
            #""0-1""#, #""0-3""#, #"W/"0-3""#, #""0-3-br""#, #""0-02""#, #""0-+2""#, #""0-2 ""#, #""""#,
            #""x""#,
            #""0-2.""#, #""0-2.1""#, #""0-2.5""#, #""0-2.4.4""#, #""0-1.4""#,
            #""0-18446744073709551618""#, #""2""#, #""1-2""#, #""00-2""#, #""-2""#,
        ] {
            let answer = await service.send(method, target, body, [.ifMatch: other])
            // A blank cannot be in a tag at all (RFC 9110 §8.8.3).
            #expect(answer.status == (other.contains(" ") ? 400 : 412))
        }
        for malformed in ["0-2", #""0-2"#, #"'0-2'"#, #""0-1" "0-2""#, #"*, "0-2""#] {
            #expect(await service.send(method, target, body, [.ifMatch: malformed]).status == 400)
        }
        let after = [await service.get("/v1/checklists/1").bytes, await service.get("/v1/items/1").bytes]
        #expect(before == after)
    }

    @Test(arguments: changes)
    func `that nothing is there yet fails on a change`(
        method: HTTP.Method, target: String, body: String?
    ) async {
        for known in ["*", #""0-2.4""#, #"W/"0-2.4""#] {
            #expect(await service.send(method, target, body, [.ifNoneMatch: known]).status == 412)
        }
        #expect(await service.send(method, target, body, [.ifNoneMatch: #""0-1""#]).status / 100 == 2)
    }

    /// Whoever restores a backup gets the numbers of changes once more, for other changes.
    @Test func `of another epoch is never met`() async {
        let other = Service(epoch: Epoch(rawValue: 1))
        _ = await other.post("/v1/checklists", #"{"name": "Food"}"#)
        _ = await other.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
        for target in Self.resources + ["/v1/preferences", "/v1/calendar.ics"] {
            let mine = await service.get(target).fields[.etag] ?? ""
            let theirs = await other.get(target).fields[.etag] ?? ""
            #expect(mine != theirs)
            #expect(await other.get(target, [.ifNoneMatch: theirs]).status == 304)
            #expect(await other.get(target, [.ifNoneMatch: mine]).status == 200)
            #expect(await other.get(target, [.ifMatch: mine]).status == 412)
        }
        for (method, target, body) in Self.changes {
            #expect(await other.send(method, target, body, [.ifMatch: #""0-2""#]).status == 412)
        }
        #expect(await other.patch("/v1/items/1", "{}", [.ifMatch: #""0-2", "1-2""#]).status == 200)
    }

    @Test func `comes after the question whether the resource is there`() async {
        for fields: Fields in [[.ifMatch: #""0-1""#], [.ifMatch: "*"], [.ifNoneMatch: "*"]] {
            #expect(await service.get("/v1/items/7", fields).status == 404)
            #expect(await service.patch("/v1/items/7", "{}", fields).status == 404)
            #expect(await service.delete("/v1/checklists/7", fields).status == 404)
            #expect(await service.post("/v1/items/7/toggle", nil, fields).status == 404)
        }
    }

    @Test func `cannot be met by a collection, which has no tag`() async {
        let requests: [(HTTP.Method, String, String?)] = [
            (.get, "/v1/items", nil), (.get, "/v1/checklists", nil), (.get, "/v1/checklists/1/items", nil),
            (.post, "/v1/checklists", #"{"name": "Other"}"#),
            (.post, "/v1/checklists/1/items", #"{"text": "Bread"}"#),
            (.delete, "/v1/checklists/1/items", nil),
        ]
        for (method, target, body) in requests {
            #expect(await service.send(method, target, body, [.ifMatch: #""0-2""#]).status == 412)
            #expect(await service.send(method, target, body, [.ifMatch: "0-2"]).status == 400)
        }
        #expect(await service.get("/v1/items").elements.count == 1)
        #expect(await service.get("/v1/items", [.ifNoneMatch: #""0-2""#]).status == 200)
    }

    @Test func `on a date is ignored, since none is kept`() async {
        let past = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(await service.patch("/v1/items/1", "{}", [.ifUnmodifiedSince: past]).status == 200)
        #expect(
            await service.get("/v1/items/1", [.ifModifiedSince: "Sat, 01 Jan 2050 00:00:00 GMT"]).status
                == 200)
    }
}
