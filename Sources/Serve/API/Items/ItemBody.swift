import CalendarObjects
import Checklists
import JSON

/// An item as it is answered. Every field is there: an empty one is `null`, `""` or `[]`.
struct ItemBody: JSONWritable {
    let item: Item
    /// Whether it is one of an export. That has what a calendar program sent for it, and neither empty fields
    /// nor what holds in this service alone, such as the list and the position.
    let isExport: Bool

    init(_ item: Item, isExport: Bool = false) {
        self.item = item
        self.isExport = isExport
    }

    func write(to json: inout JSONWriter) {
        json.object { json in writeMembers(to: &json) }
    }

    /// Writes what the object has.
    func writeMembers(to json: inout JSONWriter) {
        json.member("id", item.id.rawValue)
        if !isExport {
            json.member("checklistId", item.checklistID.rawValue)
            json.member("uid", item.uid)
        }
        json.member("text", item.text)
        json.member("notes", item.notes)
        json.member("checked", item.checked)
        json.member("important", item.important)
        let timing = item.hasTiming ? item.timing : Timing()
        json.member("dueDate", timing.dueOn == nil ? item.dueDate.map(TimestampBody.init) : nil)
        if isExport { timing.writeMembersGiven(to: &json) } else { timing.writeMembers(to: &json) }
        json.member("shouldRemind", item.shouldRemind)
        json.member("snoozedUntil", item.snoozedUntil.map(TimestampBody.init))
        json.member("location", item.hasLocation ? item.location.map(LocationBody.init) : nil)
        if isExport {
            if item.hasCalendarObject { json.member("calendarObject", exportedObject) }
        } else {
            json.member("assigneeId", item.assigneeID?.rawValue)
            json.member("position", item.position)
        }
        json.member("checkedAt", item.checkedAt.map(TimestampBody.init))
        json.member("createdAt", TimestampBody(item.createdAt))
        json.member("updatedAt", TimestampBody(item.updatedAt))
        if isExport { return }
        json.member("changedById", item.changedBy?.personID?.rawValue)
        json.member("changedBy", item.changedBy.map(AuthorBody.init))
    }
}

extension ItemBody {
    /// The object that a calendar app sent. The export has the exceptions of a series, and whether it ended,
    /// only here. So the object of a series that was read is updated to the item.
    private var exportedObject: String? {
        let isRead = item.hasTiming && (item.timing.isSeriesRead || item.timing.hasSeries)
        return isRead ? TaskObject.text(of: item, at: item.changedAt) : item.calendarObject?.text
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
        "changedBy",
    ] + Timing.readOnlyFields
