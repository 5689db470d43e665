package import Checklists
import JSON

/// Reads JSON in one pass, without a tree of values: the server reads a million items at every start.
///
/// Every function starts at `offset` and moves it past the text that it reads. To read an object, call
/// `beginObject`, then `nextName` until it returns `nil`, and read one value after each name. To read an
/// array, call `beginArray`, then `nextElement` before each value.
///
/// This module encodes the domain's records for files, the journal and columns. It does no input or output.
package struct JSONReader {
    /// The index of the next byte.
    package private(set) var offset: Int
    private let bytes: [UInt8]
    /// The end of the text, exclusive.
    private let limit: Int
    /// Whether a value precedes in the same object or array, so that a comma must follow.
    private var followsValue = false
    /// The members of the object that is being read into a record.
    var members = Members()

    /// A reader of JSON text in a range of the bytes, or in all of them.
    package init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        offset = range?.lowerBound ?? 0
        limit = range?.upperBound ?? bytes.count
    }

    /// Reads the opening brace of an object.
    package mutating func beginObject() throws(FormatError) {
        try take(UInt8(ascii: "{"), "an object is expected")
        followsValue = false
    }

    /// Reads the next member's name and its colon; `nil` at the end of the object.
    package mutating func nextName() throws(FormatError) -> String? {
        skipWhiteSpace()
        guard try nextValue(before: UInt8(ascii: "}")) else { return nil }
        let name = try string()
        try take(UInt8(ascii: ":"), "a colon is expected after the member name")
        followsValue = false
        return name
    }

    /// Reads the next member's name and its colon. Returns the range of the name without its quotes; `nil` at
    /// the end of the object. The name is not unescaped, so an escaped name matches no field.
    mutating func nextQuotedName() throws(FormatError) -> Range<Int>? {
        skipWhiteSpace()
        guard try nextValue(before: UInt8(ascii: "}")) else { return nil }
        let name = try quoted()
        try take(UInt8(ascii: ":"), "a colon is expected after the member name")
        return name.start..<name.end
    }

    /// Whether a range of the text has the bytes of a name.
    func hasBytes(of name: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == name.utf8CodeUnitCount else { return false }
        return name.withUTF8Buffer { unsafe $0.elementsEqual(bytes[range]) }
    }

    /// The text in a range.
    func text(of range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Reads the opening bracket of an array.
    package mutating func beginArray() throws(FormatError) {
        try take(UInt8(ascii: "["), "an array is expected")
        followsValue = false
    }

    /// Moves to the next element; `false` at the end of the array.
    package mutating func nextElement() throws(FormatError) -> Bool {
        skipWhiteSpace()
        return try nextValue(before: UInt8(ascii: "]"))
    }

    /// Skips trailing white space; throws if anything follows it.
    package mutating func end() throws(FormatError) {
        skipWhiteSpace()
        guard offset == limit else { throw error("the text continues after the value") }
    }

    /// Moves to a value.
    mutating func begin(at offset: Int) {
        self.offset = offset
        followsValue = false
    }

    /// Skips a value; finds only its end.
    mutating func skipValue() throws(FormatError) {
        var depth = 0
        repeat {
            skipWhiteSpace()
            guard offset < limit else { throw error("the text ends inside a value") }
            switch bytes[offset] {
            case UInt8(ascii: "\""): _ = try quoted()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { throw error("a value is expected") }
                depth -= 1
                offset += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard depth > 0 else { throw error("a value is expected") }
                offset += 1
            default:
                let start = offset
                while offset < limit, Self.isPartOfWord(bytes[offset]) { offset += 1 }
                if offset == start { throw error("a value is expected") }
            }
        } while depth > 0
        followsValue = true
    }

    /// An error at the current offset.
    package func error(_ reason: String) -> FormatError {
        FormatError(offset: offset, reason: reason)
    }

    /// An error about an unknown name.
    package func unknown(_ name: String) -> FormatError {
        error("the member \"\(name)\" is unknown")
    }
}

// MARK: Values

extension JSONReader {
    /// Reads a string.
    package mutating func string() throws(FormatError) -> String {
        let range = try quoted()
        followsValue = true
        do {
            if range.hasEscape {
                // Escapes are rare; the complete parser handles them.
                let whole = bytes.span.extracting(range.start - 1..<range.end + 1)
                if case .string(let text) = try JSONValue.parse(whole) { return text }
            } else {
                let text = bytes.span.extracting(range.start..<range.end)
                return String(copying: try UTF8Span(validating: text))
            }
        } catch {}
        throw FormatError(offset: range.start, reason: "a string has an invalid escape or is not UTF-8")
    }

