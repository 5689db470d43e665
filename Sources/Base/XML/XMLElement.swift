/// An element with all that is in it. Comments and processing instructions are left out.
public struct XMLElement: Hashable, Sendable {
    /// Its name.
    public var name: XMLName
    /// Its attributes in their order, without the declarations of namespaces.
    public var attributes: [XMLAttribute]
    /// What it contains, in its order; never two texts in a row when it was read.
    public var content: [Content]

    /// What may stand in an element.
    public enum Content: Hashable, Sendable {
        case element(XMLElement)
        case text(String)
    }

    /// An element of these parts.
    public init(_ name: XMLName, attributes: [XMLAttribute] = [], content: [Content] = []) {
        self.name = name
        self.attributes = attributes
        self.content = content
    }

    /// An element that contains a text.
    public init(_ name: XMLName, text: String) {
        self.init(name, content: text.isEmpty ? [] : [.text(text)])
    }

    /// The elements in it, in their order.
    public var children: [XMLElement] {
        content.compactMap { content in
            switch content {
            case .element(let element): element
            case .text: nil
            }
        }
    }

    /// The text that stands directly in it, white space included.
    public var text: String {
        content.reduce(into: "") { text, content in
            if case .text(let part) = content { text += part }
        }
    }

    /// `text` without white space at its ends.
    public var trimmedText: String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The first of its children that has a name.
    public func child(_ name: XMLName) -> XMLElement? {
        for case .element(let element) in content where element.name == name { return element }
        return nil
    }

    /// The value of an attribute.
    public func attribute(_ name: XMLName) -> String? { attributes.first { $0.name == name }?.value }
}

extension XMLElement {
    /// How deep elements may lie in one another.
    public static let depthMax = 64

    /// The outermost element of a document.
    ///
    /// - Parameters:
    ///   - bytes: The whole document: XML 1.0 in UTF-8, without a document type.
    ///   - bytesMax: How long it may be. In memory it takes some thirty times as much where it has nothing
    ///     but tags.
    /// - Throws: `XMLSyntaxError` at the first byte that does not fit.
    public static func parse(_ bytes: Span<UInt8>, bytesMax: Int) throws(XMLSyntaxError) -> XMLElement {
        guard bytes.count <= bytesMax else {
            throw XMLSyntaxError("there are more than \(bytesMax) bytes", at: 0, in: bytes)
        }
        var tokenizer = XMLTokenizer(depthMax: depthMax)
        var open: [XMLElement] = []
        var root: XMLElement?
        while let token = try tokenizer.next(in: bytes) {
            switch token {
            case .begin(let name, let attributes): open.append(XMLElement(name, attributes: attributes))
            case .text(let text): open[open.count - 1].content.append(.text(text))
            case .end:
                let element = open.removeLast()
                if open.isEmpty {
                    root = element
                } else {
                    open[open.count - 1].content.append(.element(element))
                }
            }
        }
        guard let root else { throw XMLSyntaxError("there is no element", at: bytes.count, in: bytes) }
        return root
    }

    /// The same of bytes in an array.
    public static func parse(_ bytes: [UInt8], bytesMax: Int) throws(XMLSyntaxError) -> XMLElement {
        try parse(bytes.span, bytesMax: bytesMax)
    }
}
