import Checklists
import Dates
import JSON
import QuickAdd

/// A line that somebody typed.
struct QuickAddLine: Sendable {
    /// As it was typed.
    let text: String
    /// The name of the time zone in which it was; `nil` for that of the preferences.
    let timeZone: String?
    /// What it is in, if that is known.
    let language: Language?
    /// When it was typed; `nil` for just now.
    let typedAt: Timestamp?

    /// Reads the fields of it.
    init(from fields: inout FieldReader) {
        text = fields.required("quickAdd", .string) ?? ""
        timeZone = fields.nullable("timeZone", .timeZone) ?? nil
        language = fields.nullable("language", .choice(of: Language.self)) ?? nil
        typedAt = fields.nullable("typedAt", .timestamp) ?? nil
    }
}

/// A line that is sent to be read.
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

/// A line that is sent to be added.
struct QuickAddDraftBody: RequestBody {
    static let noun = "an item by quickAdd"
    static let readOnlyFields: [String] = []

    let line: QuickAddLine
    let uid: String?

    init(from fields: inout FieldReader) {
        line = QuickAddLine(from: &fields)
        uid = fields.nullable("uid", .uuid) ?? nil
    }
}

/// A line as it was understood, which is answered with what would be added.
struct UnderstoodLine: JSONWritable {
    let reading: QuickAdd.Reading
    let zone: LocalTime
    /// The list that it goes to.
    let checklistID: Checklist.ID?

    /// The item that it describes.
    /// - Throws: `invalid`, where the text is none.
    func draft() throws(ChecklistsError) -> ItemDraft {
        var draft = ItemDraft(text: reading.text)
        draft.important = reading.isImportant
        draft.dueOn = reading.dueOn
        draft.dueDate = dueDate
        draft.shouldRemind = reminds
        draft.recurrence = reading.recurrence
        if draft.dueOn != nil || draft.recurrence != nil { draft.timeZone = zone.name }
        let violations = draft.violations().map { violation in
            violation.pointer == "/text" ? Violation("/quickAdd", violation.detail) : violation
        }
        if !violations.isEmpty { throw .invalid(violations) }
        return draft
    }

    /// Who says a time of day wants to be reminded then.
    private var reminds: Bool { reading.dueTime != nil }

    private var dueDate: Timestamp? { reading.dueTime.map { zone.moment(of: $0) } }

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
            writeParts(to: &json)
        }
    }

    /// Writes the member that tells what was understood of which part.
    func writeParts(to json: inout JSONWriter) {
        json.array("understood") { json in
            for part in reading.parts { json.value(UnderstoodPart(part: part, line: self)) }
        }
    }
}

/// A part of a line with the field of an item that it says.
private struct UnderstoodPart: JSONWritable {
    let part: QuickAdd.Part
    let line: UnderstoodLine

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
            case .recurrence(let recurrence, _, _):
                json.member("field", "recurrence")
                recurrence.writeMember("value", to: &json)
            case .important:
                json.member("field", "important")
                json.member("value", true)
            case .list:
                json.member("field", "checklistId")
                json.member("value", line.checklistID?.rawValue)
            }
        }
    }
}

/// An item with what was understood of the line of which it was made.
struct UnderstoodItemBody: JSONWritable {
    let item: Item
    let line: UnderstoodLine

    func write(to json: inout JSONWriter) {
        json.object { json in
            ItemBody(item).writeMembers(to: &json)
            line.writeParts(to: &json)
        }
    }
}
