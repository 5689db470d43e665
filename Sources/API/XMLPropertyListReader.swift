import Checklists

/// Gives a property list in XML piece by piece.
///
/// It knows the few elements of property lists and no more of XML than they need: a document type with
/// declarations of its own, and so every entity but those that XML itself has, is refused. Foundation's own
/// reader makes an object of every value before anybody can count them.
struct XMLPropertyListReader: DocumentReader {
    private(set) var offset = 0
    /// What has begun and not ended, the outermost first.
    private var open: [Container] = []
    /// The end of an empty element, which follows its beginning.
    private var pending: DocumentToken?
    private var phase = Phase.prolog

    private enum Container { case object, array }

    private enum Phase {
        case prolog
        /// Before the one value.
        case value
        /// Within it, or in an object behind a name.
        case content
        /// Within an object, where a name or the end is next.
        case name
        /// Behind the value.
        case epilog
    }

    mutating func next(in bytes: Span<UInt8>) throws(DocumentError) -> DocumentToken? {
        if let token = pending {
            pending = nil
            return end(token)
        }
        if phase == .prolog { try readProlog(in: bytes) }
        if phase == .epilog { return try readEpilog(in: bytes) }
        let tag = try nextTag(in: bytes)
        if tag.isEnd { return try end(tag) }
        if phase == .name {
            guard tag.name == "key" else { throw error("a dict has no key before a value") }
            let name = try text(of: tag, in: bytes)
            phase = .content
            return .name(name)
        }
        return try value(tag, in: bytes)
    }
}

// MARK: Values

extension XMLPropertyListReader {
    private mutating func value(_ tag: Tag, in bytes: Span<UInt8>) throws(DocumentError) -> DocumentToken {
        switch tag.name {
        case "dict": return try begin(.object, tag)
        case "array": return try begin(.array, tag)
        default:
            let text = try text(of: tag, in: bytes)
            let token = try scalar(tag.name, text)
            finishValue()
            return token
        }
    }

    private func scalar(_ name: String, _ text: String) throws(DocumentError) -> DocumentToken {
        switch name {
        case "string": return .string(text)
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "data": return .other
        case "date":
            guard let moment = Timestamp(rfc3339: text) else { throw error("there is no date") }
            return .date(moment)
        case "integer":
            if let number = Int(text) { return .number(Double(number)) }
            guard text.lowercased().contains(#/^[+-]?0x[0-9a-f]+$/#) else {
                throw error("there is no integer")
            }
            return .other
        case "real":
            guard let number = Double(text) else { throw error("there is no real number") }
            return number.isFinite ? .number(number) : .other
        default: throw error("a property list has no <\(name)>")
        }
    }

    private mutating func begin(_ container: Container, _ tag: Tag) throws(DocumentError) -> DocumentToken {
        guard open.count < Limits.documentDepthMax else {
            throw error("the nesting is deeper than \(Limits.documentDepthMax)")
        }
        open.append(container)
        phase = container == .object ? .name : .content
        if tag.isEmpty { pending = container == .object ? .endObject : .endArray }
        return container == .object ? .beginObject : .beginArray
    }

    private mutating func end(_ tag: Tag) throws(DocumentError) -> DocumentToken {
        switch (tag.name, open.last, phase) {
        case ("dict", .object, .name): return end(.endObject)
        case ("array", .array, _): return end(.endArray)
        default: throw error("</\(tag.name)> ends nothing that has begun")
        }
    }

    private mutating func end(_ token: DocumentToken) -> DocumentToken {
        open.removeLast()
        finishValue()
        return token
    }

    private mutating func finishValue() {
        phase =
            switch open.last {
            case .object: .name
            case .array: .content
            case nil: .epilog
            }
    }
}

// MARK: Around the value

