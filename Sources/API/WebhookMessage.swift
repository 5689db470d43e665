public import Checklists
import JSON

/// What webhooks are told (Standard Webhooks): `type`, `timestamp` and `data`, in JSON.
///
/// A message stays under 20,000 bytes: notes are cut to fit, and in the rare case that this is not enough the
/// other texts as well. `truncated` names what was cut.
public enum WebhookMessage {
    /// How large a message may be, in bytes.
    static let bytesMax = 20_000
    /// How much is left of a text that has to be cut besides the notes, in bytes of UTF-8. All of them
    /// together, each byte escaped, leave room for the rest.
    private static let cutTextBytesMax = 1_000

    /// A reminder that is due.
    public static func reminder(_ reminder: DueReminder) -> [UInt8] {
        let whole = message(about: reminder, truncated: [])
        if whole.count <= bytesMax { return whole }
        var cut = reminder
        cut.item.notes = ""
        var notesBytesMax = bytesMax - message(about: cut, truncated: ["notes"]).count
        while notesBytesMax > 0 {
            cut.item.notes = reminder.item.notes.prefix(bytesMax: notesBytesMax)
            let message = message(about: cut, truncated: ["notes"])
            if message.count <= bytesMax { return message }
            // Escapes take more room than what they stand for.
            notesBytesMax = notesBytesMax * 7 / 8
        }
        cut.item.notes = ""
        cut.item.text = cut.item.text.prefix(bytesMax: cutTextBytesMax)
        cut.item.location = nil
        cut.checklist.name = cut.checklist.name.prefix(bytesMax: cutTextBytesMax)
        return message(about: cut, truncated: ["notes", "text", "location", "name"])
    }

    private static func message(about reminder: DueReminder, truncated: [String]) -> [UInt8] {
        message(of: Webhook.Event.reminderDue.rawValue, at: reminder.firedAt) { json in
            json.member("scheduledFor", TimestampBody(reminder.scheduledFor))
            json.member("firedAt", TimestampBody(reminder.firedAt))
            json.member("late", reminder.late)
            json.member("lateBySeconds", reminder.lateBySeconds)
            json.member("item", ItemBody(reminder.item))
            json.member("checklist", ChecklistBody(reminder.checklist))
            if !truncated.isEmpty { json.member("truncated", truncated) }
        }
    }

    /// A message that says nothing but that it is a test.
    @Sendable public static func test(_ webhook: Webhook, _ now: Timestamp) -> [UInt8] {
        message(of: Delivery.testEvent, at: now) { json in
            json.member("webhookId", webhook.id.rawValue)
        }
    }

    private static func message(
        of type: String, at moment: Timestamp, _ data: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var json = JSONWriter(capacity: 1024)
        json.object { json in
            json.member("type", type)
            json.member("timestamp", TimestampBody(moment))
            json.object("data") { json in data(&json) }
        }
        return json.bytes
    }
}

extension String {
    /// The beginning that has at most so many bytes of UTF-8, whole characters only.
    fileprivate func prefix(bytesMax: Int) -> String {
        guard utf8.count > bytesMax else { return self }
        var end = startIndex
        var count = 0
        for character in self {
            count += character.utf8.count
            if count > bytesMax { break }
            end = index(after: end)
        }
        return String(self[..<end])
    }
}
