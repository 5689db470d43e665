import HTTP
import Testing

@testable import API

@Suite struct `Content negotiation` {
    let service: Service

    init() async {
        service = Service()
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        _ = await service.post("/v1/checklists/1/items", #"{"text": "Milk"}"#)
    }

    private static let requests: [(method: HTTP.Method, target: String, body: String?)] = [
        (.get, "/v1/checklists", nil), (.post, "/v1/checklists", #"{"name": "Other"}"#),
        (.get, "/v1/checklists/1", nil), (.patch, "/v1/checklists/1", "{}"),
        (.get, "/v1/checklists/1/items", nil), (.post, "/v1/checklists/1/items", #"{"text": "Bread"}"#),
        (.delete, "/v1/checklists/1/items", nil), (.get, "/v1/items", nil), (.get, "/v1/items/1", nil),
        (.patch, "/v1/items/1", "{}"), (.post, "/v1/items/1/toggle", nil),
        (.post, "/v1/items/1/move", #"{"first": true}"#), (.get, "/v1/counts", nil),
    ]

    @Test(arguments: requests)
    func `refuses to give JSON to those who do not take it, and does nothing`(
        method: HTTP.Method, target: String, body: String?
    ) async {
        let before = await service.get("/v1/items").bytes
        for accept in ["text/html", "application/json;q=0", "application/xml, text/*", "*/*;q=0", "image/*"] {
            let answer = await service.send(method, target, body, [.accept: accept])
            #expect(answer.status == 406)
            #expect(answer["detail"] == "The response is application/json, which Accept rules out.")
            #expect(answer.fields[.contentType] == "application/problem+json")
        }
        #expect(await service.get("/v1/items").bytes == before)
        #expect(await service.get("/v1/checklists").elements.count == 1)
    }

    @Test(arguments: requests)
    func `gives JSON to everybody else`(method: HTTP.Method, target: String, body: String?) async {
        for accept in [
            "application/json", "*/*", "application/*", "text/html, */*;q=0.1", "APPLICATION/JSON",
            "application/problem+json, application/json", "",
        ] {
            let service = await `Content negotiation`().service
            #expect(await service.send(method, target, body, [.accept: accept]).status / 100 == 2)
        }
    }

    @Test func `does not matter where nothing is given`() async {
        #expect(await service.delete("/v1/items/1", [.accept: "text/html"]).status == 204)
        #expect(await service.delete("/v1/checklists/1", [.accept: "text/html"]).status == 204)
    }

    @Test func `gives YAML where that is what there is`() async {
        for accept in ["application/yaml", "*/*", "application/*"] {
            #expect(await service.get("/openapi.yaml", [.accept: accept]).status == 200)
        }
        let answer = await service.get("/openapi.yaml", [.accept: "application/json"])
        #expect(answer.status == 406)
        #expect(answer["type"] == "tag:checklistd,2026:not-acceptable")
    }

    private static let writes = requests.filter { $0.body != nil }

    @Test(arguments: writes)
    func `takes JSON in UTF-8 and nothing else`(method: HTTP.Method, target: String, body: String?) async {
        for type in [
            "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/xml",
            "application/jsonx", "application/problem+json", "application/json-patch+json", "json", "*/*", "",
            "application/json; charset=iso-8859-1", "application/json; charset=utf-16", "application/json;;=",
        ] {
            let answer = await service.send(method, target, body, [.contentType: type])
            #expect(answer.status == 415, "\(type)")
            #expect((answer.fields[.acceptPatch] != nil) == (method == .patch))
        }
        for type in [
            "application/json", "Application/JSON", "application/json;charset=utf-8",
            #"application/json; charset="UTF-8""#, "application/json; profile=x",
        ] {
            let service = await `Content negotiation`().service
            #expect(
                await service.send(method, target, body, [.contentType: type]).status / 100 == 2, "\(type)")
        }
        let merge = await service.send(method, target, body, [.contentType: "application/merge-patch+json"])
        #expect(merge.status == (method == .patch ? 200 : 415))
    }

    @Test(arguments: writes)
    func `takes no content coding`(method: HTTP.Method, target: String, body: String?) async {
        for coding in ["gzip", "br", "deflate, gzip", "x"] {
            let answer = await service.send(method, target, body, [.contentEncoding: coding])
            #expect(answer.status == 415)
            #expect(answer.fields[.acceptEncoding] == "identity")
        }
        #expect(await service.send(method, target, body, [.contentEncoding: "identity"]).status / 100 == 2)
    }

    @Test func `says what a patch can be`() async {
        for target in ["/v1/checklists/1", "/v1/items/1"] {
            let answer = await service.patch(target, "{}", [.contentType: "text/plain"])
            #expect(answer.fields[.acceptPatch] == "application/merge-patch+json, application/json")
        }
    }

    @Test func `takes no content where none is read`() async {
        for method: HTTP.Method in [.get, .head, .delete] {
            for target in ["/v1/checklists/1", "/v1/items/1", "/v1/checklists/1/items"] {
                let answer = await service.send(method, target, "{}")
                #expect(answer.status == 400)
                #expect(answer["type"] == "tag:checklistd,2026:unexpected-content")
            }
        }
        // A client may name a type and send nothing.
        #expect(await service.get("/v1/items/1", [.contentType: "application/json"]).status == 200)
        #expect(await service.post("/v1/items/1/toggle", nil, [.contentType: "text/plain"]).status == 200)
    }

    @Test(arguments: [1, 64, 200])
    func `in JSON is read to the depth that it was told`(_ depth: Int) async {
        let service = Service(jsonDepthMax: depth)
        for (levels, status) in [(depth, 422), (depth + 1, 400)] {
            let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
            #expect(await service.post("/v1/checklists", text).status == status, "\(levels) levels")
        }
    }

    @Test func `has a limit on every route`() async {
        let head = { (method: HTTP.Method, path: String) in
            RequestHead(method: method, target: RequestTarget(path: path))
        }
        let router = service.router
        for (method, path) in [
            (HTTP.Method.post, "/v1/checklists"), (.patch, "/v1/checklists/1"), (.post, "/v1/items/1/toggle"),
            (.post, "/v1/items/1/move"),
        ] {
            #expect(router.route(for: head(method, path)).bodyBytesMax == 64 * 1024)
        }
        for (method, path) in [(HTTP.Method.post, "/v1/checklists/1/items"), (.patch, "/v1/items/1")] {
            #expect(router.route(for: head(method, path)).bodyBytesMax == 1024 * 1024)
        }
    }
}
