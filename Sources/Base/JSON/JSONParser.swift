extension JSONValue {
    /// The maximum nesting depth of arrays and objects.
    public static let depthMax = 64

    /// Parses a JSON text.
    ///
    /// The parser is strict (RFC 8259): UTF-8 without a byte order mark, no trailing comma, nothing after the
    /// value. As §8.2 and §9 permit, it also rejects lone surrogates and deep nesting.
    /// - Parameters:
    ///   - bytes: The whole text.
    ///   - depthMax: The maximum nesting depth, at most 1,000, because each level takes stack.
    ///   - allowsDuplicateNames: Whether an object may repeat a member name, which §4 leaves open. All
    ///     members are kept.
    /// - Throws: `JSONSyntaxError` at the first invalid byte.
    public static func parse(
        _ bytes: Span<UInt8>, depthMax: Int = JSONValue.depthMax, allowsDuplicateNames: Bool = false
    ) throws(JSONSyntaxError) -> JSONValue {
        precondition(depthMax <= 1000, "each level takes stack")
        var parser = JSONParser(depthMax: depthMax, allowsDuplicateNames: allowsDuplicateNames)
        return try parser.text(in: bytes)
    }

    /// Parses an array of bytes.
    public static func parse(
        _ bytes: [UInt8], depthMax: Int = JSONValue.depthMax, allowsDuplicateNames: Bool = false
    ) throws(JSONSyntaxError) -> JSONValue {
        try parse(bytes.span, depthMax: depthMax, allowsDuplicateNames: allowsDuplicateNames)
    }

    /// Parses a slice of bytes. Offsets of errors count from the start of the slice.
    public static func parse(
        _ bytes: ArraySlice<UInt8>, depthMax: Int = JSONValue.depthMax, allowsDuplicateNames: Bool = false
    ) throws(JSONSyntaxError) -> JSONValue {
        try parse(bytes.span, depthMax: depthMax, allowsDuplicateNames: allowsDuplicateNames)
    }
}

/// A single-pass JSON parser. Every function starts at `offset` and moves it past what it reads.
struct JSONParser {
    let depthMax: Int
    let allowsDuplicateNames: Bool
    private(set) var offset = 0

    init(depthMax: Int, allowsDuplicateNames: Bool) {
        self.depthMax = depthMax
        self.allowsDuplicateNames = allowsDuplicateNames
    }

    /// `JSON-text` (RFC 8259 §2).
    mutating func text(in bytes: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
        skipWhiteSpace(in: bytes)
        let value = try value(in: bytes, depth: 0)
        skipWhiteSpace(in: bytes)
        guard offset == bytes.count else { throw error("the text continues after the value") }
        return value
    }

