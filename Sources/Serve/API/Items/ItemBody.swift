import CalendarObjects
import Checklists
import JSON

/// An item in JSON. Every field is present: an empty one is `null`, `""` or `[]`.
struct ItemBody: JSONWritable {
    let item: Item
    /// Whether the item is part of an export. An export has the calendar object, but no empty timing, and no
    /// fields that hold on this server only, such as list and position.
    let isExport: Bool

    init(_ item: Item, isExport: Bool = false) {
        self.item = item
        self.isExport = isExport
    }

    /// The names of the members of an item.
    static let names: [String] = {
        let epoch = Timestamp(milliseconds: 0)
        let item = Item(
            id: Item.ID(rawValue: 1), checklistID: Checklist.ID(rawValue: 1), text: "", position: 0,
            createdAt: epoch, updatedAt: epoch, revision: .zero)
        var json = JSONWriter()
        json.value(ItemBody(item))
        guard case .object(let members) = try? JSONValue.parse(json.bytes) else { return [] }
        return members.map(\.name) + ["repeatsInApp"]
    }()

    func write(to json: inout JSONWriter) {
        json.object { json in writeMembers(to: &json) }
    }

    /// Writes the members of the object.
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
        let isDay = item.hasTiming && item.timing.dueOn != nil
        json.member("dueDate", isDay ? nil : item.dueDate.map(TimestampBody.init))
        writeTiming(to: &json)
        json.member("shouldRemind", item.shouldRemind)
        writeDetails(to: &json)
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
    /// The members of a timing and of details without values. Most items have neither; copying the bytes
    /// takes a tenth of the instructions of writing them.
    private static let emptyTiming = JSONWriter.members { Timing().writeMembers(to: &$0) }
    private static let emptyDetails = JSONWriter.members { Item.Details.none.writeMembers(to: &$0) }

    private func writeTiming(to json: inout JSONWriter) {
        switch (item.hasTiming, isExport) {
        case (true, true): item.timing.writeMembersGiven(to: &json)
        case (true, false): item.timing.writeMembers(to: &json)
        case (false, true): break
        case (false, false): json.raw(Self.emptyTiming)
        }
    }

    private func writeDetails(to json: inout JSONWriter) {
        switch (item.hasDetails, isExport) {
        case (true, true): item.details.writeMembersGiven(to: &json)
        case (true, false): item.details.writeMembers(to: &json)
        case (false, true): break
        case (false, false): json.raw(Self.emptyDetails)
        }
    }

    /// The calendar object of an app, updated to the item: the exceptions of a series, and whether it has
    /// ended, are in no other field of an export.
    private var exportedObject: String? {
        guard let text = item.calendarObject?.text, !text.isEmpty else { return item.calendarObject?.text }
        return TaskObject.text(of: item, at: item.changedAt)
    }
}

/// The body that adds an item. The address names the list.
struct ItemDraftBody: RequestBody {
    static let noun = "an item"
    static let readOnlyFields = ["checklistId"] + itemReadOnlyFields.filter { $0 != "uid" }

    private(set) var draft: ItemDraft

    var violations: [Violation] { draft.violations() }

    init(from fields: inout FieldReader) {
        let text = fields.required("text", .string) ?? ""
        let uid = fields.nullable("uid", .uuid) ?? nil
        draft = ItemDraft(ItemPatch(from: &fields, isNew: true), text: text)
        draft.uid = uid
        // An unreadable date is one violation, not two.
        if fields.hasFault("dueDate") || fields.hasFault("dueOn") {
            (draft.shouldRemind, draft.recurrence, draft.alarms) = (nil, nil, nil)
        }
    }
}

/// The body that changes an item.
struct ItemPatchBody: RequestBody {
    static let noun = "an item"
    static let readOnlyFields = itemReadOnlyFields

    private(set) var patch: ItemPatch

    var violations: [Violation] { patch.violations() }

    init(from fields: inout FieldReader) {
        let checklistID: Checklist.ID? = fields.optional("checklistId", .identifier)
        let text = fields.optional("text", .string)
        patch = ItemPatch(from: &fields, isNew: false)
        (patch.checklistID, patch.text) = (checklistID, text)
    }
}

extension ItemPatch {
    /// Reads the fields that new items and changes share. Reading determines the order of violations, which
    /// differs between the two.
    fileprivate init(from fields: inout FieldReader, isNew: Bool) {
        self.init()
        notes =
            isNew ? fields.optional("notes", .string) : fields.nullable("notes", .string).map { $0 ?? "" }
        checked = fields.optional("checked", .boolean)
        important = fields.optional("important", .boolean)
        dueDate = fields.nullable("dueDate", .timestamp)
        if isNew { shouldRemind = fields.optional("shouldRemind", .boolean) }
        readTiming(from: &fields, lead: isNew ? .refused : .kept)
        if !isNew {
            shouldRemind = fields.optional("shouldRemind", .boolean)
            assigneeID = fields.nullable("assigneeId", .identifier)
        }
        location = fields.object("location", of: "a location", LocationPatch.init(from:))
        if isNew { assigneeID = fields.nullable("assigneeId", .identifier) }
        details = DetailsPatch(from: &fields)
    }
}

private let itemReadOnlyFields =
    [
        "id", "uid", "snoozedUntil", "position", "checkedAt", "createdAt", "updatedAt", "changedById",
        "changedBy",
    ] + Timing.readOnlyFields + Item.Details.readOnlyFields
