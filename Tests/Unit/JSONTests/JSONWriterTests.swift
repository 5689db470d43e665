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

    @Test func `writes members that were written before`() {
        let members = JSONWriter.members { json in
            json.member("b", 2)
            json.member("c", nil as Int?)
        }
        let text = text { json in
            json.object { json in
                json.member("a", 1)
                json.raw(members)
                json.member("d", 3)
            }
            json.object { $0.raw(members) }
        }
        #expect(text == #"{"a":1,"b":2,"c":null,"d":3},{"b":2,"c":null}"#)
    }

    @Test(arguments: 0..<20)
    func `finds a null character at any index`(index: Int) {
        let plain = String(repeating: "é", count: 10)
        var bytes = Array(plain.utf8)
        bytes[index & ~1] = 0
        bytes[index | 1] = UInt8(ascii: "a")
        #expect(String(decoding: bytes, as: UTF8.self).hasNullCharacter)
        #expect(!plain.hasNullCharacter && !"".hasNullCharacter)
    }

    @Test func `appends to bytes that are there, and begins anew`() {
        var bytes = Array("x=".utf8)
        var json = JSONWriter(capacity: 0)
        json.value([1, 2])
        json.append(to: &bytes)
        json.removeAll()
        json.value(3)
        json.append(to: &bytes)
        #expect(bytes == Array("x=[1,2]3".utf8))
        #expect(json.withBytes { $0.count } == 1)
    }

    @Test func `grows with what is written`() {
        let long = String(repeating: "é", count: 100_000)
        #expect(text { $0.value([long, long]) } == "[\"\(long)\",\"\(long)\"]")
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
        let object = text { json in
            json.object { json in
                json.name(of: "a\"b")
                json.value("c\nd")
            }
        }
        #expect(object == #"{"a\"b":"c\nd"}"#)
    }

    @Test func `escapes wherever it must, and leaves all other letters alone`() {
        for byte in UInt8(0)...0x7F {
            let scalar = String(Unicode.Scalar(byte))
            let alone = text { $0.string(scalar) }.dropFirst().dropLast()
            #expect((alone == scalar) == (byte >= 0x20 && scalar != "\"" && scalar != "\\"))
            for before in 0...17 {
                let (start, end) = (String(repeating: "é", count: before), "zÿ")
                #expect(text { $0.string(start + scalar + end) } == "\"\(start)\(alone)\(end)\"")
            }
        }
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

    @Test func `writes selected members of an object`() {
        let object = #"{"a":1,"b":"},\"","c":[{"a":"]"},[2]],"d":{"a":{}},"e":null}"#
        func members(_ names: Set<String>) -> String {
            text { json in
                json.object { json in
                    json.members(of: object.utf8.span, where: names.contains)
                    json.member("z", true)
                }
            }
        }
        #expect(members(["a", "b", "c", "d", "e"]) == object.dropLast() + #","z":true}"#)
        #expect(members(["a", "e"]) == #"{"a":1,"e":null,"z":true}"#)
        #expect(members(["b", "d"]) == #"{"b":"},\"","d":{"a":{}},"z":true}"#)
        #expect(members(["c"]) == #"{"c":[{"a":"]"},[2]],"z":true}"#)
        #expect(members([]) == #"{"z":true}"#)
        #expect(text { $0.object { $0.members(of: "{}".utf8.span) { _ in true } } } == "{}")
    }
}
