import HTTP
import HTTPServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A streamed answer` {
    private struct Broken: Error {}

    /// A stream of so many pieces, each of so many octets, that counts those that were asked for.
    private final class Pieces: Sendable {
        let asked = Atomic<Int>(0)
        let count: Int
        let bytes: Int

        init(_ count: Int, bytes: Int) {
            self.count = count
            self.bytes = bytes
        }

        var response: Response {
            Response(
                .ok,
                body: .stream {
                    let number = self.asked.add(1, ordering: .relaxed).newValue
                    return number > self.count ? nil : [UInt8](repeating: 0x61, count: self.bytes)
                }
            )
        }
    }

    @Test func `comes in chunks, and the connection goes on`() async throws {
        try await TestServer.run(Scripted { _ in Pieces(3, bytes: 1000).response }) { server in
            let client = try await server.client()
            for _ in 1...2 {
                try await client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let answer = try await client.answer()
                #expect(answer["transfer-encoding"] == "chunked")
                #expect(answer["content-length"] == nil)
                #expect(answer.body == [UInt8](repeating: 0x61, count: 3000))
            }
        }
    }

    @Test func `ends with the connection in HTTP 1_0`() async throws {
        try await TestServer.run(Scripted { _ in Pieces(3, bytes: 1000).response }) { server in
            let client = try await server.client()
            try await client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            let answer = try await client.answer()
            #expect(answer["transfer-encoding"] == nil)
            #expect(answer["connection"] == "close")
            #expect(answer.body == [UInt8](repeating: 0x61, count: 3000))
        }
    }

    @Test func `is not asked for when it answers HEAD`() async throws {
        let pieces = Pieces(3, bytes: 1000)
        try await TestServer.run(Scripted { _ in pieces.response }) { server in
            let client = try await server.client()
            for _ in 1...2 {
                try await client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try await client.answer(toHead: true).status == 200)
            }
            #expect(pieces.asked.load(ordering: .relaxed) == 0)
        }
    }

    @Test(arguments: ["HTTP/1.1\r\nHost: localhost", "HTTP/1.0"])
    func `that fails is cut off so that nobody takes it for whole`(version: String) async throws {
        let responder = Scripted { _ in
            let asked = Atomic<Int>(0)
            return Response(
                .ok,
                body: .stream {
                    if asked.add(1, ordering: .relaxed).newValue == 2 { throw Broken() }
                    return [1, 2, 3]
                }
            )
        }
        try await TestServer.run(responder) { server in
            let client = try await server.client()
            try await client.send("GET / \(version)\r\n\r\n")
            await #expect(throws: TestClient.Failure.self) { try await client.receivedToEnd() }
        }
    }

    @Test func `waits for a slow reader, and only so long`() async throws {
        let pieces = Pieces(1000, bytes: 65536)
        try await TestServer.run(Scripted { _ in pieces.response }) { server in
            let client = try await server.client(receiveBufferBytes: 4096)
            try await client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await server.reachesInTime { $0.accepted == 1 && $0.openConnections == 0 }
            #expect(pieces.asked.load(ordering: .relaxed) < 500)
            _ = client
        }
    }

    @Test func `reaches a slow reader whole`() async throws {
        let pieces = Pieces(200, bytes: 65536)
        try await TestServer.run(Scripted { _ in pieces.response }) { server in
            let client = try await server.client(receiveBufferBytes: 4096)
            try await client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try await client.answer().body.count == 200 * 65536)
        }
    }
}
