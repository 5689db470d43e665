import Checklists
import JSON

/// A checklist as it is answered.
struct ChecklistBody: JSONWritable {
    let checklist: Checklist

    init(_ checklist: Checklist) {
        self.checklist = checklist
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", checklist.id.rawValue)
            json.member("name", checklist.name)
            json.member("icon", checklist.icon.rawValue)
            json.member("itemsCount", checklist.itemsCount)
            json.member("uncheckedItemsCount", checklist.uncheckedItemsCount)
            json.member("summary", checklist.summary)
            json.member("createdAt", TimestampBody(checklist.createdAt))
            json.member("updatedAt", TimestampBody(checklist.updatedAt))
        }
    }
}

/// What is sent to make a checklist.
struct ChecklistDraftBody: RequestBody {
    static let noun = "a checklist"
    static let readOnlyFields = checklistReadOnlyFields

    let draft: ChecklistDraft

    var violations: [Violation] { draft.violations() }

    init(from fields: inout FieldReader) {
        draft = ChecklistDraft(
            name: fields.required("name", .string) ?? "",
            icon: fields.optional("icon", .icon) ?? .folder
        )
    }
}

/// What is sent to change a checklist.
struct ChecklistPatchBody: RequestBody {
    static let noun = "a checklist"
    static let readOnlyFields = checklistReadOnlyFields

    let patch: ChecklistPatch

    var violations: [Violation] { patch.violations() }

    init(from fields: inout FieldReader) {
        patch = ChecklistPatch(
            name: fields.optional("name", .string),
            icon: fields.optional("icon", .icon)
        )
    }
}

private let checklistReadOnlyFields = [
    "id", "itemsCount", "uncheckedItemsCount", "summary", "createdAt", "updatedAt",
]
