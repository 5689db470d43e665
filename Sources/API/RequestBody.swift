import Checklists
import HTTP
import JSON

/// What a client sends as the content of a request: a JSON object with fields of known names and types.
protocol RequestBody {
    /// What the object is, with its article: `an item`.
    static var noun: String { get }
    /// The fields that exist but that nobody can set.
    static var readOnlyFields: [String] { get }

    /// Reads the fields, whatever is wrong with some of them.
    init(from fields: inout FieldReader)

    /// What the domain has against it, as far as that can be told without what it is about.
    var violations: [Violation] { get }
}

extension RequestBody {
    var violations: [Violation] { [] }

    /// Reads a whole body.
    /// - Throws: `ChecklistsError.invalid` with everything that is wrong with it. What only the domain has
    ///   against it is added where something else is wrong already; otherwise the domain says so itself.
    ///
    /// - Parameter pointer: Where it stands in what was sent, as a JSON Pointer; empty for the whole.
    static func read(_ value: JSONValue, at pointer: String = "") throws(ChecklistsError) -> Self {
        var fields = FieldReader(value, of: noun, at: pointer)
        let body = Self(from: &fields)
        fields.finish(readOnly: readOnlyFields)
        if fields.violations.isEmpty { return body }
        // What was not read is missing for the domain, and that is not to be held against the client as well.
        let further = body.violations.map { $0.within(pointer) }.filter { violation in
            !fields.violations.contains { violation.isNear($0) }
        }
        throw .invalid(fields.violations + further)
    }

    /// Reads several bodies.
    /// - Throws: `ChecklistsError.invalid` with everything that is wrong with any of them. What only the
    ///   domain has against them is added as in a single one.
    static func read(_ values: [JSONValue]) throws(ChecklistsError) -> [Self] {
        var bodies: [Self] = []
        var faults: [[Violation]] = []
        for (number, value) in values.enumerated() {
            do throws(ChecklistsError) {
                bodies.append(try read(value, at: "/\(number)"))
                faults.append([])
            } catch {
                guard case .invalid(let violations) = error else { throw error }
                faults.append(violations)
            }
        }
        if bodies.count == values.count { return bodies }
        var readable = bodies.makeIterator()
        for number in faults.indices where faults[number].isEmpty {
            faults[number] = readable.next()?.violations.map { $0.within("/\(number)") } ?? []
        }
        throw .invalid(faults.flatMap(\.self))
    }
}

extension Violation {
    /// Whether the two are about the same field, or one about a field of the other's.
    fileprivate func isNear(_ other: Violation) -> Bool {
        "\(pointer)/".hasPrefix("\(other.pointer)/") || other.pointer.hasPrefix("\(pointer)/")
    }
}

extension Request {
    /// The content as what it should be.
    /// - Throws: `Problem` 400 and 415 where it is no JSON; `ChecklistsError.invalid`.
    func body<Body: RequestBody>(_ type: Body.Type) throws -> Body {
        try Body.read(json())
    }

    /// The content as what it should be, where it is a JSON Merge Patch (RFC 7396).
    /// - Throws: As `body`.
    func patch<Body: RequestBody>(_ type: Body.Type) throws -> Body {
        try Body.read(json(as: ["application/merge-patch+json", "application/json"]))
    }

    /// Makes sure that there is no content, or an empty object for those who have to send something.
    /// - Throws: As `body`.
    func emptyBody() throws {
        if !body.isEmpty { _ = try body(EmptyBody.self) }
    }
}

/// An object without fields.
private struct EmptyBody: RequestBody {
    static let noun = "this request"
    static let readOnlyFields: [String] = []

    init(from fields: inout FieldReader) {}
}
