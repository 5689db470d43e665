import HTTP
import HTTPServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A crowded server` {
    private let get = "GET /one HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test func `turns away whom it cannot serve, and serves again when somebody leaves`() async throws {
        var limits = ServerLimits()
        limits.connectionsMax = 2
        limits.retryAfterSeconds = 7
        try await TestServer.run(limits: limits) { server in
            var served = [try await server.client(), try await server.client()]
            for client in served {
                try await client.send(get)
                #expect(try await client.answer().status == 200)
            }
            let refused = try await server.client()
            try await refused.send(get)
            let answer = try await refused.answer()
            #expect(answer.status == 503)
            #expect(answer["retry-after"] == "7")
            #expect(answer["connection"] == "close")
            #expect(try await refused.isAtEnd())
            #expect(server.statistics.refused == 1)
            #expect(server.statistics.accepted == 2)

            served.removeLast()
            await server.reaches { $0.openConnections == 1 }
            let next = try await server.client()
            try await next.send(get)
            #expect(try await next.answer().status == 200)
        }
    }

    @Test func `keeps room for others when one address has too many connections`() async throws {
        var limits = ServerLimits()
        limits.connectionsPerClientMax = 1
        try await TestServer.run(limits: limits) { server in
            for _ in 1...2 {
                let served = try await server.client()
                try await served.send(get)
                #expect(try await served.answer().status == 200)
                let refused = try await server.client()
                try await refused.send(get)
                #expect(try await refused.answer().status == 503)
                served.finishSending()
                await server.reaches { $0.openConnections == 0 }
            }
        }
        try await TestServer.run(limits: limits, manyShare: { $0 == "127.0.0.1" }) { server in
            let served = [try await server.client(), try await server.client()]
            for client in served {
                try await client.send(get)
                #expect(try await client.answer().status == 200)
            }
        }
    }

    @Test func `closes on the spot when there are too many to turn away politely`() async throws {
        var limits = ServerLimits()
        limits.connectionsMax = 1
        limits.refusalsMax = 0
        try await TestServer.run(limits: limits) { server in
            let served = try await server.client()
            try await served.send(get)
            #expect(try await served.answer().status == 200)
            let refused = try await server.client()
            #expect(try await refused.isAtEnd())
            #expect(server.statistics.refused == 1)
        }
    }

    @Test func `serves on one loop while a handler blocks another, and does not claim that all respond`()
        async throws
    {
        let path = "/tmp/crowd-\(UInt64.random(in: 0...UInt64.max)).sock"
        let block = try Block()
        let responder = Scripted { request in
            if request.head.target.path == "/block" { block.pass() }
            return Response(.ok)
        }
        try await TestServer.run(responder, on: .unix(path: path), loops: 2) { server in
            let blocked = try await server.client()
            try await blocked.send("GET /block HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await server.reaches { $0.requests == 1 }
            for _ in 1...20 {
                let client = try await server.client()
                try await client.send(get)
                #expect(try await client.answer().status == 200)
            }
            let hasResponded = Atomic<Bool>(false)
            async let proof: Void = {
                await server.server.awaitLoops()
                hasResponded.store(true, ordering: .releasing)
            }()
            let client = try await server.client()
            for _ in 1...20 {
                try await client.send(get)
                #expect(try await client.answer().status == 200)
            }
            let haveAllResponded = hasResponded.load(ordering: .acquiring)
            #expect(!haveAllResponded)
            block.open()
            await proof
            #expect(try await blocked.answer().status == 200)
        }
    }
}
