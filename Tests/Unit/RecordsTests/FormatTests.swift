import Checklists
import JSON
import Records
import Testing

@Suite struct `The format of a stored webhook` {
    private func read(_ json: String) throws(FormatError) -> Webhook.Format {
        var reader = JSONReader(Array(json.utf8))
        let format = try Webhook.Format(from: &reader)
        try reader.end()
        return format
    }

    private static let key = "04" + String(repeating: "ab", count: 64)

    @Test(arguments: [
        #"{"name":"standard"}"#, #"{"name":"ntfy"}"#,
        #"{"name":"template","contentType":"text/plain","body":"{{item.text}}\n"}"#,
        #"{"name":"push","publicKey":"\#(key)","authSecret":"0001"}"#,
        #"{"name":"push","publicKey":"\#(key)","authSecret":"0001","deviceId":7}"#,
        #"{"name":"email","address":"ada@example.org"}"#,
        #"{"name":"email","address":"ada@example.org","confirmedAt":"2026-11-20T23:55:57.484Z"}"#,
    ])
    func `is written as it was read`(json: String) throws {
        var writer = JSONWriter()
        try read(json).write(to: &writer)
        #expect(String(decoding: writer.line().dropLast(), as: UTF8.self) == json)
    }

    @Test(arguments: [
        "{}", #"{"name":"fax"}"#, #"{"name":"template","body":"a"}"#, #"{"name":"push","publicKey":"04"}"#,
        #"{"name":"email"}"#, #"{"name":"email","address":"a@b","confirmedAt":"today"}"#,
        #"{"name":"ntfy","colour":1}"#, #"{"name":"push","publicKey":"04","authSecret":"xy"}"#,
    ])
    func `is refused where it will not do`(json: String) {
        #expect(throws: FormatError.self) { try read(json) }
    }
}
