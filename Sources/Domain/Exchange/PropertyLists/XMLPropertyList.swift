import Checklists
import Dates
import JSON
import XML

/// Writes an XML property list as JSON.
///
/// Foundation's reader makes an object of every value before a limit can stop it.
struct XMLPropertyList: ~Copyable {
    private let bytes: [UInt8]
    // <plist> is outside of the containers, and a value inside.
    private var xml = XMLTokenizer(depthMax: PropertyList.depthMax + 2, dialect: .propertyList)
    private var output = JSONWriter()

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func json() throws(ImportError) -> [UInt8] {
        guard try element() == "plist" else { throw error("there is no <plist>") }
        guard let name = try element() else { throw error("there is no value") }
        try write(name, depth: 0)
        guard try element() == nil else { throw error("something follows the value") }
        // This throws if something follows.
        _ = try element()
        return output.bytes
    }

    /// Writes the value of an open element.
    private mutating func write(_ name: String, depth: Int) throws(ImportError) {
        switch name {
        case "array":
            try check(depth)
            output.beginArray()
            while let name = try element() { try write(name, depth: depth + 1) }
            output.endArray()
        case "dict":
            try check(depth)
            output.beginObject()
            while let key = try element() {
                guard key == "key" else { throw error("a dict has no key before a value") }
                output.name(of: try text())
                guard let name = try element() else { throw error("a key has no value") }
                try write(name, depth: depth + 1)
            }
            output.endObject()
        case "string": output.string(try text())
        case "true", "false":
            _ = try text()
            output.bool(name == "true")
        case "data":
            _ = try text()
            output.null()
        case "date":
            guard let moment = RFC3339.milliseconds(try text().utf8.span) else {
                throw error("there is no date")
            }
            output.raw(Array(Timestamp(milliseconds: moment).secondsSince2001.utf8))
        case "integer": try writeInteger(try text())
        case "real":
            guard let number = Double(try text()) else { throw error("there is no real number") }
            output.finite(number)
        default: throw error("a property list has no <\(name)>")
        }
    }

    private func check(_ depth: Int) throws(ImportError) {
        guard depth < PropertyList.depthMax else {
            throw error("the nesting is deeper than \(PropertyList.depthMax)")
        }
    }

    private mutating func writeInteger(_ text: String) throws(ImportError) {
        if let number = Int(text) { return output.integer(number) }
        guard text.lowercased().contains(#/^[+-]?0x[0-9a-f]+$/#) else { throw error("there is no integer") }
        output.null()
    }

    /// The name of the next element; `nil` at the end of the open one, or of the document.
    ///
    /// Attributes are ignored: only the version of a property list is one.
    private mutating func element() throws(ImportError) -> String? {
        while let token = try token() {
            switch token {
            case .begin(let name, _): return name.local
            case .end: return nil
            case .text(let text):
                guard text.utf8.allSatisfy(\.isSpace) else { throw error("there is text between values") }
            }
        }
        return nil
    }

    /// The text of the open element, which then ends.
    private mutating func text() throws(ImportError) -> String {
        var text = ""
        while let token = try token() {
            switch token {
            case .text(let part): text = part
            case .begin(let name, _): throw error("<\(name.local)> is within a value that is not a container")
            case .end: return text
            }
        }
        return text
    }

    private mutating func token() throws(ImportError) -> XMLTokenizer.Token? {
        let bytes = bytes
        do throws(XMLSyntaxError) {
            return try xml.next(in: bytes.span)
        } catch {
            throw self.error(error.reason, at: error.offset)
        }
    }

    private func error(_ reason: String, at position: Int? = nil) -> ImportError {
        .malformed("The document is not an XML property list: at byte \(position ?? xml.offset) \(reason).")
    }
}

extension JSONWriter {
    /// Writes a number; `null` if it is not finite.
    mutating func finite(_ number: Double) { if number.isFinite { double(number) } else { null() } }
}