    /// Reads a whole number.
    package mutating func integer() throws(FormatError) -> Int {
        skipWhiteSpace()
        let start = offset
        let isNegative = offset < limit && bytes[offset] == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        let digits = offset
        var number = 0
        while offset < limit {
            let digit = bytes[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            let (product, overflowsProduct) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowsSum) = product.addingReportingOverflow(Int(digit))
            guard !overflowsProduct, !overflowsSum else {
                throw FormatError(offset: start, reason: "a number is too large")
            }
            number = sum
            offset += 1
        }
        let hasLeadingZero = offset - digits > 1 && bytes[digits] == UInt8(ascii: "0")
        guard offset > digits, !hasLeadingZero else {
            throw FormatError(offset: start, reason: "an integer is expected")
        }
        followsValue = true
        return isNegative ? -number : number
    }

    /// Reads a number, possibly with a fraction or an exponent.
    package mutating func double() throws(FormatError) -> Double {
        skipWhiteSpace()
        let start = offset
        while offset < limit, Self.isPartOfNumber(bytes[offset]) { offset += 1 }
        followsValue = true
        do {
            let value = try JSONValue.parse(bytes.span.extracting(start..<offset))
            if case .number(let number) = value, let double = number.double { return double }
        } catch {}
        throw FormatError(offset: start, reason: "a number is expected")
    }

    /// Reads `true` or `false`.
    package mutating func bool() throws(FormatError) -> Bool {
        skipWhiteSpace()
        let isTrue = offset < limit && bytes[offset] == UInt8(ascii: "t")
        for byte in (isTrue ? "true" : "false").utf8 {
            guard offset < limit, bytes[offset] == byte else {
                throw error("true or false is expected")
            }
            offset += 1
        }
        followsValue = true
        return isTrue
    }

    /// Reads a timestamp in the format of `Timestamp.text`.
    package mutating func timestamp() throws(FormatError) -> Timestamp {
        let range = try quoted()
        followsValue = true
        let text = bytes.span.extracting(range.start..<range.end)
        if let timestamp = Timestamp(text: text) { return timestamp }
        do throws(FormatError) {
            var reader = JSONReader(bytes, in: range.start..<range.end)
            let milliseconds = try reader.integer()
            try reader.end()
            return Timestamp(milliseconds: Int64(milliseconds))
        } catch {
            throw FormatError(
                offset: range.start, reason: "a timestamp such as 2026-11-20T23:55:57.484Z is expected")
        }
    }

    /// Whether a byte is part of a number, `true`, `false` or `null`.
    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        isPartOfNumber(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}

// MARK: Bytes

extension JSONReader {
    /// Finds the end of a string. Returns the range between its quotes, and whether it has a backslash.
    private mutating func quoted() throws(FormatError) -> (start: Int, end: Int, hasEscape: Bool) {
        try take(UInt8(ascii: "\""), "a string is expected")
        let start = offset
        var hasEscape = false
        while offset < limit {
            let byte = bytes[offset]
            offset += 1
            if byte == UInt8(ascii: "\"") { return (start, offset - 1, hasEscape) }
            if byte == UInt8(ascii: "\\") {
                hasEscape = true
                offset += 1
            } else if byte < 0x20 {
                break
            }
        }
        throw FormatError(offset: start, reason: "a string does not end")
    }

    /// Whether a value follows rather than the end of the object or array. Reads the comma before it.
    private mutating func nextValue(before end: UInt8) throws(FormatError) -> Bool {
        guard offset < limit else { throw error("the text ends inside a value") }
        if bytes[offset] == end {
            offset += 1
            followsValue = true
            return false
        }
        if followsValue { try take(UInt8(ascii: ","), "a comma is expected") }
        followsValue = false
        return true
    }

    /// Skips white space and reads the byte.
    private mutating func take(
        _ byte: UInt8, _ reason: StaticString
    ) throws(FormatError) {
        skipWhiteSpace()
        guard offset < limit, bytes[offset] == byte else { throw error(reason.description) }
        offset += 1
    }

    /// Skips white space (RFC 8259 §2).
    mutating func skipWhiteSpace() {
        while offset < limit {
            switch bytes[offset] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): offset += 1
            default: return
            }
        }
    }
}
