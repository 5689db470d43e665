/// An XML element with its attributes and content. The parser drops comments and processing instructions.
public struct XMLElement: Hashable, Sendable {
    /// The name with its namespace.
    public var name: XMLName
    /// The attributes in their order, without namespace declarations.
    public var attributes: [XMLAttribute]
    /// The content in its order. The parser never puts two texts in a row.
    public var content: [Content]

    /// A child element or text.
    public enum Content: Hashable, Sendable {
        case element(XMLElement)
        case text(String)
    }

    /// Creates an element.
    public init(_ name: XMLName, attributes: [XMLAttribute] = [], content: [Content] = []) {
        self.name = name
        self.attributes = attributes
        self.content = content
    }

    /// Creates an element that contains text; an empty text is omitted.
    public init(_ name: XMLName, text: String) {
        self.init(name, content: text.isEmpty ? [] : [.text(text)])
    }

    /// The child elements, in their order.
    public var children: [XMLElement] {
        content.compactMap { content in
            switch content {
            case .element(let element): element
            case .text: nil
            }
        }
    }

    /// The text directly in the element, including white space.
    public var text: String {
        content.reduce(into: "") { text, content in
            if case .text(let part) = content { text += part }
        }
    }

    /// `text` without leading and trailing white space.
    public var trimmedText: String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The first child element with this name.
    public func child(_ name: XMLName) -> XMLElement? {
        for case .element(let element) in content where element.name == name { return element }
        return nil
    }

    /// The value of an attribute; `nil` where it is absent.
    public func attribute(_ name: XMLName) -> String? { attributes.first { $0.name == name }?.value }
}

extension XMLElement {
    /// The maximum nesting depth of elements.
    public static let depthMax = 64

    /// Parses a document and returns its root element.
    ///
    /// - Parameters:
    ///   - bytes: The whole document: XML 1.0 in UTF-8, without a document type.
    ///   - bytesMax: The maximum size of the document. A document of nothing but tags takes some thirty times
    ///     as much memory.
    /// - Throws: `XMLSyntaxError` at the first invalid byte.
    public static func parse(_ bytes: Span<UInt8>, bytesMax: Int) throws(XMLSyntaxError) -> XMLElement {
        guard bytes.count <= bytesMax else {
            throw XMLSyntaxError("the document is larger than \(bytesMax) bytes", at: 0, in: bytes)
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
        guard let root else {
            throw XMLSyntaxError("the document has no root element", at: bytes.count, in: bytes)
        }
        return root
    }

    /// Parses an array of bytes.
    public static func parse(_ bytes: [UInt8], bytesMax: Int) throws(XMLSyntaxError) -> XMLElement {
        try parse(bytes.span, bytesMax: bytesMax)
    }
}
