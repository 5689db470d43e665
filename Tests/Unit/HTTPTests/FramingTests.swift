import HTTP
import Testing

@Suite struct `Framing` {
    private func transcript(_ fields: String, _ body: String = "", version: String = "1.1") -> Transcript {
        Transcript("POST / HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n\(body)", bodyBytesMax: 1000)
    }

    private func refusal(_ fields: String, _ body: String = "", version: String = "1.1") -> Refusal? {
        transcript(fields, body, version: version).refusal
    }

    @Test func `without fields for it means an empty body`() {
        #expect(transcript("").bodies == [""])
        #expect(transcript("", version: "1.0").bodies == [""])
        #expect(transcript("Content-Length: 0\r\n").bodies == [""])
    }

    @Test func `by Content-Length takes so many octets`() {
        #expect(transcript("Content-Length: 3\r\n", "abc").bodies == ["abc"])
        #expect(transcript("content-length:\t3 \r\n", "abc").bodies == ["abc"])
        #expect(transcript("Content-Length: 3\r\n", "ab").bodies == [])
        #expect(transcript("Content-Length: 3\r\n", "abc", version: "1.0").bodies == ["abc"])
    }

    @Test(arguments: [
        "", "+5", "-5", "-0", "0x5", "5 5", "5,5", "5, 5", "05", "00", "5.0", "5e0", "five", "٥", "\"5\"",
        "5;", "5\u{0B}",
        "9223372036854775808", "18446744073709551616", "99999999999999999999999999999999", "5_0", "1\t1",
    ])
    func `by anything but a number closes`(_ length: String) {
        #expect(refusal("Content-Length: \(length)\r\n", "abcde") == Refusal(400))
    }

    @Test func `by two lengths closes, equal or not`() {
        #expect(refusal("Content-Length: 5\r\nContent-Length: 5\r\n", "abcde") == Refusal(400))
        #expect(refusal("Content-Length: 5\r\nContent-Length: 6\r\n", "abcde") == Refusal(400))
    }

    @Test func `by chunks takes them together`() {
        let chunks = "3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n"
        #expect(transcript("Transfer-Encoding: chunked\r\n", chunks).bodies == ["abcd"])
        #expect(transcript("transfer-encoding: \tCHUNKED \r\n", chunks).bodies == ["abcd"])
    }

    @Test(arguments: [
        "Transfer-Encoding: chunked\r\nContent-Length: 4", "Content-Length: 4\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked, gzip", "Transfer-Encoding: gzip", "Transfer-Encoding: identity",
        "Transfer-Encoding:", "Transfer-Encoding: ,", "Transfer-Encoding: , chunked, chunked,",
        "Transfer-Encoding: x chunked", "Transfer-Encoding: chunked, \u{0B}",
        "Transfer-Encoding: chunked;a=b", "Transfer-Encoding: \"chunked\"", "Transfer-Encoding: chunke",
        "Transfer-Encoding: xchunked", "Transfer-Encoding: \u{0B}chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
        "Transfer-Encoding: x\r\nContent-Length: 4",
    ])
    func `by doubtful codings closes`(_ fields: String) {
        #expect(refusal("\(fields)\r\n", "0\r\n\r\n") == Refusal(400))
    }

    @Test(arguments: ["chunked,", ",chunked", " , chunked , ,", "chunked\r\nTransfer-Encoding: "])
    func `by chunks has empty elements ignored`(_ codings: String) {
        let chunks = "3\r\nabc\r\n0\r\n\r\n"
        #expect(transcript("Transfer-Encoding: \(codings)\r\n", chunks).bodies == ["abc"])
    }

    @Test func `by codings in HTTP 1-0 closes`() {
        #expect(
            refusal("Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n", version: "1.0")
                == Refusal(400))
    }

    @Test(arguments: [
        "gzip, chunked", "gzip;q=1, chunked", "identity, chunked", "x\r\nTransfer-Encoding: chunked",
    ])
    func `by a coding that is not known is not implemented`(_ codings: String) {
        #expect(refusal("Transfer-Encoding: \(codings)\r\n", "0\r\n\r\n") == Refusal(501))
    }

    @Test func `beyond the limit is refused before any of the body`() {
        #expect(transcript("Content-Length: 1000\r\n").refusal == nil)
        #expect(refusal("Content-Length: 1001\r\n") == Refusal(413))
        #expect(refusal("Content-Length: 9223372036854775807\r\n") == Refusal(413))
        #expect(refusal("Transfer-Encoding: chunked\r\n", "3e9\r\n") == Refusal(413))
        let full = "3e8\r\n\(String(repeating: "a", count: 1000))\r\n"
        #expect(transcript("Transfer-Encoding: chunked\r\n", full + "0\r\n\r\n").bodies.first?.count == 1000)
        #expect(refusal("Transfer-Encoding: chunked\r\n", full + "1\r\n") == Refusal(413))
    }

    @Test func `has a limit where nobody sets one`() {
        #expect(
            Transcript("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n").refusal
                == Refusal(413))
        #expect(Transcript("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n").refusal == nil)
    }
}

