import HTTP
import HTTPServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A stopping server` {
    private let get = "GET /one HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test func `closes idle connections and accepts no more`() async throws {
        try await TestServer.run { server in
            let fresh = try await server.client()
            let kept = try await server.client()
            try await kept.send(get)
            #expect(try await kept.answer().status == 200)
            await server.reaches { $0.accepted == 2 }
            await server.server.stop(within: .seconds(1000))
            #expect(try await fresh.isAtEnd())
            #expect(try await kept.isAtEnd())
            #expect(server.statistics.openConnections == 0)
            await #expect(throws: TestClient.Failure.self) { try await server.client() }
        }
    }

    @Test func `closes connections that have long been idle`() async throws {
        try await TestServer.run(loops: 1) { server in
            let clients = [try await server.client(), try await server.client(), try await server.client()]
            for client in clients {
                try await client.send(get)
                _ = try await client.answer()
            }
            // The last one shows that the loop has looked at its clock, at which it left the others alone.
            for _ in 1...3 {
                server.advance(seconds: 1)
                try await clients[2].send(get)
                _ = try await clients[2].answer()
            }
            await server.server.stop(within: .seconds(1000))
            for client in clients { #expect(try await client.isAtEnd()) }
            #expect(server.statistics.openConnections == 0)
        }
    }

    @Test func `finishes what runs and says that it closes`() async throws {
        let gate = Gate()
        let responder = Scripted { _ in
            await gate.pass()
            return Response(.ok, body: .bytes([UInt8](repeating: 0x61, count: 3_000_000)))
        }
        try await TestServer.run(responder) { server in
            let client = try await server.client()
            try await client.send(get + get)
            await gate.holds(1)
            async let end: Void = server.server.stop(within: .seconds(1000))
            await server.refusesToConnect()
            await gate.open()
            let answer = try await client.answer()
            #expect(answer["connection"] == "close")
            #expect(answer.body.count == 3_000_000)
            #expect(try await client.isAtEnd())
            client.finishSending()
            await end
            #expect(server.statistics.openConnections == 0)
            #expect(server.statistics.requests == 1)
        }
    }

    @Test func `finishes a stream`() async throws {
        let gate = Gate()
        let responder = Scripted { _ in
            let pieces = Pieces(["one ", "two"])
            return Response(
                .ok,
                body: .stream {
                    let piece = await pieces.next()
                    if piece == Array("two".utf8) { await gate.pass() }
                    return piece
                }
            )
        }
        try await TestServer.run(responder) { server in
            let client = try await server.client()
            try await client.send(get)
            await gate.holds(1)
            async let end: Void = server.server.stop(within: .seconds(1000))
            await server.refusesToConnect()
            await gate.open()
            #expect(try await client.answer().text == "one two")
            client.finishSending()
            await end
        }
    }

    @Test func `takes in a request that has begun`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhe")
            await server.reaches { $0.bytesIn > 0 }
            async let end: Void = server.server.stop(within: .seconds(1000))
            await server.refusesToConnect()
            try await client.send("llo")
            let answer = try await client.answer()
            #expect(answer.text == "hello")
            #expect(answer["connection"] == "close")
            client.finishSending()
            await end
        }
    }

    @Test func `answers a request that was sent before it stopped`() async throws {
        let block = try Block()
        let responder = Scripted { request in
            if request.head.target.path == "/block" { block.pass() }
            return Response(.ok)
        }
        let path = "/tmp/stopping-\(UInt64.random(in: 0...UInt64.max)).sock"
        try await TestServer.run(responder, on: .unix(path: path), loops: 1) { server in
            let idle = try await server.client()
            let blocked = try await server.client()
            await server.reaches { $0.accepted == 2 }
            try await blocked.send("GET /block HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await server.reaches { $0.requests == 1 }
            let queued = try await server.client()
            for client in [idle, queued] { try await client.send(get) }
            async let end: Void = server.server.stop(within: .seconds(1000))
            await server.refusesToConnect()
            block.open()
            for client in [blocked, idle, queued] {
                #expect(try await client.answer().status == 200)
                client.finishSending()
            }
            await end
        }
    }

    @Test func `cuts what is not done in time`() async throws {
        let gate = Gate()
        let responder = Scripted { _ in
            await gate.pass()
            return Response(.ok)
        }
        try await TestServer.run(responder) { server in
            let held = try await server.client()
            let begun = try await server.client()
            try await held.send(get)
            try await begun.send("GET / HT")
            await gate.holds(1)
            await server.reaches { $0.bytesIn == get.utf8.count + 8 }
            async let end: Void = server.server.stop(within: .seconds(5))
            await server.refusesToConnect()
            server.advance(seconds: 5)
            await end
            #expect(try await held.isAtEnd())
            #expect(try await begun.isAtEnd())
            #expect(server.statistics.openConnections == 1)
            await gate.open()
            await server.reaches { $0.openConnections == 0 }
        }
    }

    @Test func `cancels the handler that it gives up`() async throws {
        let responder = Scripted { _ in
            while !Task.isCancelled { await Task.yield() }
            return Response(.ok)
        }
        try await TestServer.run(responder) { server in
            let client = try await server.client()
            try await client.send(get)
            await server.reaches { $0.requests == 1 }
            await server.server.stop(within: .seconds(0))
            await server.reaches { $0.openConnections == 0 }
        }
    }

    @Test func `may be told so several times`() async throws {
        try await TestServer.run { server in
            await server.server.stop(within: .seconds(1000))
            await server.server.stop(within: .seconds(1000))
        }
    }

    @Test func `frees its port even if it never started`() async throws {
        let first = try HTTPServer(addresses: [.ipv4(host: "127.0.0.1", port: 0)], responder: Echo())
        let address = first.boundAddresses[0]
        await first.stop(within: .seconds(0))
        let second = try HTTPServer(addresses: [address], responder: Echo())
        await second.stop(within: .seconds(0))
    }
}

/// Gives one piece after another.
private actor Pieces {
    private var rest: ArraySlice<String>

    init(_ pieces: [String]) {
        rest = pieces[...]
    }

    func next() -> [UInt8]? { rest.popFirst().map { Array($0.utf8) } }
}

extension TestServer {
    /// Waits until nobody listens any more.
    fileprivate func refusesToConnect() async {
        while true {
            do {
                _ = try await client()
            } catch {
                return
            }
        }
    }
}
