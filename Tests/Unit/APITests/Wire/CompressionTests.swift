import Checklists
import Compression
import HTTP
import JSON
import Synchronization
import Testing

@testable import API

@Suite struct `A compressed answer` {
    /// Counts how often content is compressed.
    private final class Counter: Sendable {
        let count = Atomic<Int>(0)
    }

    private let counter = Counter()
    private let service: Service
    private let gzip: Fields = [.acceptEncoding: "gzip, deflate, br"]

    init() async {
        let counter = counter
        service = Service(
            compression: ResponseCompression {
                counter.count.add(1, ordering: .relaxed)
                return Gzip.coder(.fastest)
            })
        _ = await service.post("/v1/checklists", #"{"name": "Groceries"}"#)
        for number in 1...20 {
            _ = await service.post("/v1/checklists/1/items", "{\"text\": \"Item \(number)\"}")
        }
        let notes = String(repeating: "Notes ", count: 300)
        _ = await service.patch("/v1/items/1", "{\"notes\": \"\(notes)\"}")
    }

    /// The content of a gzip file without optional header fields (RFC 1952 §2.3).
    private func content(_ answer: Answer) throws -> [UInt8] {
        let bytes = answer.bytes
        #expect(bytes.starts(with: [0x1F, 0x8B, 8, 0]))
        let size = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        return try #require(Inflate.content(of: bytes[10..<(bytes.count - 8)], size: size))
    }

    @Test(arguments: [
        "/v1/items", "/v1/items/1", "/v1/items?sort=text&limit=10", "/openapi.yaml", "/openapi.json",
    ])
    func `has the same content, and a tag of its own`(target: String) async throws {
        let plain = await service.get(target)
        #expect(plain.fields[.vary] == "Accept-Encoding" && plain.fields[.contentEncoding] == nil)
        for _ in 0..<3 {
            let answer = await service.get(target, gzip)
            #expect(answer.fields[.vary] == "Accept-Encoding" && answer.fields[.contentEncoding] == "gzip")
            #expect(try content(answer) == plain.bytes && answer.bytes.count < plain.bytes.count / 2)
            let tag = try #require(plain.fields[.etag])
            #expect(answer.fields[.etag] == tag.dropLast() + "-gzip\"")
            #expect(answer.fields[.contentType] == plain.fields[.contentType])
        }
        let head = await service.send(.head, target, nil, gzip)
        #expect(head.fields[.contentEncoding] == "gzip")
    }

    @Test func `is sent in pieces if it is large`() async throws {
        for number in 1...90 {
            let notes = (0..<400).map { "Notes \(number * $0) " }.joined()
            _ = await service.post("/v1/checklists/1/items", "{\"text\": \"Large\", \"notes\": \"\(notes)\"}")
        }
        for target in ["/v1/items?limit=1000", "/v1/export"] {
            let plain = await service.get(target)
            #expect(plain.bytes.count > Limits.wholeBodyBytesMax)
            let answer = await service.get(target, gzip)
            #expect(answer.fields[.contentEncoding] == "gzip" && answer.fields[.vary] == "Accept-Encoding")
            #expect(try content(answer) == plain.bytes && answer.bytes.count < plain.bytes.count / 2)
            #expect(answer.fields[.etag] == plain.fields[.etag].map { $0.dropLast() + "-gzip\"" })
        }
    }

    @Test func `is revalidated by its tag, and by that of the content`() async throws {
        let plain = try #require(await service.get("/v1/items/1").fields[.etag])
        let coded = try #require(await service.get("/v1/items/1", gzip).fields[.etag])
        #expect(plain != coded)
        for target in ["/v1/items/1", "/v1/items", "/openapi.yaml", "/openapi.json"] {
            let tag = try #require(await service.get(target, gzip).fields[.etag])
            let answer = await service.get(target, [.acceptEncoding: "gzip", .ifNoneMatch: tag])
            #expect(answer.status == 304 && answer.fields[.etag] == tag)
            #expect(answer.fields[.vary] == "Accept-Encoding")
        }
        #expect(
            await service.get("/v1/items/1", [.acceptEncoding: "gzip", .ifNoneMatch: plain]).status == 304)
        #expect(await service.get("/v1/items/1", [.ifNoneMatch: coded]).status == 304)
        let patch = #"{"text": "Milk"}"#
        #expect(await service.patch("/v1/items/1", patch, [.ifNoneMatch: coded]).status == 412)
        #expect(await service.patch("/v1/items/1", patch, [.ifMatch: coded]).status == 200)
        #expect(await service.patch("/v1/items/1", patch, [.ifMatch: coded]).status == 412)
        #expect(await service.get("/v1/items/1", [.ifNoneMatch: coded]).status == 200)
    }

    @Test func `is kept with the response cache`() async throws {
        let before = counter.count.load(ordering: .relaxed)
        let first = await service.get("/v1/items", gzip)
        for _ in 0..<5 {
            let answer = await service.get("/v1/items", gzip)
            #expect(answer.bytes == first.bytes && answer.fields[.etag] == first.fields[.etag])
            #expect(await service.get("/v1/items").fields[.contentEncoding] == nil)
        }
        // The answer that is cached, and the cached one.
        #expect(counter.count.load(ordering: .relaxed) == before + 2)
        _ = await service.post("/v1/items/2/toggle", nil)
        let other = await service.get("/v1/items", gzip)
        #expect(try content(other) == (await service.get("/v1/items").bytes))
        #expect(other.fields[.etag] != first.fields[.etag])
    }

    @Test(
        arguments: [
            "", "identity", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "identity;q=1, gzip;q=0.5",
            "gzip;q=2", "gzip;q=", "gzip;q=x", "gzip;level=1", "xgzip",
        ])
    func `is not for clients that do not accept it`(accepted: String) async {
        let answer = await service.get("/v1/items", [.acceptEncoding: accepted])
        #expect(answer.fields[.contentEncoding] == nil && answer.fields[.vary] == "Accept-Encoding")
    }

    @Test(
        arguments: [
            "gzip", "GZIP", "x-gzip", "*", "br;q=1.0, gzip;q=0.8", "gzip ; q=0.001", "br,, gzip",
            "identity;q=0.5, *;q=0.6", "identity, gzip",
        ])
    func `is for clients that accept it`(accepted: String) async {
        let answer = await service.get("/v1/items", [.acceptEncoding: accepted])
        #expect(answer.fields[.contentEncoding] == "gzip")
    }

    @Test func `is neither a small nor a secret one, nor one that repeats what was sent`() async {
        #expect(await service.get("/v1/checklists/1", gzip).fields[.contentEncoding] == nil)
        #expect(await service.get("/v1/checklists/1", gzip).fields[.vary] == nil)
        #expect(await service.get("/v1/events", gzip).fields[.contentEncoding] == nil)
        let text = String(repeating: "a", count: 2_000)
        let patched = await service.patch("/v1/items/2", "{\"notes\": \"\(text)\"}", gzip)
        #expect(patched.bytes.count > 2_000 && patched.fields[.contentEncoding] == nil)
        let secret = ResponseCompression { Gzip.coder() }.coded(
            Response(
                .ok, fields: [.contentType: "application/json", .cacheControl: "no-store"],
                body: .bytes(Array(repeating: 0x20, count: 5_000))),
            to: RequestHead(
                method: .get, target: RequestTarget(path: "/", query: nil), fields: gzip, authority: "a"))
        #expect(secret.fields[.contentEncoding] == nil && secret.fields[.vary] == nil)
    }
}
