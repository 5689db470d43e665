import Checklists
import XML

/// Gives a property list in XML piece by piece.
///
/// Foundation's own reader makes an object of every value before anybody can count them.
struct XMLPropertyListReader: DocumentReader {
    // How deep containers lie in one another is weighed here; around them is <plist>, and in them a value.
    private var xml = XMLTokenizer(depthMax: Limits.documentDepthMax + 2, dialect: .propertyList)
    /// What has begun and not ended, the outermost first.
    private var open: [Container] = []
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

    var offset: Int { xml.offset }

    mutating func next(in bytes: Span<UInt8>) throws(DocumentError) -> DocumentToken? {
        if phase == .prolog {
            guard try tag(in: bytes) == .begin("plist") else { throw error("there is no <plist>") }
            phase = .value
        }
        switch (try tag(in: bytes), phase) {
        case (nil, _): return nil
        case (.end, .epilog):
            // Where something follows, this throws.
            _ = try tag(in: bytes)
            return nil
        case (.begin, .epilog): throw error("something follows the value")
        case (.begin("key"), .name):
            let name = try text(in: bytes)
            phase = .content
            return .name(name)
        case (.begin, .name): throw error("a dict has no key before a value")
        case (.begin(let name), _): return try value(name, in: bytes)
        case (.end, _): return try end()
        }
    }
}

// MARK: Values

extension XMLPropertyListReader {
    private mutating func value(_ name: String, in bytes: Span<UInt8>) throws(DocumentError) -> DocumentToken
    {
        switch name {
        case "dict": return try begin(.object)
        case "array": return try begin(.array)
        default:
            let text = try text(in: bytes)
            let token = try scalar(name, text)
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

    private mutating func begin(_ container: Container) throws(DocumentError) -> DocumentToken {
        guard open.count < Limits.documentDepthMax else {
            throw error("the nesting is deeper than \(Limits.documentDepthMax)")
        }
        open.append(container)
        phase = container == .object ? .name : .content
        return container == .object ? .beginObject : .beginArray
    }

    private mutating func end() throws(DocumentError) -> DocumentToken {
        switch (open.popLast(), phase) {
        case (.object, .name):
            finishValue()
            return .endObject
        case (.array, _):
            finishValue()
            return .endArray
        case (.object, _): throw error("a key has no value")
        case (nil, _): throw error("there is no value")
        }
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

// MARK: Tags and text

extension XMLPropertyListReader {
    /// A tag. Attributes, of which property lists have none but the version, are passed over.
    private enum Tag: Hashable {
        case begin(String)
        case end
    }

    /// Reads a tag, and the white space before it; `nil` at the end of the document.
    private mutating func tag(in bytes: Span<UInt8>) throws(DocumentError) -> Tag? {
        while let token = try token(in: bytes) {
            switch token {
            case .begin(let name, _): return .begin(name.local)
            case .end: return .end
            case .text(let text):
                guard text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }) else {
                    throw error("there is text between values")
                }
            }
        }
        return nil
    }

    /// The text of an element that has begun, whose end is read as well.
    private mutating func text(in bytes: Span<UInt8>) throws(DocumentError) -> String {
        var text = ""
        while let token = try token(in: bytes) {
            switch token {
            case .text(let part): text = part
            case .begin(let name, _): throw error("<\(name.local)> is within a value that is no container")
            case .end: return text
            }
        }
        return text
    }

    private mutating func token(in bytes: Span<UInt8>) throws(DocumentError) -> XMLTokenizer.Token? {
        do throws(XMLSyntaxError) {
            return try xml.next(in: bytes)
        } catch {
            throw self.error(error.reason, at: error.offset)
        }
    }

    private func error(_ reason: String, at position: Int? = nil) -> DocumentError {
        .malformed("The document is no property list in XML: at byte \(position ?? offset) \(reason).")
    }
}
