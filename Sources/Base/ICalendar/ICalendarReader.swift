extension ICalendarComponent {
    /// Parses bytes that contain one component, for a calendar `VCALENDAR`.
    ///
    /// Lines may have any length and end with CRLF or LF. Empty lines are skipped. The parser checks the
    /// syntax only, not the meaning.
    /// - Throws: `ICalendarError` for the first invalid line.
    public static func parse(
        _ bytes: Span<UInt8>, limits: ICalendarLimits = ICalendarLimits()
    ) throws(ICalendarError) -> ICalendarComponent {
        var reader = ICalendarReader(limits: limits, rootsMax: 1)
        return try reader.read(bytes)
    }

    /// Parses bytes that contain one or more components, such as a file of joined calendars.
    /// - Throws: `ICalendarError` for the first invalid line.
    public static func parseSequence(
        _ bytes: [UInt8], limits: ICalendarLimits
    ) throws(ICalendarError) -> [ICalendarComponent] {
        var reader = ICalendarReader(limits: limits, rootsMax: .max)
        _ = try reader.read(bytes.span)
        return reader.roots
    }

    /// Parses an array of bytes.
    public static func parse(
        _ bytes: [UInt8], limits: ICalendarLimits = ICalendarLimits()
    ) throws(ICalendarError) -> ICalendarComponent {
        try parse(bytes.span, limits: limits)
    }
}

/// Splits bytes into unfolded content lines (RFC 5545 §3.1).
///
/// It unfolds before decoding UTF-8, because some programs fold inside a character.
private struct UnfoldedLines {
    /// The current line, unfolded.
    private(set) var line: [UInt8] = []
    /// The number of the first physical line of `line`.
    private(set) var number = 0

    private var offset = 0
    private var nextNumber = 1

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Reads the next line; `false` after the last.
    mutating func readNext(in bytes: Span<UInt8>) throws(ICalendarError) -> Bool {
        if offset == 0 { skipByteOrderMark(in: bytes) }
        guard offset < bytes.count else { return false }
        number = nextNumber
        line.removeAll(keepingCapacity: true)
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            guard byte == UInt8(ascii: "\n") else {
                // RFC 5545 §3.1 allows no control characters. Only U+0000 is rejected, because databases do
                // not store it.
                if byte == 0 {
                    throw ICalendarError(
                        line: nextNumber, reason: "the calendar contains the character U+0000")
                }
                line.append(byte)
                continue
            }
            nextNumber += 1
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            guard offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 else { break }
            offset += 1
        }
        return true
    }

    private mutating func skipByteOrderMark(in bytes: Span<UInt8>) {
        guard bytes.count >= 3, (0..<3).allSatisfy({ bytes[$0] == Self.byteOrderMark[$0] }) else { return }
        offset = 3
    }
}

/// Builds components from content lines.
private struct ICalendarReader {
    let limits: ICalendarLimits
    /// The maximum number of outermost components.
    let rootsMax: Int
    /// The open components, the outermost first.
    private var open: [ICalendarComponent] = []
    /// The outermost components that have ended.
    private(set) var roots: [ICalendarComponent] = []
    private var componentsCount = 0

    init(limits: ICalendarLimits, rootsMax: Int) {
        self.limits = limits
        self.rootsMax = rootsMax
    }

    /// Reads all lines.
    /// - Returns: The first outermost component.
    mutating func read(_ bytes: Span<UInt8>) throws(ICalendarError) -> ICalendarComponent {
        guard bytes.count <= limits.bytesMax else {
            throw ICalendarError(line: 1, reason: "the calendar is larger than \(limits.bytesMax) bytes")
        }
        var lines = UnfoldedLines()
        while try lines.readNext(in: bytes) {
            if !lines.line.isEmpty { try read(lines.line, number: lines.number) }
        }
        return try end(number: lines.number)
    }

    private mutating func read(_ line: [UInt8], number: Int) throws(ICalendarError) {
        let property: ICalendarProperty
        do throws(ContentLine.Fault) {
            property = try ContentLine.read(line.span)
        } catch {
            throw ICalendarError(line: number, reason: error.reason)
        }
        if property.isNamed("BEGIN") {
            try begin(property.componentName, number: number)
        } else if property.isNamed("END") {
            try end(property.componentName, number: number)
        } else {
            guard !open.isEmpty else {
                throw ICalendarError(line: number, reason: "a property is outside of a component")
            }
            open[open.count - 1].content.append(.property(property))
        }
    }

