import HTTP
import Randomness
import Testing

@Suite struct `A request parser` {
    private func parser(_ text: String) -> RequestParser {
        var parser = RequestParser()
        parser.feed(Array(text.utf8))
        return parser
    }

    /// Requests one after the other that between them use everything a connection can go on after.
    static let stream = [
        "\r\nGET /v1/items?checked=true HTTP/1.1\r\nHost: a:8080\r\nAccept: */*\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\nX:\r\n\r\nhello, world",
        "PUT http://b/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;n=\"v\"\r\n",
        "hello\r\n2\r\n!!\r\n0\r\nT: u\r\n\r\n",
        "DELETE /%zz HTTP/1.1\r\nHost: a\r\n\r\n", "PURGE / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: a\r\nExpect: later\r\n\r\n",
        "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nConnection: x, CLOSE\r\nContent-Length: 2\r\n\r\nok",
    ]

    /// What has to come out of it.
    static let transcript: [Transcript.Step] = [
        .head(
            "GET /v1/items?checked=true 1.1 [a:8080]", fields: ["host: a:8080", "accept: */*"], .none,
            persists: true),
        .complete(""),
        .head(
            "POST / 1.1 [a]", fields: ["host: a", "content-length: 12", "x: "], .length(12), persists: true),
        .complete("hello, world"),
        .head("PUT /x 1.1 [b]", fields: ["host: a", "transfer-encoding: chunked"], .chunked, persists: true),
        .complete("hello!!"), .refused(400, closes: false), .refused(501, closes: false),
        .refused(400, closes: false), .refused(417, closes: false),
        .head("GET / 1.0 []", fields: ["connection: keep-alive"], .none, persists: true), .complete(""),
        .head(
            "POST / 1.1 [a]", fields: ["host: a", "connection: x, CLOSE", "content-length: 2"], .length(2),
            persists: false),
        .complete("ok"),
    ]

    @Test func `reads pipelined requests in order`() {
        #expect(Transcript(Self.stream.joined()).steps == Self.transcript)
        #expect(Transcript(Self.stream.map { Array($0.utf8) }).steps == Self.transcript)
    }

    @Test func `reads the same wherever the octets are cut`() {
        let octets = Array(Self.stream.joined().utf8)
        for cut in octets.indices {
            #expect(Transcript([octets[..<cut], octets[cut...]]).steps == Self.transcript, "cut at \(cut)")
        }
        #expect(Transcript(octets.map { [$0] }).steps == Self.transcript)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `reads the same in pieces of any length`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var rest = Array(Self.stream.joined().utf8)[...]
        var pieces: [ArraySlice<UInt8>] = []
        while !rest.isEmpty {
            pieces.append(rest.prefix(Int.random(in: 1...60, using: &random)))
            rest = rest.dropFirst(pieces.last?.count ?? 0)
        }
        #expect(Transcript(pieces).steps == Self.transcript, "seed \(seed)")
    }

    @Test func `refuses the same wherever the octets are cut`() {
        for text in [
            "GET / HTTP/1.1\r\nHost: a\r\nA : b\r\n\r\n", "GET / HTTP/1.1\nHost: a\r\n\r\n", "\n",
            "GET / HTTP/2.0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\nabc",
        ] {
            let octets = Array(text.utf8)
            let whole = Transcript([octets])
            #expect(whole.refusal?.closes == true)
            for cut in octets.indices { #expect(Transcript([octets[..<cut], octets[cut...]]) == whole) }
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `survives any octets`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var octets = Array(Self.stream.joined().utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: 0..<octets.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: octets[index] = UInt8.random(in: 0...255, using: &random)
                case 1: octets.remove(at: index)
                default: octets.insert(UInt8.random(in: 0...255, using: &random), at: index)
                }
            }
            let whole = Transcript([octets])
            let cut = Int.random(in: 0..<octets.count, using: &random)
            #expect(Transcript([octets[..<cut], octets[cut...]]) == whole, "seed \(seed): \(octets)")
            #expect(whole.steps.count { if case .refused(_, true) = $0 { true } else { false } } <= 1)
        }
    }
}

@Suite struct `A connection` {
    private func persists(_ version: String, _ fields: String) -> Bool? {
        let transcript = Transcript("GET / HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n")
        guard case .head(_, _, _, let persists) = transcript.steps.first else { return nil }
        return persists
    }

    @Test func `persists as its version and the Connection field say`() {
        #expect(persists("1.1", "") == true)
        #expect(persists("1.1", "Connection: close\r\n") == false)
        #expect(persists("1.1", "Connection: Upgrade, CLOSE\r\nUpgrade: h2c\r\n") == false)
        #expect(persists("1.1", "Connection: x\r\nConnection: close\r\n") == false)
        #expect(persists("1.1", "Connection: closed\r\n") == true)
        #expect(persists("1.0", "") == false)
        #expect(persists("1.0", "Connection: Keep-Alive\r\n") == true)
        #expect(persists("1.0", "Connection: keep-alive, close\r\n") == false)
        #expect(persists("1.1", "Upgrade: websocket\r\nConnection: Upgrade\r\n") == true)
    }

