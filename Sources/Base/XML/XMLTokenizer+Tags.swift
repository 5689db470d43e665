// Tags and names.

extension XMLTokenizer {
    /// An attribute whose prefix is unresolved.
    private struct RawAttribute {
        var name: Range<Int>
        var value: String
    }

    /// Parses `STag` or `EmptyElemTag` (XML 1.0 §3.1).
    mutating func beginTag(in bytes: Span<UInt8>) throws(XMLSyntaxError) -> Token {
        guard open.count < depthMax else {
            throw error("elements are nested deeper than \(depthMax) levels", in: bytes)
        }
        offset += 1
        let name = try name(in: bytes)
        var attributes: [RawAttribute] = []
        var declarations: [NamespaceScopes.Declaration] = []
        while try !takesTagEnd(in: bytes) {
            let start = offset
            let name = try self.name(in: bytes)
            let value = try attributeValue(in: bytes)
            guard attributes.count + declarations.count < Self.attributesMax else {
                throw error("a tag has more than \(Self.attributesMax) attributes", at: start, in: bytes)
            }
            if let prefix = try declaredPrefix(name, in: bytes) {
                try check(prefix, value, beside: declarations, at: start, in: bytes)
                declarations.append(.init(prefix: prefix, namespace: value))
            } else {
                attributes.append(RawAttribute(name: name, value: value))
            }
        }
        scopes.begin(declarations)
        open.append(name)
        var resolved: [XMLAttribute] = []
        for attribute in attributes {
            let name = try qualified(attribute.name, isAttribute: true, in: bytes)
            if resolved.contains(where: { $0.name == name }) {
                throw error(
                    "the attribute \(name.local) is repeated", at: attribute.name.lowerBound,
                    in: bytes)
            }
            resolved.append(XMLAttribute(name, attribute.value))
        }
        return .begin(try qualified(name, isAttribute: false, in: bytes), resolved)
    }

    /// Consumes the end of the tag if it is next; otherwise requires white space before the next attribute.
    private mutating func takesTagEnd(in bytes: Span<UInt8>) throws(XMLSyntaxError) -> Bool {
        let hasSpace = skipSpace(in: bytes)
        guard offset < bytes.count else { throw error("a tag is not closed with >", in: bytes) }
        if bytes[offset] == UInt8(ascii: ">") {
            offset += 1
            return true
        }
        if bytes.contains(Mark.emptyTagEnd, at: offset) {
            offset += Mark.emptyTagEnd.count
            endsAtOnce = true
            return true
        }
        guard hasSpace else { throw error("white space is missing before an attribute", in: bytes) }
        return false
    }

    /// Parses the `ETag` of the innermost element (XML 1.0 §3.1).
    mutating func endTag(in bytes: Span<UInt8>) throws(XMLSyntaxError) {
        let start = offset
        offset += Mark.endTag.count
        let name = try name(in: bytes)
        skipSpace(in: bytes)
        guard bytes.contains(Mark.tagEnd, at: offset) else {
            throw error("a tag is not closed with >", in: bytes)
        }
        offset += 1
        guard let begun = open.last else {
            throw error("an end tag matches no open element", at: start, in: bytes)
        }
        var isSame = begun.count == name.count
        for index in 0..<begun.count where isSame {
            isSame = bytes[begun.lowerBound + index] == bytes[name.lowerBound + index]
        }
        guard isSame else {
            let (begun, ended) = (try utf8(begun, in: bytes), try utf8(name, in: bytes))
            throw error("<\(begun)> is closed by </\(ended)>", at: start, in: bytes)
        }
    }
}

// MARK: Names

extension XMLTokenizer {
    /// Parses a `Name` (XML 1.0 §2.3) and returns its range.
    mutating func name(in bytes: Span<UInt8>) throws(XMLSyntaxError) -> Range<Int> {
        let start = offset
        var isASCII = true
        while offset < bytes.count, bytes[offset].mayBeInXMLName {
            isASCII = isASCII && bytes[offset] < 0x80
            offset += 1
        }
        let range = start..<offset
        guard !range.isEmpty else { throw error("a name is missing", in: bytes) }
        guard Unicode.Scalar(bytes[start]).isXMLNameStart || bytes[start] >= 0x80 else {
            throw error("a name begins with an invalid character", at: start, in: bytes)
        }
        if !isASCII {
            let scalars = try utf8(range, in: bytes).unicodeScalars
            guard scalars.allSatisfy(\.isXMLName), scalars.first?.isXMLNameStart == true else {
                throw error("a name has an invalid character", at: start, in: bytes)
            }
        }
        return range
    }

