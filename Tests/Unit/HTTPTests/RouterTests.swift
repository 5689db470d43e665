import HTTP
import Testing

@Suite struct `A router` {
    private struct Broken: Error {}

    private static func named(
        _ name: String
    ) -> @Sendable (Request, RequestContext<Never>) async throws -> Response {
        { _, context in
            Response(.ok, body: .bytes(Array("\(name)(\(context.parameters.joined(separator: "|")))".utf8)))
        }
    }

    private let router = Router<Never, Never>(
        [
            .open(.get, "/", handler: named("root")), .open(.get, "/v1/items", handler: named("items")),
            .open(.post, "/v1/items", handler: named("add")),
            .open(.get, "/v1/items/{item}", handler: named("item")),
            .open(.patch, "/v1/items/{item}", handler: named("change")),
            .open(.delete, "/v1/items/{item}", handler: named("remove")),
            .open(.get, "/v1/items/new", handler: named("new")),
            .open(.post, "/v1/items/{item}/toggle", handler: named("toggle")),
            .open(.get, "/v1/lists/{list}/items/{item}", handler: named("both")),
            .open(.get, "/tasks/{task}", handler: named("page")),
            Route(
                .put, "/v1/import", bodyBytesMax: 64, contentTypes: ["text/csv"],
                handler: .open(named("import"))),
            .open(.get, "/problem") { _, _ in throw Problem(.conflict, "No.") },
            .open(.get, "/error") { _, _ in throw Broken() },
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

    @Test func `tells every method from the others`() {
        let methods = Method.allCases.filter { $0 != .head && $0 != .options }
        let router = Router<Never, Never>(methods.map { .open($0, "/", handler: Self.named($0.rawValue)) })
        for (index, method) in methods.enumerated() {
            let head = RequestHead(method: method, target: RequestTarget(path: "/", query: nil))
            #expect(router.route(for: head).route == index)
        }
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

    @Test(arguments: [
        ("/v1/item/3", "/v1/items/3"), ("/items", "/v1/items"), ("/v1/items/", "/v1/items"),
        ("/v1/items/3/togle", "/v1/items/3/toggle"), ("/v1/list/a/item/b", "/v1/lists/a/items/b"),
        ("/v1/tasks", "/v1/items"), ("/v1/tasks/3/toggle", "/v1/items/3/toggle"),
        ("/wp-login.php", nil), ("/v1/items/" + String(repeating: "x", count: 100) + "/togle", nil),
    ])
    func `names a path that is near`(_ path: String, _ near: String?) async {
        let question = near.map { " Did you mean \($0)?" } ?? ""
        let detail = #""detail":"No resource exists at this path.\#(question)""#
        #expect(await body(.get, path)?.contains(detail) == true)
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

    @Test func `leads CONNECT to no other server`() async {
        let response = await respond(.connect, "example.com:443")
        #expect(response.status == .methodNotAllowed)
        #expect(response.fields[.allow] == "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
    }

    @Test func `turns what is thrown into answers`() async {
        #expect(await respond(.get, "/problem").status == .conflict)
        #expect(await respond(.get, "/error").status == .insufficientStorage)
        let plain = Router<Never, Never>([.open(.get, "/error") { _, _ in throw Broken() }])
        let request = Request(head: RequestHead(method: .get, target: RequestTarget(path: "/error")))
        #expect(await plain.respond(to: request).status == .internalServerError)
        let mapped = Router<Never, Never>([
            Route(
                .get, "/error", handler: .open { _, _ in throw Broken() },
                failure: { error, _, _ in Response(error is Broken ? .conflict : .ok) })
        ])
        #expect(await mapped.respond(to: request).status == .conflict)
    }

    @Test func `gives a handler the caller, and fails where a route needs one and there is none`() async {
        let router = Router<String, Bool>([
            Route(
                .get, "/mine",
                handler: .callers(true) { _, _, caller in
                    Response(.ok, body: .bytes(Array(caller.utf8)))
                }),
            .open(.get, "/all") { _, context in Response(context.caller == nil ? .ok : .conflict) },
        ])
        let mine = Request(head: RequestHead(method: .get, target: RequestTarget(path: "/mine")))
        let all = Request(head: RequestHead(method: .get, target: RequestTarget(path: "/all")))
        guard case .bytes(let bytes) = await router.respond(to: mine, as: "Ada").body else {
            Issue.record("no body")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == "Ada")
        #expect(await router.respond(to: mine).status == .internalServerError)
        #expect(await router.respond(to: all).status == .ok)
        #expect(router.routes.map(\.permission) == [true, nil])
    }

    @Test func `refuses parameters that are no text`() async {
        #expect(await respond(.get, "/v1/items/%FF").status == .badRequest)
        #expect(await respond(.get, "/v1/items/a%00b").status == .badRequest)
    }

    @Test(
        arguments: [
            (.put, "/v1/nothing", "text/csv", .notFound), (.put, "/v1/items", "text/csv", .methodNotAllowed),
            (.put, "/v1/import", "text/html", .unsupportedMediaType), (.put, "/v1/import", "text/csv", nil),
            (.post, "/v1/items", "text/html", nil),
        ] as [(Method, String, String, Status?)])
    func `decides by the head what it can, for a client that waits`(
        _ method: Method, _ path: String, _ type: String, _ status: Status?
    ) throws {
        let waiting: Fields = ["Content-Type": type, "Content-Length": "3", "Expect": "100-continue"]
        func answer(_ change: (inout RequestHead) -> Void = { _ in }) -> Response? {
            var head = RequestHead(method: method, target: RequestTarget(path: path), fields: waiting)
            change(&head)
            guard case .answered(let response) = router.receive(head, from: "").outcome else { return nil }
            return response
        }
        #expect(answer()?.status == status)
        // Nobody waits here, and reading the content keeps the connection.
        #expect(answer { $0.version = .http10 }?.status == nil)
        #expect(answer { $0.fields[.expect] = nil }?.status == nil)
        #expect(answer { $0.fields[.contentLength] = "0" }?.status == nil)
    }

    @Test func `knows how large a body may be`() {
        func limit(_ method: Method, _ path: String) -> Int {
            router.route(for: RequestHead(method: method, target: RequestTarget(path: path))).bodyBytesMax
        }
        #expect(limit(.put, "/v1/import") == 64)
        #expect(limit(.post, "/v1/items") == 1_048_576)
        #expect(limit(.post, "/v1/import") == 1_048_576)
        #expect(limit(.put, "/x") == 1_048_576)
    }

    @Test func `has labels that are patterns`() {
        func pattern(_ path: String) -> String? {
            let head = RequestHead(method: .trace, target: RequestTarget(path: path))
            return router.route(for: head).pattern.map { router.patterns[$0] }
        }
        #expect(pattern("/v1/items/3") == "/v1/items/{item}")
        #expect(pattern("/v1/items/new") == "/v1/items/new")
        #expect(pattern("/x") == nil)
        #expect(router.routes.count == 13)
    }

    @Test func `answers what a parser read`() async throws {
        var parser = RequestParser()
        parser.feed(Array("GET http://b/v1/items/%33?x=1 HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        guard case .head(let head, _) = try parser.next() else {
            Issue.record("no head")
            return
        }
        #expect(router.route(for: head).pattern.map { router.patterns[$0] } == "/v1/items/{item}")
        let response = await router.respond(to: Request(head: head))
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no body")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == "item(3)")
    }
}