@Suite struct `A chunk` {
    private func transcript(_ body: String, limits: MessageLimits = MessageLimits()) -> Transcript {
        Transcript("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(body)", limits: limits)
    }

    @Test(arguments: [
        "0\r\n\r\n", "000\r\n\r\n", "a\r\n0123456789\r\n0\r\n\r\n", "A\r\n0123456789\r\n0\r\n\r\n",
        "0000000000000001\r\na\r\n0\r\n\r\n",
    ])
    func `has a hexadecimal size`(_ body: String) {
        #expect(transcript(body).bodies.count == 1)
    }

    @Test(arguments: [
        "\r\n\r\n", "g\r\n", "0x1\r\na\r\n", "+1\r\na\r\n", "-1\r\n", " 1\r\na\r\n", "1 \r\na\r\n",
        "1\t\r\na\r\n", "1\na\r\n",
        "1\r\na\n0\r\n\r\n", "1\r\nab\r\n", "1\r\na0\r\n\r\n", "1\r\na\r0\r\n", "00000000000000001\r\na\r\n",
        "8000000000000000\r\n", "ffffffffffffffff\r\n", "10000000000000000\r\n", "1.0\r\na\r\n", "1\r\r\na",
        "\u{00}1\r\n", "٥\r\n",
        "3;\r\nabc\r\n", "3;=b\r\n", "3;a=\r\n", "3;a=\"b\r\n", "3;a b\r\n", "3 a\r\n", "3;a=b;\r\n",
        "3;a\u{00}\r\n", "3;a\r;b\r\n",
        "3;a=\"b\"c\r\n", "3;a=\"\u{01}\"\r\n",
    ])
    func `that is malformed closes`(_ body: String) {
        #expect(transcript(body).refusal == Refusal(400))
    }

    @Test(arguments: ["3;a", "3;a=b", "3 ; a = b", "3;a=\"b ; \\\" \\\\ é\"", "3;a;b=c;d=\"\"", "3\t;\ta"])
    func `may have extensions that are ignored`(_ line: String) {
        #expect(transcript("\(line)\r\nabc\r\n0;last\r\n\r\n").bodies == ["abc"])
    }

    @Test func `has extensions that are limited in all`() {
        let text = ";a=" + String(repeating: "b", count: 1021)
        func body(_ chunks: Int) -> String {
            String(repeating: "1\(text)\r\nx\r\n", count: chunks) + "0\r\n\r\n"
        }
        #expect(transcript(body(4)).bodies == ["xxxx"])
        #expect(transcript(body(5)).refusal == Refusal(400))
        #expect(transcript("1;a=" + String(repeating: "b", count: 5000)).refusal == Refusal(400))
        #expect(transcript(String(repeating: "0", count: 5000)).refusal == Refusal(400))
    }

    @Test func `that is the last may have trailers, which are dropped`() {
        let transcript = transcript(
            "1\r\na\r\n0\r\nX: y\r\nContent-Length: 9\r\n\r\nGET / HTTP/1.1\r\nHost: b\r\n\r\n")
        #expect(transcript.bodies == ["a", ""])
        #expect(transcript.lines == ["POST / 1.1 [a]", "GET / 1.1 [b]"])
    }

    @Test(arguments: ["X : y", " X: y", "X", ": y", "X: a\u{00}", "X: a\u{01}", "X: a\rb", "X: y\r\n z"])
    func `has no malformed trailers`(_ trailer: String) {
        #expect(transcript("0\r\n\(trailer)\r\n\r\n").refusal == Refusal(400))
    }

    @Test func `has trailers that are limited in all and in number`() {
        func body(_ count: Int, _ length: Int) -> String {
            "0\r\n"
                + String(repeating: "X: " + String(repeating: "y", count: length - 5) + "\r\n", count: count)
                + "\r\n"
        }
        #expect(transcript(body(4, 1024)).bodies == [""])
        #expect(transcript(body(5, 1024)).refusal == Refusal(431))
        #expect(transcript(body(100, 6)).bodies == [""])
        #expect(transcript(body(101, 6)).refusal == Refusal(431))
        #expect(transcript("0\r\nX: " + String(repeating: "y", count: 5000)).refusal == Refusal(431))
    }
}