extension XMLPropertyListReader {
    private mutating func readProlog(in bytes: Span<UInt8>) throws(DocumentError) {
        if bytes.contains(Mark.byteOrder, at: 0) { offset = Mark.byteOrder.count }
        if bytes.contains(Mark.declaration, at: offset) {
            let declaration = try shortText(past: Mark.instructionEnd, in: bytes).lowercased()
            let isUTF8 = declaration.contains("utf-8") || declaration.contains("ascii")
            if declaration.contains("encoding"), !isUTF8 { throw error("it is not in UTF-8") }
        }
        try skipMisc(in: bytes)
        if bytes.contains(Mark.documentType, at: offset) {
            let type = try shortText(past: Mark.tagEnd, in: bytes)
            guard !type.contains("[") else { throw error("its document type has declarations of its own") }
            try skipMisc(in: bytes)
        }
        let root = try tag(in: bytes)
        guard root.name == "plist", !root.isEnd, !root.isEmpty else { throw error("there is no <plist>") }
        phase = .value
    }

    private mutating func readEpilog(in bytes: Span<UInt8>) throws(DocumentError) -> DocumentToken? {
        if offset == bytes.count { return nil }
        let root = try nextTag(in: bytes)
        guard root.name == "plist", root.isEnd else { throw error("something follows the value") }
        try skipMisc(in: bytes)
        guard offset == bytes.count else { throw error("something follows the property list") }
        return nil
    }

    /// Goes past white space, comments and processing instructions.
    private mutating func skipMisc(in bytes: Span<UInt8>) throws(DocumentError) {
        while true {
            skipSpace(in: bytes)
            if bytes.contains(Mark.comment, at: offset) {
                _ = try skip(past: Mark.commentEnd, in: bytes)
            } else if bytes.contains(Mark.instruction, at: offset) {
                _ = try skip(past: Mark.instructionEnd, in: bytes)
            } else {
                return
            }
        }
    }
}

// MARK: Tags and text

extension XMLPropertyListReader {
    private struct Tag {
        var name: String
        var isEnd: Bool
        /// `<true/>`.
        var isEmpty: Bool
    }

    private mutating func nextTag(in bytes: Span<UInt8>) throws(DocumentError) -> Tag {
        try skipMisc(in: bytes)
        return try tag(in: bytes)
    }

