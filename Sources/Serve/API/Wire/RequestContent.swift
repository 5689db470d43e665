import Checklists
import HTTP
import JSON

/// The content that an endpoint accepts.
protocol RequestContent: Sendable {
    /// The accepted media types; `nil` if the endpoint accepts no content.
    static func mediaTypes(for method: HTTP.Method) -> [String]?

    /// Reads the content.
    /// - Throws: `Problem` 415 for another media type, and 400 for malformed content;
    ///   `ChecklistsError.invalid`.
    init(_ request: Request, jsonDepthMax: Int) throws
}

extension RequestContent {
    /// JSON, and for PATCH also a JSON Merge Patch (RFC 7396).
    static func mediaTypes(for method: HTTP.Method) -> [String]? {
        method == .patch ? ["application/merge-patch+json", "application/json"] : ["application/json"]
    }
}

/// Refuses any content.
struct NoContent: RequestContent {
    static func mediaTypes(for method: HTTP.Method) -> [String]? { nil }

    init(_ request: Request, jsonDepthMax: Int) throws {
        if !request.body.isEmpty { throw RequestError.unexpectedContent }
    }
}

/// A JSON object as content, with fields of known names and types.
protocol RequestBody: RequestContent {
    /// The noun of the object with its article: `an item`.
    static var noun: String { get }
    /// The fields that exist, but that no client can set.
    static var readOnlyFields: [String] { get }
    /// Whether a request without content stands for an object without fields.
    static var isOptional: Bool { get }

    /// Reads the fields. Violations do not stop it.
    init(from fields: inout FieldReader)

    /// The violations of the domain's rules that need no stored data.
    var violations: [Violation] { get }
}

extension RequestBody {
    static var isOptional: Bool { false }

    var violations: [Violation] { [] }

    init(_ request: Request, jsonDepthMax: Int) throws {
        self = try Self.read(Self.json(of: request, jsonDepthMax))
    }

    /// The content as JSON.
    /// - Throws: `Problem` 400 and 415.
    static func json(of request: Request, _ jsonDepthMax: Int) throws(Problem) -> JSONValue {
        if isOptional, request.body.isEmpty { return .object([]) }
        return try request.content(of: Self.self, jsonDepthMax)
    }

    /// Reads a body.
    /// - Parameter pointer: The JSON Pointer of the body in the content; empty for the whole.
    /// - Throws: `ChecklistsError.invalid` with all violations. If a field is unreadable, it includes those
    ///   of the domain; else the domain reports them itself.
    static func read(_ value: JSONValue, at pointer: String = "") throws(ChecklistsError) -> Self {
        try read(value, at: pointer, keepsReadOnlyFields: false).body
    }

    /// Reads a body.
    /// - Parameter keepsReadOnlyFields: Whether read-only fields are returned instead of refused.
    /// - Throws: The same as `read`.
    static func read(
        _ value: JSONValue, at pointer: String = "", keepsReadOnlyFields: Bool
    ) throws(ChecklistsError) -> (body: Self, readOnlyFields: [JSONValue.Member]) {
        var fields = FieldReader(value, of: noun, at: pointer)
        let body = Self(from: &fields)
        let kept = keepsReadOnlyFields ? fields.takeAll(readOnlyFields) : []
        fields.finish(readOnly: readOnlyFields) { _ = Self(from: &$0) }
        if fields.violations.isEmpty { return (body, kept) }
        // The domain takes an unreadable field as missing. That must not add a second violation.
        let further = body.violations.map { $0.within(pointer) }.filter { violation in
            !fields.violations.contains { violation.isNear($0) }
        }
        throw .invalid(fields.violations + further)
    }

    /// Reads several bodies.
    /// - Throws: `ChecklistsError.invalid` with the violations of all bodies, like for a single one.
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
    /// Whether both have the same pointer, or one lies inside the other.
    fileprivate func isNear(_ other: Violation) -> Bool {
        "\(pointer)/".hasPrefix("\(other.pointer)/") || other.pointer.hasPrefix("\(pointer)/")
    }
}

/// An object without fields, or no content.
struct EmptyBody: RequestBody {
    static let noun = "this request"
    static let readOnlyFields: [String] = []
    static let isOptional = true

    init(from fields: inout FieldReader) {}
}

extension Request {
    /// The content as JSON of an accepted media type.
    /// - Throws: `Problem` 400 and 415.
    func content(of type: (some RequestContent).Type, _ jsonDepthMax: Int) throws(Problem) -> JSONValue {
        try json(as: type.mediaTypes(for: head.method) ?? [], depthMax: jsonDepthMax)
    }
}
