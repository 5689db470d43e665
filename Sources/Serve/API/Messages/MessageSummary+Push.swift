import Checklists
import JSON

extension MessageSummary {
    /// How much of a text a device is shown, in bytes: all of it, each byte escaped, leaves room for the rest
    /// in what a push service takes.
    private static let pushTextBytesMax = 120
    private static let pushNotesBytesMax = 200

    /// A notification (Declarative Web Push), with what a service worker needs besides: `data` has the event,
    /// the numbers of item and list, and what repetitions are told by.
    ///
    /// A push service takes 4,096 bytes, encrypted; this has less than 3,000.
    var pushMessage: [UInt8] {
        var json = JSONWriter(capacity: 1024)
        json.object { json in
            // The number of the RFC tells it from other JSON.
            json.member("web_push", 8030)
            json.object("notification") { json in
                json.member("title", title.prefix(bytesMax: Self.pushTextBytesMax))
                let texts = [
                    message.prefix(bytesMax: Self.pushTextBytesMax),
                    (item?.notes ?? "").prefix(bytesMax: Self.pushNotesBytesMax),
                ]
                json.member("body", texts.filter { !$0.isEmpty }.joined(separator: "\n"))
                json.member("dir", "auto")
                json.member("lang", language.rawValue)
                json.member("navigate", address ?? path)
                json.member("tag", item.map { "item-\($0.id)" } ?? event)
                json.member("timestamp", Int(at.milliseconds))
                if !actions.isEmpty {
                    json.array("actions") { json in
                        for action in actions {
                            json.object { json in
                                json.member("action", action.path)
                                json.member("title", action.link.label(in: language))
                                json.member("navigate", address(of: action.path) ?? action.path)
                            }
                        }
                    }
                }
                json.object("data") { json in
                    json.member("event", event)
                    json.member("messageId", id)
                    json.member("itemId", item?.id.rawValue)
                    json.member("checklistId", checklistID?.rawValue)
                    json.member("path", path)
                }
            }
        }
        return json.bytes
    }
}
