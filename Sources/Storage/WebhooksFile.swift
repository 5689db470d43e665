import Checklists
import JSON

/// Who is told what happens, with their secrets: `webhooks.json`.
struct WebhooksFile {
    /// The change through which the file is complete.
    var revision: Revision
    /// The webhooks by identifier.
    var webhooks: [Webhook]

    /// A file of these webhooks.
    init(revision: Revision, webhooks: [Webhook]) {
        self.revision = revision
        self.webhooks = webhooks
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        Document.bytes(capacity: 256 + webhooks.count * 512) { json in
            json.member("revision", Int(revision.rawValue))
            json.lines("webhooks", webhooks) { webhook, json in webhook.write(to: &json) }
        }
    }

    /// Reads the file.
    init(_ bytes: Span<UInt8>) throws(FormatError) {
        var revision: Revision?
        var webhooks: [Webhook] = []
        try Document.read(bytes) { (name, reader, bytes) throws(FormatError) in
            switch name {
            case "revision": revision = try reader.revision(in: bytes)
            case "webhooks":
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) {
                    webhooks.append(try Webhook(from: &reader, in: bytes))
                }
            default: throw reader.unknown(name)
            }
        }
        guard let revision else { throw FormatError(offset: 0, reason: "the file lacks revision") }
        self.init(revision: revision, webhooks: webhooks)
    }
}
