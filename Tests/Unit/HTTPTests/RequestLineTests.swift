import HTTP
import Testing

@Suite struct `A request line` {
    private func refusal(_ line: String) -> Refusal? {
        Transcript("\(line)\r\nHost: a\r\n\r\n").refusal
    }

    private func line(_ line: String) -> String? {
        Transcript("\(line)\r\nHost: a\r\n\r\n").lines.first
    }

    @Test func `gives method, target and version`() {
        #expect(line("GET / HTTP/1.1") == "GET / 1.1 [a]")
        #expect(
            line("PATCH /v1/items/3?x=%20y&z=%C3%A9 HTTP/1.0") == "PATCH /v1/items/3?x=%20y&z=%C3%A9 1.0 [a]")
        #expect(line("GET /? HTTP/1.1") == "GET /? 1.1 [a]")
        let target = "//a//b/./c;d=e:f@g!$&'()*+,=~-_./?[1]=2/3?4"
        #expect(line("GET \(target) HTTP/1.1") == "GET \(target) 1.1 [a]")
    }

    @Test(arguments: Method.allCases)
    func `knows the method`(_ method: Method) {
        let target = method == .connect ? "a" : "/"
        #expect(line("\(method.rawValue) \(target) HTTP/1.1") == "\(method.rawValue) \(target) 1.1 [a]")
    }

    @Test(arguments: ["get", "GETT", "GE", "LOCK", "M-SEARCH", "!#$%&'*+-.^_`|~9"])
    func `with another method is not implemented`(_ method: String) {
        #expect(refusal("\(method) / HTTP/1.1") == Refusal(501, closes: false))
    }

    @Test(arguments: 2...9)
    func `of a later minor version counts as 1-1`(_ minor: Int) {
        #expect(line("GET / HTTP/1.\(minor)") == "GET / 1.1 [a]")
    }

    @Test(arguments: ["HTTP/2.0", "HTTP/3.1", "HTTP/9.9"])
    func `of another major version is refused`(_ version: String) {
        #expect(refusal("GET / \(version)") == Refusal(505))
    }

    @Test(arguments: [
        "GET /", "GET / ", "GET", "GET ", " GET / HTTP/1.1", "\tGET / HTTP/1.1", "GET  / HTTP/1.1",
        "GET /  HTTP/1.1", "GET / HTTP/1.1 ", "GET\t/\tHTTP/1.1", "GET / a HTTP/1.1", "GET / http/1.1",
        "GET / Http/1.1", "GET / HTTP/1", "GET / HTTP/1.", "GET / HTTP/.1", "GET / HTTP/0.9",
        "GET / HTTP/1.10",
        "GET / HTTP/11.1", "GET / HTTP/1,1", "GET / HTTP/1.x", "GET / HTTP/+1.1", "GET / HTTP 1.1",
        "GET / HTTPS/1.1",
        "GET / ICY/1.1", "GET /#a HTTP/1.1", "GET /a#b HTTP/1.1", "GET /a?b#c HTTP/1.1",
        "GET /\u{01} HTTP/1.1",
        "GET /\u{00} HTTP/1.1", "GET /\u{7F} HTTP/1.1", "GET /é HTTP/1.1", "GET /a\tb HTTP/1.1",
        "G@T / HTTP/1.1",
        "GET: / HTTP/1.1", "(GET) / HTTP/1.1", "GÉT / HTTP/1.1", "GET /\r HTTP/1.1", "GET\r / HTTP/1.1",
        "GET / HTTP/1.1\r", "{\"a\":1}", "GET /a\\b HTTP/1.1", "GET /\"a\" HTTP/1.1", "GET /<a HTTP/1.1",
        "GET /a> HTTP/1.1", "GET /{a HTTP/1.1", "GET /a} HTTP/1.1", "GET /a?b=c|d HTTP/1.1",
        "GET /a?b^c HTTP/1.1", "GET /a?b=`c` HTTP/1.1", "GET http://a/?\"b HTTP/1.1",
    ])
    func `that is malformed closes`(_ line: String) {
        #expect(refusal(line) == Refusal(400))
    }

    @Test func `must end with CRLF`() {
        #expect(Transcript("GET / HTTP/1.1\nHost: a\r\n\r\n").refusal == Refusal(400))
        #expect(Transcript("GET / HTTP/1.1\rHost: a\r\n\r\n").refusal == Refusal(400))
    }

    @Test func `may come after a few empty lines`() {
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(Transcript("\r\n\r\n\r\n\r\n" + request).lines == ["GET / 1.1 [a]"])
        #expect(Transcript("\r\n\r\n\r\n\r\n\r\n" + request).refusal == Refusal(400))
        #expect(Transcript("\n" + request).refusal == Refusal(400))
        #expect(Transcript(request + "\r\n" + request).lines.count == 2)
    }

    @Test func `is limited`() {
        func request(_ count: Int) -> String {
            "GET /\(String(repeating: "a", count: count - 14)) HTTP/1.1\r\nHost: a\r\n\r\n"
        }
        #expect(Transcript(request(8192)).refusal == nil)
        #expect(Transcript(request(8193)).refusal == Refusal(414))
        #expect(Transcript("GET /" + String(repeating: "a", count: 9000)).refusal == Refusal(414))
        #expect(Transcript(String(repeating: "a", count: 9000)).refusal == Refusal(400))
        #expect(Transcript(String(repeating: "a", count: 9000) + " / HTTP/1.1").refusal == Refusal(400))
        var limits = MessageLimits()
        limits.requestLineBytesMax = 20
        #expect(Transcript(request(20), limits: limits).refusal == nil)
        #expect(Transcript(request(21), limits: limits).refusal == Refusal(414))
    }
}

