import Checklists
import JSON

/// The body that moves an element among its siblings: exactly one of `before`, `after`, `first` and `last`.
struct PlacementBody<ID: Identifier>: RequestBody {
    static var noun: String { "a placement" }
    static var readOnlyFields: [String] { [] }

    let placement: Placement<ID>

    init(from fields: inout FieldReader) {
        let given = [
            fields.optional("before", .identifier).map(Placement<ID>.before),
            fields.optional("after", .identifier).map(Placement<ID>.after),
            fields.optional("first", .true).map { Placement<ID>.first },
            fields.optional("last", .true).map { Placement<ID>.last },
        ].compactMap(\.self)
        if given.count != 1, fields.violations.isEmpty {
            fields.noteWhole(.notExactlyOne(of: ["before", "after", "first", "last"]))
        }
        placement = given.first ?? .last
    }
}

extension FieldType<Void> {
    /// The value `true`: the field is there or not.
    fileprivate static var `true`: Self {
        Self({ _ in .wrongType(.true) }) { value in value == .bool(true) ? () : nil }
    }
}
