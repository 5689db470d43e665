import JSON
import StoredJSON
import Testing

@Suite struct `A reader of JSON` {
    /// Reads `{"a":…}` and gives the value, or the reason why not.
    private func read<Value>(
        _ json: String, _ value: (inout JSONReader, Span<UInt8>) throws(FormatError) -> Value
    ) throws(FormatError) -> Value? {
        let bytes = Array(json.utf8)
        var reader = JSONReader()
        var result: Value?
        try reader.beginObject(in: bytes.span)
        while let name = try reader.nextName(in: bytes.span) {
            guard name == "a" else { throw reader.unknown(name) }
            result = try value(&reader, bytes.span)
        }
        try reader.end(in: bytes.span)
        return result
    }

    @Test(arguments: [
        (#""""#, ""), (#""abc""#, "abc"), (#""é🍮""#, "é🍮"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u00e9\uD83C\uDF6E""#, "é🍮"), (#""a\u0000b""#, "a\u{0}b"),
    ])
    func `reads strings`(json: String, text: String) throws {
        #expect(try read(#"{"a":\#(json)}"#) { (r, b) throws(FormatError) in try r.string(in: b) } == text)
    }

    @Test(arguments: [
        #""abc"#, #""a\"#, "\"a\nb\"", #""\x""#, #""\ud800""#, #""\u12""#, "abc", "1", "null", "",
    ])
    func `refuses what is no string`(json: String) {
        #expect(throws: FormatError.self) {
            try read(#"{"a":\#(json)}"#) { (r, b) throws(FormatError) in try r.string(in: b) }
        }
    }

    @Test func `refuses a string that is not UTF-8`() {
        let bytes = Array("\"a".utf8) + [0xFF] + Array("\"".utf8)
        #expect(throws: FormatError.self) {
            var reader = JSONReader()
            _ = try reader.string(in: bytes.span)
        }
    }

    @Test(arguments: [("0", 0), ("-5", -5), ("9223372036854775807", Int.max), (" 12 ", 12)])
    func `reads whole numbers`(json: String, number: Int) throws {
        #expect(try read(#"{"a":\#(json)}"#) { (r, b) throws(FormatError) in try r.integer(in: b) } == number)
    }

    @Test(arguments: ["9223372036854775808", "01", "-", "+1", "1.5", "1e3", "\"1\"", "", "true"])
    func `refuses what is no whole number`(json: String) {
        #expect(throws: FormatError.self) {
            try read(#"{"a":\#(json)}"#) { (r, b) throws(FormatError) in try r.integer(in: b) }
        }
    }

    @Test(arguments: [("48.8566", 48.8566), ("-2.5e-07", -2.5e-7), ("3", 3)])
    func `reads other numbers`(json: String, number: Double) throws {
        #expect(try read(#"{"a":\#(json)}"#) { (r, b) throws(FormatError) in try r.double(in: b) } == number)
    }

    @Test(arguments: ["1e999", ".5", "5.", "NaN", "1-2", ""])
    func `refuses what is no number`(json: String) {
        #expect(throws: FormatError.self) {
            try read(#"{"a":\#(json)}"#) { (r, b) throws(FormatError) in try r.double(in: b) }
        }
    }

    @Test(arguments: ["tru", "t rue", "True", "falsee", "1", "null", ""])
    func `refuses what is neither true nor false`(json: String) {
        #expect(throws: FormatError.self) {
            try read(#"{"a":\#(json)}"#) { (r, b) throws(FormatError) in try r.bool(in: b) }
        }
    }

    @Test(arguments: [
        "{", "{}}", "{,}", #"{"a":1,}"#, #"{"a":1 "a":2}"#, #"{"a" 1}"#, #"{"a":}"#, #"{a:1}"#, #"{"a":1}x"#,
        "[]", "",
    ])
    func `refuses what is no object`(json: String) {
        #expect(throws: FormatError.self) {
            try read(json) { (r, b) throws(FormatError) in try r.integer(in: b) }
        }
    }

    @Test func `reads arrays in arrays`() throws {
        let sums = try read(#"{ "a" : [ [1, 2] , [ ], [3] ] }"#) { (reader, bytes) throws(FormatError) in
            var sums: [Int] = []
            try reader.beginArray(in: bytes)
            while try reader.nextElement(in: bytes) {
                var sum = 0
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) { sum += try reader.integer(in: bytes) }
                sums.append(sum)
            }
            return sums
        }
        #expect(sums == [3, 0, 3])
    }

    @Test(arguments: ["[1,]", "[,1]", "[1 2]", "[1", "[1}"])
    func `refuses what is no array`(json: String) {
        #expect(throws: FormatError.self) {
            try read(#"{"a":\#(json)}"#) { (reader, bytes) throws(FormatError) in
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) { _ = try reader.integer(in: bytes) }
            }
        }
    }

    @Test func `says where it stopped`() {
        let error = #expect(throws: FormatError.self) {
            try read(#"{"a":1,"b":2}"#) { (r, b) throws(FormatError) in try r.integer(in: b) }
        }
        #expect(error?.description == #"at byte 11 "b" is not known"#)
    }
}
