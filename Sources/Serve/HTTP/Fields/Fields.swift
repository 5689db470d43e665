import JSON

/// The header fields of a message (RFC 9110 §5), in order. Name comparison ignores case.
///
/// The fields stay octets until a caller reads them as text. So parsing a request takes two allocations,
/// however many fields it has.
public struct Fields: Sendable, ExpressibleByDictionaryLiteral {
    /// The octets into which the lines point. A request's fields share them with its target.
    private(set) var octets: [UInt8]
    private(set) var lines: [Line]
    /// Whether the octets are exactly the lines in wire format, each with its line end.
    private(set) var isWireFormat: Bool
    /// A bit for each length of a name; the last bit stands for all lengths from 63 on. Most lookups are for
    /// absent fields, and this mask rejects them quickly.
    private var nameLengths: UInt64 = 0

    /// The ranges of name and value of a line. The colon and white space lie between them.
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

        /// The line of the same octets that begin `offset` later.
        func moved(by offset: Int) -> Line {
            Line(
                name: name.lowerBound + offset..<name.upperBound + offset,
                value: value.lowerBound + offset..<value.upperBound + offset)
        }

        var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
        /// The range from the start of the name to the end of the value.
        var whole: Range<Int> { Int(nameStart)..<Int(valueEnd) }
    }

    /// Makes an empty set of fields.
    public init() {
        octets = []
        lines = []
        isWireFormat = true
    }

    /// Makes an empty set of fields with room for `capacity` lines.
    public init(capacity: Int) {
        self.init()
        lines.reserveCapacity(capacity)
        octets.reserveCapacity(Self.lineBytesTypical * capacity)
    }

    public init(dictionaryLiteral elements: (FieldName, String)...) {
        self.init(capacity: elements.count + 2)
        for (name, value) in elements { append(name, value) }
    }

    /// Makes fields that the parser has checked.
    init(octets: [UInt8], lines: [Line]) {
        self.octets = octets
        self.lines = lines
        isWireFormat = false
        for line in lines { nameLengths |= Self.bit(ofLength: line.name.count) }
    }

    private static func bit(ofLength count: Int) -> UInt64 { 1 << UInt64(Swift.min(count, 63)) }

    /// The typical size of a response field, in octets: with it a few fields need one allocation.
    private static let lineBytesTypical = 48

    /// The value of a field. Several lines are joined by commas (RFC 9110 §5.3); setting replaces them all.
    ///
    /// Invalid UTF-8 in a value is replaced by U+FFFD.
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

    /// The values of a field, one for each line.
    public func values(of name: FieldName) -> [String] {
        lines.filter { has(name, $0) }.map(value)
    }

    /// Whether the field is present, even with an empty value.
    public func contains(_ name: FieldName) -> Bool {
        index(of: name, from: 0) != nil
    }

    /// Appends a line and keeps other lines of the same name.
    ///
    /// The result is always one line. Octets that a token must not contain become `-` in the name. Controls
    /// become spaces in the value (RFC 9110 §5.5). A line without a name is not appended.
    public mutating func append(_ name: FieldName, _ value: String) {
        append(name, value.utf8.span, isTag: false, isWeak: false)
    }

    /// Appends a line with an entity tag.
    public mutating func append(_ name: FieldName, _ tag: ETag) {
        append(name, tag.opaque.utf8.span, isTag: true, isWeak: tag.isWeak)
    }

    /// Appends a line that never changes.
    public mutating func append(_ field: ConstantField) {
        lines.append(field.line.moved(by: octets.count))
        octets.append(contentsOf: field.octets)
        nameLengths |= Self.bit(ofLength: field.line.name.count)
    }

    /// Appends a line.
    /// - Parameter isTag: Whether the value is the text of an entity tag, which quotes enclose.
    private mutating func append(_ name: FieldName, _ value: Span<UInt8>, isTag: Bool, isWeak: Bool) {
        let spelling = name.spelling.utf8.span
        if spelling.isEmpty { return }
        let start = octets.count
        let nameEnd = start + spelling.count
        octets.append(addingCapacity: spelling.count + value.count + Self.framingBytesMax) { output in
            output.append(spelling)
            output.append(.colon)
            output.append(.space)
            if isWeak {
                output.append(UInt8(ascii: "W"))
                output.append(.slash)
            }
            if isTag { output.append(.quote) }
            output.append(value)
            if isTag { output.append(.quote) }
            output.append(.carriageReturn)
            output.append(.lineFeed)
        }
        let end = octets.count - 2
        if !name.isToken {
            for index in start..<nameEnd where !octets[index].isToken { octets[index] = UInt8(ascii: "-") }
        }
        if value.hasControl(0..<value.count) {
            for index in nameEnd + 2..<end where octets[index].isControl { octets[index] = .space }
        }
        nameLengths |= Self.bit(ofLength: spelling.count)
        lines.append(Line(name: start..<nameEnd, value: nameEnd + 2..<end))
    }

    /// The octets of a line beside name and value: colon, space, `W/`, two quotes and the line end.
    private static let framingBytesMax = 8

    func has(_ name: FieldName, _ line: Line) -> Bool {
        octets.span.matches(line.name, name.spelling.utf8.span)
    }

    func hasValue(_ text: String, _ line: Line) -> Bool { octets.span.equals(line.value, text) }

    /// The line of a field; `nil` unless it has exactly one.
    func onlyLine(of name: FieldName) -> Line? {
        guard let first = index(of: name, from: 0), index(of: name, from: first + 1) == nil else {
            return nil
        }
        return lines[first]
    }

    /// Whether the name begins with `If-`, as the names of conditions do. The name must be longer than two
    /// octets.
    func isCondition(_ line: Line) -> Bool {
        octets[line.name.lowerBound].lowercased == UInt8(ascii: "i")
            && octets[line.name.lowerBound + 1].lowercased == UInt8(ascii: "f")
            && octets[line.name.lowerBound + 2] == UInt8(ascii: "-")
    }

    /// Whether a proxy adds lines of this name to identify the client.
    func isOfProxy(_ line: Line) -> Bool {
        switch octets[line.name.lowerBound].lowercased {
        case UInt8(ascii: "f"): has(.forwarded, line)
        case UInt8(ascii: "v"): has(.via, line)
        case UInt8(ascii: "x"): has(.xRealIP, line) || octets.span.begins(line.name, Self.forwardedPrefix)
        default: false
        }
    }

    private static let forwardedPrefix = Array("X-Forwarded-".utf8)

    /// The index of the first line of this name at or after `start`.
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
    /// Iterates over the fields in order.
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
