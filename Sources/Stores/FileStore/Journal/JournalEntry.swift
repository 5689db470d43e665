import Checklists
import JSON
import StoredJSON

/// A change as the journal keeps it: what everything it touched became.
///
/// What everything was before is not kept: nothing that is in the journal is ever taken back.
struct JournalEntry {
    /// What became of what, in order.
    var outcomes: [Outcome] = []
    /// What the request left behind for its repetition.
    var once: IdempotencyRecord?

    /// What became of one thing.
    enum Outcome: Hashable {
        case checklist(Checklist)
        case checklistDeleted(Checklist.ID)
        case item(Item)
        case itemDeleted(Item.ID)
        case webhook(Webhook)
        case webhookDeleted(Webhook.ID)
        case delivery(Delivery)
        case deliveryDeleted(Delivery.ID)
        case preferences(Preferences)
        case person(Person)
        case personDeleted(Person.ID)
        case removal(Removal)
        case removalForgotten(Removal.ID)
    }

    /// Writes a change as an entry.
    static func write(_ change: Change, to json: inout JSONWriter) {
        json.beginObject()
        json.name("changes")
        json.beginArray()
        for index in change.mutations.indices { write(change.mutations[index], to: &json) }
        json.endArray()
        if let once = change.idempotencyRecord {
            json.name("once")
            once.write(to: &json)
        }
        json.endObject()
    }

    private static func write(_ mutation: Mutation, to json: inout JSONWriter) {
        json.beginObject()
        switch mutation {
        case .checklist(_, let after?):
            json.name("checklist")
            after.write(to: &json)
        case .checklist(let before?, nil):
            json.member("checklistDeleted", before.id.rawValue)
        case .item(_, let after?):
            json.name("item")
            after.write(to: &json, withList: true)
        case .item(let before?, nil):
            json.member("itemDeleted", before.id.rawValue)
        case .webhook(_, let after?):
            json.name("webhook")
            after.write(to: &json)
        case .webhook(let before?, nil):
            json.member("webhookDeleted", before.id.rawValue)
        case .delivery(_, let after?):
            json.name("delivery")
            after.write(to: &json)
        case .delivery(let before?, nil):
            json.member("deliveryDeleted", before.id.rawValue)
        case .preferences(_, let after):
            json.name("preferences")
            after.write(to: &json)
        case .person(_, let after?):
            json.name("person")
            after.write(to: &json)
        case .person(let before?, nil):
            json.member("personDeleted", before.id.rawValue)
        case .removal(_, let after?):
            json.name("removal")
            after.write(to: &json)
        case .removal(let before?, nil):
            json.member("removalForgotten", before.id.rawValue)
        case .checklist(nil, nil), .item(nil, nil), .webhook(nil, nil), .delivery(nil, nil),
            .person(nil, nil), .removal(nil, nil):
            break
        }
        json.endObject()
    }

    /// Reads an entry.
    init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "changes":
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) {
                    try readOutcome(from: &reader, in: bytes)
                }
            case "once": once = try IdempotencyRecord(from: &reader, in: bytes)
            default: throw reader.unknown(name)
            }
        }
    }

    private mutating func readOutcome(
        from reader: inout JSONReader, in bytes: Span<UInt8>
    ) throws(FormatError) {
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "checklist": outcomes.append(.checklist(try Checklist(from: &reader, in: bytes)))
            case "checklistDeleted": outcomes.append(.checklistDeleted(try reader.identifier(in: bytes)))
            case "item": outcomes.append(.item(try Item(from: &reader, in: bytes, of: nil)))
            case "itemDeleted": outcomes.append(.itemDeleted(try reader.identifier(in: bytes)))
            case "webhook": outcomes.append(.webhook(try Webhook(from: &reader, in: bytes)))
            case "webhookDeleted": outcomes.append(.webhookDeleted(try reader.identifier(in: bytes)))
            case "delivery": outcomes.append(.delivery(try Delivery(from: &reader, in: bytes)))
            case "deliveryDeleted": outcomes.append(.deliveryDeleted(try reader.identifier(in: bytes)))
            case "preferences": outcomes.append(.preferences(try Preferences(from: &reader, in: bytes)))
            case "person": outcomes.append(.person(try Person(from: &reader, in: bytes)))
            case "personDeleted": outcomes.append(.personDeleted(try reader.identifier(in: bytes)))
            case "removal": outcomes.append(.removal(try Removal(from: &reader, in: bytes)))
            case "removalForgotten": outcomes.append(.removalForgotten(try reader.identifier(in: bytes)))
            default: throw reader.unknown(name)
            }
        }
    }
}
