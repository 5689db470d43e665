import Checklists
import HTTPClient
import JSON

/// A signed message for ntfy's JSON interface (docs.ntfy.sh/publish). The last segment of the webhook's URL
/// is the topic; requests go to the URL above it.
struct NtfyChannel: Channel {
    /// The maximum length of texts, in bytes. ntfy makes attachments of messages of 4,096 bytes and more.
    private static let titleBytesMax = 250
    private static let messageBytesMax = 2_000

    /// The message without its topic; `outgoing` adds the topic of the current URL.
    func body(of message: Message) -> [UInt8] {
        let summary = message.summary()
        var json = JSONWriter(capacity: 512)
        json.object { json in
            json.member("title", summary.title.prefix(bytesMax: Self.titleBytesMax))
            let text = [summary.message, summary.notes].filter { !$0.isEmpty }.joined(separator: "\n\n")
            // Without a message, ntfy shows `triggered`.
            let shown = text.isEmpty ? summary.title : text
            json.member("message", shown.prefix(bytesMax: Self.messageBytesMax))
            let isReminder = summary.event == Webhook.Event.reminderDue.rawValue
            json.member("tags", [isReminder ? "alarm_clock" : "clipboard"])
            // Priorities are 1 to 5; 3 is the default.
            json.member("priority", summary.item?.important == true ? 4 : 3)
            if let address = summary.address { json.member("click", address) }
            let actions = summary.actions.compactMap { action in
                summary.address(of: action.path).map { (action.label, $0) }
            }
            if actions.isEmpty { return }
            json.array("actions") { json in
                for (label, address) in actions {
                    json.object { json in
                        json.member("action", "http")
                        json.member("label", label)
                        json.member("url", address)
                        json.member("method", "POST")
                        // ntfy removes the notification after the action has succeeded.
                        json.member("clear", true)
                    }
                }
            }
        }
        return json.bytes
    }

    func outgoing(for attempt: Attempt, from service: SendingService) throws(OutgoingError) -> Outgoing {
        let (object, url) = (attempt.claimed.delivery.body, attempt.claimed.webhook.url)
        guard object.first == UInt8(ascii: "{") else {
            throw .invalidRequest("the stored body of the delivery is not an ntfy message")
        }
        // Letters, digits, `_` and `-` need no escapes.
        let topic = url.ntfyTopic ?? ""
        let content = Array(#"{"topic":"\#(topic)","#.utf8) + object.dropFirst()
        return .signed(
            content, "application/json", to: String(url.dropLast(topic.count)), for: attempt, from: service)
    }
}
