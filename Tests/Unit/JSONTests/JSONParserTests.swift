import JSON
import Randomness
import Testing

@Suite struct `A JSON parser` {
    private func parse(_ text: String) throws -> JSONValue {
        try JSONValue.parse(Array(text.utf8))
    }

    private func error(_ text: String) -> JSONSyntaxError? {
        #expect(throws: JSONSyntaxError.self) { try parse(text) }
    }

    @Test func `is held to the whole of the test suite`() {
        #expect(ConformanceCase.accepted.count == 95)
        #expect(ConformanceCase.refused.count == 188)
        #expect(ConformanceCase.acceptedByChoice.count + ConformanceCase.refusedByChoice.count == 35)
    }

    @Test(arguments: ConformanceCase.accepted + ConformanceCase.acceptedByChoice)
    func `accepts what it must`(_ text: ConformanceCase) {
        #expect(throws: Never.self) { try JSONValue.parse(text.bytes, allowsDuplicateNames: true) }
    }

    @Test(arguments: ConformanceCase.refused + ConformanceCase.refusedByChoice)
    func `refuses what it must`(_ text: ConformanceCase) {
        #expect(throws: JSONSyntaxError.self) {
            try JSONValue.parse(text.bytes, allowsDuplicateNames: true)
        }
    }

    @Test(arguments: ConformanceCase.accepted)
    func `refuses two members of one name and nothing else that is valid`(_ text: ConformanceCase) {
        if text.name.hasPrefix("y_object_duplicated_key") {
            #expect(throws: JSONSyntaxError.self) { try JSONValue.parse(text.bytes) }
        } else {
            #expect(throws: Never.self) { try JSONValue.parse(text.bytes) }
        }
    }

    @Test(arguments: ConformanceCase.accepted + ConformanceCase.acceptedByChoice)
    func `reads back what was written of it`(_ text: ConformanceCase) throws {
        let value = try JSONValue.parse(text.bytes, allowsDuplicateNames: true)
        #expect(try JSONValue.parse(value.jsonBytes, allowsDuplicateNames: true) == value)
    }

    @Test func `keeps members in order and values as they were`() throws {
        let value = try parse(#"{"b": [1, -2.50e1, "x"], "a": {"t": true, "f": false, "n": null}}"#)
        #expect(
            String(decoding: value.jsonBytes, as: UTF8.self)
                == #"{"b":[1,-2.50e1,"x"],"a":{"t":true,"f":false,"n":null}}"#)
        #expect(value["a"]?["t"] == .bool(true))
        #expect(value["c"] == nil)
    }

    @Test func `takes off every escape`() throws {
        #expect(try parse(#""\"\\\/\b\f\n\r\t\u00e9\uD834\uDD1Ez""#) == .string("\"\\/\u{8}\u{C}\n\r\té𝄞z"))
    }

    @Test func `names the place and the reason`() {
        #expect(error(#"{"a":1,}"#)?.description == "a member name in double quotes is expected at byte 7")
        #expect(error(#"{"a":1,"a":2}"#)?.description == "a member name is repeated at byte 7")
        #expect(error(#"["ab\x"]"#)?.offset == 4)
        #expect(error(#"["\ud800"]"#)?.offset == 2)
        #expect(error("[1] []")?.offset == 4)
        let invalid: [UInt8] = [UInt8(ascii: "\""), 0x61, 0xFF, UInt8(ascii: "\"")]
        #expect((#expect(throws: JSONSyntaxError.self) { try JSONValue.parse(invalid) })?.offset == 2)
    }

    @Test func `counts offsets from the start of a slice`() throws {
        let bytes = Array("xx[1]yy".utf8)
        #expect(try JSONValue.parse(bytes[2..<5]) == .array([.number(JSONNumber(1))]))
        #expect((#expect(throws: JSONSyntaxError.self) { try JSONValue.parse(bytes[2..<6]) })?.offset == 3)
    }

    @Test func `reads 64 levels and refuses 65`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try parse(nested(64)) }
        #expect(error(nested(65))?.offset == 64)
        #expect(throws: Never.self) {
            try parse(String(repeating: #"{"a":"#, count: 63) + "[]" + String(repeating: "}", count: 63))
        }
        #expect(throws: JSONSyntaxError.self) {
            try JSONValue.parse(Array(nested(3).utf8), depthMax: 2)
        }
    }

    @Test(arguments: [2, 16, 17, 18, 40])
    func `finds the second of two names among few and among many`(_ count: Int) {
        let members = (0..<count).map { #""n\#($0)":0"# }.joined(separator: ",")
        #expect(throws: Never.self) { try parse("{\(members)}") }
        #expect(throws: JSONSyntaxError.self) { try parse(#"{\#(members),"n1":1}"#) }
        #expect(throws: JSONSyntaxError.self) { try parse(#"{\#(members),"\u006e1":1}"#) }
    }

    @Test func `takes two spellings of one letter for two names`() throws {
        let value = try parse(#"{"\u00e9":1,"e\u0301":2}"#)
        #expect(value["e\u{301}"] == .number(JSONNumber(2)))
    }

    @Test func `refuses a text cut off anywhere`() {
        let text = Array(#"{"a":[1.5e+3,"é\n\uD834\uDD1E",true,null],"b":{}}"#.utf8)
        for count in text.indices {
            #expect(throws: JSONSyntaxError.self) { try JSONValue.parse(text[..<count]) }
        }
        #expect(throws: Never.self) { try JSONValue.parse(text) }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `survives any bytes`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array(#"{}[]",:\u0dDeE+-.19 truefalsn"#.utf8) + [0x00, 0x7F, 0xC3, 0xA9, 0xED, 0xFF]
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            // Most of it is no JSON; what is has to come back.
            guard let value = try? JSONValue.parse(bytes) else { continue }
            #expect(try JSONValue.parse(value.jsonBytes) == value, "seed \(seed): \(bytes)")
        }
    }
}

@Suite struct `A JSON number` {
    private func number(_ text: String) throws -> JSONNumber? {
        guard case .number(let number) = try JSONValue.parse(Array(text.utf8)) else { return nil }
        return number
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("3", 3), ("3.0", 3), ("3e0", 3), ("0.3e1", 3), ("30E-1", 3),
        ("-12.50e2", -1250),
        ("0e99999999999999999999", 0), ("100000000000000000000e-2", 1_000_000_000_000_000_000),
        ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
        ("-9223372036854775808.0", Int.min),
        ("9007199254740993.0", 9_007_199_254_740_993),
    ])
    func `that is whole gives an integer`(_ text: String, _ integer: Int) throws {
        #expect(try number(text)?.integer == integer)
    }

    @Test(arguments: [
        "0.5", "3.1", "1e-1", "9223372036854775808", "-9223372036854775809", "9223372036854775808.0", "1e19",
        "1e99999999999999999999", "1e-99999999999999999999",
    ])
    func `that is not whole or does not fit gives none`(_ text: String) throws {
        #expect(try number(text)?.integer == nil)
    }

    @Test func `gives the nearest double unless that is infinite`() throws {
        #expect(try number("-2.5e1")?.double == -25)
        #expect(try number("1e400")?.double == nil)
        #expect(JSONNumber(0.1).text == "0.1")
    }
}
