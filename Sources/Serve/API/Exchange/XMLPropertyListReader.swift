import Checklists
import Exchange
import XML

/// Reads an XML property list token by token.
///
/// Foundation's reader makes an object of every value before a limit can stop it.
struct XMLPropertyListReader: DocumentReader {
    // This reader limits the depth of containers. <plist> is outside of them, and a value inside.
    private var xml = XMLTokenizer(depthMax: Limits.documentDepthMax + 2, dialect: .propertyList)
    /// The open containers, outermost first.
    private var open: [Container] = []
    private var phase = Phase.prolog

    private enum Container { case object, array }

    private enum Phase {
        case prolog
        /// Before the value of the document.
        case value
        /// In an array, or in a dictionary after a key.
        case content
        /// In a dictionary, before a key or its end.
        case name
        /// After the value of the document.
        case epilog
    }

    var offset: Int { xml.offset }

    mutating func next(in bytes: Span<UInt8>) throws(ImportError) -> DocumentToken? {
        if phase == .prolog {
            guard try tag(in: bytes) == .begin("plist") else { throw error("there is no <plist>") }
            phase = .value
        }
        switch (try tag(in: bytes), phase) {
        case (nil, _): return nil
        case (.end, .epilog):
            // This throws if something follows.
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
    private mutating func value(_ name: String, in bytes: Span<UInt8>) throws(ImportError) -> DocumentToken {
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

    private func scalar(_ name: String, _ text: String) throws(ImportError) -> DocumentToken {
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

    private mutating func begin(_ container: Container) throws(ImportError) -> DocumentToken {
        guard open.count < Limits.documentDepthMax else {
            throw error("the nesting is deeper than \(Limits.documentDepthMax)")
        }
        open.append(container)
        phase = container == .object ? .name : .content
        return container == .object ? .beginObject : .beginArray
    }

    private mutating func end() throws(ImportError) -> DocumentToken {
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
    /// A tag. Attributes are ignored: only the version of a property list is one.
    private enum Tag: Hashable {
        case begin(String)
        case end
    }

    /// Reads a tag and the white space before it; `nil` at the end of the document.
    private mutating func tag(in bytes: Span<UInt8>) throws(ImportError) -> Tag? {
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

    /// Reads the text and the end of an open element.
    private mutating func text(in bytes: Span<UInt8>) throws(ImportError) -> String {
        var text = ""
        while let token = try token(in: bytes) {
            switch token {
            case .text(let part): text = part
            case .begin(let name, _): throw error("<\(name.local)> is within a value that is not a container")
            case .end: return text
            }
        }
        return text
    }

    private mutating func token(in bytes: Span<UInt8>) throws(ImportError) -> XMLTokenizer.Token? {
        do throws(XMLSyntaxError) {
            return try xml.next(in: bytes)
        } catch {
            throw self.error(error.reason, at: error.offset)
        }
    }

    private func error(_ reason: String, at position: Int? = nil) -> ImportError {
        .malformed("The document is not an XML property list: at byte \(position ?? offset) \(reason).")
    }
}
