import HTTP
import Testing

@Suite struct `A router` {
    private struct Broken: Error {}

    private static func named(_ name: String) -> Handler {
        { request in
            Response(.ok, body: .bytes(Array("\(name)(\(request.parameters.joined(separator: "|")))".utf8)))
        }
    }

    private let router = Router(
        [
            .get("/", named("root")), .get("/v1/items", named("items")), .post("/v1/items", named("add")),
            .get("/v1/items/{item}", named("item")), .patch("/v1/items/{item}", named("change")),
            .delete("/v1/items/{item}", named("remove")), .get("/v1/items/new", named("new")),
            .post("/v1/items/{item}/toggle", named("toggle")),
            .get("/v1/lists/{list}/items/{item}", named("both")),
            Route(.put, "/v1/import", bodyBytesMax: 64, handler: named("import")),
            .get("/problem") { _ in throw Problem(.conflict, "No.") }, .get("/error") { _ in throw Broken() },
        ],
        errors: { _ in Response(.insufficientStorage) })

    private func respond(_ method: Method, _ path: String) async -> Response {
        await router.respond(
            to: Request(head: RequestHead(method: method, target: RequestTarget(path: path))))
    }

    private func body(_ method: Method, _ path: String) async -> String? {
        guard case .bytes(let bytes) = await respond(method, path).body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            (.get, "/", "root()"), (.get, "/v1/items", "items()"), (.post, "/v1/items", "add()"),
            (.get, "/v1/items/3", "item(3)"), (.get, "/v1/items/new", "new()"),
            (.patch, "/v1/items/3", "change(3)"),
            (.post, "/v1/items/3/toggle", "toggle(3)"), (.post, "/v1/items/new/toggle", "toggle(new)"),
            (.get, "/v1/lists/a/items/b", "both(a|b)"), (.get, "/v1/items/caf%C3%A9%2Fx+y", "item(café/x+y)"),
            (.get, "/v1/it%65ms/3", "item(3)"), (.get, "/v1/items/%6eew", "new()"),
            (.head, "/v1/items/3", "item(3)"),
        ] as [(Method, String, String)])
    func `hands a request to its route`(_ method: Method, _ path: String, _ answer: String) async {
        #expect(await body(method, path) == answer)
    }

    @Test(arguments: [
        "/v1", "/v1/", "/v1/items/", "/v1/items//toggle", "/v1/items/3/", "/v1/items/3/toggle/x",
        "//v1/items", "/V1/items",
        "/x", "/v1%2Fitems",
    ])
    func `finds nothing at other paths`(_ path: String) async {
        for method in [Method.get, .post, .options, .trace] {
            #expect(await respond(method, path).status == .notFound)
        }
    }

    @Test(arguments: [Method.put, .trace, .connect])
    func `names the methods that a path has`(_ method: Method) async {
        let response = await respond(method, "/v1/items/3")
        #expect(response.status == .methodNotAllowed)
        #expect(response.fields[.allow] == "GET, HEAD, PATCH, DELETE, OPTIONS")
        #expect(response.fields[.contentType] == "application/problem+json")
        #expect(await respond(.get, "/v1/items/3/toggle").fields[.allow] == "POST, OPTIONS")
        #expect(await respond(.head, "/v1/items/3/toggle").status == .methodNotAllowed)
    }

    @Test func `answers OPTIONS for every path and for the server`() async {
        let response = await respond(.options, "/v1/items")
        #expect(response.status == .noContent)
        #expect(response.fields[.allow] == "GET, HEAD, POST, OPTIONS")
        #expect(await respond(.options, "*").fields[.allow] == "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
        #expect(await respond(.options, "*").status == .noContent)
    }

    @Test(arguments: [1, 64, 200])
    func `has JSON read to the depth that it was told`(_ depth: Int) async {
        let router = Router(
            [
                .post("/") { request in
                    _ = try request.json()
                    return Response(.ok)
                }
            ], jsonDepthMax: depth)
        for (levels, status) in [(depth, Status.ok), (depth + 1, .badRequest)] {
            let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
            let head = RequestHead(
                method: .post, target: RequestTarget(path: "/"), fields: ["Content-Type": "application/json"])
            let response = await router.respond(to: Request(head: head, body: Array(text.utf8)))
            #expect(response.status == status, "\(levels) levels")
        }
    }

    @Test func `leads CONNECT to no other server`() async {
        let response = await respond(.connect, "example.com:443")
        #expect(response.status == .methodNotAllowed)
        #expect(response.fields[.allow] == "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
    }

    @Test func `turns what is thrown into answers`() async {
        #expect(await respond(.get, "/problem").status == .conflict)
        #expect(await respond(.get, "/error").status == .insufficientStorage)
        let plain = Router([.get("/error") { _ in throw Broken() }])
        let request = Request(head: RequestHead(method: .get, target: RequestTarget(path: "/error")))
        #expect(await plain.respond(to: request).status == .internalServerError)
    }

    @Test func `refuses parameters that are no text`() async {
        #expect(await respond(.get, "/v1/items/%FF").status == .badRequest)
    }

    @Test func `knows how large a body may be`() {
        func limit(_ method: Method, _ path: String) -> Int {
            router.bodyBytesMax(for: RequestHead(method: method, target: RequestTarget(path: path)))
        }
        #expect(limit(.put, "/v1/import") == 64)
        #expect(limit(.post, "/v1/items") == 1_048_576)
        #expect(limit(.post, "/v1/import") == 1_048_576)
        #expect(limit(.put, "/x") == 1_048_576)
    }

    @Test func `has labels that are patterns`() {
        func pattern(_ path: String) -> String? {
            router.pattern(for: RequestHead(method: .trace, target: RequestTarget(path: path)))
        }
        #expect(pattern("/v1/items/3") == "/v1/items/{item}")
        #expect(pattern("/v1/items/new") == "/v1/items/new")
        #expect(pattern("/x") == nil)
        #expect(router.routes.count == 12)
    }

    @Test func `answers what a parser read`() async throws {
        var parser = RequestParser()
        parser.feed(Array("GET http://b/v1/items/%33?x=1 HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        guard case .head(let head, _) = try parser.next() else {
            Issue.record("no head")
            return
        }
        #expect(router.pattern(for: head) == "/v1/items/{item}")
        let response = await router.respond(to: Request(head: head))
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no body")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == "item(3)")
    }
}
