import HTTP
import HTTPServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct `The patience of a server` {
    private let get = "GET /one HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test func `ends in silence with a client that never asks anything`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            await server.reachesInTime { $0.accepted == 1 && $0.openConnections == 0 }
            #expect(try await client.isAtEnd())
            #expect(server.statistics.failuresByStatus == [:])
        }
    }

    @Test func `ends in silence with a client that asks nothing more`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send(get)
            #expect(try await client.answer().status == 200)
            await server.reachesInTime { $0.openConnections == 0 }
            #expect(try await client.isAtEnd())
        }
    }

    @Test func `with an idle client is no longer for having been left alone meanwhile`() async throws {
        try await TestServer.run(loops: 1) { server in
            let client = try await server.client()
            try await client.send(get)
            #expect(try await client.answer().status == 200)
            for _ in 1...58 {
                server.advance(seconds: 1)
                // Another client's request: the loop has looked at its clock when this is answered.
                let other = try await server.client()
                try await other.send(get)
                _ = try await other.answer()
            }
            try await client.send("\r\n" + get)
            #expect(try await client.answer().text == "GET /one")
            await server.reachesInTime { $0.openConnections == 0 }
            #expect(try await client.isAtEnd())
        }
    }

    @Test func `lasts most of a minute between two requests`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            for _ in 1...3 {
                try await client.send(get)
                #expect(try await client.answer().status == 200)
                server.advance(seconds: 55)
            }
            #expect(server.statistics.accepted == 1)
        }
    }

    @Test func `ends with 408 for a head that does not come to its end`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send("GET / HTTP/1.1\r\nHo")
            await server.reachesInTime { $0.failuresByStatus == [408: 1] }
            let answer = try await client.answer()
            #expect(answer.status == 408)
            #expect(answer["connection"] == "close")
            #expect(try await client.isAtEnd())
        }
    }

    @Test func `is with the head as a whole, not with each part of it`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            for (index, octet) in "GET / HTTP".utf8.enumerated() {
                try await client.send([octet])
                await server.reaches { $0.bytesIn > index || $0.failuresByStatus == [408: 1] }
                server.advance(seconds: 4)
                if server.statistics.failuresByStatus == [408: 1] { break }
            }
            #expect(try await client.answer().status == 408)
        }
    }

    @Test func `is enough for a head that takes nine seconds`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send("GET /one HTTP/1.1\r\nHost:")
            await server.reaches { $0.bytesIn > 0 }
            server.advance(seconds: 9)
            try await client.send(" localhost\r\n\r\n")
            #expect(try await client.answer().text == "GET /one")
        }
    }

    @Test func `ends with 408 for a body that does not come`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhell")
            await server.reachesInTime { $0.failuresByStatus == [408: 1] }
            #expect(try await client.answer().status == 408)
            #expect(server.statistics.requests == 0)
        }
    }

    @Test func `lasts for a body that keeps coming`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 80000\r\n\r\n")
            await server.reaches { $0.bytesIn > 0 }
            let head = server.statistics.bytesIn
            for part in 1...8 {
                try await client.send([UInt8](repeating: 0x61, count: 10000))
                await server.reaches { $0.bytesIn == head + part * 10000 }
                if part < 8 { server.advance(seconds: 9) }
            }
            #expect(try await client.answer().body.count == 80000)
        }
    }

    @Test func `ends with 408 for a body that rests before its end, however fast it came`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            let length = 1_000_000
            let fields = "Host: localhost\r\nContent-Length: \(length)"
            try await client.send("POST / HTTP/1.1\r\n\(fields)\r\n\r\n")
            try await client.send([UInt8](repeating: 0x61, count: length - 1))
            await server.reaches { $0.bytesIn > length }
            server.advance(seconds: 16)
            #expect(try await client.answer().status == 408)
            #expect(server.statistics.requests == 0)
        }
    }

    @Test func `lasts for a client that takes its answer slowly and steadily`() async throws {
        let count = 16_000_000
        let responder = Scripted { _ in Response(.ok, body: .bytes([UInt8](repeating: 0x61, count: count))) }
        try await TestServer.run(responder, loops: 1) { server in
            let client = try await server.client(receiveBufferBytes: 32768)
            try await client.send(get)
            // Far less than what makes the kernel say that there is room again.
            for _ in 1...12 {
                _ = try await client.received(count: 80_000)
                server.advance(seconds: 4)
            }
            #expect(server.statistics.openConnections == 1)
            #expect(try await client.received(count: count - 12 * 80_000).count > 0)
        }
    }

    @Test func `ends with a client that takes nothing of its answers`() async throws {
        let responder = Scripted { _ in Response(.ok, body: .bytes([UInt8](repeating: 0x61, count: 65536))) }
        try await TestServer.run(responder) { server in
            let client = try await server.client(receiveBufferBytes: 4096)
            try await client.send(String(repeating: get, count: 1000))
            await server.reachesInTime { $0.openConnections == 0 && $0.accepted == 1 }
            // While an answer waited, nothing more was answered: far from a thousand of them were made.
            #expect(server.statistics.requests < 500)
            _ = client
        }
    }

    @Test func `starts anew with every part of an answer that is taken`() async throws {
        let responder = Scripted { _ in
            Response(.ok, body: .bytes([UInt8](repeating: 0x61, count: 32_000_000)))
        }
        try await TestServer.run(responder, loops: 1) { server in
            let client = try await server.client(receiveBufferBytes: 65536)
            try await client.send(get)
            _ = try await client.received(count: 100_000)
            for _ in 1...5 {
                let sent = server.statistics.bytesOut
                server.advance(seconds: 8)
                _ = try await client.received(count: 4_000_000)
                await server.reaches { $0.bytesOut > sent }
            }
            _ = try await client.received(count: 11_000_000)
        }
    }

    @Test func `with a client that will not close after its last answer is short`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send("GET /one HTTP/1.0\r\n\r\n")
            #expect(try await client.answer().text == "GET /one")
            #expect(server.statistics.openConnections == 1)
            server.advance(seconds: 3)
            await server.reaches { $0.openConnections == 0 }
            _ = client
        }
    }
}
