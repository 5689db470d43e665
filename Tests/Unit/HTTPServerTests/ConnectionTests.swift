import HTTP
import HTTPServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A connection` {
    private let get = "GET /one HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test(arguments: ["127.0.0.1:0", "[::1]:0"])
    func `answers one request after another`(address: String) async throws {
        try await TestServer.run(on: try ListenAddress(address)) { server in
            let client = try await server.client()
            for path in ["/one", "/two", "/three"] {
                try await client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let answer = try await client.answer()
                #expect(answer.status == 200)
                #expect(answer.text == "GET \(path)")
                #expect(answer["date"] == "Sun, 06 Nov 1994 08:49:37 GMT")
                #expect(answer["connection"] == nil)
            }
            #expect(server.statistics.accepted == 1)
            #expect(server.statistics.requests == 3)
        }
    }

    @Test func `answers over a Unix socket on every loop`() async throws {
        let path = "/tmp/connection-\(UInt64.random(in: 0...UInt64.max)).sock"
        try await TestServer.run(on: .unix(path: path)) { server in
            for _ in 1...8 {
                let client = try await server.client()
                try await client.send(get)
                #expect(try await client.answer().text == "GET /one")
            }
        }
    }

    @Test func `is never counted as served before it is counted as open`() async throws {
        try await TestServer.run { server in
            async let watched: Void = server.reaches { now in
                #expect(now.openConnections >= now.accepted)
                return now.accepted == 100
            }
            var clients: [TestClient] = []
            while clients.count < 100 { clients.append(try await server.client()) }
            await watched
        }
    }

    @Test func `tells the responder who asks`() async throws {
        try await TestServer.run(PeerEcho()) { server in
            let client = try await server.client()
            try await client.send(get)
            #expect(try await client.answer().text == "127.0.0.1")
        }
    }

    @Test func `answers a thousand pipelined requests in order`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            let paths = (1...1000).map { "/\($0)" }
            try await client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
            for path in paths { #expect(try await client.answer().text == "GET \(path)") }
        }
    }

    @Test func `answers pipelined requests that are held up behind one another in order`() async throws {
        let responder = Scripted { request in
            // Another thread resumes the handler, and it has to come back.
            await Task.detached { await Task.yield() }.value
            return Response(.ok, body: .bytes(Array(request.head.target.path.utf8)))
        }
        try await TestServer.run(responder) { server in
            let client = try await server.client()
            let paths = (1...200).map { "/\($0)" }
            try await client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
            for path in paths { #expect(try await client.answer().text == path) }
        }
    }

    @Test func `takes a request octet by octet`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            let request = Array("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello".utf8)
            for (index, octet) in request.enumerated() {
                try await client.send([octet])
                await server.reaches { $0.bytesIn == index + 1 }
            }
            #expect(try await client.answer().text == "hello")
        }
    }

    @Test func `takes a body larger than its buffer`() async throws {
        let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send(
                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n\r\n")
            try await client.send(body)
            #expect(try await client.answer().body == body)
        }
    }

    @Test func `answers the request before one that is still incomplete`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send(get + "GET /two HTTP/1.1\r\nHo")
            #expect(try await client.answer().text == "GET /one")
            try await client.send("st: localhost\r\n\r\n")
            #expect(try await client.answer().text == "GET /two")
        }
    }

    @Test func `asks for the content that a client holds back`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            let head =
                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
            for body in ["first", "again"] {
                try await client.send(head)
                #expect(try await client.answer().status == 100)
                try await client.send(body)
                #expect(try await client.answer().text == body)
            }
        }
    }

    @Test func `does not ask for content that comes with the head`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            let head =
                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
            try await client.send(head + "hello")
            #expect(try await client.answer().text == "hello")
        }
    }

    @Test(
        arguments: [("/nothing", "text/csv", 404), ("/", "text/csv", 405), ("/lists", "text/html", 415)])
    func `does not ask for content that its head has refused`(
        path: String, type: String, status: Int
    ) async throws {
        let lists = Route<Never, Never>(
            .post, "/lists", contentTypes: ["text/csv"], handler: .open { _, _ in Response(.ok) })
        let router = Router([.open(.get, "/") { _, _ in Response(.ok) }, lists])
        try await TestServer.run(router) { server in
            let client = try await server.client()
            let fields =
                "Host: a\r\nContent-Type: \(type)\r\nContent-Length: 5\r\nExpect: 100-continue"
            try await client.send("POST \(path) HTTP/1.1\r\n\(fields)\r\n\r\n")
            #expect(try await client.answer().status == status)
            #expect(try await client.isAtEnd())
        }
    }

    @Test func `does not ask for content that is too large`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            let length = 1024 * 1024 + 1
            let fields = "Host: localhost\r\nContent-Length: \(length)\r\nExpect: 100-continue"
            try await client.send("POST / HTTP/1.1\r\n\(fields)\r\n\r\n")
            #expect(try await client.answer().status == 413)
            #expect(try await client.isAtEnd())
        }
    }

    @Test func `sends no content after the head that answers HEAD`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send("HEAD /one HTTP/1.1\r\nHost: localhost\r\n\r\n" + get)
            let answer = try await client.answer(toHead: true)
            #expect(answer.status == 200)
            #expect(answer["content-length"] == "9")
            #expect(try await client.answer().text == "GET /one")
        }
    }

    @Test func `sends neither content nor its length with 204`() async throws {
        try await TestServer.run(Scripted { _ in Response(.noContent) }) { server in
            let client = try await server.client()
            try await client.send(get + get)
            for _ in 1...2 {
                let answer = try await client.answer()
                #expect(answer.status == 204)
                #expect(answer["content-length"] == nil)
            }
        }
    }

    @Test func `ends after an answer to HTTP 1_0`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send("GET /one HTTP/1.0\r\n\r\n")
            let answer = try await client.answer()
            #expect(answer.text == "GET /one")
            #expect(answer["connection"] == "close")
            #expect(try await client.isAtEnd())
        }
    }

    @Test func `goes on after an answer to HTTP 1_0 if asked to`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            for _ in 1...2 {
                try await client.send("GET /one HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                let answer = try await client.answer()
                #expect(answer.text == "GET /one")
                #expect(answer["connection"] == "keep-alive")
            }
        }
    }

    @Test func `answers nothing behind a request that asks to close`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send("GET /one HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" + get)
            let answer = try await client.answer()
            #expect(answer.text == "GET /one")
            #expect(answer["connection"] == "close")
            #expect(try await client.isAtEnd())
            #expect(server.statistics.requests == 1)
        }
    }

    @Test func `answers a client that is done sending`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send(get + get)
            client.finishSending()
            for _ in 1...2 { #expect(try await client.answer().text == "GET /one") }
            #expect(try await client.isAtEnd())
        }
    }

    @Test func `never acts on a request of which the end is missing`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhell")
            client.finishSending()
            #expect(try await client.answer().status == 400)
            #expect(try await client.isAtEnd())
            #expect(server.statistics.requests == 0)
        }
    }

    @Test func `ends after a request that cannot be read`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send("nonsense\r\n\r\n" + get)
            let answer = try await client.answer()
            #expect(answer.status == 400)
            #expect(answer["content-type"] == "application/problem+json")
            #expect(answer["date"] == "Sun, 06 Nov 1994 08:49:37 GMT")
            #expect(answer["cache-control"] == "no-store")
            #expect(answer["connection"] == "close")
            #expect(try await client.isAtEnd())
            #expect(server.statistics.requests == 0)
            #expect(server.statistics.failuresByStatus == [400: 1])
        }
    }

    @Test func `goes on after a request that is refused but was understood`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send("BREW /pot HTTP/1.1\r\nHost: localhost\r\n\r\n" + get)
            #expect(try await client.answer().status == 501)
            #expect(try await client.answer().text == "GET /one")
            #expect(server.statistics.failuresByStatus == [501: 1])
        }
    }

    @Test func `delivers its last answer to a client that keeps sending`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            let length = 2 * 1024 * 1024
            try await client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\n\r\n")
            await server.reaches { $0.failuresByStatus == [413: 1] }
            try await client.send([UInt8](repeating: 0x20, count: 32 * 1024))
            #expect(try await client.answer().status == 413)
            #expect(try await client.isAtEnd())
        }
    }

    @Test func `is closed when the client resets it, wherever it stands`() async throws {
        let gate = Gate()
        let responder = Scripted { request in
            if request.head.target.path == "/held" { await gate.pass() }
            return Response(.ok, body: .bytes(request.body))
        }
        let stages = [
            "", "GET / HT", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf", get,
            "GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ]
        try await TestServer.run(responder) { server in
            for round in 1...20 {
                for stage in stages {
                    let client = try await server.client()
                    try await client.send(stage)
                    client.resetOnClose()
                }
                await server.reaches { $0.accepted == round * stages.count }
            }
            await gate.open()
            await server.reaches { $0.openConnections == 0 }
        }
    }
}

/// Answers with the address of whoever asks.
private struct PeerEcho: Responder {
    func receive(_ head: RequestHead, from peer: String) -> HeadDecision {
        HeadDecision(Response(.ok, body: .bytes(Array(peer.utf8))), at: RouteMatch())
    }
}