    /// The prefix that an attribute declares, empty for the default namespace; `nil` for an ordinary
    /// attribute.
    private func declaredPrefix(
        _ name: Range<Int>, in bytes: Span<UInt8>
    ) throws(XMLSyntaxError) -> String? {
        guard bytes.contains(Self.declaring, at: name.lowerBound) else { return nil }
        let rest = name.lowerBound + Self.declaring.count..<name.upperBound
        if rest.isEmpty { return "" }
        guard bytes[rest.lowerBound] == UInt8(ascii: ":") else { return nil }
        let prefix = try utf8(rest.lowerBound + 1..<rest.upperBound, in: bytes)
        guard Self.isUnprefixed(prefix) else {
            throw error(
                "xmlns: must be followed by a prefix without a colon, for example xmlns:d",
                at: name.lowerBound, in: bytes)
        }
        return prefix
    }

    private static let declaring = Array("xmlns".utf8)

    /// Checks a namespace declaration (Namespaces in XML 1.0 §3, §5, §6.3).
    private func check(
        _ prefix: String, _ namespace: String, beside others: [NamespaceScopes.Declaration],
        at position: Int, in bytes: Span<UInt8>
    ) throws(XMLSyntaxError) {
        let reason: String?
        if others.contains(where: { $0.prefix == prefix }) {
            reason = "the namespace declaration of this prefix is repeated"
        } else if prefix == "xmlns" || namespace == XMLNamespace.declarations {
            reason = "the prefix xmlns and its namespace must not be declared"
        } else if (prefix == "xml") != (namespace == XMLNamespace.xml) {
            reason = "the prefix xml belongs to \(XMLNamespace.xml) only"
        } else if namespace.utf8.count > Self.namespaceBytesMax {
            reason = "a namespace is longer than \(Self.namespaceBytesMax) bytes"
        } else if namespace.isEmpty, !prefix.isEmpty {
            reason = "the prefix \(prefix) is declared with an empty namespace"
        } else {
            reason = nil
        }
        if let reason { throw error(reason, at: position, in: bytes) }
    }

    /// Resolves the prefix of a name.
    private func qualified(
        _ range: Range<Int>, isAttribute: Bool, in bytes: Span<UInt8>
    ) throws(XMLSyntaxError) -> XMLName {
        var colon: Int?
        for index in range where bytes[index] == UInt8(ascii: ":") {
            colon = index
            break
        }
        guard let colon else {
            let local = try utf8(range, in: bytes)
            return XMLName(isAttribute ? "" : scopes.namespace(of: "") ?? "", local)
        }
        let prefix = try utf8(range.lowerBound..<colon, in: bytes)
        let local = try utf8(colon + 1..<range.upperBound, in: bytes)
        guard !prefix.isEmpty, Self.isUnprefixed(local) else {
            throw error(
                "a name with a colon must be a prefix and a local name, for example d:prop",
                at: range.lowerBound, in: bytes)
        }
        guard let namespace = scopes.namespace(of: prefix) else {
            throw error("the prefix \(prefix) is not declared", at: range.lowerBound, in: bytes)
        }
        return XMLName(namespace, local)
    }

    /// Whether a name is an `NCName`, a name without a colon.
    private static func isUnprefixed(_ name: String) -> Bool {
        name.unicodeScalars.first?.isXMLNameStart == true && !name.utf8.contains(UInt8(ascii: ":"))
    }
}

extension UInt8 {
    /// Whether a byte can be part of a name. Bytes above ASCII pass here; `name(in:)` checks their
    /// characters.
    fileprivate var mayBeInXMLName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }
}

extension Unicode.Scalar {
    /// `NameStartChar` (XML 1.0 §2.3).
    var isXMLNameStart: Bool {
        switch value {
        case 0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
            0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF,
            0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
            true
        default: false
        }
    }

    /// `NameChar`.
    var isXMLName: Bool {
        switch value {
        case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: isXMLNameStart
        }
    }

    /// `Char` (§2.2).
    var isXMLCharacter: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: true
        default: false
        }
    }
}
