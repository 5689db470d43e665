import HTTP
import JSON
import Testing

@Suite struct `An answer on the wire` {
    @Test func `has a constant field like any other`() {
        var (fields, constants) = (Fields(), Fields())
        for (name, value) in [("A b", "1\r\n2"), ("ETag", "\"3\""), ("Link", "")] as [(FieldName, String)] {
            fields.append(name, value)
            constants.append(ConstantField(name, value))
        }
        #expect(constants[.link] == "" && constants["A-b"] == "1  2")
        let texts = [fields, constants].map { serialize(Response(.ok, fields: $0)).text }
        #expect(texts[0] == texts[1])
    }

    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    private func serialize(
        _ response: Response, method: Method? = .get, version: RequestHead.Version = .http11,
        persists: Bool = true
    ) -> (text: String, remainder: ResponseSerializer.Remainder) {
        var output: [UInt8] = []
        let serializer = ResponseSerializer(method: method, version: version, persists: persists)
        let remainder = serializer.append(response, date: Array(Self.date.utf8), to: &output)
        return (String(decoding: output, as: UTF8.self), remainder)
    }

    private func lines(
        _ response: Response, method: Method? = .get, version: RequestHead.Version = .http11,
        persists: Bool = true
    ) -> [String] {
        serialize(response, method: method, version: version, persists: persists).text
            .split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    }

    private let stream = Response(.ok, body: .stream { nil })

    @Test func `has status, date, its fields and its content`() {
        let response = Response(
            .ok, fields: ["Content-Type": "text/plain", "Cache-Control": "no-cache"],
            body: .bytes(Array("hi".utf8)))
        #expect(
            lines(response) == [
                "HTTP/1.1 200 OK", "Date: \(Self.date)", "Content-Type: text/plain",
                "Cache-Control: no-cache",
                "X-Content-Type-Options: nosniff", "Content-Length: 2", "", "hi",
            ])
    }

    @Test func `is not to be stored or guessed at unless it says so`() {
        #expect(lines(Response(.ok)).contains("Cache-Control: no-store"))
        let own = Response(.ok, fields: ["x-content-type-options": "nosniff", "cache-control": "max-age=5"])
        #expect(
            lines(own).filter { $0.lowercased().hasPrefix("cache-control") } == ["cache-control: max-age=5"])
        #expect(lines(own).filter { $0.lowercased().hasPrefix("x-content") }.count == 1)
    }

    @Test func `goes behind what is in the buffer already`() {
        var output = Array("before ".utf8)
        _ = ResponseSerializer(method: .get, persists: true).append(Response(.ok), date: [], to: &output)
        #expect(String(decoding: output, as: UTF8.self).hasPrefix("before HTTP/1.1 200 OK\r\nDate: \r\n"))
    }

    @Test(arguments: [Status.noContent, .notModified, .continue])
    func `of a status without content has neither content nor its length`(_ status: Status) {
        for body in [Response.Body.empty, .bytes([0x61]), .stream { nil }] {
            let (text, remainder) = serialize(Response(status, fields: ["ETag": "\"1\""], body: body))
            #expect(!text.contains("Content-Length"))
            #expect(!text.contains("Transfer-Encoding"))
            #expect(text.hasSuffix("\r\n\r\n"))
            #expect(text.contains("ETag: \"1\"\r\n"))
            #expect(remainder == .none)
        }
    }

    @Test func `without content otherwise says that it has none`() {
        #expect(lines(Response(.ok)).contains("Content-Length: 0"))
        #expect(lines(Response(.notFound)).contains("Content-Length: 0"))
    }

    @Test func `to HEAD has the fields of the one to GET and no content`() {
        for response in [Response(.ok, body: .bytes(Array("hi".utf8))), Response(.ok), stream] {
            let get = lines(response)
            let head = lines(response, method: .head)
            #expect(head == Array(get.prefix(head.count - 1)) + [""])
            #expect(head.last == "")
            #expect(serialize(response, method: .head).remainder == .none)
        }
    }

    @Test func `of unknown length comes in chunks, or until the end for HTTP 1-0`() {
        #expect(lines(stream).contains("Transfer-Encoding: chunked"))
        #expect(!lines(stream).contains { $0.hasPrefix("Content-Length") })
        #expect(serialize(stream).remainder == .chunks)
        #expect(serialize(stream, version: .http10).remainder == .untilClose)
        let old = lines(stream, version: .http10)
        #expect(!old.contains { $0.hasPrefix("Transfer-Encoding") || $0.hasPrefix("Content-Length") })
        #expect(old.contains("Connection: close"))
    }

    @Test func `says what becomes of the connection`() {
        let response = Response(.ok)
        #expect(!lines(response).contains { $0.hasPrefix("Connection") })
        #expect(lines(response, persists: false).contains("Connection: close"))
        #expect(lines(response, version: .http10).contains("Connection: keep-alive"))
        #expect(lines(response, version: .http10, persists: false).contains("Connection: close"))
        #expect(lines(response, version: .http10).first == "HTTP/1.1 200 OK")
    }

    @Test func `takes no framing from a handler`() {
        let response = Response(
            .ok,
            fields: [
                "content-length": "789", "Transfer-Encoding": "gzip", "connection": "upgrade", "DATE": "x",
                "Data": "y",
            ], body: .bytes([0x61]))
        let text = serialize(response).text
        #expect(
            !text.contains("789") && !text.contains("gzip") && !text.contains("upgrade")
                && !text.contains("DATE"))
        #expect(text.contains("Data: y\r\n"))
    }

    @Test func `cannot be split by a value`() {
        let text = serialize(Response(.ok, fields: ["Location": "/a\r\nSet-Cookie: b=c\r\n\r\n\u{00}x"])).text
        #expect(text.contains("Location: /a  Set-Cookie: b=c     x\r\n"))
        #expect(text.ranges(of: "\r\n\r\n").count == 1)
    }

    @Test func `sends a stream piece by piece`() {
        var output: [UInt8] = []
        ResponseSerializer.appendChunk(Array(repeating: 0x61, count: 26), to: &output)
        ResponseSerializer.appendChunk([], to: &output)
        ResponseSerializer.appendChunk([0x62], to: &output)
        ResponseSerializer.appendLastChunk(to: &output)
        let text = "1a\r\n\(String(repeating: "a", count: 26))\r\n1\r\nb\r\n0\r\n\r\n"
        #expect(String(decoding: output, as: UTF8.self) == text)
    }
}

@Suite struct `A problem` {
    @Test func `answers as a document of its own`() {
        var problem = Problem(.invalidContent, "Two \"things\" are wrong.")
        problem.errors = [JSONValue.object([.init("pointer", .string("/text"))]), JSONValue.string("/a")]
        problem.fields["Retry-After"] = "3"
        let response = problem.response
        guard case .bytes(let body) = response.body else {
            Issue.record("no body")
            return
        }
        #expect(
            String(decoding: body, as: UTF8.self)
                == #"{"type":"tag:checklistd,2026:invalid-content","title":"Invalid content","status":422,"#
                + #""detail":"Two \"things\" are wrong.","errors":[{"pointer":"/text"},"/a"]}"# + "\n")
        #expect(response.status == .unprocessableContent)
        #expect(response.fields[.contentType] == "application/problem+json")
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.fields[.retryAfter] == "3")
    }
}
