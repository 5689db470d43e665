package import Checklists
import JSON

/// Reads JSON in one pass, without a tree of values: a million items are read at every start.
///
/// Every function starts at `offset` and leaves it behind what it has read. An object is read by
/// `beginObject` and then `nextName` until that gives `nil`, with one value read after each name; an array by
/// `beginArray` and `nextElement`.
///
/// This module is how the domain's values stand in what stores keep: the files of one, columns of another. It
/// touches nothing.
package struct JSONReader {
    /// How many bytes have been read.
    package private(set) var offset: Int
    /// Whether a value came before in the same object or array, so that a comma has to follow.
    private var followsValue = false

    /// A reader that begins at that byte.
    package init(at offset: Int = 0) {
        self.offset = offset
    }

    /// Reads the brace that opens an object.
    package mutating func beginObject(in bytes: Span<UInt8>) throws(FormatError) {
        try take(UInt8(ascii: "{"), "there is no object", in: bytes)
        followsValue = false
    }

    /// Reads the name of the next member with its colon; `nil` is the end of the object.
    package mutating func nextName(in bytes: Span<UInt8>) throws(FormatError) -> String? {
        skipWhiteSpace(in: bytes)
        guard try nextValue(before: UInt8(ascii: "}"), in: bytes) else { return nil }
        let name = try string(in: bytes)
        try take(UInt8(ascii: ":"), "there is no colon after a name", in: bytes)
        followsValue = false
        return name
    }

    /// Reads the bracket that opens an array.
    package mutating func beginArray(in bytes: Span<UInt8>) throws(FormatError) {
        try take(UInt8(ascii: "["), "there is no array", in: bytes)
        followsValue = false
    }

    /// Goes on to the next element; `false` is the end of the array.
    package mutating func nextElement(in bytes: Span<UInt8>) throws(FormatError) -> Bool {
        skipWhiteSpace(in: bytes)
        return try nextValue(before: UInt8(ascii: "]"), in: bytes)
    }

    /// Goes past the white space behind the last value; nothing else may be there.
    package mutating func end(in bytes: Span<UInt8>) throws(FormatError) {
        skipWhiteSpace(in: bytes)
        guard offset == bytes.count else { throw error("something follows the value") }
    }

    /// An error at the offset that has been reached.
    package func error(_ reason: String) -> FormatError {
        FormatError(offset: offset, reason: reason)
    }

    /// An error about the name that was just read.
    package func unknown(_ name: String) -> FormatError {
        error("\"\(name)\" is not known")
    }
}

// MARK: Values

extension JSONReader {
    /// Reads a string.
    package mutating func string(in bytes: Span<UInt8>) throws(FormatError) -> String {
        let range = try quoted(in: bytes)
        followsValue = true
        do {
            if range.hasEscape {
                // A rare case, left to the parser that knows every rule.
                let whole = bytes.extracting(range.start - 1..<range.end + 1)
                if case .string(let text) = try JSONValue.parse(whole) { return text }
            } else {
                return String(copying: try UTF8Span(validating: bytes.extracting(range.start..<range.end)))
            }
        } catch {}
        throw FormatError(offset: range.start, reason: "a string is not well-formed")
    }

    /// Reads a whole number.
    package mutating func integer(in bytes: Span<UInt8>) throws(FormatError) -> Int {
        skipWhiteSpace(in: bytes)
        let start = offset
        let isNegative = offset < bytes.count && bytes[offset] == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        let digits = offset
        var number = 0
        while offset < bytes.count {
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
            throw FormatError(offset: start, reason: "there is no whole number")
        }
        followsValue = true
        return isNegative ? -number : number
    }

    /// Reads a number of any kind.
    package mutating func double(in bytes: Span<UInt8>) throws(FormatError) -> Double {
        skipWhiteSpace(in: bytes)
        let start = offset
        while offset < bytes.count, Self.isPartOfNumber(bytes[offset]) { offset += 1 }
        followsValue = true
        do {
            let value = try JSONValue.parse(bytes.extracting(start..<offset))
            if case .number(let number) = value, let double = number.double { return double }
        } catch {}
        throw FormatError(offset: start, reason: "there is no number")
    }

    /// Reads `true` or `false`.
    package mutating func bool(in bytes: Span<UInt8>) throws(FormatError) -> Bool {
        skipWhiteSpace(in: bytes)
        let isTrue = offset < bytes.count && bytes[offset] == UInt8(ascii: "t")
        for byte in (isTrue ? "true" : "false").utf8 {
            guard offset < bytes.count, bytes[offset] == byte else {
                throw error("there is neither true nor false")
            }
            offset += 1
        }
        followsValue = true
        return isTrue
    }

    /// Reads a moment, as `Timestamp.text` writes it.
    package mutating func timestamp(in bytes: Span<UInt8>) throws(FormatError) -> Timestamp {
        let range = try quoted(in: bytes)
        followsValue = true
        let text = bytes.extracting(range.start..<range.end)
        if let timestamp = Timestamp(text: text) { return timestamp }
        do throws(FormatError) {
            var reader = JSONReader()
            let milliseconds = try reader.integer(in: text)
            try reader.end(in: text)
            return Timestamp(milliseconds: Int64(milliseconds))
        } catch {
            throw FormatError(
                offset: range.start, reason: "there is no time such as 2026-11-20T23:55:57.484Z")
        }
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
    /// Reads a string as it stands: where it begins and ends between its quotes, and whether it has a
    /// backslash.
    private mutating func quoted(
        in bytes: Span<UInt8>
    ) throws(FormatError) -> (start: Int, end: Int, hasEscape: Bool) {
        try take(UInt8(ascii: "\""), "there is no string", in: bytes)
        let start = offset
        var hasEscape = false
        while offset < bytes.count {
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

    /// Whether a value follows, and not the end of its object or array. A comma between two is read.
    private mutating func nextValue(before end: UInt8, in bytes: Span<UInt8>) throws(FormatError) -> Bool {
        guard offset < bytes.count else { throw error("the text ends early") }
        if bytes[offset] == end {
            offset += 1
            followsValue = true
            return false
        }
        if followsValue { try take(UInt8(ascii: ","), "there is no comma", in: bytes) }
        followsValue = false
        return true
    }

    /// Reads that byte, behind white space.
    private mutating func take(
        _ byte: UInt8, _ reason: StaticString, in bytes: Span<UInt8>
    ) throws(FormatError) {
        skipWhiteSpace(in: bytes)
        guard offset < bytes.count, bytes[offset] == byte else { throw error(reason.description) }
        offset += 1
    }

    /// White space (RFC 8259 §2).
    private mutating func skipWhiteSpace(in bytes: Span<UInt8>) {
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): offset += 1
            default: return
            }
        }
    }
}