@Suite struct `A request target` {
    private func steps(_ method: String, _ target: String, version: String = "1.1") -> Transcript {
        Transcript("\(method) \(target) HTTP/\(version)\r\nHost: a\r\n\r\n")
    }

    @Test(arguments: [
        ("http://example.com/x?y", "GET /x?y 1.1 [example.com]"), ("HTTP://b:81", "GET / 1.1 [b:81]"),
        ("https://b?c=d", "GET /?c=d 1.1 [b]"), ("http://[::1]:8080/", "GET / 1.1 [[::1]:8080]"),
    ])
    func `in absolute form beats the Host field`(_ target: String, _ line: String) {
        #expect(steps("GET", target).lines == [line])
    }

    @Test func `in absolute form needs a Host field too`() {
        #expect(Transcript("GET http://a/ HTTP/1.1\r\n\r\n").refusal == Refusal(400, closes: false))
        #expect(Transcript("GET http://a/ HTTP/1.0\r\n\r\n").lines == ["GET / 1.0 [a]"])
    }

    @Test(arguments: [
        "http://", "http:///x", "http://u@b/", "http://b:x/", "http://b:65536/", "ftp://b/", "http:/b", "x",
        "a:80",
        "http://[::1/", "?a=b", "http://b%zz/", "mailto:a@b",
    ])
    func `of another form is refused`(_ target: String) {
        #expect(steps("GET", target).refusal == Refusal(400, closes: false))
    }

    @Test func `is an asterisk for OPTIONS alone`() {
        #expect(steps("OPTIONS", "*").lines == ["OPTIONS * 1.1 [a]"])
        #expect(steps("GET", "*").refusal == Refusal(400, closes: false))
        #expect(steps("OPTIONS", "*x").refusal == Refusal(400, closes: false))
    }

    @Test func `is host and port for CONNECT, or a path that has nothing to connect to`() {
        #expect(steps("CONNECT", "b.example:443").lines == ["CONNECT b.example:443 1.1 [b.example:443]"])
        #expect(steps("CONNECT", "/x").lines == ["CONNECT /x 1.1 [a]"])
        #expect(steps("CONNECT", "b:c").refusal == Refusal(400, closes: false))
    }

    @Test(arguments: [
        "/%00", "/a%0db", "/a%0Ab", "/%", "/%4", "/%4/", "/%zz", "/%4g", "/a?b=%", "/a?%x0", "/..", "/a/../b",
        "/a/..", "/%2e%2e", "/%2E./x", "/a/.%2e?b", "/..%2fetc", "/a%2f..", "/a%2F%2e%2E/b", "http://a/..",
    ])
    func `that could mislead is refused`(_ target: String) {
        #expect(steps("GET", target).refusal == Refusal(400, closes: false))
    }

    @Test(arguments: [
        "/...", "/a..", "/..a", "/.", "/%2e", "/a?b=../..", "/%20%7f", "/%e9", "/a?b=%0d%00", "/.%2e.",
    ])
    func `with dots and escapes that mislead nobody is accepted`(_ target: String) {
        #expect(steps("GET", target).refusal == nil)
    }
}
