import HTTP
import Synchronization
import Testing

@Suite struct `An answer that says how long it holds` {
    /// Counts how often it is asked, and answers with that number.
    private final class Source: Sendable {
        let count = Atomic<Int>(0)
        let holds = Atomic<Bool>(true)

        func answer(bytes: Int = 0) -> Response {
            let number = count.add(1, ordering: .relaxed).newValue
            var answer = Response(
                .ok, body: .bytes(Array("\(number)".utf8) + Array(repeating: 0x20, count: bytes)))
            answer.isCurrent = { self.holds.load(ordering: .relaxed) }
            return answer
        }
    }

    private let source = Source()
    private let router: Router

    init() {
        let source = source
        router = Router([
            .get("/number") { _ in source.answer() },
            .get("/large") { _ in source.answer(bytes: 100_000) },
            .post("/number") { _ in source.answer() },
        ])
    }

    @Test func `is given again, until it does not hold any more`() async {
        #expect(atHand("/number") == nil)
        #expect(await ask("/number") == "1")
        #expect(atHand("/number") == "1")
        #expect(atHand("/number") == "1")
        source.holds.store(false, ordering: .relaxed)
        #expect(atHand("/number") == nil)
        #expect(await ask("/number") == "2")
        #expect(atHand("/number") == nil)
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
        return text(await router.respond(to: Request(head: head)))
    }

    private func atHand(
        _ path: String, _ method: HTTP.Method = .get, query: String? = nil, fields: Fields = [:]
    ) -> String? {
        var head = RequestHead(
            method: method, target: RequestTarget(path: path, query: query), fields: fields)
        return router.answerByHead(&head, from: "").flatMap(text)
    }

    private func text(_ response: Response) -> String? {
        guard case .bytes(let bytes) = response.body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
