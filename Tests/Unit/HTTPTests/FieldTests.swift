import HTTP
import Testing

@Suite struct `A field line` {
    private func fields(_ lines: String) -> [String]? {
        let transcript = Transcript("GET / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n")
        guard case .head(_, let fields, _, _) = transcript.steps.first else { return nil }
        return Array(fields.dropFirst())
    }

    private func refusal(_ lines: String) -> Refusal? {
        Transcript("GET / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n").refusal
    }

    @Test func `gives name and value without the white space around it`() {
        #expect(fields("A:b") == ["a: b"])
        #expect(fields("A: \t b \tc\t ") == ["a: b \tc"])
        #expect(fields("A:") == ["a: "])
        #expect(fields("A:  ") == ["a: "])
        #expect(fields("A: b: c") == ["a: b: c"])
        #expect(fields("!#$%&'*+-.^_`|~9aZ: é") == ["!#$%&'*+-.^_`|~9az: é"])
        #expect(fields("A: 1\r\nb: 2\r\na: 3") == ["a: 1", "b: 2", "a: 3"])
    }

    @Test(arguments: [
        "A : b", "A\t: b", " A: b", "\tA: b", "A: b\r\n c", "A: b\r\n\tc", "A", "A b", ": b", ":", "A b: c",
        "(A): b",
        "A,B: c", "\"A\": b", "é: b", "A\u{00}: b", "A: b\u{00}c", "A: b\rc", "A: \r", "A: b\r", "A\r: b",
        "A: b\nB: c",
        "\nA: b", "\u{01}A: b", "A/B: c", "A@B: c", "{A}: c", "A=b",
    ])
    func `that is malformed closes`(_ line: String) {
        #expect(refusal(line) == Refusal(400))
    }

    @Test(arguments: [0x01, 0x08, 0x0B, 0x0C, 0x1F, 0x7F] as [UInt8])
    func `with a control octet is refused`(_ control: UInt8) {
        #expect(refusal("A: b\(Unicode.Scalar(control))c") == Refusal(400, closes: false))
    }

    @Test func `has a name of token characters and of no others`() {
        let token = Set("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        for octet in UInt8.min...UInt8.max where octet != UInt8(ascii: ":") {
            let head = Array("GET / HTTP/1.1\r\nHost: a\r\nx".utf8) + [octet] + Array(": b\r\n\r\n".utf8)
            #expect((Transcript([head]).refusal == nil) == token.contains(octet), "octet \(octet)")
        }
    }

    @Test func `keeps octets beyond ASCII`() {
        let head =
            Array("GET / HTTP/1.1\r\nHost: a\r\nx: ".utf8) + [0xE9, 0xC3, 0xA9] + Array("\r\n\r\n".utf8)
        #expect(
            Transcript([head]).steps.first
                == .head("GET / 1.1 [a]", fields: ["host: a", "x: \u{FFFD}é"], .none, persists: true))
    }

    @Test func `before the first one may be none with white space`() {
        #expect(Transcript("GET / HTTP/1.1\r\n Host: a\r\n\r\n").refusal == Refusal(400))
        #expect(Transcript("GET / HTTP/1.1\r\n \r\nHost: a\r\n\r\n").refusal == Refusal(400))
    }

    @Test func `of a content type comes once, even where both are the same`() {
        #expect(refusal("Content-Type: a/b\r\nX: y") == nil)
        #expect(refusal("Content-Type: a/b\r\ncontent-type: a/b") == Refusal(400, closes: false))
        #expect(refusal("Content-Type: a/b\r\nContent-Type: c/d") == Refusal(400, closes: false))
    }

    @Test func `is limited in length, and all of them in length and number`() {
        func line(_ count: Int) -> String { "x: " + String(repeating: "b", count: count - 3) }
        #expect(refusal(line(8192)) == nil)
        #expect(refusal(line(8193)) == Refusal(431))
        #expect(refusal(Array(repeating: "a: b", count: 99).joined(separator: "\r\n")) == nil)
        #expect(refusal(Array(repeating: "a: b", count: 100).joined(separator: "\r\n")) == Refusal(431))
        #expect(refusal(Array(repeating: line(8000), count: 4).joined(separator: "\r\n")) == nil)
        #expect(refusal(Array(repeating: line(8000), count: 5).joined(separator: "\r\n")) == Refusal(431))
        let endless = "GET / HTTP/1.1\r\nx: " + String(repeating: "b", count: 9000)
        #expect(Transcript(endless).refusal == Refusal(431))
    }
}

