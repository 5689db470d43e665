/// A streaming tokenizer for XML, so that a large document needs no tree in memory.
///
/// It implements XML 1.0 and Namespaces in XML 1.0, in UTF-8 only. It reads no document type declarations, so
/// that only the five predefined entities exist. It resolves namespaces and skips comments and processing
/// instructions. Time is linear in the bytes; memory is linear in the depth and the longest text.
public struct XMLTokenizer: Sendable {
    /// A token of a document.
    public enum Token: Hashable, Sendable {
        case begin(XMLName, [XMLAttribute])
        /// The end of the innermost open element.
        case end
        /// All text between two tags; never empty.
        case text(String)
    }

    /// What the tokenizer accepts beyond XML without a document type.
    public enum Dialect: Sendable {
        /// Nothing more.
        case strict
        /// A document type without an internal subset, which is skipped, and control characters other than
        /// U+0000, which Apple's programs write unescaped.
        case propertyList
    }

    /// The maximum number of attributes in a tag, including namespace declarations.
    public static let attributesMax = 64
    /// The maximum length of a namespace URI, in bytes.
    ///
    /// A document states the URI once for all its elements, but a reader compares or writes it for each of
    /// them.
    public static let namespaceBytesMax = 256

    /// The number of bytes read.
    public internal(set) var offset = 0
    let depthMax: Int
    let dialect: Dialect
    /// The ranges of the names of the open elements, the outermost first.
    var open: [Range<Int>] = []
    var scopes = NamespaceScopes()
    /// Whether the last tag was an empty-element tag, so that `end` comes next.
    var endsAtOnce = false
    private var phase = Phase.prolog

    private enum Phase { case prolog, content, epilog }

    /// Creates a tokenizer at the start of a document.
    /// - Parameter depthMax: The maximum nesting depth of elements.
    public init(depthMax: Int, dialect: Dialect = .strict) {
        self.depthMax = depthMax
        self.dialect = dialect
    }

    /// Reads the next token; `nil` after the root element and the end of the document.
    /// - Parameter bytes: The whole document, the same at every call.
    /// - Throws: `XMLSyntaxError` at the first invalid byte.
    public mutating func next(in bytes: Span<UInt8>) throws(XMLSyntaxError) -> Token? {
        if endsAtOnce {
            endsAtOnce = false
            return end()
        }
        switch phase {
        case .prolog:
            try readProlog(in: bytes)
            phase = .content
            return try beginTag(in: bytes)
        case .content:
            let text = try text(in: bytes)
            if !text.isEmpty { return .text(text) }
            if !bytes.contains(Mark.endTag, at: offset) { return try beginTag(in: bytes) }
            try endTag(in: bytes)
            return end()
        case .epilog:
            try skipMisc(in: bytes)
            guard offset == bytes.count else {
                throw error("content follows the root element", in: bytes)
            }
            return nil
        }
    }

    private mutating func end() -> Token {
        open.removeLast()
        scopes.end()
        if open.isEmpty { phase = .epilog }
        return .end
    }
}

// MARK: Around the element

extension XMLTokenizer {
    /// Parses `prolog` (XML 1.0 §2.8).
    private mutating func readProlog(in bytes: Span<UInt8>) throws(XMLSyntaxError) {
        if bytes.contains(Mark.byteOrder, at: 0) { offset = Mark.byteOrder.count }
        if isDeclaration(in: bytes) { try readDeclaration(in: bytes) }
        try skipMisc(in: bytes)
        if bytes.contains(Mark.documentType, at: offset) {
            guard dialect == .propertyList else {
                throw error("a document type declaration is not supported", in: bytes)
            }
            let start = offset
            _ = try skip(past: Mark.tagEnd, in: bytes)
            for index in start..<offset where bytes[index] == UInt8(ascii: "[") {
                throw error("the document type has an internal subset", at: index, in: bytes)
            }
            try skipMisc(in: bytes)
        }
        guard offset < bytes.count else { throw error("the document has no root element", in: bytes) }
        guard bytes[offset] == UInt8(ascii: "<") else {
            throw error("text precedes the root element", in: bytes)
        }
    }

