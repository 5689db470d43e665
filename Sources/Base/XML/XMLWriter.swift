/// Writes an XML document incrementally.
///
/// The root element declares the namespaces of WebDAV and its extensions as `D`, `C`, `I` and `CS`. An
/// element that uses another namespace declares it, unless an ancestor does.
public struct XMLWriter: Sendable {
    /// The output that `take()` has not returned yet.
    public private(set) var bytes: [UInt8] = []
    /// The open elements, the outermost first.
    private var open: [Open] = []
    /// The prefixes of the namespaces in scope.
    private var prefixes: [String: String] = [:]
    private var isInTag = false

    private struct Open {
        var name: String
        /// The namespaces that this element declares, except those in `known`.
        var namespaces: [String] = []
    }

    /// The prefixes that every root element declares.
    private static let known: [(prefix: String, namespace: String)] = [
        ("D", XMLNamespace.dav), ("C", XMLNamespace.calDAV), ("I", XMLNamespace.apple),
        ("CS", XMLNamespace.calendarServer),
    ]

    /// Creates a writer and writes the XML declaration.
    public init() {
        put("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
        prefixes[XMLNamespace.xml] = "xml"
    }

    /// Returns the output since the last call, for documents that are sent in pieces.
    public mutating func take() -> [UInt8] {
        endTag()
        defer { bytes = [] }
        return bytes
    }

    /// Writes an element; `content` writes its content.
    public mutating func element(
        _ name: XMLName, attributes: [XMLAttribute] = [], _ content: (inout XMLWriter) -> Void = { _ in }
    ) {
        begin(name, attributes: attributes)
        content(&self)
        end()
    }

    /// Writes an element with all its content.
    public mutating func element(_ element: XMLElement) {
        begin(element.name, attributes: element.attributes)
        for content in element.content {
            switch content {
            case .element(let child): self.element(child)
            case .text(let text): self.text(text)
            }
        }
        end()
    }

    /// Begins an element; the caller must call `end()`.
    public mutating func begin(_ name: XMLName, attributes: [XMLAttribute] = []) {
        endTag()
        var declarations: [(prefix: String, namespace: String)] = []
        if open.isEmpty {
            declarations = Self.known
            for (prefix, namespace) in Self.known { prefixes[namespace] = prefix }
        }
        var element = Open(name: "")
        for namespace in [name.namespace] + attributes.map(\.name.namespace)
        where !namespace.isEmpty && prefixes[namespace] == nil {
            let prefix = "n\(prefixes.count)"
            prefixes[namespace] = prefix
            element.namespaces.append(namespace)
            declarations.append((prefix, namespace))
        }
        element.name = qualified(name)
        put("<\(element.name)")
        for (prefix, namespace) in declarations { attribute("xmlns:\(prefix)", namespace) }
        for attribute in attributes { self.attribute(qualified(attribute.name), attribute.value) }
        open.append(element)
        isInTag = true
    }

    /// Ends the innermost element.
    public mutating func end() {
        guard let element = open.popLast() else { preconditionFailure("end() without an open element") }
        if isInTag {
            put("/>")
            isInTag = false
        } else {
            put("</\(element.name)>")
        }
        for namespace in element.namespaces { prefixes[namespace] = nil }
    }

    /// Writes text. A character that XML cannot represent becomes U+FFFD.
    public mutating func text(_ text: String) {
        // An empty text leaves the tag open, so that the element becomes an empty-element tag.
        if text.isEmpty { return }
        endTag()
        escape(text, isInAttribute: false)
    }

    private mutating func endTag() {
        if isInTag { put(">") }
        isInTag = false
    }

    private mutating func attribute(_ name: String, _ value: String) {
        put(" \(name)=\"")
        escape(value, isInAttribute: true)
        put("\"")
    }

    private func qualified(_ name: XMLName) -> String {
        prefixes[name.namespace].map { "\($0):\(name.local)" } ?? name.local
    }

    private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

extension XMLWriter {
    /// Writes text and escapes the characters that a parser would interpret or normalise.
    private mutating func escape(_ text: String, isInAttribute: Bool) {
        let octets = Array(text.utf8)
        var written = 0
        var index = 0
        while index < octets.count {
            let (length, replacement) = replacement(of: octets, at: index, isInAttribute)
            if let replacement {
                bytes.append(contentsOf: octets[written..<index])
                put(replacement)
                written = index + length
            }
            index += length
        }
        bytes.append(contentsOf: octets[written...])
    }

    /// The replacement of a character and its length in octets; `nil` for an unchanged character.
    private func replacement(
        of octets: [UInt8], at index: Int, _ isInAttribute: Bool
    ) -> (length: Int, text: String?) {
        switch octets[index] {
        case UInt8(ascii: "&"): (1, "&amp;")
        case UInt8(ascii: "<"): (1, "&lt;")
        case UInt8(ascii: ">"): (1, "&gt;")
        case UInt8(ascii: "\r"): (1, "&#13;")
        case UInt8(ascii: "\""): (1, isInAttribute ? "&quot;" : nil)
        case UInt8(ascii: "\n"): (1, isInAttribute ? "&#10;" : nil)
        case UInt8(ascii: "\t"): (1, isInAttribute ? "&#9;" : nil)
        case ..<0x20: (1, "\u{FFFD}")
        // U+FFFE and U+FFFF.
        case 0xEF where octets[index + 1] == 0xBF && octets[index + 2] >= 0xBE: (3, "\u{FFFD}")
        default: (1, nil)
        }
    }
}
