import Checklists
import JSON

extension MessageSummary {
    /// How much of a text ntfy is given, in bytes; messages of 4,096 and more become attachments there.
    private static let ntfyTitleBytesMax = 250
    private static let ntfyMessageBytesMax = 2_000

    /// What ntfy publishes as JSON (docs.ntfy.sh/publish), but for its topic: that is the one that the
    /// address has when it is sent.
    var ntfyMessage: [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.object { json in
            json.member("title", title.prefix(bytesMax: Self.ntfyTitleBytesMax))
            let text = [message, item?.notes ?? ""].filter { !$0.isEmpty }.joined(separator: "\n\n")
            // Without any, ntfy says that it was triggered.
            let shown = text.isEmpty ? title : text
            json.member("message", shown.prefix(bytesMax: Self.ntfyMessageBytesMax))
            json.member("tags", [event == Webhook.Event.reminderDue.rawValue ? "alarm_clock" : "clipboard"])
            // 3 is the usual one, of 1 to 5.
            json.member("priority", item?.important == true ? 4 : 3)
            if let address { json.member("click", address) }
            let actions = actions.compactMap { action in address(of: action.path).map { (action.link, $0) } }
            if actions.isEmpty { return }
            json.array("actions") { json in
                for (link, address) in actions {
                    json.object { json in
                        json.member("action", "http")
                        json.member("label", link.label(in: language))
                        json.member("url", address)
                        json.member("method", "POST")
                        // The notification goes once that has worked.
                        json.member("clear", true)
                    }
                }
            }
        }
        return json.bytes
    }
}
