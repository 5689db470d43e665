import XML

/// Reads the input as a document in XML; what is accepted has to be the same again once it is written, and
/// the same piece by piece where more is taken.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzXMLDocument(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    let strict = tokens(of: octets, in: .strict)
    let relaxed = tokens(of: octets, in: .propertyList)
    guard let element = try? XMLElement.parse(octets, bytesMax: octets.count) else {
        precondition(strict == nil, "what has all its pieces is refused as a whole")
        return 0
    }
    precondition(strict != nil && strict == relaxed, "what is accepted has other pieces where more is taken")
    // Namespaces are declared anew, each where it stands, and count as attributes.
    guard attributesMax(in: element) * 2 + 5 <= XMLTokenizer.attributesMax else { return 0 }
    let written = bytes(of: element)
    guard let again = try? XMLElement.parse(written, bytesMax: written.count) else {
        preconditionFailure("what was written is refused")
    }
    precondition(again == element, "what was written is something else")
    // Texts are equal in Swift that are other bytes.
    precondition(bytes(of: again) == written, "what was written is other bytes")
    return 0
}

private func bytes(of element: XMLElement) -> [UInt8] {
    var writer = XMLWriter()
    writer.element(element)
    return writer.bytes
}

private func tokens(of octets: [UInt8], in dialect: XMLTokenizer.Dialect) -> [XMLTokenizer.Token]? {
    var tokenizer = XMLTokenizer(depthMax: XMLElement.depthMax, dialect: dialect)
    var tokens: [XMLTokenizer.Token] = []
    do throws(XMLSyntaxError) {
        while let token = try tokenizer.next(in: octets.span) { tokens.append(token) }
        return tokens
    } catch {
        precondition(0...octets.count ~= error.offset, "an error is outside of the document")
        return nil
    }
}

private func attributesMax(in element: XMLElement) -> Int {
    element.children.reduce(element.attributes.count) { max($0, attributesMax(in: $1)) }
}
