import API
import Checklists
import Foundation
import HTTP
import Synchronization
import Testing

@Suite struct `A page of another origin` {
    private static let origin = "https://lists.example"

    /// Routes of every method that has one, which count how often they are reached.
    private final class Handled: Sendable {
        let count = Atomic<Int>(0)

        static let fields: Fields = [
            .etag: "\"1\"", .xTotalCount: "1", .cacheControl: "no-store", "Etag": "\"2\"",
        ]

        var router: CallerRouter {
            let methods = HTTP.Method.allCases.filter { ![.head, .trace, .connect, .query].contains($0) }
            return CallerRouter(
                ["/v1/items/{itemId}", "/act"].flatMap { path in
                    methods.map { method in
                        Route(
                            method, path, reads: [.contentType],
                            handler: .callers(.read) { _, _, _ in
                                self.count.add(1, ordering: .relaxed)
                                return Response(.ok, fields: Self.fields)
                            })
                    }
                })
        }
    }

    private let handled = Handled()

    private func send(
        _ method: HTTP.Method, to path: String = "/v1/items/1", _ fields: Fields, allowing origins: [String]
    ) async -> Response {
        let router = handled.router
        let middleware = OriginMiddleware(allowing: origins, for: router, exempting: MessageLinks.paths)
        let responder = MiddlewareStack([middleware, LocalCaller()], before: router)
        let head = RequestHead(
            method: method, target: RequestTarget(path: path, query: "link=1"), fields: fields,
            authority: "127.0.0.1:8080")
        return await responder.respond(to: Request(head: head), from: "127.0.0.1")
    }

    private let preflight: Fields = [
        .origin: origin, .accessControlRequestMethod: "PATCH",
        "Access-Control-Request-Headers": "content-type",
    ]

    @Test(arguments: [["https://lists.example"], ["http://a", "https://lists.example"]])
    func `that is named may ask, and is told so before`(origins: [String]) async {
        let answer = await send(.options, preflight, allowing: origins)
        #expect(answer.status == .noContent)
        #expect(answer.fields[.accessControlAllowOrigin] == Self.origin)
        #expect(answer.fields[.accessControlAllowMethods]?.contains("PATCH") == true)
        #expect(answer.fields[.accessControlAllowHeaders]?.contains("Authorization") == true)
        #expect(answer.fields[.vary] == "Origin")
        #expect(handled.count.load(ordering: .relaxed) == 0)
    }

