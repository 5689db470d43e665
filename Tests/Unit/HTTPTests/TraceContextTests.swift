import HTTP
import Testing

@Suite struct `A trace context` {
    private static let valid = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    @Test(arguments: [valid, "cc" + valid.dropFirst(2), "cc\(valid.dropFirst(2))-what-comes-later"])
    func `is the value of a valid field`(text: String) {
        #expect(TraceContext(["traceparent": text])?.text == text)
    }

    @Test(arguments: [
        "", "00", "00-0-0-0", valid.uppercased(), String(valid.dropLast()), valid + "0", valid + "-",
        "ff" + valid.dropFirst(2), valid.replacing("b7ad6b7169203331", with: "0000000000000000"),
        "00-00000000000000000000000000000000-b7ad6b7169203331-01", valid.replacing("-", with: "_"),
        "cc\(valid.dropFirst(2)).later", "cc\(valid.dropFirst(2))-a b",
        "cc\(valid.dropFirst(2))-" + String(repeating: "a", count: 256),
    ]) func `ignores an invalid field`(text: String) {
        #expect(TraceContext(["traceparent": text]) == nil)
    }

    @Test func `ignores two fields`() {
        var fields: Fields = ["traceparent": Self.valid]
        fields.append("traceparent", Self.valid)
        #expect(TraceContext(fields) == nil)
        #expect(TraceContext([:]) == nil)
    }
}
