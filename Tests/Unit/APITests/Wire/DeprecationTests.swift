import API
import Checklists
import Dates
import HTTP
import Testing

@Suite struct `A deprecated route` {
    private let responder: MiddlewareStack

    init() {
        let deprecation = Deprecation(
            since: HTTPDate(secondsSince1970: 1_795_218_957),
            sunset: HTTPDate(secondsSince1970: 1_795_305_357), link: "/docs/Clients")
        let router = CallerRouter([
            Route(
                .get, "/v1/old", deprecation: deprecation,
                handler: .callers(.persons(.admin)) { _, _, _ in Response(.ok) }),
            Route(.post, "/v1/old", handler: .open { _, _ in Response(.ok) }),
            Route(.get, "/v1/new", handler: .open { _, _ in Response(.ok) }),
        ])
        let origins = OriginMiddleware(allowing: ["https://lists.example"], for: router)
        responder = MiddlewareStack([origins, LocalCaller()], before: router)
    }

    private func send(_ method: HTTP.Method, _ path: String) async -> Response {
        let head = RequestHead(
            method: method, target: RequestTarget(path: path, query: nil),
            fields: [.origin: "https://lists.example"], authority: "localhost")
        return await responder.respond(to: Request(head: head), from: "127.0.0.1")
    }

    @Test(arguments: [HTTP.Method.get, .head])
    func `says so in every response, to pages of other origins too`(method: HTTP.Method) async {
        let response = await send(method, "/v1/old")
        #expect(response.fields["Deprecation"] == "@1795218957")
        #expect(response.fields["Sunset"] == "Sat, 21 Nov 2026 23:55:57 GMT")
        #expect(response.fields[.link] == "</docs/Clients>; rel=\"deprecation\"")
        #expect(response.fields[.accessControlExposeHeaders] == "Deprecation, Sunset, Link")
    }

    @Test func `is one method of a path`() async {
        for (method, path) in [(HTTP.Method.post, "/v1/old"), (.get, "/v1/new"), (.get, "/v1/none")] {
            let response = await send(method, path)
            #expect(!response.fields.contains("Deprecation") && !response.fields.contains("Sunset"))
        }
    }

    @Test func `is deprecated in openapi.yaml too`() {
        let routes = Service().api.routes.filter { $0.deprecation != nil }
        let lines = Description.shared.text.split(separator: "\n").filter { $0 == "      deprecated: true" }
        #expect(routes.count == lines.count)
    }
}
