/// Appends JSON to a buffer, without white space, in the order of the calls.
///
///     var json = JSONWriter()
///     json.object { json in
///         json.member("id", 3)
///         json.member("tags", ["a", "b"])
///     }
///
/// The writer sets the commas. The caller matches the braces and gives every member a name and one value.
///
/// Writing JSON is half of the server's work. The writer therefore owns its buffer: unlike an array, it needs
/// no check for shared storage on each byte.
///
/// `@unchecked Sendable`: the buffer has one owner at a time, this value.
@safe public struct JSONWriter: ~Copyable, @unchecked Sendable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The number of bytes written.
    public private(set) var count = 0
    /// Whether an element precedes, so that the next one needs a comma.
    private var followsElement = false

    /// Creates a writer with an initial capacity in bytes; the buffer grows as needed.
    public init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        unsafe start = .allocate(capacity: self.capacity)
    }

    deinit { unsafe start.deallocate() }

    /// A copy of the output.
    public var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: start, count: count)) }

    /// Calls a closure with the output, without copying it.
    public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        unsafe body(UnsafeBufferPointer(start: start, count: count).span)
    }

    /// Appends the output to an array.
    public func append(to bytes: inout [UInt8]) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }

    /// Discards the output and keeps the buffer.
    public mutating func removeAll() {
        count = 0
        followsElement = false
    }

    /// Returns the output and empties the buffer. The document continues after it.
    public mutating func takeBytes() -> [UInt8] {
        defer { count = 0 }
        return bytes
    }

    /// Ends the document with a line feed, so that a terminal continues on the next line.
    public mutating func endLine() { append(UInt8(ascii: "\n")) }

    /// The output with a line feed.
    public consuming func line() -> [UInt8] {
        endLine()
        return bytes
    }

    /// Writes any value.
    @inlinable
    public mutating func value(_ value: some JSONWritable) {
        value.write(to: &self)
    }

    /// Writes a member: name and value.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        self.name(name)
        value.write(to: &self)
    }

    /// Writes a member whose value is an object.
    @inlinable
    public mutating func object<E: Error>(
        _ name: StaticString, _ members: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        self.name(name)
        try object(members)
    }

    /// Writes a member whose value is an array.
    @inlinable
    public mutating func array<E: Error>(
        _ name: StaticString, _ elements: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        self.name(name)
        try array(elements)
    }

    /// Writes an object; the closure writes its members.
    @inlinable
    public mutating func object<E: Error>(_ members: (inout JSONWriter) throws(E) -> Void) throws(E) {
        beginObject()
        try members(&self)
        endObject()
    }

    /// Writes an array; the closure writes its elements.
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

    /// Writes the name of a member. The value must follow.
    ///
    /// - Parameter name: A name that needs no escaping.
    public mutating func name(_ name: StaticString) {
        let length = name.utf8CodeUnitCount
        let target = unsafe reserve(length + 4)
        var end = 0
        if followsElement {
            unsafe target[0] = UInt8(ascii: ",")
            end = 1
        }
        unsafe target[end] = UInt8(ascii: "\"")
        unsafe (target + end + 1).update(from: name.utf8Start, count: length)
        unsafe target[end + 1 + length] = UInt8(ascii: "\"")
        unsafe target[end + 2 + length] = UInt8(ascii: ":")
        count += end + length + 3
        followsElement = false
    }

    /// Writes a name that is known only at run time; escapes it where needed.
    public mutating func name(of name: String) {
        append(quoted: name)
        append(UInt8(ascii: ":"))
        followsElement = false
    }
}

// MARK: - Single values