    /// `value` (§3).
    private mutating func value(in bytes: Span<UInt8>, depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard offset < bytes.count else { throw error("the text ends before a value") }
        switch bytes[offset] {
        case UInt8(ascii: "\""):
            return .string(try string(in: bytes))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try number(in: bytes))
        case UInt8(ascii: "{"):
            return .object(try members(in: bytes, depth: depth + 1))
        case UInt8(ascii: "["):
            return .array(try elements(in: bytes, depth: depth + 1))
        case UInt8(ascii: "t"):
            return try literal("true", .bool(true), in: bytes)
        case UInt8(ascii: "f"):
            return try literal("false", .bool(false), in: bytes)
        case UInt8(ascii: "n"):
            return try literal("null", .null, in: bytes)
        default:
            throw noValue(in: bytes)
        }
    }

    /// `object` (§4).
    private mutating func members(
        in bytes: Span<UInt8>, depth: Int
    ) throws(JSONSyntaxError) -> [JSONValue.Member] {
        guard depth <= depthMax else { throw error("values are nested deeper than \(depthMax) levels") }
        var members: [JSONValue.Member] = []
        var names = NameSet()
        offset += 1
        skipWhiteSpace(in: bytes)
        if take(UInt8(ascii: "}"), in: bytes) { return members }
        members.reserveCapacity(8)
        while true {
            let start = offset
            guard peek(in: bytes) == UInt8(ascii: "\"") else {
                throw error("a member name in double quotes is expected")
            }
            let name = try string(in: bytes)
            if !allowsDuplicateNames, !names.insert(name, beside: members) {
                throw JSONSyntaxError("a member name is repeated", at: start)
            }
            skipWhiteSpace(in: bytes)
            guard take(UInt8(ascii: ":"), in: bytes) else {
                throw error("a colon is expected after the member name")
            }
            skipWhiteSpace(in: bytes)
            members.append(JSONValue.Member(name, try value(in: bytes, depth: depth)))
            skipWhiteSpace(in: bytes)
            if take(UInt8(ascii: "}"), in: bytes) { return members }
            guard take(UInt8(ascii: ","), in: bytes) else {
                throw error("a comma or } is expected")
            }
            skipWhiteSpace(in: bytes)
        }
    }

    /// `array` (§5).
    private mutating func elements(in bytes: Span<UInt8>, depth: Int) throws(JSONSyntaxError) -> [JSONValue] {
        guard depth <= depthMax else { throw error("values are nested deeper than \(depthMax) levels") }
        var elements: [JSONValue] = []
        offset += 1
        skipWhiteSpace(in: bytes)
        if take(UInt8(ascii: "]"), in: bytes) { return elements }
        while true {
            elements.append(try value(in: bytes, depth: depth))
            skipWhiteSpace(in: bytes)
            if take(UInt8(ascii: "]"), in: bytes) { return elements }
            guard take(UInt8(ascii: ","), in: bytes) else {
                throw error("a comma or ] is expected")
            }
            skipWhiteSpace(in: bytes)
        }
    }

    /// `true`, `false` or `null` (§3).
    mutating func literal<Value>(
        _ name: StaticString, _ value: Value, in bytes: Span<UInt8>
    ) throws(JSONSyntaxError) -> Value {
        for byte in name.description.utf8 {
            guard take(byte, in: bytes) else { throw error("a value is expected") }
        }
        return value
    }

    /// `number` (§6).
    mutating func number(in bytes: Span<UInt8>) throws(JSONSyntaxError) -> JSONNumber {
        let start = offset
        _ = take(UInt8(ascii: "-"), in: bytes)
        if !take(UInt8(ascii: "0"), in: bytes) { try digits(in: bytes) }
        if take(UInt8(ascii: "."), in: bytes) { try digits(in: bytes) }
        if take(UInt8(ascii: "e"), in: bytes) || take(UInt8(ascii: "E"), in: bytes) {
            if !take(UInt8(ascii: "+"), in: bytes) { _ = take(UInt8(ascii: "-"), in: bytes) }
            try digits(in: bytes)
        }
        return JSONNumber(text: try utf8(in: bytes, from: start, to: offset))
    }

    private mutating func digits(in bytes: Span<UInt8>) throws(JSONSyntaxError) {
        let start = offset
        while offset < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[offset] { offset += 1 }
        guard offset > start else { throw error("a digit is expected") }
    }
}

// MARK: - Strings

extension JSONParser {
    /// `string` (§7). A string without escapes is validated and copied at once.
    mutating func string(in bytes: Span<UInt8>) throws(JSONSyntaxError) -> String {
        offset += 1
        let start = offset
        try skipPlain(in: bytes)
        if bytes[offset] == UInt8(ascii: "\"") {
            offset += 1
            return try utf8(in: bytes, from: start, to: offset - 1)
        }
        return try escapedString(in: bytes, from: start)
    }

