/// A streaming tokenizer for JSON, so that a large text needs no tree of values.
///
/// It follows RFC 8259 as `JSONValue.parse` does, but does not detect duplicate member names.
public struct JSONTokenizer: Sendable {
    /// A token. One value follows each name: a single token, or all tokens from a beginning to its end.
    public enum Token: Hashable, Sendable {
        case beginObject
        case endObject
        case beginArray
        case endArray
        case name(String)
        case string(String)
        case number(JSONNumber)
        case bool(Bool)
        case null
    }

    private enum Container { case object, array }

    private var parser: JSONParser
    /// The open arrays and objects, the outermost first.
    private var open: [Container] = []
    /// Whether a name was read, so that its value is next.
    private var followsName = false
    /// Whether the innermost container has an element or, at the top level, the value has been read.
    private var followsElement = false

    /// Creates a tokenizer at the start of a text.
    /// - Parameter depthMax: The maximum nesting depth of arrays and objects.
    public init(depthMax: Int = JSONValue.depthMax) {
        parser = JSONParser(depthMax: depthMax, allowsDuplicateNames: true)
    }

    /// The number of bytes read.
    public var offset: Int { parser.offset }

    /// Reads the next token; `nil` after the value and the end of the text.
    /// - Parameter bytes: The whole text, the same at every call.
    /// - Throws: `JSONSyntaxError` at the first invalid byte.
    public mutating func next(in bytes: Span<UInt8>) throws(JSONSyntaxError) -> Token? {
        parser.skipWhiteSpace(in: bytes)
        if followsName {
            followsName = false
            return try value(in: bytes)
        }
        guard let container = open.last else {
            if !followsElement { return try value(in: bytes) }
            guard parser.offset == bytes.count else {
                throw parser.error("the text continues after the value")
            }
            return nil
        }
        if let end = end(of: container, in: bytes) { return end }
        if followsElement {
            guard parser.take(UInt8(ascii: ","), in: bytes) else {
                throw parser.error("a comma or \(container == .array ? "]" : "}") is expected")
            }
            parser.skipWhiteSpace(in: bytes)
        }
        return container == .array ? try value(in: bytes) : try name(in: bytes)
    }

    private mutating func end(of container: Container, in bytes: Span<UInt8>) -> Token? {
        guard parser.take(UInt8(ascii: container == .array ? "]" : "}"), in: bytes) else { return nil }
        open.removeLast()
        followsElement = true
        return container == .array ? .endArray : .endObject
    }

    private mutating func name(in bytes: Span<UInt8>) throws(JSONSyntaxError) -> Token {
        guard parser.peek(in: bytes) == UInt8(ascii: "\"") else {
            throw parser.error("a member name in double quotes is expected")
        }
        let name = try parser.string(in: bytes)
        parser.skipWhiteSpace(in: bytes)
        guard parser.take(UInt8(ascii: ":"), in: bytes) else {
            throw parser.error("a colon is expected after the member name")
        }
        followsName = true
        return .name(name)
    }

    private mutating func value(in bytes: Span<UInt8>) throws(JSONSyntaxError) -> Token {
        followsElement = true
        switch parser.peek(in: bytes) {
        case UInt8(ascii: "{"): return try begin(.object, in: bytes)
        case UInt8(ascii: "["): return try begin(.array, in: bytes)
        case UInt8(ascii: "\""): return .string(try parser.string(in: bytes))
        case UInt8(ascii: "t"): return try parser.literal("true", .bool(true), in: bytes)
        case UInt8(ascii: "f"): return try parser.literal("false", .bool(false), in: bytes)
        case UInt8(ascii: "n"): return try parser.literal("null", .null, in: bytes)
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
            return .number(try parser.number(in: bytes))
        case nil: throw parser.error("the text ends before a value")
        default: throw parser.noValue(in: bytes)
        }
    }

    private mutating func begin(
        _ container: Container, in bytes: Span<UInt8>
    ) throws(JSONSyntaxError) -> Token {
        guard open.count < parser.depthMax else {
            throw parser.error("values are nested deeper than \(parser.depthMax) levels")
        }
        _ = parser.take(UInt8(ascii: container == .array ? "[" : "{"), in: bytes)
        open.append(container)
        followsElement = false
        return container == .array ? .beginArray : .beginObject
    }
}