@Suite struct `A Host field` {
    private func refusal(_ fields: String, version: String = "1.1") -> Refusal? {
        Transcript("GET / HTTP/\(version)\r\n\(fields)\r\n").refusal
    }

    @Test(arguments: [
        "a", "a.example:80", "127.0.0.1", "[::1]", "[fe80::1]:8080", "a:", "A-b_c~d.e", "%41b",
        "[::ffff:1.2.3.4]",
    ])
    func `that is valid names the authority`(_ host: String) {
        #expect(Transcript("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").lines == ["GET / 1.1 [\(host)]"])
    }

    @Test(arguments: [
        "", " ", ":80", "a:b", "a:-1", "a:65536", "a b", "a/b", "http://a", "a@b", "a?b", "a#b", "[", "[]",
        "[::1",
        "[::1]x", "[g::1]", "::1", "a,b", "a\\b", "a%2", "é", "a:80:80", "a\u{0B}",
    ])
    func `that is invalid is refused`(_ host: String) {
        #expect(refusal("Host: \(host)\r\n") == Refusal(400, closes: false))
        #expect(refusal("Host: \(host)\r\n", version: "1.0") == Refusal(400))
    }

    @Test func `comes once in 1-1 and at most once in 1-0`() {
        #expect(refusal("") == Refusal(400, closes: false))
        #expect(refusal("Host: a\r\nHost: a\r\n") == Refusal(400, closes: false))
        #expect(refusal("Host: a\r\nhost: b\r\n") == Refusal(400, closes: false))
        #expect(refusal("", version: "1.0") == nil)
        #expect(refusal("Host: a\r\nHost: a\r\n", version: "1.0") == Refusal(400))
        #expect(Transcript("GET / HTTP/1.0\r\n\r\n").lines == ["GET / 1.0 []"])
    }
}

@Suite struct `The fields of a message` {
    @Test func `are found in any case`() {
        let fields: Fields = ["Content-Type": "a", "X-B": "b"]
        #expect(fields["content-type"] == "a")
        #expect(fields[.contentType] == "a")
        #expect(fields["Content_Type"] == nil)
        #expect(fields.contains("x-b"))
        #expect(FieldName("ETag") == "etag")
        #expect(Set<FieldName>(["ETag", "etag", "ETAG", "etug"]).count == 2)
        #expect(FieldName("A[") != "A{")
        #expect(FieldName("ETag").lowercased == "etag")
    }

    @Test func `of one name are joined, listed and replaced`() {
        var fields: Fields = ["A": "1"]
        fields.append("b", "2")
        fields.append("a", "3")
        #expect(fields["a"] == "1, 3")
        #expect(fields.values(of: "A") == ["1", "3"])
        #expect(fields.map { "\($0.name.spelling)=\($0.value)" } == ["A=1", "b=2", "a=3"])
        fields["A"] = "4"
        #expect(fields.map { "\($0.name.spelling)=\($0.value)" } == ["b=2", "A=4"])
        fields["b"] = nil
        #expect(fields["b"] == nil)
        #expect(fields["A"] == "4")
    }

    @Test func `stay one line each, whatever is put in`() {
        var fields = Fields()
        fields.append("A b:\r\n", "1\r\nSet-Cookie: x\u{00}\u{7F}\u{01}é\t.")
        fields.append("", "nothing")
        #expect(fields.map { "\($0.name.spelling)=\($0.value)" } == ["A-b---=1  Set-Cookie: x   é\t."])
    }
}
