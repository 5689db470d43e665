import Checklists
import Dates
import JSON

/// A scheduled reminder in JSON.
struct ReminderBody: JSONWritable {
    let reminder: Reminder

    init(_ reminder: Reminder) {
        self.reminder = reminder
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("itemId", reminder.itemID.rawValue)
            json.member("checklistId", reminder.checklistID.rawValue)
            json.member("text", reminder.text)
            json.member("at", TimestampBody(reminder.at))
        }
    }
}

/// The body that snoozes a reminder: a duration, or a time.
struct SnoozeBody: RequestBody {
    static let noun = "a snooze"
    static let readOnlyFields: [String] = []

    private var duration: ISO8601Duration?
    private var until: Timestamp?

    init(from fields: inout FieldReader) {
        duration = fields.optional("for", .duration)
        until = fields.optional("until", .timestamp)
        if fields.violations.isEmpty, (duration == nil) == (until == nil) {
            fields.noteWhole(.notExactlyOne(of: ["for", "until"]))
        }
    }

    /// The new time of the reminder.
    func moment(after now: Timestamp) -> Timestamp {
        until ?? now.advanced(byMilliseconds: 1000 * Int64(duration?.seconds ?? 0))
    }
}
