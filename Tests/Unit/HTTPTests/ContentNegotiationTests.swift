import HTTP
import JSON
import Testing

@Suite struct `A media type` {
    @Test func `is read with its parameters`() throws {
        let type = try #require(MediaType("Text/HTML ; Charset=\"utf-8\";a=b; ;x=\"1\\\"2\""))
        #expect(type.essence == "text/html")
        #expect(type[parameter: "CHARSET"] == "utf-8")
        #expect(type[parameter: "x"] == "1\"2")
        #expect(type[parameter: "y"] == nil)
        #expect(type.description == "text/html; charset=utf-8; a=b; x=\"1\\\"2\"")
    }

    @Test(arguments: [
        "", "text", "text/", "/html", "text/html; charset", "text/html; =x", "text/html x", "text / html",
        "text/html; a=\"b", "text/html, text/plain", "text/html; a = b",
    ])
    func `is nothing else`(_ text: String) {
        #expect(MediaType(text) == nil)
    }
}

@Suite struct `An Accept field` {
    private func allows(_ accept: String?, _ offered: String) throws -> Bool {
        var fields = Fields()
        fields[.accept] = accept
        return Accept(fields).allows(try #require(MediaType(offered)))
    }

    @Test(
        arguments: [
            nil, "", "*/*", "nonsense", "application/json", "APPLICATION/JSON", "application/*",
            "text/plain, nonsense, application/json", "text/html, application/json;q=0.001",
            "text/html, application/json;q=1.000", "application/json; charset=utf-8",
            "text/html, application/json;charset=\"UTF-8\";q=0.9",
            "text/html;q=0.5, application/json; charset=latin1", "application/*; charset=utf-8;q=0.5",
            "application/*+json; charset=utf-8", "application/*+json;q=0.1, text/html",
            "text/plain; a=\"x, text/html\", */*;q=0.1", "text/*;q=0, */*;q=0.5",
            "application/json;q=2", "application/json;q=1.001", "application/json;q=0.1234",
            "application/json;q=a", "application/json;q=0.x",
        ] as [String?])
    func `allows`(_ accept: String?) throws {
        #expect(try allows(accept, "application/json"))
    }

    @Test(arguments: [
        "text/plain", "application/json;q=0", "*/*;q=0", "application/json;version=1", "image/*, */json",
        "application/json; charset=utf-8;q=0", "application/*;q=0", "application/*+xml", "image/*+json",
        "application/json;q=0, */*", "application/json;q=0.000, application/*",
        "text/html, application/json;q=2",
    ])
    func `may refuse`(_ accept: String) throws {
        #expect(try !allows(accept, "application/json"))
    }

    @Test func `asks for a charset in any case, where there is one`() throws {
        #expect(try allows("text/calendar; charset=UTF-8", "text/calendar; charset=utf-8"))
        #expect(try !allows("text/calendar; charset=latin1", "text/calendar; charset=utf-8"))
        #expect(try allows("application/*+json", "application/problem+json"))
        #expect(try !allows("application/json", "application/problem+json"))
    }

    @Test func `follows the most precise range`() throws {
        let accept = "application/json;v=1;q=0, application/json;q=0.8, application/*;q=0"
        #expect(try allows(accept, "application/json"))
        #expect(try !allows(accept, "application/json; v=1"))
        #expect(try !allows(accept, "application/xml"))
    }
}

@Suite struct `Content in JSON` {
    private func request(_ fields: Fields, _ body: String, _ method: Method = .post) -> Request {
        Request(
            head: RequestHead(method: method, target: RequestTarget(path: "/"), fields: fields),
            body: Array(body.utf8))
    }

    private func problem(_ fields: Fields, _ body: String = "{}", _ method: Method = .post) -> Problem? {
        #expect(throws: Problem.self) { try request(fields, body, method).json() }
    }

    @Test(arguments: [
        "application/json", "Application/JSON", "application/json; charset=utf-8",
        "application/json;charset=\"UTF-8\"",
        "application/json; profile=x",
    ])
    func `is taken as`(_ type: String) throws {
        #expect(try request(["Content-Type": type], #"{"a":1}"#).json()["a"] == .number(JSONNumber(1)))
        #expect(
            try request(["Content-Type": type, "Content-Encoding": "identity"], "[]").json() == .array([]))
    }

