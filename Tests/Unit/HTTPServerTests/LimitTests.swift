import HTTP
import HTTPServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A limit` {
    private let get = "GET /one HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// A server with other limits.
    private func run(
        _ responder: any Responder = Echo(), limits change: (inout ServerLimits) -> Void,
        _ test: (TestServer) async throws -> Void
    ) async throws {
        var limits = ServerLimits()
        change(&limits)
        try await TestServer.run(responder, limits: limits, test)
    }

    @Test func `on held answers sends those that there are`() async throws {
        let gate = Gate()
        let responder = Scripted { request in
            if request.head.target.path == "/last" { await gate.pass() }
            return Response(.ok, body: .bytes([UInt8](repeating: 0x61, count: 1000)))
        }
        try await run(responder, limits: { $0.heldAnswerBytesMax = 5000 }) { server in
            let client = try await server.client()
            let last = get.replacing("/one", with: "/last")
            try await client.send(String(repeating: get, count: 10) + last)
            // They come while the last request is still held up.
            for _ in 1...5 { #expect(try await client.answer().status == 200) }
            await gate.open()
            for _ in 6...11 { #expect(try await client.answer().status == 200) }
        }
    }

    @Test func `on what comes after the last answer cuts the connection`() async throws {
        try await run(limits: { $0.lingerBytesMax = 1000 }) { server in
            let client = try await server.client()
            try await client.send("nonsense\r\n\r\n")
            #expect(try await client.answer().status == 400)
            #expect(server.statistics.openConnections == 1)
            try await client.send([UInt8](repeating: 0x61, count: 2000))
            await server.reaches { $0.openConnections == 0 }
        }
    }

    /// Returns when the only loop has surely done what there was to do.
    /// - Parameter client: One that is idle.
    private func settle(_ client: TestClient) async throws {
        for _ in 1...3 {
            try await client.send(get)
            _ = try await client.answer()
        }
    }

    @Test func `on lingering is as long as it was set`() async throws {
        var limits = ServerLimits()
        limits.lingerTimeMax = .seconds(40)
        try await TestServer.run(limits: limits, loops: 1) { server in
            let client = try await server.client()
            try await client.send("GET /one HTTP/1.0\r\n\r\n")
            _ = try await client.answer()
            let idle = try await server.client()
            try await settle(idle)
            server.advance(seconds: 39)
            try await settle(idle)
            #expect(server.statistics.openConnections == 2)
            server.advance(seconds: 2)
            await server.reaches { $0.openConnections == 1 }
        }
    }

    @Test func `on a client that takes nothing is as long as it was set`() async throws {
        var limits = ServerLimits()
        limits.writeStallTimeMax = .seconds(40)
        let large = Scripted { request in
            let count = request.head.target.path == "/large" ? 32_000_000 : 1
            return Response(.ok, body: .bytes([UInt8](repeating: 0x61, count: count)))
        }
        try await TestServer.run(large, limits: limits, loops: 1) { server in
            let client = try await server.client(receiveBufferBytes: 4096)
            try await client.send("GET /large HTTP/1.0\r\n\r\n")
            await server.reaches { $0.bytesOut > 0 }
            let idle = try await server.client()
            try await settle(idle)
            // What had been acknowledged by then was.
            server.advance(seconds: 10)
            try await settle(idle)
            server.advance(seconds: 29)
            try await settle(idle)
            #expect(server.statistics.openConnections == 2)
            server.advance(seconds: 12)
            await server.reaches { $0.openConnections == 1 }
            _ = client
        }
    }

    @Test func `on content holds where the route allows more`() async throws {
        try await run(limits: { $0.bodyBytesMax = 4 }) { server in
            let client = try await server.client()
            let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
            try await client.send(head + "4\r\n\r\nfour" + head + "5\r\n\r\nfives")
            #expect(try await client.answer().status == 200)
            #expect(try await client.answer().status == 413)
        }
    }
}