    /// Reads a tag. Attributes, of which property lists have none but the version, are passed over.
    private mutating func tag(in bytes: Span<UInt8>) throws(DocumentError) -> Tag {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "<") else {
            throw error(offset < bytes.count ? "there is text between values" : "the text ends early")
        }
        offset += 1
        let isEnd = offset < bytes.count && bytes[offset] == UInt8(ascii: "/")
        if isEnd { offset += 1 }
        var name = ""
        while offset < bytes.count, UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[offset],
            name.utf8.count < 16
        {
            name.unicodeScalars.append(Unicode.Scalar(bytes[offset]))
            offset += 1
        }
        let rest = try shortText(past: Mark.tagEnd, in: bytes)
        let isEmpty = rest.hasSuffix("/")
        let space = rest.utf8.first.map { [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "/")].contains($0) } ?? true
        guard !name.isEmpty, space, !(isEnd && isEmpty) else { throw error("there is no tag") }
        return Tag(name: name, isEnd: isEnd, isEmpty: isEmpty)
    }

    /// The text of an element, whose end tag is read as well.
    private mutating func text(of tag: Tag, in bytes: Span<UInt8>) throws(DocumentError) -> String {
        if tag.isEmpty { return "" }
        var text = ""
        while true {
            let start = offset
            var hasLineEnds = false
            while offset < bytes.count, bytes[offset] != UInt8(ascii: "<"), bytes[offset] != UInt8(ascii: "&")
            {
                hasLineEnds = hasLineEnds || bytes[offset] == 0x0D
                offset += 1
            }
            text += try utf8(start..<offset, hasLineEnds: hasLineEnds, in: bytes)
            if offset < bytes.count, bytes[offset] == UInt8(ascii: "&") {
                text.unicodeScalars.append(try reference(in: bytes))
            } else if bytes.contains(Mark.section, at: offset) {
                offset += Mark.section.count
                text += try utf8(try skip(past: Mark.sectionEnd, in: bytes), hasLineEnds: true, in: bytes)
            } else if bytes.contains(Mark.comment, at: offset) {
                _ = try skip(past: Mark.commentEnd, in: bytes)
            } else {
                let end = try self.tag(in: bytes)
                guard end.isEnd, end.name == tag.name else { throw error("<\(tag.name)> does not end") }
                return text
            }
        }
    }

    /// A character that is named or numbered (XML 1.0 §4.1, §4.6).
    private mutating func reference(in bytes: Span<UInt8>) throws(DocumentError) -> Unicode.Scalar {
        let start = offset
        var name = ""
        offset += 1
        while offset < bytes.count, bytes[offset] != UInt8(ascii: ";"), name.utf8.count < 10,
            bytes[offset] < 128
        {
            name.unicodeScalars.append(Unicode.Scalar(bytes[offset]))
            offset += 1
        }
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: ";") else {
            throw error("a reference does not end", at: start)
        }
        offset += 1
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let number =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16)
                : name.hasPrefix("#") ? UInt32(name.dropFirst(), radix: 10) : nil
            guard let number, number > 0, let scalar = Unicode.Scalar(number) else {
                throw error("&\(name); stands for nothing", at: start)
            }
            return scalar
        }
    }

    /// Text as it stands, with every line end as XML 1.0 §2.11 has it: a single line feed.
    private func utf8(
        _ range: Range<Int>, hasLineEnds: Bool, in bytes: Span<UInt8>
    ) throws(DocumentError) -> String {
        let text: String
        do throws(UTF8.ValidationError) {
            text = String(copying: try UTF8Span(validating: bytes.extracting(range)))
        } catch {
            throw self.error("it is not UTF-8", at: range.lowerBound + error.byteOffsets.lowerBound)
        }
        return hasLineEnds ? text.replacing("\r\n", with: "\n").replacing("\r", with: "\n") : text
    }

    /// Goes past the next occurrence of a mark, and tells where what is before it stands.
    private mutating func skip(past mark: [UInt8], in bytes: Span<UInt8>) throws(DocumentError) -> Range<Int>
    {
        let start = offset
        while offset < bytes.count {
            if bytes.contains(mark, at: offset) {
                offset += mark.count
                return start..<offset - mark.count
            }
            offset += 1
        }
        throw error("the text ends early", at: start)
    }

    /// Goes past the next occurrence of a mark, and gives what stands before it and is never long.
    private mutating func shortText(
        past mark: [UInt8], in bytes: Span<UInt8>
    ) throws(DocumentError) -> String {
        let range = try skip(past: mark, in: bytes)
        guard range.count <= Limits.documentTagBytesMax else {
            throw error("a tag has more than \(Limits.documentTagBytesMax) bytes", at: range.lowerBound)
        }
        return try utf8(range, hasLineEnds: false, in: bytes)
    }

    private mutating func skipSpace(in bytes: Span<UInt8>) {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }

    private func error(_ reason: String, at position: Int? = nil) -> DocumentError {
        .malformed("The document is no property list in XML: at byte \(position ?? offset) \(reason).")
    }
}

/// What XML begins and ends things with.
private enum Mark {
    static let byteOrder = Array("\u{FEFF}".utf8)
    static let declaration = Array("<?xml".utf8)
    static let documentType = Array("<!DOCTYPE".utf8)
    static let tagEnd = Array(">".utf8)
    static let instruction = Array("<?".utf8)
    static let instructionEnd = Array("?>".utf8)
    static let comment = Array("<!--".utf8)
    static let commentEnd = Array("-->".utf8)
    static let section = Array("<![CDATA[".utf8)
    static let sectionEnd = Array("]]>".utf8)
}

extension Span<UInt8> {
    /// Whether these bytes stand there.
    fileprivate func contains(_ mark: [UInt8], at start: Int) -> Bool {
        guard start + mark.count <= count, self[start] == mark[0] else { return false }
        return mark.indices.allSatisfy { self[start + $0] == mark[$0] }
    }
}
