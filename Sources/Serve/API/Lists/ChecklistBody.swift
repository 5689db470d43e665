import Checklists
import Dates
import HTTP
import JSON

/// A checklist in JSON. Every field is present: an empty one is `null`.
struct ChecklistBody: JSONWritable {
    let checklist: Checklist
    /// The role of the caller; `nil` in webhooks, which have none.
    let role: Role?
    /// The settings of the caller for the list; the defaults for guests and in webhooks.
    let preferences: ListPreferences

    init(
        _ checklist: Checklist, role: Role? = nil, preferences: ListPreferences = ListPreferences()
    ) {
        self.checklist = checklist
        self.role = role
        self.preferences = preferences
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", checklist.id.rawValue)
            json.member("name", checklist.name)
            json.member("icon", checklist.icon.rawValue)
            json.member("itemsCount", checklist.itemsCount)
            json.member("uncheckedItemsCount", checklist.uncheckedItemsCount)
            json.member("summary", checklist.summary)
            json.member("role", role?.rawValue)
            json.member("membersCount", checklist.members.count)
            if let rule = checklist.resetRule {
                rule.writeMember(to: &json)
            } else {
                json.member("resetRule", nil as String?)
            }
            writeSections(to: &json)
            json.member("position", preferences.position)
            json.member("pinned", preferences.isPinned)
            json.member("archivedAt", preferences.archivedAt.map(TimestampBody.init))
            json.member("createdAt", TimestampBody(checklist.createdAt))
            json.member("updatedAt", TimestampBody(checklist.updatedAt))
            json.member("uid", checklist.uid?.text)
        }
    }

    private func writeSections(to json: inout JSONWriter) {
        let sections = checklist.hasSections ? checklist.sections : Sections()
        json.array("sections") { json in
            for section in sections.all { SectionBody(section).write(to: &json) }
        }
        json.member("remembersSections", sections.remember)
    }
}

extension ResetRule {
    /// Writes the rule as a member of a checklist.
    func writeMember(to json: inout JSONWriter) {
        json.object("resetRule") { json in
            json.member("rule", rule.text)
            json.member("timeZone", timeZone)
        }
    }
}

/// The body that creates a checklist.
struct ChecklistDraftBody: RequestBody {
    static let noun = "a checklist"
    static let readOnlyFields = checklistReadOnlyFields.filter { $0 != "uid" }

    private(set) var draft: ChecklistDraft

    var violations: [Violation] { draft.violations() }

    init(from fields: inout FieldReader) {
        draft = ChecklistDraft(
            name: fields.required("name", .string) ?? "",
            icon: fields.optional("icon", .icon) ?? .folder
        )
        draft.uid = fields.nullable("uid", .uuid) ?? nil
        draft.resetRule = fields.resetRule() ?? nil
        draft.remembersSections = fields.optional("remembersSections", .boolean) ?? true
    }
}

/// The body that changes a checklist.
struct ChecklistPatchBody: RequestBody {
    static let noun = "a checklist"
    static let readOnlyFields = checklistReadOnlyFields

    private(set) var patch: ChecklistPatch

    var violations: [Violation] { patch.violations() }

    init(from fields: inout FieldReader) {
        patch = ChecklistPatch(
            name: fields.optional("name", .string),
            icon: fields.optional("icon", .icon)
        )
        patch.resetRule = fields.resetRule()
        patch.remembersSections = fields.optional("remembersSections", .boolean)
    }
}

/// The body that copies a checklist.
struct ChecklistCopyBody: RequestBody {
    static let noun = "a copy"
    static let readOnlyFields: [String] = []

    private(set) var copy = ChecklistCopy()

    var violations: [Violation] {
        copy.name.map { ChecklistDraft(name: $0).violations() } ?? []
    }

    init(from fields: inout FieldReader) {
        copy.name = fields.optional("name", .string)
        copy.unchecked = fields.optional("unchecked", .boolean) ?? false
        copy.shiftDatesTo = fields.nullable("shiftDatesTo", .day) ?? nil
    }

    init(_ request: Request, jsonDepthMax: Int) throws {
        // All fields are optional, and so is the body.
        var fields = FieldReader(.object([]), of: Self.noun)
        self =
            request.body.isEmpty
            ? Self(from: &fields) : try Self.read(request.content(of: Self.self, jsonDepthMax))
    }
}

extension FieldReader {
    /// Reads a reset rule; `.some(nil)` for `null`.
    mutating func resetRule() -> ResetRuleDraft?? {
        readable("resetRule", of: "a reset rule") { fields in
            let rule = fields.rule()
            let timeZone = fields.nullable("timeZone", .timeZone) ?? nil
            return rule.map { ResetRuleDraft($0, timeZone: timeZone) }
        }
    }
}

private let checklistReadOnlyFields = [
    "id", "uid", "itemsCount", "uncheckedItemsCount", "summary", "role", "membersCount", "sections",
    "position",
    "pinned", "archivedAt", "createdAt", "updatedAt",
]

extension Call {
    /// The JSON of a checklist for the caller.
    func body(of checklist: Checklist) -> ChecklistBody { session.body(of: checklist) }
}

extension Session {
    /// The JSON of a checklist for the caller.
    func body(of checklist: Checklist) -> ChecklistBody {
        ChecklistBody(
            checklist, role: checklist.role(of: principal, at: Timestamp(milliseconds: .min)),
            preferences: principal.personID.flatMap(checklist.member)?.preferences ?? ListPreferences())
    }
}
