import Testing

@testable import checklistd

@Suite struct `An answer of a local server` {
    @Test func `has its status and content`() throws {
        let answer = try #require(
            LocalAnswer(Array("HTTP/1.1 503 Service Unavailable\r\nA: b\r\n\r\nno\r\n\r\n".utf8)))
        #expect(answer.status == 503)
        #expect(String(decoding: answer.content, as: UTF8.self) == "no\r\n\r\n")
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\n", "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 two\r\n\r\n", "HTTP/1.1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ])
    func `is refused if it is not whole`(text: String) {
        #expect(LocalAnswer(Array(text.utf8)) == nil)
    }
}
