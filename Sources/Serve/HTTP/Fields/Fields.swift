import JSON

/// The header fields of a message (RFC 9110 §5), in order; names are compared without regard to case.
///
/// They are kept as octets and turned into text when somebody asks, so that reading a request costs two
/// allocations however many fields it has.
public struct Fields: Sendable, ExpressibleByDictionaryLiteral {
    /// What the lines point into; a request's fields share it with its target.
    private(set) var octets: [UInt8]
    private(set) var lines: [Line]
    /// Whether the octets are the lines as they go on the wire, each with its line end, and nothing else.
    private(set) var isWireFormat: Bool
    /// A bit for each length that a name has, the last for all from 63 on: most that are looked for are not
    /// there, and that is seen by it.
    private var nameLengths: UInt64 = 0

    /// Where name and value of a line are. Between them there is the colon and white space.
    struct Line: Sendable {
        private var nameStart: Int32
        private var nameEnd: Int32
        private var valueStart: Int32
        private var valueEnd: Int32

        init(name: Range<Int>, value: Range<Int>) {
            nameStart = Int32(truncatingIfNeeded: name.lowerBound)
            nameEnd = Int32(truncatingIfNeeded: name.upperBound)
            valueStart = Int32(truncatingIfNeeded: value.lowerBound)
            valueEnd = Int32(truncatingIfNeeded: value.upperBound)
        }

        var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
        /// From the name to the end of the value.
        var whole: Range<Int> { Int(nameStart)..<Int(valueEnd) }
    }

    /// No fields.
    public init() {
        octets = []
        lines = []
        isWireFormat = true
    }

    /// No fields, with room for so many.
    public init(capacity: Int) {
        self.init()
        lines.reserveCapacity(capacity)
        octets.reserveCapacity(Self.lineBytesTypical * capacity)
    }

    public init(dictionaryLiteral elements: (FieldName, String)...) {
        self.init(capacity: elements.count + 2)
        for (name, value) in elements { append(name, value) }
    }

    /// Fields that have been parsed.
    init(octets: [UInt8], lines: [Line]) {
        self.octets = octets
        self.lines = lines
        isWireFormat = false
        for line in lines { nameLengths |= Self.bit(ofLength: line.name.count) }
    }

    private static func bit(ofLength count: Int) -> UInt64 { 1 << UInt64(Swift.min(count, 63)) }

    /// What an answer's field comes to, so that a few fields need one allocation.
    private static let lineBytesTypical = 48

    /// The value of a field, several joined by a comma as RFC 9110 §5.3 has it; setting replaces them all.
    ///
    /// What is not UTF-8 in a value is replaced by U+FFFD.
    public subscript(name: FieldName) -> String? {
        get {
            guard let first = index(of: name, from: 0) else { return nil }
            guard index(of: name, from: first + 1) != nil else { return value(lines[first]) }
            return values(of: name).joined(separator: ", ")
        }
        set {
            if contains(name) {
                lines = lines.filter { !has(name, $0) }
                isWireFormat = false
            }
            if let newValue { append(name, newValue) }
        }
    }

    /// The values of a field, one for each line that it has.
    public func values(of name: FieldName) -> [String] {
        lines.filter { has(name, $0) }.map(value)
    }

    /// Whether there is such a field, whatever its value.
    public func contains(_ name: FieldName) -> Bool {
        index(of: name, from: 0) != nil
    }

    /// Adds a line, beside those of the same name.
    ///
    /// Whatever is handed in, it stays one line: octets that a token must not have become `-` in the name,
    /// controls become spaces in the value (RFC 9110 §5.5). A line without a name is not added.
    public mutating func append(_ name: FieldName, _ value: String) {
        append(name, "", value, "")
    }

    /// Adds a line with a tag.
    public mutating func append(_ name: FieldName, _ tag: ETag) {
        append(name, tag.isWeak ? "W/\"" : "\"", tag.opaque, "\"")
    }

    /// Adds a line with a value between two texts that need no look.
    private mutating func append(
        _ name: FieldName, _ before: String, _ value: String, _ after: String
    ) {
        let (name, value) = (name.spelling.utf8.span, value.utf8.span)
        let (before, after) = (before.utf8.span, after.utf8.span)
        if name.isEmpty { return }
        let start = octets.count
        let wholeStart = start + name.count + 2
        let valueStart = wholeStart + before.count
        let end = valueStart + value.count + after.count
        octets.append(addingCapacity: end + 2 - start) { output in
            output.append(name)
            output.append(.colon)
            output.append(.space)
            output.append(before)
            output.append(value)
            output.append(after)
            output.append(.carriageReturn)
            output.append(.lineFeed)
        }
        for index in name.indices where !name[index].isToken { octets[start + index] = UInt8(ascii: "-") }
        if value.hasControl(0..<value.count) {
            for index in value.indices where value[index].isControl { octets[valueStart + index] = .space }
        }
        nameLengths |= Self.bit(ofLength: name.count)
        lines.append(Line(name: start..<start + name.count, value: wholeStart..<end))
    }

    /// Whether the line has that name.
    func has(_ name: FieldName, _ line: Line) -> Bool {
        octets.span.matches(line.name, name.spelling.utf8.span)
    }

    /// Whether the line has that value.
    func hasValue(_ text: String, _ line: Line) -> Bool { octets.span.equals(line.value, text) }

    /// Whether the name of the line, of more than two octets, begins with `If-` as those of conditions do.
    func isCondition(_ line: Line) -> Bool {
        octets[line.name.lowerBound].lowercased == UInt8(ascii: "i")
            && octets[line.name.lowerBound + 1].lowercased == UInt8(ascii: "f")
            && octets[line.name.lowerBound + 2] == UInt8(ascii: "-")
    }

    /// Whether the line is one that proxies add, to tell for whom they ask.
    func isOfProxy(_ line: Line) -> Bool {
        switch octets[line.name.lowerBound].lowercased {
        case UInt8(ascii: "f"): has(.forwarded, line)
        case UInt8(ascii: "v"): has(.via, line)
        case UInt8(ascii: "x"): has(.xRealIP, line) || octets.span.begins(line.name, Self.forwardedPrefix)
        default: false
        }
    }

    private static let forwardedPrefix = Array("X-Forwarded-".utf8)

    /// The index of the first line of that name from there on.
    private func index(of name: FieldName, from start: Int) -> Int? {
        let (octets, name) = (octets.span, name.spelling.utf8.span)
        if nameLengths & Self.bit(ofLength: name.count) == 0 { return nil }
        for index in start..<lines.count where octets.matches(lines[index].name, name) { return index }
        return nil
    }

    private func value(_ line: Line) -> String {
        String(decoding: octets[line.value], as: UTF8.self)
    }
}

extension Fields: Sequence {
    /// One field after the other, in order.
    public struct Iterator: IteratorProtocol {
        private let fields: Fields
        private var index = 0

        init(_ fields: Fields) {
            self.fields = fields
        }

        public mutating func next() -> (name: FieldName, value: String)? {
            guard index < fields.lines.count else { return nil }
            defer { index += 1 }
            let line = fields.lines[index]
            return (
                FieldName(String(decoding: fields.octets[line.name], as: UTF8.self)),
                fields.value(line)
            )
        }
    }

    public func makeIterator() -> Iterator { Iterator(self) }
}