    /// Parses `XMLDecl` and checks its version and encoding (XML 1.0 §2.8).
    private mutating func readDeclaration(in bytes: Span<UInt8>) throws(XMLSyntaxError) {
        offset += Mark.declaration.count
        var values: [String: String] = [:]
        while skipSpace(in: bytes), !bytes.contains(Mark.instructionEnd, at: offset) {
            let start = offset
            let name = try utf8(try name(in: bytes), in: bytes)
            guard ["version", "encoding", "standalone"].contains(name), values[name] == nil else {
                throw error("the XML declaration has an unknown or repeated attribute", at: start, in: bytes)
            }
            values[name] = try attributeValue(in: bytes)
        }
        guard bytes.contains(Mark.instructionEnd, at: offset), values["version"]?.hasPrefix("1.") == true
        else {
            throw error(
                "the XML declaration must state version 1.x, for example <?xml version='1.0'?>", in: bytes)
        }
        offset += Mark.instructionEnd.count
        // ASCII is a subset of UTF-8.
        if let encoding = values["encoding"]?.lowercased(), !["utf-8", "utf8", "us-ascii"].contains(encoding)
        {
            throw error("the encoding must be UTF-8", in: bytes)
        }
    }

    private func isDeclaration(in bytes: Span<UInt8>) -> Bool {
        let end = offset + Mark.declaration.count
        guard bytes.contains(Mark.declaration, at: offset), end < bytes.count else { return false }
        return bytes[end].isXMLSpace || bytes[end] == UInt8(ascii: "?")
    }

    /// Skips white space, comments and processing instructions.
    private mutating func skipMisc(in bytes: Span<UInt8>) throws(XMLSyntaxError) {
        repeat { skipSpace(in: bytes) } while try skipCommentOrInstruction(in: bytes)
    }

    /// Skips a comment or processing instruction; returns `false` if none is next.
    mutating func skipCommentOrInstruction(in bytes: Span<UInt8>) throws(XMLSyntaxError) -> Bool {
        if bytes.contains(Mark.comment, at: offset) {
            offset += Mark.comment.count
            _ = try skip(past: Mark.commentEnd, in: bytes)
            return true
        }
        guard bytes.contains(Mark.instruction, at: offset) else { return false }
        guard !isDeclaration(in: bytes) else {
            throw error("the XML declaration must be at the start of the document", in: bytes)
        }
        _ = try skip(past: Mark.instructionEnd, in: bytes)
        return true
    }
}

// MARK: Bytes

extension XMLTokenizer {
    /// Skips past the next occurrence of a mark and returns the range before it.
    mutating func skip(past mark: [UInt8], in bytes: Span<UInt8>) throws(XMLSyntaxError) -> Range<Int> {
        let start = offset
        while offset < bytes.count {
            if bytes.contains(mark, at: offset) {
                offset += mark.count
                return start..<offset - mark.count
            }
            offset += 1
        }
        throw error(
            "the document ends inside an unclosed comment, CDATA section or declaration", at: start, in: bytes
        )
    }

    /// Skips white space; returns `false` if none is next.
    @discardableResult
    mutating func skipSpace(in bytes: Span<UInt8>) -> Bool {
        let start = offset
        while offset < bytes.count, bytes[offset].isXMLSpace { offset += 1 }
        return offset > start
    }

    func utf8(_ range: Range<Int>, in bytes: Span<UInt8>) throws(XMLSyntaxError) -> String {
        do throws(UTF8.ValidationError) {
            return String(copying: try UTF8Span(validating: bytes.extracting(range)))
        } catch {
            let start = range.lowerBound + error.byteOffsets.lowerBound
            throw self.error("the bytes are not valid UTF-8", at: start, in: bytes)
        }
    }

    func error(_ reason: String, at position: Int? = nil, in bytes: Span<UInt8>) -> XMLSyntaxError {
        XMLSyntaxError(reason, at: position ?? offset, in: bytes)
    }
}

/// The delimiters of XML.
enum Mark {
    static let byteOrder = Array("\u{FEFF}".utf8)
    static let declaration = Array("<?xml".utf8)
    static let documentType = Array("<!DOCTYPE".utf8)
    static let endTag = Array("</".utf8)
    static let emptyTagEnd = Array("/>".utf8)
    static let tagEnd = Array(">".utf8)
    static let instruction = Array("<?".utf8)
    static let instructionEnd = Array("?>".utf8)
    static let comment = Array("<!--".utf8)
    static let commentEnd = Array("-->".utf8)
    static let section = Array("<![CDATA[".utf8)
    static let sectionEnd = Array("]]>".utf8)
}

extension UInt8 {
    /// `S` (XML 1.0 §2.3).
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}

extension Span<UInt8> {
    /// Whether `other` occurs at this index.
    func contains(_ other: [UInt8], at index: Int) -> Bool {
        guard index >= 0, other.count <= count - index else { return false }
        for position in 0..<other.count where self[index + position] != other[position] { return false }
        return true
    }
}