    /// The rest of a string from its first escape. The bytes from `start` to the escape are not copied yet.
    private mutating func escapedString(
        in bytes: Span<UInt8>, from start: Int
    ) throws(JSONSyntaxError) -> String {
        var start = start
        var result = ""
        while true {
            result += try utf8(in: bytes, from: start, to: offset)
            if take(UInt8(ascii: "\""), in: bytes) { return result }
            result.unicodeScalars.append(try escape(in: bytes))
            start = offset
            try skipPlain(in: bytes)
        }
    }

    /// Skips to the next quote or backslash.
    private mutating func skipPlain(in bytes: Span<UInt8>) throws(JSONSyntaxError) {
        offset = bytes.firstToEscape(from: offset)
        guard offset < bytes.count else { throw error("the text ends inside a string") }
        if bytes[offset] < 0x20 { throw error("a string has an unescaped control character") }
    }

    /// Decodes an escape sequence.
    private mutating func escape(in bytes: Span<UInt8>) throws(JSONSyntaxError) -> Unicode.Scalar {
        let start = offset
        offset += 1
        guard let letter = peek(in: bytes) else { throw error("the text ends inside a string") }
        offset += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try scalar(in: bytes, from: start)
        default: throw JSONSyntaxError("a string has an unknown escape", at: start)
        }
    }

    /// The character of `\uXXXX` or of a surrogate pair. A lone surrogate is an error (§8.2).
    private mutating func scalar(
        in bytes: Span<UInt8>, from start: Int
    ) throws(JSONSyntaxError) -> Unicode.Scalar {
        let first = try codeUnit(in: bytes)
        if let scalar = Unicode.Scalar(first) { return scalar }
        if 0xD800...0xDBFF ~= first, take(UInt8(ascii: "\\"), in: bytes), take(UInt8(ascii: "u"), in: bytes) {
            let second = try codeUnit(in: bytes)
            if 0xDC00...0xDFFF ~= second,
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        throw JSONSyntaxError("a string has a lone surrogate", at: start)
    }

    /// Parses four hexadecimal digits.
    private mutating func codeUnit(in bytes: Span<UInt8>) throws(JSONSyntaxError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek(in: bytes), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error("\\u must be followed by four hexadecimal digits")
            }
            unit = unit << 4 | UInt32(digit)
            offset += 1
        }
        return unit
    }

    /// Decodes bytes as UTF-8 (§8.1).
    private func utf8(in bytes: Span<UInt8>, from start: Int, to end: Int) throws(JSONSyntaxError) -> String {
        do throws(UTF8.ValidationError) {
            return String(copying: try UTF8Span(validating: bytes.extracting(start..<end)))
        } catch {
            throw JSONSyntaxError("a string is not valid UTF-8", at: start + error.byteOffsets.lowerBound)
        }
    }
}

// MARK: - Bytes

extension JSONParser {
    /// `ws` (§2).
    mutating func skipWhiteSpace(in bytes: Span<UInt8>) {
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): offset += 1
            default: return
            }
        }
    }

    func peek(in bytes: Span<UInt8>) -> UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    /// Consumes this byte if it is next.
    mutating func take(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    /// That no value begins here, with the cause that editors on Windows make frequent.
    func noValue(in bytes: Span<UInt8>) -> JSONSyntaxError {
        let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        guard hasMark, offset == 0 else { return error("there is no value") }
        return error("UTF-8 without a byte order mark is expected")
    }

    func error(_ reason: String) -> JSONSyntaxError {
        JSONSyntaxError(reason, at: offset)
    }
}

/// The member names of an object: searched one by one up to 16, hashed beyond that.
private struct NameSet {
    private var hashed: Set<[UInt8]> = []
    private static let unhashedMax = 16

    /// Adds a name; `false` if the object already has it.
    mutating func insert(_ name: String, beside members: [JSONValue.Member]) -> Bool {
        if members.count < Self.unhashedMax {
            return !members.contains { $0.name.isSameName(as: name) }
        }
        if hashed.isEmpty { hashed = Set(members.map { Array($0.name.utf8) }) }
        return hashed.insert(Array(name.utf8)).inserted
    }
}
