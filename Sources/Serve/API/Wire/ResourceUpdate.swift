import Checklists
import HTTP
import JSON

/// The content that changes a resource: its body, and the read-only fields beside it.
///
/// A client may send back a whole resource that it has read. `apply` accepts read-only fields that are
/// unchanged.
struct ResourceUpdate<Body: RequestBody>: RequestContent {
    let body: Body
    /// The read-only fields of the content; usually none.
    private let readOnlyFields: [JSONValue.Member]

    init(_ request: Request, jsonDepthMax: Int) throws {
        (body, readOnlyFields) = try Body.read(
            request.content(of: Self.self, jsonDepthMax), keepsReadOnlyFields: true)
    }

    /// Whether the content has a read-only field.
    func hasReadOnlyField(_ name: String) -> Bool { readOnlyFields.contains { $0.name == name } }

    /// Makes a change if the read-only fields are equal to those of the resource that it changes.
    ///
    /// The resource is read only if there are read-only fields. Then the change starts from the revision that
    /// was compared; if another change comes between, both steps are repeated.
    /// - Parameters:
    ///   - expected: The revisions from which the change may start; `nil` for any.
    ///   - current: Reads the resource and its revision.
    /// - Throws: `invalid` for a changed read-only field; `revisionMismatch`; any error of the closures.
    func apply<Value>(
        ifMatch expected: Set<Revision>?, to current: () async throws -> (some JSONWritable, Revision),
        _ change: (Set<Revision>?) async throws -> Value
    ) async throws -> Value {
        if readOnlyFields.isEmpty { return try await change(expected) }
        while true {
            let (resource, revision) = try await current()
            if let expected, !expected.contains(revision) { throw ChecklistsError.revisionMismatch }
            try check(against: resource)
            do {
                return try await change([revision])
            } catch ChecklistsError.revisionMismatch where expected == nil {
                continue
            }
        }
    }

    /// Checks the read-only fields of a resource without a revision.
    /// - Parameter current: Reads the resource; `nil` if it does not exist yet.
    /// - Throws: `invalid` for a changed read-only field; any error of `current`.
    func check(against current: () async throws -> (some JSONWritable)?) async throws {
        if readOnlyFields.isEmpty { return }
        guard let resource = try await current() else { throw readOnly(readOnlyFields) }
        try check(against: resource)
    }

    private func check(against resource: some JSONWritable) throws {
        let current = try JSONValue.parse(resource.jsonBytes)
        let changed = readOnlyFields.filter { field in
            current[field.name].map { !$0.isSame(as: field.value) } ?? true
        }
        if !changed.isEmpty { throw readOnly(changed) }
    }

    private func readOnly(_ fields: [JSONValue.Member]) -> ChecklistsError {
        .invalid(fields.map { Violation("/\(FieldReader.token($0.name))", .readOnly) })
    }
}

extension JSONValue {
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
