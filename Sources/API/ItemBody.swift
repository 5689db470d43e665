import Checklists
import JSON

/// An item as it is answered.
struct ItemBody: JSONWritable {
    let item: Item
    /// Whether it says its list and its position, which in an export are where it stands. An export has what
    /// a calendar program sent for it instead.
    let tellsPosition: Bool

    init(_ item: Item, tellsPosition: Bool = true) {
        self.item = item
        self.tellsPosition = tellsPosition
    }

    func write(to json: inout JSONWriter) {
        json.object { json in writeMembers(to: &json) }
    }

    /// Writes what the object has.
    func writeMembers(to json: inout JSONWriter) {
        json.member("id", item.id.rawValue)
        if tellsPosition { json.member("checklistId", item.checklistID.rawValue) }
        if tellsPosition, let uid = item.uid { json.member("uid", uid) }
        json.member("text", item.text)
        json.member("notes", item.notes)
        json.member("checked", item.checked)
        json.member("important", item.important)
        let timing = item.hasTiming ? item.timing : nil
        json.member("dueDate", timing?.dueOn == nil ? item.dueDate.map(TimestampBody.init) : nil)
        timing?.writeMembers(to: &json)
        json.member("shouldRemind", item.shouldRemind)
        json.member("snoozedUntil", item.snoozedUntil.map(TimestampBody.init))
        json.member("location", item.hasLocation ? item.location.map(LocationBody.init) : nil)
        if !tellsPosition, item.hasCalendarObject {
            json.member("calendarObject", item.calendarObject?.text)
        }
        if tellsPosition, let assignee = item.assigneeID { json.member("assigneeId", assignee.rawValue) }
        if tellsPosition { json.member("position", item.position) }
        json.member("checkedAt", item.checkedAt.map(TimestampBody.init))
        json.member("createdAt", TimestampBody(item.createdAt))
        json.member("updatedAt", TimestampBody(item.updatedAt))
        if tellsPosition { tellAuthor(&json) }
    }
}

extension ItemBody {
    /// Who changed it last, but for the first person, who may be alone.
    private func tellAuthor(_ json: inout JSONWriter) {
        switch item.changedBy {
        case .person(.first, device: _)?, nil: break
        case .person(let id, device: _)?: json.member("changedById", id.rawValue)
        case .guest?: json.member("changedById", nil as Int?)
        }
    }
}

/// What is sent to add an item. The list that it comes to stands in the address.
struct ItemDraftBody: RequestBody {
    static let noun = "an item"
    static let readOnlyFields = ["checklistId"] + itemReadOnlyFields.filter { $0 != "uid" }

    private(set) var draft: ItemDraft

    var violations: [Violation] { draft.violations() }

    init(from fields: inout FieldReader) {
        draft = ItemDraft(text: fields.required("text", .string) ?? "")
        draft.uid = fields.nullable("uid", .uuid) ?? nil
        draft.notes = fields.optional("notes", .string) ?? ""
        draft.checked = fields.optional("checked", .boolean) ?? false
        draft.important = fields.optional("important", .boolean) ?? false
        draft.dueDate = fields.nullable("dueDate", .timestamp) ?? nil
        draft.shouldRemind = fields.optional("shouldRemind", .boolean) ?? false
        draft.readTiming(from: &fields)
        draft.location = fields.object("location", of: "a location", Location.init(from:)) ?? nil
        draft.assigneeID = fields.nullable("assigneeId", .identifier) ?? nil
        // A date that cannot be read is one fault, not two.
        if fields.hasFault("dueDate") || fields.hasFault("dueOn") {
            draft.shouldRemind = false
            draft.recurrence = nil
            draft.alarms = []
        }
    }
}

/// What is sent to change an item.
struct ItemPatchBody: RequestBody {
    static let noun = "an item"
    static let readOnlyFields = itemReadOnlyFields

    private(set) var patch = ItemPatch()

    var violations: [Violation] { patch.violations() }

    init(from fields: inout FieldReader) {
        patch.checklistID = fields.optional("checklistId", .identifier)
        patch.text = fields.optional("text", .string)
        patch.notes = fields.nullable("notes", .string).map { $0 ?? "" }
        patch.checked = fields.optional("checked", .boolean)
        patch.important = fields.optional("important", .boolean)
        patch.dueDate = fields.nullable("dueDate", .timestamp)
        patch.readTiming(from: &fields)
        patch.shouldRemind = fields.optional("shouldRemind", .boolean)
        patch.assigneeID = fields.nullable("assigneeId", .identifier)
        patch.location = fields.object("location", of: "a location", LocationPatch.init(from:))
    }
}

private let itemReadOnlyFields =
    [
        "id", "uid", "snoozedUntil", "position", "checkedAt", "createdAt", "updatedAt", "changedById",
    ] + Timing.readOnlyFields
