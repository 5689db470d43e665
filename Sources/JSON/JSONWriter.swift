/// Appends JSON to bytes, without white space, in the order of the calls.
///
///     var json = JSONWriter()
///     json.object { json in
///         json.member("id", 3)
///         json.member("tags", ["a", "b"])
///     }
///
/// It sets the commas. That braces match and every member has a name and one value is the caller's to keep.
public struct JSONWriter: Sendable {
    /// What has been written so far.
    public private(set) var bytes: [UInt8]
    /// Whether an element came before, so that the next one needs a comma in front.
    private var followsElement = false

    /// A writer that goes on behind bytes that are there already.
    public init(appendingTo bytes: consuming [UInt8] = []) {
        self.bytes = bytes
    }

    /// A writer with room for so many bytes before it has to grow.
    public init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Gives what has been written so far and forgets it, to go on behind it.
    public mutating func takeBytes() -> [UInt8] { exchange(&bytes, with: []) }

    /// What has been written, as a line: a terminal shows what comes next below it, and not behind it.
    public consuming func line() -> [UInt8] {
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Writes any value.
    @inlinable
    public mutating func value(_ value: some JSONWritable) {
        value.write(to: &self)
    }

    /// Writes a member: name and value.
    @inlinable
    public mutating func member(_ name: String, _ value: some JSONWritable) {
        self.name(name)
        value.write(to: &self)
    }

    /// Writes a member whose value is an object.
    @inlinable
    public mutating func object<E: Error>(
        _ name: String, _ members: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        self.name(name)
        try object(members)
    }

    /// Writes a member whose value is an array.
    @inlinable
    public mutating func array<E: Error>(
        _ name: String, _ elements: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        self.name(name)
        try array(elements)
    }

    /// Writes an object, its members by the closure.
    @inlinable
    public mutating func object<E: Error>(_ members: (inout JSONWriter) throws(E) -> Void) throws(E) {
        beginObject()
        try members(&self)
        endObject()
    }

    /// Writes an array, its elements by the closure.
    @inlinable
    public mutating func array<E: Error>(_ elements: (inout JSONWriter) throws(E) -> Void) throws(E) {
        beginArray()
        try elements(&self)
        endArray()
    }

    /// Writes the brace that opens an object.
    public mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// Writes the brace that closes an object.
    public mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Writes the bracket that opens an array.
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// Writes the bracket that closes an array.
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Writes the name of a member. Its value has to be written next.
    public mutating func name(_ name: String) {
        let text = name.utf8.span
        let start = bytes.count
        var isPlain = true
        // At once and without a second look, since half of what an object takes is its names.
        bytes.append(addingCapacity: text.count + 4) { output in
            if followsElement { output.append(UInt8(ascii: ",")) }
            output.append(UInt8(ascii: "\""))
            for index in text.indices {
                isPlain = isPlain && !text[index].needsEscape
                output.append(text[index])
            }
            output.append(UInt8(ascii: "\""))
            output.append(UInt8(ascii: ":"))
        }
        if !isPlain {
            bytes.removeSubrange(start...)
            append(quoted: name)
            bytes.append(UInt8(ascii: ":"))
        }
        followsElement = false
    }
}

// MARK: - Single values

extension JSONWriter {
    /// Writes `null`.
    public mutating func null() { literal("null") }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes a string. Only what RFC 8259 §7 requires is escaped: quotes, backslashes and the controls below
    /// U+0020.
    public mutating func string(_ value: String) {
        append(quoted: value)
    }

    /// Writes a whole number.
    public mutating func integer(_ value: Int) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        appendDigits(of: value.magnitude)
    }

    /// Writes a floating-point number in the fewest digits that give it back. It has to be finite.
    public mutating func double(_ value: Double) {
        precondition(value.isFinite, "JSON has no infinity and no NaN")
        literal(value.description)
    }

    /// Writes a number as it stood.
    public mutating func number(_ value: JSONNumber) { literal(value.text) }

    /// Writes bytes that are a JSON value already. They are not checked.
    public mutating func raw(_ value: [UInt8]) {
        separate()
        bytes.append(contentsOf: value)
    }

    /// Writes bytes that are a JSON value, at most so many, straight to where they belong. They are not
    /// checked.
    public mutating func raw(bytesMax: Int, _ value: (inout OutputSpan<UInt8>) -> Void) {
        separate()
        bytes.append(addingCapacity: bytesMax, initializingWith: value)
    }
}

// MARK: - Bytes

extension JSONWriter {
    private mutating func separate() {
        if followsElement { bytes.append(UInt8(ascii: ",")) }
        followsElement = true
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        followsElement = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        followsElement = true
    }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func appendDigits(of magnitude: UInt) {
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = digits.count
        var rest = magnitude
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        bytes.append(addingCapacity: digits.count) { output in
            for index in start..<digits.count { output.append(digits[index]) }
        }
    }

    /// Writes a string, as one piece where no byte needs an escape.
    private mutating func append(quoted text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        if Self.isPlain(text.utf8.span) {
            bytes.append(contentsOf: text.utf8)
        } else {
            appendEscaped(text.utf8.span)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether no byte needs an escape. A loop without a way out takes many bytes at once.
    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        var found = false
        for index in text.indices { found = text[index].needsEscape || found }
        return !found
    }

    private mutating func appendEscaped(_ text: Span<UInt8>) {
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): appendEscape(byte)
            case 0x08: appendEscape(UInt8(ascii: "b"))
            case 0x09: appendEscape(UInt8(ascii: "t"))
            case 0x0A: appendEscape(UInt8(ascii: "n"))
            case 0x0C: appendEscape(UInt8(ascii: "f"))
            case 0x0D: appendEscape(UInt8(ascii: "r"))
            case 0..<0x20:
                bytes.append(contentsOf: #"\u00"#.utf8)
                bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
                bytes.append(Self.hexadecimalDigits[Int(byte & 0x0F)])
            default: bytes.append(byte)
            }
        }
    }

    private mutating func appendEscape(_ letter: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(letter)
    }

    private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}

extension UInt8 {
    /// Whether a string has the byte only in an escape. Every condition is looked at, so that no loop has to
    /// branch.
    fileprivate var needsEscape: Bool {
        let bits = (self < 0x20 ? 1 : 0) | (self == UInt8(ascii: "\"") ? 1 : 0)
        return (bits | (self == UInt8(ascii: "\\") ? 1 : 0)) != 0
    }
}