    @Test(arguments: [
        "", "text/plain", "application/jsonx", "application/problem+json", "application/json; charset=latin1",
        "application/json; charset", "application/json, text/html",
    ])
    func `is refused as`(_ type: String) {
        #expect(problem(["Content-Type": type])?.status == .unsupportedMediaType)
        #expect(problem([:])?.status == .unsupportedMediaType)
    }

    @Test func `says what would do`() throws {
        let types = ["application/merge-patch+json", "application/json"]
        let patch = request(["Content-Type": "application/merge-patch+json"], "{}", .patch)
        #expect(try patch.json(as: types) == .object([]))
        let other = request(["Content-Type": "text/plain"], "{}", .patch)
        let problem = #expect(throws: Problem.self) { try other.json(as: types) }
        #expect(problem?.fields[.acceptPatch] == "application/merge-patch+json, application/json")
        #expect(problem?.fields[.accept] == nil)
        let posted = self.problem(["Content-Type": "text/plain"])
        #expect(posted?.fields[.acceptPatch] == nil)
        #expect(posted?.fields[.accept] == "application/json")
    }

    @Test func `may have no coding`() {
        for coding in ["gzip", "identity, gzip", "br"] {
            let problem = problem(["Content-Type": "application/json", "Content-Encoding": coding])
            #expect(problem?.status == .unsupportedMediaType)
            #expect(problem?.fields[.acceptEncoding] == "identity")
        }
    }

    @Test func `is refused with the place where it goes wrong`() {
        let fields: Fields = ["Content-Type": "application/json"]
        #expect(problem(fields, "")?.status == .badRequest)
        #expect(problem([:], "")?.detail == "The body is empty; it must be JSON.")
        #expect(problem(fields, #"{"a":1,}"#)?.detail.contains("byte 7") == true)
        #expect(problem(fields, #"{"a":1,"a":2}"#)?.status == .badRequest)
        #expect(problem(fields, "\u{FEFF}{}")?.detail.contains("byte order mark") == true)
        for mark in [[], [0xFF, 0xFE]] as [[UInt8]] {
            var request = request(fields, "")
            request.body = mark + "{}".utf8.flatMap { [$0, 0] }
            let problem = #expect(throws: Problem.self) { try request.json() }
            #expect(problem?.detail == "The body is in UTF-16; it must be in UTF-8.")
        }
        #expect(
            problem(fields, String(repeating: "[", count: 65) + String(repeating: "]", count: 65))?.status
                == .badRequest)
    }
}

@Suite struct `An idempotency key` {
    private func key(_ values: String...) throws -> String? {
        var fields = Fields()
        for value in values { fields.append(.idempotencyKey, value) }
        return try Request(head: RequestHead(method: .post, target: RequestTarget(path: "/"), fields: fields))
            .idempotencyKey
    }

    @Test func `is a string in quotes, or bare`() throws {
        #expect(try key() == nil)
        #expect(try key("\"8e03978e-40d5\"") == "8e03978e-40d5")
        #expect(try key("8e03978e-40d5") == "8e03978e-40d5")
        #expect(try key("\"a \\\"b\\\\ c\"") == "a \"b\\ c")
        #expect(try key(String(repeating: "a", count: 255))?.count == 255)
        #expect(try key("\"" + String(repeating: "a", count: 255) + "\"")?.count == 255)
    }

    @Test(arguments: [
        "", "\"\"", "\"a", "\"a\"b", "\"a\"; b=c", "\"a\\b\"", "\"a\\", "é", "\"é\"", "a\tb", "\"a\tb\"",
        String(repeating: "a", count: 256),
    ])
    func `is nothing else`(_ value: String) {
        #expect((#expect(throws: Problem.self) { try key(value) })?.status == .badRequest)
    }

    @Test func `comes once`() {
        #expect(throws: Problem.self) { try key("a", "a") }
    }
}

@Suite struct `An answer in JSON` {
    @Test func `has its type, its other fields, and the end of a line`() {
        let response = Response.json(.created, ["a", "b"], fields: ["Location": "/x"])
        #expect(response.status == .created)
        #expect(response.fields[.contentType] == "application/json")
        #expect(response.fields[.location] == "/x")
        guard case .bytes(let body) = response.body else {
            Issue.record("no body")
            return
        }
        #expect(String(decoding: body, as: UTF8.self) == "[\"a\",\"b\"]\n")
    }

    @Test func `links to others`() {
        var fields = Fields()
        fields.appendLink("/v1/items?cursor=x", relation: "next")
        #expect(fields[.link] == "</v1/items?cursor=x>; rel=\"next\"")
    }
}
