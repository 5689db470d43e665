import Checklists
import JSON

/// The body with the caller's preferences for a list. A missing field resets its preference. The position,
/// the pin and the archive stay.
struct MembershipBody: RequestBody {
    static let noun = "a membership"
    static let readOnlyFields = [
        "personId", "name", "role", "offeredRole", "position", "pinned", "archivedAt",
    ]

    private(set) var patch = ListPreferencesPatch()

    init(from fields: inout FieldReader) {
        patch.isMuted = fields.optional("muted", .boolean) ?? false
        patch.itemSort = .some(fields.nullable("itemSort", .itemSort) ?? nil)
        patch.showChecked = .some(fields.nullable("showChecked", .boolean) ?? nil)
    }
}

/// The body that changes the caller's preferences for a list.
struct MembershipPatchBody: RequestBody {
    static let noun = "a membership"
    static let readOnlyFields = ["personId", "name", "role", "offeredRole", "archivedAt"]

    private(set) var patch = ListPreferencesPatch()

    var violations: [Violation] { patch.violations() }

    init(from fields: inout FieldReader) {
        patch.isMuted = fields.optional("muted", .boolean)
        patch.itemSort = fields.nullable("itemSort", .itemSort)
        patch.showChecked = fields.nullable("showChecked", .boolean)
        patch.position = fields.optional("position", .position)
        patch.isPinned = fields.optional("pinned", .boolean)
        patch.isArchived = fields.optional("archived", .boolean)
    }
}

extension FieldType<Int> {
    /// A whole number that JavaScript represents exactly.
    fileprivate static var position: Self {
        let range = -Checklists.Limits.positionMax...Checklists.Limits.positionMax
        return Self({ _ in .outOfRange(range, isWhole: true) }) { value in
            guard case .number(let number) = value, let integer = number.integer, range ~= integer else {
                return nil
            }
            return integer
        }
    }
}
