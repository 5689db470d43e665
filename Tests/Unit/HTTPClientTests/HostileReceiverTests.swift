import Foundation
import HTTPClient
import Receivers
import Synchronization
import Testing

/// Whatever a receiver does ends within the limits, and says nothing that it did not say.
@Suite(.timeLimit(.minutes(20))) struct `A client before a bad receiver` {
    private let client = HTTPClient.local()

    /// The answer to a message from a receiver that reads it, does this and closes.
    private func answer(
        totalMilliseconds: Int = 10_000, bodyBytesMax: Int? = nil,
        _ serve: @escaping @Sendable (Connection) -> Void
    ) async throws -> Answer {
        let receiver = try Receiver { connection in
            if connection.readRequest() != nil { serve(connection) }
        }
        var request = OutgoingRequest.message(to: receiver.url(), totalMilliseconds: totalMilliseconds)
        if let bodyBytesMax { request.limits.bodyBytesMax = bodyBytesMax }
        return await client.answer(request)
    }

    private func expectIncomplete(_ answer: Answer, _ location: SourceLocation = #_sourceLocation) {
        guard case .failure(.incomplete) = answer else {
            Issue.record("\(answer)", sourceLocation: location)
            return
        }
    }

    @Test func `takes no answer for none`() async throws {
        expectIncomplete(try await answer { _ in })
        expectIncomplete(try await answer { $0.reset() })
        // It may be gone before the client has seen that it was there.
        let receiver = try Receiver { $0.reset() }
        let answer = await client.answer(.message(to: receiver.url()))
        if case .success(let response) = answer { Issue.record("\(response)") }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n",
    ])
    func `takes no broken header for an answer`(bytes: String) async throws {
        expectIncomplete(try await answer { $0.write(bytes) })
    }

    @Test(arguments: ["hello", "HTTP/0.9 200 OK\r\n\r\n", "\r\n\r\n", "ICY 200 OK\r\n\r\n", "SSH-2.0-x\r\n"])
    func `takes nothing but HTTP for an answer`(bytes: String) async throws {
        let answer = try await answer { $0.write(bytes) }
        if case .success(let response) = answer { Issue.record("\(response)") }
    }

    @Test func `waits no longer than it may for a header`() async throws {
        let answer = try await answer(totalMilliseconds: 300) { connection in
            connection.write("HTTP/1.1 200 OK\r\n")
            connection.readToEnd()
        }
        guard case .failure(.timedOut) = answer else {
            Issue.record("\(answer)")
            return
        }
    }

    @Test(arguments: [
        ("", "HTTP/1.1 100 Continue\r\n\r\n"), ("HTTP/1.1 200 OK\r\n", "X: y\r\n"),
        ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n", "x"),
    ])
    func `waits no longer than it may for what drips`(start: String, drop: String) async throws {
        let answer = try await answer(totalMilliseconds: 300) { connection in
            connection.write(start)
            connection.drip(drop)
        }
        guard case .failure(.timedOut) = answer else {
            Issue.record("\(answer)")
            return
        }
    }

    @Test func `reads no more of a header than it may`() async throws {
        let lines = try await answer { connection in
            connection.write("HTTP/1.1 200 OK\r\n")
            while connection.write("X-More: \(String(repeating: "x", count: 1000))\r\n") {}
        }
        #expect(lines == .failure(.headerTooLong))
        let line = try await answer { connection in
            connection.write("HTTP/1.1 200 OK\r\nX-Endless: ")
            while connection.write(String(repeating: "x", count: 1000)) {}
        }
        #expect(line == .failure(.headerTooLong))
    }

    @Test func `reads no more provisional answers than it may`() async throws {
        let endless = try await answer { connection in
            while connection.write("HTTP/1.1 100 Continue\r\n\r\n") {}
        }
        #expect(endless == .failure(.headerTooLong))
        let few = try await answer { connection in
            for _ in 0..<20 { connection.write("HTTP/1.1 100 Continue\r\n\r\n") }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(few == .success(OutgoingResponse(status: 200, fields: [HeaderField("content-length", "0")])))
    }

    @Test func `keeps the answer whose body never ends`() async throws {
        let response = try await answer(totalMilliseconds: 2000) { connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            connection.drip("a")
        }.get()
        #expect(response.status == 200)
        #expect(response.body.allSatisfy { $0 == UInt8(ascii: "a") })
        #expect(response.shortfall != nil)
    }

    @Test func `keeps the answer whose body breaks off`() async throws {
        let response = try await answer {
            $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab")
        }.get()
        #expect(response.body == Array("ab".utf8))
        #expect(response.shortfall != nil)
    }

    @Test func `reads no more of a body than it may`() async throws {
        let sent = Atomic<Int>(0)
        let piece = [UInt8](repeating: 120, count: 100_000)
        let response = try await answer { connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n")
            for _ in 0..<1000 where connection.write(piece) { sent.add(1, ordering: .relaxed) }
        }.get()
        #expect(response.body == [UInt8](repeating: 120, count: 16 * 1024))
        #expect(response.shortfall != nil)
        let pieces = sent.load(ordering: .relaxed)
        #expect(pieces < 1000)
    }

    @Test func `reads exactly as much of a body as it may`() async throws {
        let response = try await answer(bodyBytesMax: 3) {
            $0.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")
        }.get()
        #expect(response.body == Array("abc".utf8))
        #expect(response.shortfall == nil)
    }

    @Test func `unpacks nothing`() async throws {
        let packed = try Python.output("import gzip; o.write(gzip.compress(bytes(8_000_000)))")
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(packed.count)\r\nContent-Encoding: gzip\r\n\r\n"
        let response = try await answer { $0.write(Array(head.utf8) + packed) }.get()
        #expect(response.body == packed)
        #expect(response.shortfall == nil)
    }

    @Test func `reads no more than it may of what comes packed all the same`() async throws {
        let packed = try Python.output("import gzip; o.write(gzip.compress(bytes(8_000_000)))")
        let size = String(packed.count, radix: 16)
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n\(size)\r\n"
        let response = try await answer { $0.write(Array(head.utf8) + packed + Array("\r\n0\r\n\r\n".utf8)) }
            .get()
        #expect(response.body.count <= 16 * 1024)
    }

    @Test func `takes a field without a space, with odd bytes and twice for what it is`() async throws {
        let bytes = Array("HTTP/1.1 200 \r\nRetry-After:120\r\nX-Odd: a\tb".utf8) + [0xFF, 0x80]
        let response = try await answer {
            $0.write(bytes + Array("\r\nX-Odd:\r\nContent-Length: 0\r\n\r\n".utf8))
        }.get()
        #expect(response.status == 200)
        #expect(response.values(of: "retry-after") == ["120"])
        #expect(response.values(of: "x-odd") == ["a\tb\u{FFFD}\u{FFFD}", ""])
    }

    @Test func `follows no redirect`() async throws {
        let isAsked = Atomic<Bool>(false)
        let target = try Receiver { connection in
            isAsked.store(true, ordering: .relaxed)
            _ = connection.readRequest()
        }
        for status in [301, 302, 303, 307, 308] {
            let response = try await answer {
                $0.write("HTTP/1.1 \(status) Moved\r\nLocation: \(target.url())\r\nContent-Length: 0\r\n\r\n")
            }.get()
            #expect(response.status == status)
            #expect(response.values(of: "location") == [target.url()])
        }
        let isFollowed = isAsked.load(ordering: .relaxed)
        #expect(!isFollowed)
    }

    @Test(arguments: ["Basic realm=\"a\"", "Digest realm=\"a\", nonce=\"b\"", "Negotiate", "NTLM", "Bearer"])
    func `answers no challenge`(challenge: String) async throws {
        let response = try await answer {
            $0.write(
                "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: 0\r\n\r\n")
        }.get()
        #expect(response.status == 401)
    }

    @Test func `serves others meanwhile`() async throws {
        let hanging = try Receiver { $0.readToEnd() }
        let good = try Receiver.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let client = client
        await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    _ = await client.answer(.message(to: hanging.url(), totalMilliseconds: 600_000))
                }
            }
            for _ in 0..<50 {
                #expect(await client.answer(.message(to: good.url())).map(\.status) == .success(200))
            }
            group.cancelAll()
        }
    }
}
