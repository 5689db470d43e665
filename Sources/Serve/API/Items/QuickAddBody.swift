import Checklists
import Dates
import JSON
import QuickAdd

extension QuickAddLine {
    /// Reads the fields of a line.
    init(from fields: inout FieldReader) {
        self.init(
            fields.required("quickAdd", .string) ?? "",
            timeZone: fields.nullable("timeZone", .timeZone) ?? nil,
            language: fields.nullable("language", .choice(of: Language.self)) ?? nil,
            typedAt: fields.nullable("typedAt", .timestamp) ?? nil)
    }
}

/// The body with a line to read.
struct QuickAddBody: RequestBody {
    static let noun = "a line to be read"
    static let readOnlyFields: [String] = []

    let line: QuickAddLine
    let checklistID: Checklist.ID?

    init(from fields: inout FieldReader) {
        line = QuickAddLine(from: &fields)
        checklistID = fields.nullable("checklistId", .identifier) ?? nil
    }
}

/// The body with a line to add as an item.
struct QuickAddDraftBody: RequestBody {
    static let noun = "an item by quickAdd"
    static let readOnlyFields: [String] = []

    let line: QuickAddLine
    private let uid: String?
    private let sectionID: Section.ID??
    private let parentID: Item.ID??
    private let tags: [String]?

    init(from fields: inout FieldReader) {
        line = QuickAddLine(from: &fields)
        uid = fields.nullable("uid", .uuid) ?? nil
        sectionID = fields.nullable("sectionId", .identifier)
        parentID = fields.nullable("parentId", .identifier)
        tags = fields.optional("tags", .texts)
    }

    /// The item that a line describes, with the fields of the body.
    ///
    /// - Parameters:
    ///   - understood: The line as the parser understood it.
    ///   - checklistID: The list of the request. An item that goes to another one gets neither the section
    ///     nor the parent, which belong to this list.
    /// - Throws: `invalid` if the text breaks a rule.
    func draft(_ understood: ParsedLine, on checklistID: Checklist.ID) throws(ChecklistsError) -> ItemDraft {
        var draft = try understood.draft(textAt: "/quickAdd")
        draft.uid = uid
        if (understood.checklistID ?? checklistID) == checklistID {
            draft.patch.details.sectionID = sectionID
            draft.patch.details.parentID = parentID
        }
        guard let tags else { return draft }
        // The tags of the body come first, so that pointers such as `/tags/1` fit the body.
        let keys = Set(tags.map { Tag.key(of: $0) })
        let others = understood.reading.tags.filter { !keys.contains(Tag.key(of: $0)) }
        draft.patch.details.tags = tags + others
        return draft
    }
}

extension ParsedLine: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("text", reading.text)
            json.member("checklistId", checklistID?.rawValue)
            json.member("important", reading.isImportant)
            json.member("dueDate", dueDate.map(TimestampBody.init))
            json.member("dueOn", reading.dueOn?.text)
            json.member("shouldRemind", reminds)
            json.member("timeZone", zone.name)
            if let recurrence = reading.recurrence {
                recurrence.writeMember("recurrence", to: &json)
            } else {
                json.member("recurrence", nil as String?)
            }
            json.member("tags", reading.tags)
            json.member("quantity", reading.quantity.map(QuantityBody.init))
            json.member("unit", reading.unit)
            writeParts(to: &json)
        }
    }

    /// Writes the member with the understood parts.
    func writeParts(to json: inout JSONWriter) {
        json.array("understood") { json in
            for part in reading.parts { json.value(UnderstoodPart(part: part, line: self)) }
        }
    }
}

/// A part of a line, with the field of an item that it sets.
private struct UnderstoodPart: JSONWritable {
    let part: QuickAdd.Part
    let line: ParsedLine

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("part", part.text)
            json.member("offset", part.offset)
            json.member("length", part.length)
            switch part.meaning {
            case .day(let day):
                json.member("field", "dueOn")
                json.member("value", day.text)
            case .time(let time):
                json.member("field", "dueDate")
                json.member("value", TimestampBody(line.zone.moment(of: time)))
            case .delay:
                json.member("field", "dueDate")
                json.member("value", line.dueDate.map(TimestampBody.init))
            case .recurrence(let recurrence, _, _):
                json.member("field", "recurrence")
                recurrence.writeMember("value", to: &json)
            case .important:
                json.member("field", "important")
                json.member("value", true)
            case .list:
                json.member("field", "checklistId")
                json.member("value", line.checklistID?.rawValue)
            case .quantity(let quantity, unit: _):
                json.member("field", "quantity")
                json.member("value", QuantityBody(quantity))
            case .tag(let name):
                json.member("field", "tags")
                json.member("value", name)
            }
        }
    }
}

/// An item with the understood parts of its line.
struct UnderstoodItemBody: JSONWritable {
    let item: Item
    let line: ParsedLine

    func write(to json: inout JSONWriter) {
        json.object { json in
            ItemBody(item).writeMembers(to: &json)
            line.writeParts(to: &json)
        }
    }
}
