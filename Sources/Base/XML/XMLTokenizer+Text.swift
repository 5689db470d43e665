// Text in elements and attributes.

extension XMLTokenizer {
    /// Reads the text up to the next tag, with references resolved.
    mutating func text(in bytes: Span<UInt8>) throws(XMLSyntaxError) -> String {
        var text = ""
        while offset < bytes.count {
            let start = offset
            while offset < bytes.count, !isSpecial(bytes[offset]) { offset += 1 }
            if offset > start { text += try characters(start..<offset, in: bytes) }
            guard offset < bytes.count else { break }
            switch bytes[offset] {
            case UInt8(ascii: "&"): text.unicodeScalars.append(try reference(in: bytes))
            case UInt8(ascii: "<"):
                if bytes.contains(Mark.section, at: offset) {
                    try section(to: &text, in: bytes)
                } else if try !skipCommentOrInstruction(in: bytes) {
                    return text
                }
            default: text.unicodeScalars.append(try lineEnd(in: bytes))
            }
        }
        throw error("the document ends inside an element", in: bytes)
    }

    /// Parses `CDSect` (XML 1.0 §2.7) and appends its text.
    private mutating func section(to text: inout String, in bytes: Span<UInt8>) throws(XMLSyntaxError) {
        offset += Mark.section.count
        let range = try skip(past: Mark.sectionEnd, in: bytes)
        let end = offset
        offset = range.lowerBound
        while offset < range.upperBound {
            let start = offset
            while offset < range.upperBound, !isControl(bytes[offset]) { offset += 1 }
            text += try characters(start..<offset, in: bytes)
            if offset < range.upperBound { text.unicodeScalars.append(try lineEnd(in: bytes)) }
        }
        offset = end
    }

    /// Parses `Eq` and `AttValue` (XML 1.0 §3.1); each white space character becomes a space (§3.3.3).
    mutating func attributeValue(in bytes: Span<UInt8>) throws(XMLSyntaxError) -> String {
        skipSpace(in: bytes)
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "=") else {
            throw error("an attribute has no value", in: bytes)
        }
        offset += 1
        skipSpace(in: bytes)
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") || bytes[offset] == UInt8(ascii: "'")
        else { throw error("the value of an attribute is not in quotes", in: bytes) }
        let quote = bytes[offset]
        offset += 1
        var value = ""
        while offset < bytes.count {
            let start = offset
            while offset < bytes.count, bytes[offset] != quote, !isSpecial(bytes[offset]),
                !bytes[offset].isXMLSpace
            { offset += 1 }
            if offset > start { value += try characters(start..<offset, in: bytes) }
            guard offset < bytes.count else { break }
            switch bytes[offset] {
            case quote:
                offset += 1
                return value
            case UInt8(ascii: "&"): value.unicodeScalars.append(try reference(in: bytes))
            case UInt8(ascii: "<"): throw error("the value of an attribute contains <; write &lt;", in: bytes)
            case 0x20, 0x09, 0x0A:
                offset += 1
                value += " "
            default:
                let character = try lineEnd(in: bytes)
                value.unicodeScalars.append(character == "\n" ? " " : character)
            }
        }
        throw error("the value of an attribute has no closing quote", in: bytes)
    }

    /// Parses a character reference or a predefined entity (XML 1.0 §4.1, §4.6).
    private mutating func reference(in bytes: Span<UInt8>) throws(XMLSyntaxError) -> Unicode.Scalar {
        let start = offset
        offset += 1
        while offset < bytes.count, bytes[offset] != UInt8(ascii: ";"),
            offset - start <= Self.referenceBytesMax
        { offset += 1 }
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: ";") else {
            throw error(
                "a reference has no closing semicolon; write &amp; for a single &", at: start, in: bytes)
        }
        let name = try utf8(start + 1..<offset, in: bytes)
        offset += 1
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard let scalar = Self.numbered(name), scalar.isXMLCharacter || isTaken(scalar) else {
                throw error("the reference &\(name); is unknown", at: start, in: bytes)
            }
            return scalar
        }
    }

    /// Parses the number of a character reference, `#65` or `#x41`.
    private static func numbered(_ name: String) -> Unicode.Scalar? {
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        // `UInt32(_:radix:)` accepts a sign as well.
        guard name.hasPrefix("#"), let first = digits.unicodeScalars.first, first != "+", first != "-" else {
            return nil
        }
        return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap { Unicode.Scalar($0) }
    }

    private func isTaken(_ scalar: Unicode.Scalar) -> Bool { dialect == .propertyList && scalar.value > 0 }

    /// Reads a line end as a line feed (XML 1.0 §2.11).
    ///
    /// `Dialect.propertyList` keeps other control characters, `strict` rejects them.
    private mutating func lineEnd(in bytes: Span<UInt8>) throws(XMLSyntaxError) -> Unicode.Scalar {
        let byte = bytes[offset]
        guard byte == 0x0D else {
            guard isTaken(Unicode.Scalar(byte)) else {
                throw error("the document contains a control character", in: bytes)
            }
            offset += 1
            return Unicode.Scalar(byte)
        }
        offset += offset + 1 < bytes.count && bytes[offset + 1] == 0x0A ? 2 : 1
        return "\n"
    }

    /// Decodes bytes without control characters. `Dialect.strict` rejects U+FFFE and U+FFFF (XML 1.0 §2.2).
    private func characters(_ range: Range<Int>, in bytes: Span<UInt8>) throws(XMLSyntaxError) -> String {
        let text = try utf8(range, in: bytes)
        if dialect == .propertyList { return text }
        for index in range
        where bytes[index] == 0xEF && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE {
            throw error("the document contains U+FFFE or U+FFFF, which XML forbids", at: index, in: bytes)
        }
        return text
    }

    private func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || isControl(byte)
    }

    private func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x0A && byte != 0x09 }

    /// The maximum length of a reference, in bytes.
    private static let referenceBytesMax = 10
}
