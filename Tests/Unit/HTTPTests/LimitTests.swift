import HTTP
import Testing

/// A message that is just within a limit, one that is just past it, and what the latter is refused with.
private struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let set: @Sendable (inout MessageLimits) -> Void
    let within: String
    let beyond: String
    let status: Int

    var testDescription: String { name }

    static let all = [
        Case(
            name: "request line", set: { $0.requestLineBytesMax = 16 },
            within: "GET /ab HTTP/1.1\r\nHost: a\r\n\r\n",
            beyond: "GET /abc HTTP/1.1\r\nHost: a\r\n\r\n", status: 414),
        Case(
            name: "field", set: { $0.fieldBytesMax = 10 },
            within: "GET / HTTP/1.1\r\nHost: abcd\r\n\r\n",
            beyond: "GET / HTTP/1.1\r\nHost: abcde\r\n\r\n", status: 431),
        Case(
            name: "head", set: { $0.headBytesMax = 31 },
            within: "GET / HTTP/1.1\r\nHost: a\r\nB: c\r\n\r\n",
            beyond: "GET / HTTP/1.1\r\nHost: a\r\nB: cd\r\n\r\n", status: 431),
        Case(
            name: "number of fields", set: { $0.fieldsMax = 2 },
            within: "GET / HTTP/1.1\r\nHost: a\r\nB: c\r\n\r\n",
            beyond: "GET / HTTP/1.1\r\nHost: a\r\nB: c\r\nD: e\r\n\r\n", status: 431),
        Case(
            name: "empty lines", set: { $0.emptyLinesMax = 1 },
            within: "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
            beyond: "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", status: 400),
        Case(
            name: "chunk extensions", set: { $0.chunkExtensionBytesMax = 4 },
            within: chunked("1;a\r\nx\r\n0;b\r\n\r\n"), beyond: chunked("1;a\r\nx\r\n0;bc\r\n\r\n"),
            status: 400),
        Case(
            name: "trailers", set: { $0.trailerBytesMax = 12 },
            within: chunked("0\r\nA: b\r\nC: d\r\n\r\n"),
            beyond: chunked("0\r\nA: b\r\nC: d\r\nE: f\r\n\r\n"), status: 431),
    ]

    private static func chunked(_ body: String) -> String {
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
    }
}

@Suite struct `A limit of messages` {
    @Test(arguments: Case.all)
    fileprivate func `holds where it is set`(_ example: Case) {
        var limits = MessageLimits()
        example.set(&limits)
        #expect(Transcript(example.within, limits: limits).refusal == nil)
        #expect(Transcript(example.within, limits: limits).bodies.count == 1)
        #expect(Transcript(example.beyond, limits: limits).refusal == Refusal(example.status))
        #expect(Transcript(example.beyond).refusal == nil)
    }
}
