import Checklists
import HTTP
import MemoryStore
import Synchronization
import Testing

@testable import API

@Suite struct `An answer of the response cache` {
    /// Counts how often it is asked, and answers with that number.
    private final class Source: Sendable {
        let count = Atomic<Int>(0)

        func answer(bytes: Int = 0) -> Response {
            let number = count.add(1, ordering: .relaxed).newValue
            return Response(
                .ok, body: .bytes(Array("\(number)".utf8) + Array(repeating: 0x20, count: bytes)))
        }
    }

    private struct AnyQuery: RequestQuery {
        init(_ query: inout QueryReader) { _ = query.value("a", .text) }
    }

    private let store = VolatileStore(now: { Timestamp(milliseconds: 0) })
    private let responder: MiddlewareStack

    init() {
        let source = Source()
        let cache = ResponseCache(store)
        let environment = Endpoint.Environment(
            errors: ErrorTable { error, _ in Issue.record(error) }, cache: cache, jsonDepthMax: 64,
            store: store, cursors: CursorCipher(.drawn()), proposalMessage: { _, _, _ in [] })
        let endpoints = [
            Endpoint(.get, "/number", .read, gives: nil, cachedBy: { (_: Fixed) in .everything }) {
                (_: Call<Fixed>, _: AnyQuery) in source.answer()
            },
            Endpoint(.get, "/large", .read, gives: nil, cachedBy: { (_: Fixed) in .everything }) {
                (_: Call<Fixed>, _: AnyQuery) in source.answer(bytes: 100_000)
            },
            Endpoint(
                .get, "/missing", .read, gives: nil,
                cachedBy: { (_: Fixed) in .items(of: .init(rawValue: 9)) }
            ) {
                (_: Call<Fixed>, _: AnyQuery) in source.answer()
            },
            Endpoint(.post, "/number", .edit) { (_: Call<Fixed>, _: EmptyBody) in source.answer() },
        ]
        responder = MiddlewareStack(
            [LocalCaller()], before: Router(endpoints.map { $0.route(environment) }), cache: cache)
    }

    @Test func `is given again, until it does not hold any more`() async throws {
        #expect(atHand("/number") == nil)
        #expect(await ask("/number") == "1")
        #expect(atHand("/number") == "1")
        #expect(atHand("/number") == "1")
        _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "A"), idempotencyKey: nil)
        #expect(atHand("/number") == nil)
        #expect(await ask("/number") == "2")
        #expect(atHand("/number") == "2")
    }

    @Test func `is not kept when what it depends on is not there`() async {
        #expect(await ask("/missing") == "1")
        #expect(atHand("/missing") == nil)
    }

    @Test func `belongs to its target, query included`() async {
        #expect(await ask("/number", query: "a=1") == "1")
        #expect(atHand("/number", query: "a=2") == nil)
        #expect(atHand("/number") == nil)
        #expect(atHand("/number", query: "a=1") == "1")
    }

    @Test(
        arguments: [
            [.ifNoneMatch: "\"1\""], [.ifMatch: "*"], [.ifModifiedSince: "Fri, 20 Nov 2026 23:55:57 GMT"],
            [.ifUnmodifiedSince: "Fri, 20 Nov 2026 23:55:57 GMT"], [.range: "bytes=0-0"],
            [.accept: "text/html"],
            [.contentLength: "1"], [.transferEncoding: "chunked"],
        ] as [Fields])
    func `is not given to who asks for more than the target`(fields: Fields) async {
        #expect(await ask("/number") == "1")
        #expect(atHand("/number", fields: fields) == nil)
        #expect(atHand("/number", fields: [.accept: "*/*", .userAgent: "curl/8.0"]) == "1")
    }

    @Test func `is given to who asks for it with GET alone`() async {
        #expect(await ask("/number", .post) == "1")
        #expect(atHand("/number") == nil)
        #expect(await ask("/number") == "2")
        #expect(atHand("/number", .post) == nil)
        #expect(atHand("/number", .head) == nil)
    }

    @Test func `is not kept when it is large`() async {
        #expect(await ask("/large")?.hasPrefix("1") == true)
        #expect(atHand("/large") == nil)
    }

    private func ask(_ path: String, _ method: HTTP.Method = .get, query: String? = nil) async -> String? {
        let head = RequestHead(method: method, target: RequestTarget(path: path, query: query))
        return text(await responder.respond(to: Request(head: head)))
    }

    private func atHand(
        _ path: String, _ method: HTTP.Method = .get, query: String? = nil, fields: Fields = [:]
    ) -> String? {
        let head = RequestHead(
            method: method, target: RequestTarget(path: path, query: query), fields: fields)
        guard case .answered(let response) = responder.receive(head, from: "").outcome else { return nil }
        return text(response)
    }

    private func text(_ response: Response) -> String? {
        guard case .bytes(let bytes) = response.body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
