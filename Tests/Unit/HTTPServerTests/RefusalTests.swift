import HTTP
import HTTPServer
import Testing

/// Refuses whatever its head says is forbidden, and echoes the rest.
private struct Doorkeeper: Responder {
    func receive(_ head: RequestHead, from peer: String) -> HeadDecision {
        guard head.target.path == "/forbidden" else { return Echo().receive(head, from: peer) }
        return HeadDecision(Response(.forbidden, body: .bytes(Array("no".utf8))), at: RouteMatch())
    }
}

@Suite(.timeLimit(.minutes(5))) struct `A request that is refused by its head` {
    private let get = "GET /one HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test func `leaves the connection to the next one when it has no content`() async throws {
        try await TestServer.run(Doorkeeper()) { server in
            let client = try await server.client()
            try await client.send("GET /forbidden HTTP/1.1\r\nHost: localhost\r\n\r\n" + get)
            let answer = try await client.answer()
            #expect(answer.status == 403)
            #expect(answer["connection"] == nil)
            #expect(try await client.answer().text == "GET /one")
        }
    }

    @Test(arguments: ["Content-Length: 1000000", "Transfer-Encoding: chunked"])
    func `is answered before its content is there, which nobody reads`(framing: String) async throws {
        try await TestServer.run(Doorkeeper()) { server in
            let client = try await server.client()
            try await client.send("POST /forbidden HTTP/1.1\r\nHost: localhost\r\n\(framing)\r\n\r\n")
            let answer = try await client.answer()
            #expect(answer.status == 403)
            #expect(answer["connection"] == "close")
            #expect(try await client.isAtEnd())
        }
    }

    @Test func `is not asked to go on`() async throws {
        try await TestServer.run(Doorkeeper()) { server in
            let client = try await server.client()
            let fields = "Host: localhost\r\nContent-Length: 5\r\nExpect: 100-continue"
            try await client.send("POST /forbidden HTTP/1.1\r\n\(fields)\r\n\r\n")
            #expect(try await client.answer().status == 403)
            #expect(try await client.isAtEnd())
        }
    }

    @Test func `does not let its content pass for a request`() async throws {
        try await TestServer.run(Doorkeeper()) { server in
            let client = try await server.client()
            try await client.send(
                "POST /forbidden HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(get.utf8.count)\r\n\r\n"
                    + get)
            #expect(try await client.answer().status == 403)
            #expect(try await client.isAtEnd())
        }
    }
}
