package import Checklists
import Digest
package import JSON

extension IdempotencyRecord {
    /// Writes what an idempotency key left behind.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("key", key.key)
        json.member("fingerprint", key.fingerprint.hexadecimal)
        json.member("at", at)
        json.member("revision", Int(revision.rawValue))
        switch result {
        case .checklist(let checklist):
            json.name("checklist")
            checklist.write(to: &json, withCounts: true)
        case .item(let item):
            json.name("item")
            item.write(to: &json, withList: true)
        case .items(let items):
            json.name("items")
            json.beginArray()
            for item in items { item.write(to: &json, withList: true) }
            json.endArray()
        case .webhook(let webhook):
            json.name("webhook")
            webhook.write(to: &json)
        case .delivery(let delivery):
            json.name("delivery")
            delivery.write(to: &json)
        case .person(let person):
            json.name("person")
            person.write(to: &json)
        case .imported(let count):
            json.name("imported")
            json.beginObject()
            json.member("checklists", count.checklists)
            json.member("items", count.items)
            json.endObject()
        }
        json.endObject()
    }

    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var key: String?
        var fingerprint: [UInt8]?
        var at: Timestamp?
        var revision: Revision?
        var result: Result?
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "key": key = try reader.string(in: bytes)
            case "fingerprint":
                fingerprint = [UInt8](hexadecimal: try reader.string(in: bytes))
            case "at": at = try reader.timestamp(in: bytes)
            case "revision": revision = try reader.revision(in: bytes)
            case "checklist": result = .checklist(try Checklist(from: &reader, in: bytes))
            case "item": result = .item(try Item(from: &reader, in: bytes, of: nil))
            case "items":
                var items: [Item] = []
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) {
                    items.append(try Item(from: &reader, in: bytes, of: nil))
                }
                result = .items(items)
            case "webhook": result = .webhook(try Webhook(from: &reader, in: bytes))
            case "delivery": result = .delivery(try Delivery(from: &reader, in: bytes))
            case "person": result = .person(try Person(from: &reader, in: bytes))
            case "imported": result = .imported(try ImportCount(from: &reader, in: bytes))
            default: throw reader.unknown(name)
            }
        }
        guard let key, let fingerprint, let at, let revision, let result else {
            throw reader.error("a record lacks one of key, fingerprint, at, revision, and a result")
        }
        self.init(
            key: IdempotencyKey(key: key, fingerprint: fingerprint), at: at, revision: revision,
            result: result
        )
    }
}

extension ImportCount {
    /// Reads how much was imported.
    fileprivate init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        self.init(checklists: 0, items: 0)
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "checklists": checklists = try reader.integer(in: bytes)
            case "items": items = try reader.integer(in: bytes)
            default: throw reader.unknown(name)
            }
        }
    }
}
