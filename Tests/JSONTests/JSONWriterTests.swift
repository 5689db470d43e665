import JSON
import Testing

@Suite struct `A JSON writer` {
    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        write(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test func `sets the commas of nested values`() {
        let text = text { json in
            json.object { json in
                json.member("id", 3)
                json.array("tags") { json in
                    json.value("a")
                    json.array { _ in }
                    json.object { $0.member("x", true) }
                }
                json.object("empty") { _ in }
                json.member("none", nil as Int?)
                json.member("list", [1.5, 2])
            }
        }
        #expect(text == #"{"id":3,"tags":["a",[],{"x":true}],"empty":{},"none":null,"list":[1.5,2.0]}"#)
    }

    @Test func `goes on behind bytes that are there`() {
        var json = JSONWriter(appendingTo: Array("x=".utf8))
        json.value(1)
        #expect(json.bytes == Array("x=1".utf8))
    }

    @Test func `takes encoded bytes as a value`() {
        let text = text { json in
            json.array { json in
                json.raw(Array("{}".utf8))
                json.raw(Array("[1]".utf8))
            }
        }
        #expect(text == "[{},[1]]")
    }

    @Test func `escapes what it must and nothing else`() {
        let all = (0...0x20).map { String(Unicode.Scalar(UInt8($0))) }.joined() + "\"\\/\u{7F}é\u{2028}𝄞"
        let controls =
            #"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
            + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c"#
            + #"\u001d\u001e\u001f"#
        let expected = "\"" + controls + " \\\"\\\\/\u{7F}é\u{2028}𝄞\""
        #expect(text { $0.string(all) } == expected)
        #expect(text { json in json.object { $0.member("a\"b", "c\nd") } } == #"{"a\"b":"c\nd"}"#)
    }

    @Test(arguments: [0, 7, -7, 10, 1_234_567_890, Int.max, Int.min])
    func `writes integers as they are`(_ integer: Int) {
        #expect(text { $0.integer(integer) } == "\(integer)")
    }

    @Test(arguments: [0.1, -0.0, 1e22, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 48.8566, 100])
    func `writes doubles so that they come back`(_ double: Double) throws {
        guard case .number(let number) = try JSONValue.parse(double.jsonBytes) else {
            Issue.record("not a number")
            return
        }
        #expect(number.double == double)
    }
}
