import HTTP
import HTTPServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct `The memory of unfinished bodies` {
    private let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"

    private func octets(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x61, count: count) }

    /// A server that gives no more than 150,000 octets to bodies.
    private func run(
        _ responder: any Responder = Echo(), loops: Int = 2, _ test: (TestServer) async throws -> Void
    ) async throws {
        var limits = ServerLimits()
        limits.bodiesBytesMax = 150_000
        try await TestServer.run(responder, limits: limits, loops: loops, test)
    }

    /// A client of whose content so much has come.
    private func client(_ server: TestServer, sending count: Int) async throws -> TestClient {
        let client = try await server.client()
        let before = server.statistics.bytesIn
        try await client.send(Array(head.utf8) + octets(count))
        await server.reaches { $0.bytesIn == before + head.utf8.count + count }
        return client
    }

    @Test func `is taken from those of whom nothing came for longest`() async throws {
        try await run(loops: 1) { server in
            let first = try await client(server, sending: 60_000)
            let second = try await client(server, sending: 60_000)
            try await first.send(octets(1))
            await server.reaches { $0.bytesIn == 2 * (head.utf8.count + 60_000) + 1 }
            let third = try await client(server, sending: 60_000)
            let refusal = try await second.answer()
            #expect(refusal.status == 503)
            #expect(refusal["retry-after"] == "1")
            #expect(refusal["connection"] == "close")
            #expect(server.statistics.failuresByStatus == [503: 1])
            try await first.send(octets(39_999))
            #expect(try await first.answer().body.count == 100_000)
            try await third.send(octets(40_000))
            #expect(try await third.answer().body.count == 100_000)
        }
    }

    @Test func `is that of all loops together`() async throws {
        try await run(loops: 3) { server in
            var clients: [TestClient] = []
            for _ in 1...6 { clients.append(try await client(server, sending: 60_000)) }
            await server.reaches { $0.failuresByStatus == [503: 4] }
            var served = 0
            for client in clients {
                // Of one that was refused nobody reads on.
                try? await client.send(octets(40_000))
                if try await client.answer().status == 200 { served += 1 }
            }
            #expect(served == 2)
        }
    }

    @Test func `is free again with every answer and every end`() async throws {
        try await run { server in
            let client = try await server.client()
            for _ in 1...3 {
                try await client.send(Array(head.utf8) + octets(100_000))
                #expect(try await client.answer().body.count == 100_000)
                do {
                    let other = try await self.client(server, sending: 90_000)
                    other.resetOnClose()
                }
                await server.reaches { $0.openConnections == 1 }
            }
            #expect(server.statistics.failuresByStatus == [:])
        }
    }

    @Test func `is held by requests that are not answered yet, which stay`() async throws {
        let gate = Gate()
        let responder = Scripted { request in
            await gate.pass()
            return Response(.ok, body: .bytes(request.body))
        }
        try await run(responder) { server in
            let first = try await client(server, sending: 90_000)
            try await first.send(octets(10_000))
            await gate.holds(1)
            let second = try await client(server, sending: 65_000)
            #expect(try await second.answer().status == 503)
            await gate.open()
            #expect(try await first.answer().body.count == 100_000)
        }
    }
}
