public import Checklists
import JSON

/// The JSON message of a webhook (Standard Webhooks) with `type`, `timestamp` and `data`.
///
/// A message stays under 20,000 bytes. Notes are cut to fit, and if that does not suffice, the other texts
/// too. `truncated` names the cut fields.
public enum WebhookMessage {
    private static let bytesMax = Delivery.bodyBytesMax
    /// The length to which texts other than the notes are cut, in bytes of UTF-8. All of them together fit,
    /// even with every byte escaped.
    private static let cutTextBytesMax = 1_000

    /// The message for a due reminder.
    @Sendable public static func reminder(_ reminder: DueReminder) -> [UInt8] {
        cut(reminder.item) { item, cuts in
            var checklist = reminder.checklist
            if cuts.contains("name") { checklist.name = checklist.name.prefix(bytesMax: cutTextBytesMax) }
            return message(of: Webhook.Event.reminderDue.rawValue, at: reminder.firedAt) { json in
                json.member("scheduledFor", TimestampBody(reminder.scheduledFor))
                json.member("firedAt", TimestampBody(reminder.firedAt))
                json.member("late", reminder.late)
                json.member("lateBySeconds", reminder.lateBySeconds)
                json.member("item", ItemBody(item))
                json.member("checklist", ChecklistBody(checklist))
                if !cuts.isEmpty { json.member("truncated", cuts) }
            }
        }
    }

    /// The message for a change.
    @Sendable public static func change(_ notice: ChangeNotice) -> [UInt8] {
        guard case .item(let item) = notice.subject else { return change(notice, of: nil, cuts: []) }
        return cut(item) { change(notice, of: $0, cuts: $1.filter { $0 != "name" }) }
    }

    private static func change(_ notice: ChangeNotice, of item: Item?, cuts: [String]) -> [UInt8] {
        message(of: notice.event.rawValue, at: notice.at) { json in
            switch notice.subject {
            case .item(let whole): json.member("item", ItemBody(item ?? whole))
            case .itemRemoved(let id, from: let list):
                json.member("itemId", id.rawValue)
                json.member("checklistId", list.rawValue)
            case .checklist(let list): json.member("checklist", ChecklistBody(list))
            case .checklistRemoved(let id): json.member("checklistId", id.rawValue)
            case .member(let member, of: let list):
                json.member("checklistId", list.rawValue)
                json.member("personId", member.personID.rawValue)
                json.member("role", member.role.rawValue)
            case .memberRemoved(let person, from: let list):
                json.member("checklistId", list.rawValue)
                json.member("personId", person.rawValue)
            }
            json.member("by", notice.by.map(AuthorBody.init))
            if !cuts.isEmpty { json.member("truncated", cuts) }
        }
    }

    /// Makes a message about an item, cut to the limit.
    /// - Parameter message: Makes the message from the item and the names of its cut fields.
    private static func cut(_ item: Item, _ message: (Item, [String]) -> [UInt8]) -> [UInt8] {
        let whole = message(item, [])
        if whole.count <= bytesMax { return whole }
        var cut = item
        cut.notes = ""
        var notesBytesMax = bytesMax - message(cut, ["notes"]).count
        while notesBytesMax > 0 {
            cut.notes = item.notes.prefix(bytesMax: notesBytesMax)
            let message = message(cut, ["notes"])
            if message.count <= bytesMax { return message }
            // Escaped characters are longer than the characters.
            notesBytesMax = notesBytesMax * 7 / 8
        }
        cut.notes = ""
        cut.text = cut.text.prefix(bytesMax: cutTextBytesMax)
        cut.location = nil
        return message(cut, ["notes", "text", "location", "name"])
    }

    /// The message that stands for others about a list.
    static func withheld(_ count: Int, _ list: Checklist.ID, at now: Timestamp) -> [UInt8] {
        message(of: Delivery.summaryEvent, at: now) { json in
            json.member("checklistId", list.rawValue)
            json.member("count", count)
        }
    }

    /// The message about a proposal.
    static func proposal(_ proposal: Proposal) -> [UInt8] {
        message(of: Delivery.proposalEvent, at: proposal.createdAt) { json in
            json.member("proposalId", proposal.id.rawValue)
            json.member("summary", proposal.effect.summary.sentence)
        }
    }

    /// The message about an announcement.
    static func announcement(_ announcement: Announcement, on checklist: Checklist) -> [UInt8] {
        message(of: Delivery.announcementEvent, at: announcement.announcedAt) { json in
            json.member("kind", announcement.kind.rawValue)
            json.member("personId", announcement.personID.rawValue)
            json.member("checklistId", checklist.id.rawValue)
        }
    }

    /// A test message.
    @Sendable public static func test(_ webhook: Webhook, _ now: Timestamp) -> [UInt8] {
        message(of: Delivery.testEvent, webhook, now)
    }

    /// The message that asks the receiver to confirm a mail address.
    static func confirmation(_ email: Webhook, _ now: Timestamp) -> [UInt8] {
        message(of: Delivery.confirmationEvent, email, now)
    }

    private static func message(of type: String, _ webhook: Webhook, _ now: Timestamp) -> [UInt8] {
        message(of: type, at: now) { json in
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
