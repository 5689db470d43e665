import Checklists
import HTTP
import JSON

/// The content that changes a resource: its body, and what the client knows of the resource.
///
/// A client may send back a whole resource that it has read: read-only fields are accepted if they are
/// unchanged. The field `expect` names fields with the values from which the change may start.
struct ResourceUpdate<Body: RequestBody>: RequestContent {
    let body: Body
    /// The read-only fields of the content; usually none.
    private let readOnlyFields: [JSONValue.Member]
    /// The fields of `expect`; usually none.
    private let expected: [JSONValue.Member]

    init(_ request: Request, jsonDepthMax: Int) throws {
        var content = try Body.json(of: request, jsonDepthMax)
        expected = try content.takeExpected()
        (body, readOnlyFields) = try Body.read(content, keepsReadOnlyFields: true)
    }

    /// Whether the content has a field that is only compared.
    func compares(_ name: String) -> Bool { (readOnlyFields + expected).contains { $0.name == name } }

    /// Whether the content has no field that is only compared.
    var comparesNothing: Bool { readOnlyFields.isEmpty && expected.isEmpty }

    /// The expectation of a change: that of `If-Match`, and that the fields are those of the resource.
    ///
    /// - Parameters:
    ///   - ifMatch: The expectation of `If-Match`; `nil` for any revision.
    ///   - json: Makes the JSON of the subject; `nil` if the resource does not exist yet.
    /// - Returns: An expectation that throws `invalid` for a changed read-only field or an unknown field, and
    ///   `expectationFailed`; `nil` if the client knows nothing.
    func expectation<Value: Sendable, Resource: JSONWritable & SendableMetatype>(
        _ ifMatch: KnownState? = nil, _ json: @escaping @Sendable (Value) -> Resource?
    ) -> KnownState? {
        if comparesNothing { return ifMatch }
        return KnownState(revisions: ifMatch?.revisions) { (value: Value) throws(ChecklistsError) in
            try check(against: json(value))
        }
    }

    /// Compares the fields with a resource.
    ///
    /// - Parameter resource: The resource; `nil` if it does not exist yet.
    /// - Throws: `invalid` for a changed read-only field or an unknown field; `expectationFailed`.
    func check(against resource: (some JSONWritable)?) throws(ChecklistsError) {
        if comparesNothing { return }
        let current = resource.flatMap { try? JSONValue.parse($0.jsonBytes) } ?? .object([])
        let changed = readOnlyFields.filter { current.differs(from: $0) }.map { Violation($0, .readOnly) }
        let faults = changed + (resource == nil ? [] : current.unknownFields(among: expected))
        if !faults.isEmpty { throw .invalid(faults) }
        let differing = expected.filter { current.differs(from: $0) }
        if differing.isEmpty { return }
        throw .expectationFailed(differing.map { Violation($0, in: "/expect", .differs) })
    }
}

extension Violation {
    fileprivate init(_ field: JSONValue.Member, in pointer: String = "", _ reason: Reason) {
        self.init("\(pointer)/\(FieldReader.token(field.name))", reason)
    }
}

extension JSONValue {
    /// Removes the field `expect` of an object.
    /// - Returns: The fields of its value.
    /// - Throws: `invalid` if it is no object.
    fileprivate mutating func takeExpected() throws(ChecklistsError) -> [Member] {
        guard case .object(var members) = self,
            let index = members.firstIndex(where: { $0.name == "expect" })
        else { return [] }
        guard case .object(let expected) = members.remove(at: index).value else {
            throw .invalid([Violation("/expect", .wrongType(.object))])
        }
        self = .object(members)
        return expected
    }

    /// The violations of expected fields that the object lacks.
    fileprivate func unknownFields(among expected: [Member]) -> [Violation] {
        guard case .object(let members) = self else { return [] }
        var fields = FieldReader(.object(expected), of: "the resource", at: "/expect")
        _ = fields.takeAll(members.map(\.name))
        fields.finish(readOnly: []) { for member in members { _ = $0.optional(member.name, .string) } }
        return fields.violations
    }

    /// Whether the object lacks a field, or has it with another value.
    fileprivate func differs(from field: Member) -> Bool {
        self[field.name].map { !$0.isSame(as: field.value) } ?? true
    }

    /// Whether two values say the same. Many clients parse timestamps and write them in another form, so
    /// timestamps are compared as moments.
    fileprivate func isSame(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.string(let one), .string(let two)):
            one == two || Timestamp(rfc3339: one).map { $0 == Timestamp(rfc3339: two) } ?? false
        case (.array(let one), .array(let two)):
            one.count == two.count && zip(one, two).allSatisfy { $0.isSame(as: $1) }
        case (.object(let one), .object):
            one.count == other.membersCount
                && one.allSatisfy { member in other[member.name].map(member.value.isSame) ?? false }
        default: self == other
        }
    }

    private var membersCount: Int {
        if case .object(let members) = self { members.count } else { 0 }
    }
}
