import Checklists
import JSON

/// A checklist as it is answered.
struct ChecklistBody: JSONWritable {
    let checklist: Checklist
    /// What who asks may do, where others are on the list as well or it is somebody else's.
    let role: Role?

    init(_ checklist: Checklist, role: Role? = nil) {
        self.checklist = checklist
        self.role = role
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", checklist.id.rawValue)
            json.member("name", checklist.name)
            json.member("icon", checklist.icon.rawValue)
            json.member("itemsCount", checklist.itemsCount)
            json.member("uncheckedItemsCount", checklist.uncheckedItemsCount)
            json.member("summary", checklist.summary)
            if let role {
                json.member("role", role.rawValue)
                json.member("membersCount", checklist.members.count)
            }
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
    "id", "itemsCount", "uncheckedItemsCount", "summary", "role", "membersCount", "createdAt", "updatedAt",
]

extension Call {
    /// A checklist as it is answered to who asks.
    func body(of checklist: Checklist) -> ChecklistBody { session.body(of: checklist) }
}

extension Session {
    /// A checklist as it is answered to who asks.
    func body(of checklist: Checklist) -> ChecklistBody {
        let role = checklist.role(of: principal, at: Timestamp(milliseconds: .min))
        return ChecklistBody(checklist, role: checklist.members.count == 1 && role == .own ? nil : role)
    }
}
