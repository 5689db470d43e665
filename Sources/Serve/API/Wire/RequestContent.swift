import Checklists
import HTTP
import JSON

/// What an endpoint takes as the content of a request.
protocol RequestContent: Sendable {
    /// The media types that it may have; `nil` where there is none to be had.
    static func mediaTypes(for method: HTTP.Method) -> [String]?

    /// Reads the content.
    /// - Throws: `Problem` 400 and 415 where it is not of such a type, or not well-formed;
    ///   `ChecklistsError.invalid`.
    init(_ request: Request, jsonDepthMax: Int) throws
}

extension RequestContent {
    /// JSON and, where something is changed, a JSON Merge Patch (RFC 7396).
    static func mediaTypes(for method: HTTP.Method) -> [String]? {
        method == .patch ? ["application/merge-patch+json", "application/json"] : ["application/json"]
    }
}

/// No content: any is refused.
struct NoContent: RequestContent {
    static func mediaTypes(for method: HTTP.Method) -> [String]? { nil }

    init(_ request: Request, jsonDepthMax: Int) throws {
        if !request.body.isEmpty { throw RequestError.unexpectedContent }
    }
}

/// What a client sends as the content of a request: a JSON object with fields of known names and types.
protocol RequestBody: RequestContent {
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

    init(_ request: Request, jsonDepthMax: Int) throws {
        self = try Self.read(request.content(of: Self.self, jsonDepthMax))
    }

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

/// An object without fields, or nothing for those who need not send something.
struct EmptyBody: RequestBody {
    static let noun = "this request"
    static let readOnlyFields: [String] = []

    private init() {}

    init(from fields: inout FieldReader) {}

    init(_ request: Request, jsonDepthMax: Int) throws {
        if request.body.isEmpty {
            self.init()
        } else {
            self = try Self.read(request.content(of: Self.self, jsonDepthMax))
        }
    }
}

extension Request {
    /// The content as JSON, of the media types that something takes.
    /// - Throws: `Problem` 400 and 415.
    func content(of type: (some RequestContent).Type, _ jsonDepthMax: Int) throws(Problem) -> JSONValue {
        try json(as: type.mediaTypes(for: head.method) ?? [], depthMax: jsonDepthMax)
    }
}
