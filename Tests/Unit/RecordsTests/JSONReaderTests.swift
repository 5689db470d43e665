import JSON
import Records
import Testing

@Suite struct `A reader of JSON` {
    /// Reads `{"a":…}` and gives the value, or the reason why not.
    private func read<Value>(
        _ json: String, _ value: (inout JSONReader) throws(FormatError) -> Value
    ) throws(FormatError) -> Value? {
        var reader = JSONReader(Array(json.utf8))
        var result: Value?
        try reader.beginObject()
        while let name = try reader.nextName() {
            guard name == "a" else { throw reader.unknown(name) }
            result = try value(&reader)
        }
        try reader.end()
        return result
    }

    @Test(arguments: [
        (#""""#, ""), (#""abc""#, "abc"), (#""é🍮""#, "é🍮"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u00e9\uD83C\uDF6E""#, "é🍮"), (#""a\u0000b""#, "a\u{0}b"),
    ])
    func `reads strings`(json: String, text: String) throws {
        #expect(try read(#"{"a":\#(json)}"#) { r throws(FormatError) in try r.string() } == text)
    }

    @Test(arguments: [
        #""abc"#, #""a\"#, "\"a\nb\"", #""\x""#, #""\ud800""#, #""\u12""#, "abc", "1", "null", "",
    ])
    func `refuses what is no string`(json: String) {
        #expect(throws: FormatError.self) {
            try read(#"{"a":\#(json)}"#) { r throws(FormatError) in try r.string() }
        }
    }

    @Test func `refuses a string that is not UTF-8`() {
        let bytes = Array("\"a".utf8) + [0xFF] + Array("\"".utf8)
        #expect(throws: FormatError.self) {
            var reader = JSONReader(bytes)
            _ = try reader.string()
        }
    }

    @Test(arguments: [("0", 0), ("-5", -5), ("9223372036854775807", Int.max), (" 12 ", 12)])
    func `reads whole numbers`(json: String, number: Int) throws {
        #expect(try read(#"{"a":\#(json)}"#) { r throws(FormatError) in try r.integer() } == number)
    }

    @Test(arguments: ["9223372036854775808", "01", "-", "+1", "1.5", "1e3", "\"1\"", "", "true"])
    func `refuses what is no whole number`(json: String) {
        #expect(throws: FormatError.self) {
            try read(#"{"a":\#(json)}"#) { r throws(FormatError) in try r.integer() }
        }
    }

    @Test(arguments: [("48.8566", 48.8566), ("-2.5e-07", -2.5e-7), ("3", 3)])
    func `reads other numbers`(json: String, number: Double) throws {
        #expect(try read(#"{"a":\#(json)}"#) { r throws(FormatError) in try r.double() } == number)
    }

    @Test(arguments: ["1e999", ".5", "5.", "NaN", "1-2", ""])
    func `refuses what is no number`(json: String) {
        #expect(throws: FormatError.self) {
            try read(#"{"a":\#(json)}"#) { r throws(FormatError) in try r.double() }
        }
    }

    @Test(arguments: ["tru", "t rue", "True", "falsee", "1", "null", ""])
    func `refuses what is neither true nor false`(json: String) {
        #expect(throws: FormatError.self) {
            try read(#"{"a":\#(json)}"#) { r throws(FormatError) in try r.bool() }
        }
    }

    @Test(arguments: [
        "{", "{}}", "{,}", #"{"a":1,}"#, #"{"a":1 "a":2}"#, #"{"a" 1}"#, #"{"a":}"#, #"{a:1}"#, #"{"a":1}x"#,
        "[]", "",
    ])
    func `refuses what is no object`(json: String) {
        #expect(throws: FormatError.self) {
            try read(json) { r throws(FormatError) in try r.integer() }
        }
    }

    @Test func `reads arrays in arrays`() throws {
        let sums = try read(#"{ "a" : [ [1, 2] , [ ], [3] ] }"#) { reader throws(FormatError) in
            var sums: [Int] = []
            try reader.beginArray()
            while try reader.nextElement() {
                var sum = 0
                try reader.beginArray()
                while try reader.nextElement() { sum += try reader.integer() }
                sums.append(sum)
            }
            return sums
        }
        #expect(sums == [3, 0, 3])
    }

    @Test(arguments: ["[1,]", "[,1]", "[1 2]", "[1", "[1}"])
    func `refuses what is no array`(json: String) {
        #expect(throws: FormatError.self) {
            try read(#"{"a":\#(json)}"#) { reader throws(FormatError) in
                try reader.beginArray()
                while try reader.nextElement() { _ = try reader.integer() }
            }
        }
    }

    @Test func `says where it stopped`() {
        let error = #expect(throws: FormatError.self) {
            try read(#"{"a":1,"b":2}"#) { r throws(FormatError) in try r.integer() }
        }
        #expect(error?.description == #"the member "b" is unknown at byte 11"#)
    }
}
