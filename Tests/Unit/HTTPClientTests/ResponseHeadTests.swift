import Testing

@testable import HTTPClient

@Suite struct `The header of an answer` {
    private func head(_ lines: String..., bytesMax: Int = 1000) -> ResponseHead {
        var head = ResponseHead(bytesMax: bytesMax)
        for line in lines { _ = head.take(Array(line.utf8)) }
        return head
    }

    @Test func `is complete with its empty line`() {
        let open = head("HTTP/1.1 204 No Content\r\n", "Server:  some \t\r\n", "X-Empty:\r\n", "no field\r\n")
        #expect(!open.isComplete)
        let head = head(
            "HTTP/1.1 204 No Content\r\n", "Server:  some \t\r\n", "X-Empty:\r\n", "no field\r\n", "\r\n")
        #expect(head.isComplete)
        #expect(head.status == 204)
        #expect(head.fields == [HeaderField("server", "some"), HeaderField("x-empty", "")])
    }

    @Test func `comes after provisional ones`() {
        let head = head(
            "HTTP/1.1 103 Early Hints\r\n", "Link: <a>\r\n", "\r\n", "HTTP/1.1 100\r\n", "\r\n",
            "HTTP/1.0 201\n",
            "A: b\n", "HTTP/1.1 302 Found\n", "\n", "Trailer: x\r\n", "HTTP/1.1 500 Oops\r\n", "\r\n")
        #expect(head.status == 201)
        #expect(head.fields == [HeaderField("a", "b")])
    }

    @Test(arguments: [
        "HTTP/1.1 100 Continue\r\n", "HTTP/1.1\r\n", "HTTP/1.1 20\r\n", "HTTP/1.1 2000 OK\r\n", "X: y\r\n",
    ])
    func `is not complete without a final status`(line: String) {
        #expect(!head(line, "\r\n").isComplete)
    }

    @Test func `has a length that all its lines share`() {
        var head = ResponseHead(bytesMax: 30)
        let isTaken = head.take(Array("HTTP/1.1 100 Continue\r\n".utf8))
        #expect(isTaken)
        let isLastTaken = head.take(Array("A: 12345\r\n".utf8))
        #expect(!isLastTaken)
        #expect(head.isTooLong)
        #expect(!head.isComplete)
    }
}