    private mutating func begin(_ name: String, number: Int) throws(ICalendarError) {
        guard !open.isEmpty || roots.count < rootsMax else {
            throw ICalendarError(line: number, reason: "content follows the outermost component")
        }
        guard open.count < limits.depthMax else {
            throw ICalendarError(
                line: number, reason: "components are nested deeper than \(limits.depthMax) levels")
        }
        componentsCount += 1
        guard componentsCount <= limits.componentsMax else {
            throw ICalendarError(
                line: number, reason: "the calendar has more than \(limits.componentsMax) components")
        }
        guard ContentLine.isName(name) else {
            throw ICalendarError(
                line: number, reason: "BEGIN needs the name of a component, for example BEGIN:VTODO")
        }
        open.append(ICalendarComponent(name))
    }

    private mutating func end(_ name: String, number: Int) throws(ICalendarError) {
        guard let component = open.popLast(), component.isNamed(name) else {
            throw ICalendarError(line: number, reason: "END matches no open component")
        }
        if open.isEmpty {
            roots.append(component)
        } else {
            open[open.count - 1].content.append(.component(component))
        }
    }

    private func end(number: Int) throws(ICalendarError) -> ICalendarComponent {
        guard let root = roots.first, open.isEmpty else {
            let reason = open.last.map { "END:\($0.name) is missing" } ?? "BEGIN:VCALENDAR is missing"
            throw ICalendarError(line: max(1, number), reason: reason)
        }
        return root
    }
}

extension ICalendarProperty {
    /// The component name in `BEGIN` or `END`; some programs append white space.
    fileprivate var componentName: String {
        var name = value[...]
        while name.last == " " || name.last == "\t" { name.removeLast() }
        return String(name)
    }
}

/// Parses an unfolded content line (RFC 5545 §3.1).
private enum ContentLine {
    struct Fault: Error {
        let reason: String
    }

    static func read(_ line: Span<UInt8>) throws(Fault) -> ICalendarProperty {
        var index = 0
        while index < line.count, isOfName(line[index]) { index += 1 }
        guard index > 0 else { throw Fault(reason: "a property has no name") }
        var property = ICalendarProperty(try text(0..<index, of: line), value: "")
        while index < line.count, line[index] == UInt8(ascii: ";") {
            let start = index + 1
            index = start
            while index < line.count, isOfName(line[index]) { index += 1 }
            guard index > start, index < line.count, line[index] == UInt8(ascii: "=") else {
                throw Fault(
                    reason: "a semicolon must be followed by a parameter, for example TZID=Europe/Berlin")
            }
            let name = try text(start..<index, of: line)
            let values = index + 1
            index = try endOfValues(from: values, in: line)
            property.parameters.append(ICalendarParameter(name, encoded: try text(values..<index, of: line)))
        }
        guard index < line.count, line[index] == UInt8(ascii: ":") else {
            throw Fault(reason: "a property has no colon before its value")
        }
        property.value = try text(index + 1..<line.count, of: line)
        return property
    }

    static func isName(_ name: String) -> Bool { !name.isEmpty && name.utf8.allSatisfy(isOfName) }

    /// Where the values of a parameter end: at the first unquoted colon or semicolon.
    private static func endOfValues(from start: Int, in line: Span<UInt8>) throws(Fault) -> Int {
        var index = start
        var isQuoted = false
        while index < line.count {
            switch line[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ":") where !isQuoted, UInt8(ascii: ";") where !isQuoted: return index
            default: break
            }
            index += 1
        }
        throw Fault(
            reason: isQuoted ? "a quoted value does not end" : "a property has no colon after its parameters")
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func text(_ range: Range<Int>, of line: Span<UInt8>) throws(Fault) -> String {
        do throws(UTF8.ValidationError) {
            return String(copying: try UTF8Span(validating: line.extracting(range)))
        } catch {
            throw Fault(reason: "the bytes are not valid UTF-8")
        }
    }
}
