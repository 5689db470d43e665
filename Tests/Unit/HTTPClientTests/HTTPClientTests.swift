import Foundation
import Glibc
import HTTPClient
import Receivers
import Synchronization
import Testing

/// What came of a request.
typealias Answer = Result<OutgoingResponse, OutgoingError>

extension HTTPClient {
    func answer(_ request: OutgoingRequest) async -> Answer {
        do throws(OutgoingError) { return .success(try await send(request)) } catch { return .failure(error) }
    }
}

extension OutgoingRequest {
    /// A small message. A limit that is to be reached is given.
    static func message(to url: String, totalMilliseconds: Int = 120_000) -> OutgoingRequest {
        var request = OutgoingRequest(.post(Array("{}".utf8)), url)
        request.limits.totalTimeMax = .milliseconds(totalMilliseconds)
        return request
    }
}

@Suite(.timeLimit(.minutes(20))) struct `A client` {
    @Test func `sends what it is given and nothing else`() async throws {
        let seen = Mutex<Connection.Request?>(nil)
        let receiver = try Receiver { connection in
            let request = connection.readRequest()
            seen.withLock { $0 = request }
            connection.write(
                "HTTP/1.1 201 Created\r\nX-One:  1 \r\nX-ONE: 2\r\nContent-Length: 5\r\n\r\nhello")
        }
        let body: [UInt8] = [0, 1, 255]
        let fields = [HeaderField("x-empty", ""), HeaderField("user-agent", "test")]
        let response = try await HTTPClient.local().send(
            OutgoingRequest(.post(body), receiver.url(path: "/a?b=c"), fields: fields))
        #expect(response.status == 201)
        #expect(response.values(of: "x-one") == ["1", "2"])
        #expect(response.body == Array("hello".utf8))
        #expect(response.shortfall == nil)
        let request = try #require(seen.withLock { $0 })
        #expect(request.line == "POST /a?b=c HTTP/1.1")
        #expect(request.body == body)
        #expect(
            request.fields == [
                "host": "127.0.0.1:\(receiver.port)", "x-empty": "", "user-agent": "test",
                "content-length": "3",
            ])
    }

    @Test func `deletes without a body`() async throws {
        let receiver = try Receiver { connection in
            let request = connection.readRequest()
            let seen = "\(request?.line ?? "") \(request?.fields["content-length"] ?? "none")"
            connection.write("HTTP/1.1 200 OK\r\nX-Seen: \(seen)\r\nContent-Length: 0\r\n\r\n")
        }
        let response = try await HTTPClient.local().send(
            OutgoingRequest(.delete, receiver.url(path: "/a")))
        #expect(response.values(of: "x-seen") == ["DELETE /a HTTP/1.1 none"])
    }

    @Test func `sends a body of no bytes`() async throws {
        let receiver = try Receiver { connection in
            let length = connection.readRequest()?.fields["content-length"] ?? "none"
            connection.write("HTTP/1.1 200 OK\r\nX-Length: \(length)\r\nContent-Length: 0\r\n\r\n")
        }
        let response = try await HTTPClient.local().send(OutgoingRequest(.post([]), receiver.url()))
        #expect(response.values(of: "x-length") == ["0"])
    }

    @Test func `gets a body that comes in chunks, with a trailer`() async throws {
        let receiver = try Receiver.answering(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nX-T: 1\r\n\r\n"
        )
        let response = try await HTTPClient.local().send(OutgoingRequest(.get, receiver.url()))
        #expect(response.body == Array("abcde".utf8))
        #expect(response.shortfall == nil)
        #expect(response.values(of: "x-t") == [])
    }

    @Test func `uses a connection again`() async throws {
        let connections = Atomic<Int>(0)
        let receiver = try Receiver { connection in
            connections.add(1, ordering: .relaxed)
            while connection.readRequest() != nil,
                connection.write("HTTP/1.1 204 No Content\r\nSet-Cookie: a=b\r\n\r\n")
            {}
        }
        let client = HTTPClient.local()
        for _ in 0..<3 { #expect(try await client.send(.message(to: receiver.url())).status == 204) }
        let count = connections.load(ordering: .relaxed)
        #expect(count == 1)
    }

    @Test func `sends many at once`() async throws {
        let receiver = try Receiver.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let client = HTTPClient.local()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await client.send(.message(to: receiver.url())).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [Int](repeating: 200, count: 100))
    }

    @Test func `needs no name of a header to be safe`() async throws {
        let receiver = try Receiver.answering("HTTP/1.1 200 OK\r\n\r\n")
        for field in [
            HeaderField("a", "b\r\nc: d"), HeaderField("a", "b\0c"), HeaderField("a:", "b"),
            HeaderField("", "b"),
            HeaderField("a b", "c"), HeaderField("a\n", "c"),
        ] {
            let answer = await HTTPClient.local().answer(
                OutgoingRequest(.get, receiver.url(), fields: [field]))
            #expect(answer == .failure(.invalidRequest("a header field contains a forbidden character")))
        }
    }

    @Test(arguments: [
        "", "nonsense", "http://", "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1/",
        "http://a b/",
        "http://user:password@127.0.0.1/", "http://127.0.0.1/\0", "http://127.0.0.1/\r\nX: y",
    ])
    func `sends nothing to what is no address`(url: String) async {
        let answer = await HTTPClient.local().answer(.message(to: url))
        switch answer {
        // The machine's resolver can fail to answer in time.
        case .failure(.invalidRequest), .failure(.unresolved), .failure(.timedOut): break
        default: Issue.record("\(answer)")
        }
    }

    @Test func `says when there is no library`() async {
        let client = HTTPClient.local { $0.library = "libcurl-that-is-not-there.so.4" }
        for _ in 0..<2 {
            let answer = await client.answer(.message(to: "http://127.0.0.1:1/"))
            guard case .failure(.unavailable(let why)) = answer else {
                Issue.record("\(answer)")
                return
            }
            #expect(why.contains("libcurl-that-is-not-there.so.4"))
            #expect(!why.contains("\n"))
        }
    }

    @Test func `says when a library is another one`() async {
        let answer = await HTTPClient.local { $0.library = "libc.so.6" }.answer(
            .message(to: "http://127.0.0.1:1/"))
        guard case .failure(.unavailable(let why)) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(why.contains("curl_"))
    }

    @Test func `gives a request up with its task`() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let (ends, ended) = AsyncStream<Void>.makeStream()
        let receiver = try Receiver { connection in
            _ = connection.readRequest()
            arrived.yield()
            connection.readToEnd()
            ended.yield()
        }
        let client = HTTPClient.local()
        let task = Task { await client.answer(.message(to: receiver.url(), totalMilliseconds: 600_000)) }
        for await _ in arrivals { break }
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        for await _ in ends { break }
        let late = Task { await client.answer(.message(to: receiver.url(), totalMilliseconds: 600_000)) }
        late.cancel()
        #expect(await late.value == .failure(.cancelled))
    }

    @Test func `gives everything up when it stops`() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let receiver = try Receiver { connection in
            _ = connection.readRequest()
            arrived.yield()
            connection.readToEnd()
        }
        let client = HTTPClient.local()
        let task = Task { await client.answer(.message(to: receiver.url(), totalMilliseconds: 600_000)) }
        for await _ in arrivals { break }
        client.stop()
        #expect(await task.value == .failure(.cancelled))
        #expect(await client.answer(.message(to: receiver.url())) == .failure(.cancelled))
    }
}
