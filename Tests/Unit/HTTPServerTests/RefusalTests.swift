import HTTP
import HTTPServer
import Synchronization
import Testing

/// Refuses whatever its head says is forbidden, and echoes the rest.
private struct Doorkeeper: Responder {
    func receive(_ head: RequestHead, from peer: String) -> HeadDecision {
        guard head.target.path == "/forbidden" else { return Echo().receive(head, from: peer) }
        return HeadDecision(Response(.forbidden, body: .bytes(Array("no".utf8))), at: RouteMatch())
    }
}

/// Notes the requests that the server answers itself.
private final class Witness: Responder {
    let refusals = Mutex<[String]>([])

    func receive(_ head: RequestHead, from peer: String) -> HeadDecision { Echo().receive(head, from: peer) }

    func note(_ refusal: ParseError, of head: RequestHead?, from peer: String) {
        refusals.withLock { $0.append("\(refusal.status.code) \(head?.target.path ?? "-") \(peer)") }
    }
}

@Suite(.timeLimit(.minutes(20))) struct `A request that the server cannot read` {
    @Test(arguments: [
        ("GET /one HTTP/1.1\r\n\r\n", "400 - 127.0.0.1"), ("GET\r\n\r\n", "400 - 127.0.0.1"),
        (
            "POST /two HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
            "400 /two 127.0.0.1"
        ),
    ])
    func `is told to the responder`(request: String, refusal: String) async throws {
        let witness = Witness()
        try await TestServer.run(witness) { server in
            let client = try await server.client()
            try await client.send(request)
            #expect(try await client.answer().status == 400)
            #expect(witness.refusals.withLock { $0 } == [refusal])
        }
    }
}

@Suite(.timeLimit(.minutes(20))) struct `A request that is refused by its head` {
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