    @Test func `has no request after the one that closes it`() {
        let get = "GET / HTTP/1.1\r\nHost: a\r\n"
        #expect(Transcript(get + "Connection: close\r\n\r\n" + get + "\r\n").lines.count == 1)
        let refused = Transcript("GET / HTTP/1.1\r\n A: b\r\n\r\n" + get + "\r\n")
        #expect(refused.steps == [.refused(400, closes: true)])
    }

    @Test func `goes on after a refusal only where the next request is certain to be found`() {
        let next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n"
        func steps(_ fields: String, _ body: String = "") -> [Transcript.Step] {
            Transcript("BREW / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(body)" + next).steps
        }
        #expect(steps("").first == .refused(501, closes: false))
        #expect(steps("").count == 3)
        #expect(steps("Content-Length: 0\r\n").count == 3)
        #expect(steps("Content-Length: 2\r\n", "ab") == [.refused(501, closes: true)])
        #expect(steps("Transfer-Encoding: chunked\r\n", "0\r\n\r\n") == [.refused(501, closes: true)])
        #expect(steps("Connection: close\r\n") == [.refused(501, closes: true)])
    }

    @Test func `tells between requests from inside one`() throws {
        var parser = RequestParser()
        #expect(parser.phase == .idle)
        parser.feed(Array("\r\n".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.phase == .idle)
        parser.feed(Array("POST / HT".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.phase == .head)
        parser.feed(Array("TP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n".utf8))
        _ = try parser.next()
        #expect(try parser.next() == nil)
        #expect(parser.phase == .body)
        parser.feed(Array("ab".utf8))
        #expect(try parser.next() != nil)
        #expect(parser.phase == .idle)
        #expect(throws: Never.self) { try parser.finish() }
        #expect(parser.phase == .closed)
        parser.feed(Array("GET / HTTP/1.1\r\n".utf8))
        #expect(try parser.next() == nil)
    }

    @Test(arguments: [
        "GET", "GET / HTTP/1.1\r\nHost: a\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na",
    ])
    func `that ends inside a request has not asked for it`(_ text: String) throws {
        var parser = RequestParser()
        parser.feed(Array(text.utf8))
        while let event = try parser.next() {
            if case .complete = event { Issue.record("complete") }
        }
        #expect((#expect(throws: ParseError.self) { try parser.finish() })?.closes == true)
        #expect(try parser.next() == nil)
    }

    @Test func `tells the method of what it refused`() {
        var parser = RequestParser()
        parser.feed(Array("HEAD /%zz HTTP/1.1\r\nHost: a\r\n\r\nBREW / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        #expect((#expect(throws: ParseError.self) { try parser.next() })?.method == .head)
        #expect((#expect(throws: ParseError.self) { try parser.next() })?.method == nil)
    }
}

@Suite struct `An expectation` {
    private func awaitsContinue(_ text: String) throws -> Bool {
        var parser = RequestParser()
        parser.feed(Array(text.utf8))
        _ = try parser.next()
        _ = try parser.next()
        return parser.awaitsContinue
    }

    @Test func `of 100-continue is known while nothing of the body is there`() throws {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\n"
        #expect(try awaitsContinue(head + "Content-Length: 2\r\n\r\n"))
        #expect(try awaitsContinue(head + "Transfer-Encoding: chunked\r\n\r\n"))
        #expect(try !awaitsContinue(head + "Content-Length: 2\r\n\r\na"))
        #expect(try !awaitsContinue(head + "Transfer-Encoding: chunked\r\n\r\n2"))
        #expect(try !awaitsContinue(head + "\r\n"))
        #expect(try !awaitsContinue(head + "Content-Length: 0\r\n\r\n"))
        #expect(try !awaitsContinue(head.replacing("1.1", with: "1.0") + "Content-Length: 2\r\n\r\n"))
        #expect(try !awaitsContinue("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n"))
    }

    @Test func `is over with the request`() throws {
        var parser = RequestParser()
        parser.feed(
            Array("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n".utf8))
        _ = try parser.next()
        #expect(parser.awaitsContinue)
        parser.feed(Array("aPOST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n".utf8))
        for _ in 0..<3 { _ = try parser.next() }
        #expect(!parser.awaitsContinue)
    }

    @Test func `of a body that is too large is answered with the final status`() throws {
        let text = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"
        #expect(Transcript(text, bodyBytesMax: 4).refusal == Refusal(413))
    }

    @Test func `of anything else fails in 1-1 and is ignored in 1-0`() {
        for expectation in ["later", "100-continue, later", "", "100-continue2"] {
            let fields = "Host: a\r\nConnection: keep-alive\r\nExpect: \(expectation)\r\n\r\n"
            #expect(Transcript("GET / HTTP/1.1\r\n\(fields)").refusal == Refusal(417, closes: false))
            #expect(Transcript("GET / HTTP/1.0\r\n\(fields)").refusal == nil)
        }
    }
}
