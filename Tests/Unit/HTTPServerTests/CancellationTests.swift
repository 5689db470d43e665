import HTTP
import HTTPServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct `The work for a client` {
    @Test func `is cancelled when the client closes the connection`() async throws {
        let (events, continuation) = AsyncStream.makeStream(of: String.self)
        let (never, held) = AsyncStream.makeStream(of: Void.self)
        let responder = Scripted { _ in
            continuation.yield("begun")
            // Ends only by cancellation.
            for await _ in never {}
            continuation.yield(Task.isCancelled ? "cancelled" : "ended")
            return Response(.ok, body: .empty)
        }
        try await TestServer.run(responder, loops: 1) { server in
            var iterator = events.makeAsyncIterator()
            do {
                let client = try await server.client()
                try await client.send("GET /one HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(await iterator.next() == "begun")
                client.finishSending()
            }
            #expect(await iterator.next() == "cancelled")
        }
        held.finish()
    }

    @Test func `goes on for one who ended its side before it began`() async throws {
        try await TestServer.run { server in
            let client = try await server.client()
            try await client.send("GET /one HTTP/1.1\r\nHost: localhost\r\n\r\n")
            client.finishSending()
            #expect(try await client.answer().status == 200)
        }
    }
}
