import Checklists
import JSON

/// The body that moves an item: exactly one of `before`, `after`, `first` and `last`.
struct PlacementBody: RequestBody {
    static let noun = "a placement"
    static let readOnlyFields: [String] = []

    let placement: ItemPlacement

    init(from fields: inout FieldReader) {
        let given = [
            fields.optional("before", .identifier).map(ItemPlacement.before),
            fields.optional("after", .identifier).map(ItemPlacement.after),
            fields.optional("first", .true).map { ItemPlacement.first },
            fields.optional("last", .true).map { ItemPlacement.last },
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