    /// `If-Match` and `If-None-Match` are read together, and openapi.yaml names the useful one.
    @Test func `may send the fields that openapi.yaml gives each operation`() async throws {
        let routes = Service().api.routes
        let conditions: Set = ["If-Match", "If-None-Match"]
        let parameter = #/\n    (\w+):\n      name: (\S+)\n      in: header\n/#
        let headers = Dictionary(
            uniqueKeysWithValues: Description.shared.text.matches(of: parameter).map {
                (String($0.1), String($0.2))
            })
        #expect(headers.count > 3)
        for operation in Description.shared.operations where operation.path.hasPrefix("/v1/") {
            let route = try #require(
                routes.first { $0.method == operation.method && $0.pattern == operation.path })
            var expected = Set(operation.parameters.compactMap { headers[$0] })
            if !conditions.isDisjoint(with: expected) { expected.formUnion(conditions) }
            if !operation.requestTypes.isEmpty { expected.insert("Content-Type") }
            #expect(Set(route.requestFields.map(\.spelling)) == expected, "\(operation.id)")
        }
    }

    @Test func `embeds no answer`() async {
        for origins in [[], [Self.origin]] {
            let answer = await send(.get, [.origin: Self.origin], allowing: origins)
            #expect(answer.fields[.crossOriginResourcePolicy] == "same-origin")
            let refused = await send(.post, [.origin: "https://evil.example"], allowing: origins)
            #expect(refused.status == .forbidden)
            #expect(refused.fields[.crossOriginResourcePolicy] == "same-origin")
        }
    }

    @Test func `that is not named is told nothing`() async {
        let answer = await send(.options, preflight, allowing: ["https://other.example"])
        #expect(answer.status == .noContent)
        #expect(!answer.fields.contains(.accessControlAllowOrigin))
        #expect(!answer.fields.contains(.accessControlAllowMethods))
        #expect(answer.fields[.vary] == "Origin")
        #expect(handled.count.load(ordering: .relaxed) == 0)
    }

    @Test func `may read every field of a response that browsers would hide`() async {
        let answer = await send(.get, [.origin: Self.origin], allowing: [Self.origin])
        #expect(answer.fields[.accessControlAllowOrigin] == Self.origin)
        #expect(answer.fields[.accessControlExposeHeaders] == "ETag, X-Total-Count")
        #expect(answer.fields[.vary] == "Origin")
        let preflight = await send(.options, preflight, allowing: [Self.origin])
        #expect(!preflight.fields.contains(.accessControlExposeHeaders))
    }

    @Test func `is one of all where all are allowed`() async {
        #expect(await send(.options, preflight, allowing: ["*"]).fields[.accessControlAllowOrigin] == "*")
        #expect(await send(.patch, [.origin: "null"], allowing: ["*"]).status == .ok)
    }

    @Test func `gets nothing of it all where none is named`() async {
        _ = await send(.options, preflight, allowing: [])
        #expect(handled.count.load(ordering: .relaxed) == 1)
        let answer = await send(.get, [.origin: Self.origin], allowing: [])
        #expect(answer.status == .ok)
        let names = Set(Array(Handled.fields).map(\.name)).union([.crossOriginResourcePolicy])
        #expect(Set(Array(answer.fields).map(\.name)) == names)
    }

    @Test(arguments: [[], ["https://lists.example"], ["https://other.example"]])
    func `may follow a link in a message, and read what came of it`(origins: [String]) async {
        let fields: Fields = [.origin: Self.origin, .secFetchSite: "cross-site"]
        for (method, path) in [(HTTP.Method.get, "/act"), (.post, "/act"), (.post, "/%61ct")] {
            let answer = await send(method, to: path, fields, allowing: origins)
            #expect(answer.status == .ok && answer.fields[.accessControlAllowOrigin] == "*")
        }
        for other in ["/act/", "/Act", "/v1/me", "/"] where origins != [Self.origin] {
            #expect(await send(.post, to: other, fields, allowing: origins).status == .forbidden, "\(other)")
        }
        #expect(handled.count.load(ordering: .relaxed) == 3)
    }

    @Test(
        arguments: [
            [.origin: "https://evil.example"], [.origin: "null"], [.origin: "http://127.0.0.1:9090"],
            [.origin: "http://127.0.0.1:8080", .secFetchSite: "cross-site"], [.secFetchSite: "same-site"],
        ] as [Fields])
    func `changes nothing without being named`(fields: Fields) async {
        for method in [HTTP.Method.post, .patch, .put, .delete] {
            #expect(await send(method, fields, allowing: []).status == .forbidden)
            #expect(await send(method, fields, allowing: [Self.origin]).status == .forbidden)
        }
        #expect(handled.count.load(ordering: .relaxed) == 0)
    }

    @Test(
        arguments: [
            [:], [.origin: "http://127.0.0.1:8080"], [.origin: "https://127.0.0.1:8080"],
            [.origin: "https://lists.example", .secFetchSite: "same-origin"], [.secFetchSite: "none"],
        ] as [Fields])
    func `is none that changes something`(fields: Fields) async {
        for method in [HTTP.Method.post, .patch, .delete] {
            #expect(await send(method, fields, allowing: []).status == .ok)
        }
    }

    @Test func `is written as browsers do`() {
        for right in ["https://lists.example", "http://localhost:5173", "https://[::1]:8443"] {
            #expect(OriginMiddleware.isOrigin(right), "\(right)")
        }
        for wrong in [
            "", "lists.example", "https://", "https://a/", "https://A", "ftp://a", "https://a:443", "null",
        ] {
            #expect(!OriginMiddleware.isOrigin(wrong), "\(wrong)")
        }
    }
}

extension Fields {
    fileprivate var isEmpty: Bool { !contains { _ in true } }
}