extension JSONWriter {
    /// Writes `null`.
    public mutating func null() { literal("null") }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) {
        if value { literal("true") } else { literal("false") }
    }

    /// Writes a string. It escapes only what RFC 8259 §7 requires: quotes, backslashes and controls below
    /// U+0020.
    public mutating func string(_ value: String) {
        append(quoted: value)
    }

    /// Writes an integer.
    public mutating func integer(_ value: Int) {
        separate()
        if value < 0 { append(UInt8(ascii: "-")) }
        appendDigits(of: value.magnitude)
    }

    /// Writes a floating-point number with the fewest digits that round-trip. It must be finite.
    public mutating func double(_ value: Double) {
        precondition(value.isFinite, "JSON cannot represent infinity or NaN")
        separate()
        append(value.description.utf8.span)
    }

    /// Starts a new line before the next value, for human readers.
    public mutating func breakLine() {
        separate()
        append(UInt8(ascii: "\n"))
        followsElement = false
    }

    /// Writes a number as it was read.
    public mutating func number(_ value: JSONNumber) {
        separate()
        append(value.text.utf8.span)
    }

    /// The members that a closure writes, without the braces of the object. `raw` writes them into another
    /// object.
    public static func members(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        write(&json)
        return json.bytes
    }

    /// Writes bytes that are a JSON value, or members of the open object; they are not checked.
    public mutating func raw(_ value: [UInt8]) { raw(value.span) }

    /// Writes bytes that are a JSON value; they are not checked.
    public mutating func raw(_ value: Span<UInt8>) {
        separate()
        append(value)
    }

    /// Writes a JSON value of at most `bytesMax` bytes straight into the buffer; it is not checked.
    public mutating func raw(bytesMax: Int, _ value: (inout OutputSpan<UInt8>) -> Void) {
        separate()
        let room = unsafe UnsafeMutableBufferPointer(start: reserve(bytesMax), count: bytesMax)
        var output = unsafe OutputSpan(buffer: room, initializedCount: 0)
        value(&output)
        unsafe count += output.finalize(for: room)
    }
}

// MARK: - Bytes

extension JSONWriter {
    /// The end of the output, with room for `more` bytes.
    private mutating func reserve(_ more: Int) -> UnsafeMutablePointer<UInt8> {
        if count + more > capacity { grow(count + more) }
        return unsafe start + count
    }

    @inline(never)
    private mutating func grow(_ least: Int) {
        let larger = max(least, 2 * capacity)
        let target = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        unsafe target.update(from: start, count: count)
        unsafe start.deallocate()
        unsafe start = target
        capacity = larger
    }

    private mutating func append(_ byte: UInt8) {
        unsafe reserve(1).pointee = byte
        count += 1
    }

    private mutating func append(_ bytes: Span<UInt8>) {
        let target = unsafe reserve(bytes.count)
        unsafe bytes.withUnsafeBufferPointer { source in
            if let first = source.baseAddress { unsafe target.update(from: first, count: source.count) }
        }
        count += bytes.count
    }

    private mutating func separate() {
        if followsElement { append(UInt8(ascii: ",")) }
        followsElement = true
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        append(bracket)
        followsElement = false
    }

    private mutating func end(_ bracket: UInt8) {
        append(bracket)
        followsElement = true
    }

    private mutating func literal(_ text: StaticString) {
        separate()
        let target = unsafe reserve(text.utf8CodeUnitCount)
        unsafe target.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    private mutating func appendDigits(of magnitude: UInt) {
        // The digits are found from the last to the first, then moved to the front.
        let digitsMax = 20
        let target = unsafe reserve(digitsMax)
        var start = digitsMax
        var rest = magnitude
        repeat {
            start -= 1
            unsafe target[start] = UInt8(truncatingIfNeeded: 0x30 &+ rest % 10)
            rest /= 10
        } while rest > 0
        unsafe target.update(from: target + start, count: digitsMax - start)
        count += digitsMax - start
    }

    /// Writes a string, in one copy where no byte needs an escape.
    private mutating func append(quoted text: String) {
        separate()
        append(UInt8(ascii: "\""))
        let bytes = text.utf8.span
        if bytes.isPlain { append(bytes) } else { appendEscaped(bytes) }
        append(UInt8(ascii: "\""))
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
                append(#"\u00"#.utf8.span)
                append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
                append(Self.hexadecimalDigits[Int(byte & 0x0F)])
            default: append(byte)
            }
        }
    }

    private mutating func appendEscape(_ letter: UInt8) {
        append(UInt8(ascii: "\\"))
        append(letter)
    }

    private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}

extension Span<UInt8> {
    /// Whether no byte needs an escape.
    fileprivate var isPlain: Bool { firstToEscape(from: 0) == count }

    /// The index of the first byte from `start` that needs an escape; `count` if none does.
    func firstToEscape(from start: Int) -> Int {
        var index = start
        while index + 8 <= count {
            let word = word(at: index)
            let found =
                word.bytes(below: 0x20) | word.bytes(equalTo: UInt8(ascii: "\""))
                | word.bytes(equalTo: UInt8(ascii: "\\"))
            if found != 0 { break }
            index += 8
        }
        while index < count, !self[index].needsEscape { index += 1 }
        return index
    }
}

extension UInt8 {
    fileprivate var needsEscape: Bool {
        self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}
