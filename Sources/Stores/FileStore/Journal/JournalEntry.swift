import Checklists
import JSON
import Records

/// A change in the journal: the new state of every record that it touched.
///
/// The previous state is not stored, because the server never rolls back a change that is in the journal.
struct JournalEntry {
    var outcomes: [Outcome] = []
    var idempotency: IdempotencyRecord?

    /// The new state of a record; `nil` if it was deleted.
    enum Outcome: Hashable {
        case checklist(Checklist.ID, Checklist?)
        /// Only the activity of the list is new.
        case checklistTouched(ChecklistTouch)
        case item(Item.ID, Item?)
        case webhook(Webhook.ID, Webhook?)
        case delivery(Delivery.ID, Delivery?)
        case preferences(Preferences)
        case person(Person.ID, Person?)
        case tombstone(Tombstone.ID, Tombstone?)
    }

    static func write(_ change: Change, to json: inout JSONWriter) {
        json.beginObject()
        json.name("changes")
        json.beginArray()
        // Iteration by index avoids copies.
        for index in change.mutations.indices { write(change.mutations[index], to: &json) }
        json.endArray()
        if let idempotency = change.idempotencyRecord {
            json.name("once")
            idempotency.write(to: &json)
        }
        json.endObject()
    }

    private static func write(_ mutation: Mutation, to json: inout JSONWriter) {
        json.beginObject()
        switch mutation {
        case .checklist(let before?, let after?) where after.sharesSettings(with: before):
            json.name("checklistTouched")
            ChecklistTouch(after).write(to: &json)
        case .checklist(let before, let after): json.outcome("checklist", after, "checklistDeleted", before)
        case .item(let before, let after): json.outcome("item", after, "itemDeleted", before)
        case .webhook(let before, let after): json.outcome("webhook", after, "webhookDeleted", before)
        case .delivery(let before, let after): json.outcome("delivery", after, "deliveryDeleted", before)
        case .person(let before, let after): json.outcome("person", after, "personDeleted", before)
        case .tombstone(let before, let after): json.outcome("removal", after, "removalForgotten", before)
        case .preferences(_, var after): json.required("preferences", &after)
        }
        json.endObject()
    }

    init(from reader: inout JSONReader) throws(FormatError) {
        try reader.beginObject()
        while let name = try reader.nextName() {
            switch name {
            case "changes":
                try reader.beginArray()
                while try reader.nextElement() { try readOutcome(from: &reader) }
            case "once": idempotency = try IdempotencyRecord(from: &reader)
            default: throw reader.unknown(name)
            }
        }
    }

    private mutating func readOutcome(from reader: inout JSONReader) throws(FormatError) {
        try reader.beginObject()
        while let name = try reader.nextName() {
            switch name {
            case "checklist": outcomes.append(try reader.stored(Outcome.checklist))
            case "checklistTouched":
                outcomes.append(.checklistTouched(try ChecklistTouch(from: &reader)))
            case "checklistDeleted": outcomes.append(try reader.deleted(Outcome.checklist))
            case "item": outcomes.append(try reader.stored(Outcome.item))
            case "itemDeleted": outcomes.append(try reader.deleted(Outcome.item))
            case "webhook": outcomes.append(try reader.stored(Outcome.webhook))
            case "webhookDeleted": outcomes.append(try reader.deleted(Outcome.webhook))
            case "delivery": outcomes.append(try reader.stored(Outcome.delivery))
            case "deliveryDeleted": outcomes.append(try reader.deleted(Outcome.delivery))
            case "person": outcomes.append(try reader.stored(Outcome.person))
            case "personDeleted": outcomes.append(try reader.deleted(Outcome.person))
            case "removal": outcomes.append(try reader.stored(Outcome.tombstone))
            case "removalForgotten": outcomes.append(try reader.deleted(Outcome.tombstone))
            case "preferences": outcomes.append(.preferences(try Preferences(from: &reader)))
            default: throw reader.unknown(name)
            }
        }
    }
}

extension JSONWriter {
    /// Writes the new state of a record, or its deletion.
    fileprivate mutating func outcome<Value: StoredValue & Identifiable>(
        _ name: StaticString, _ after: Value?, _ deletion: StaticString, _ before: Value?
    ) where Value.ID: Identifier {
        if let after {
            self.name(name)
            after.write(to: &self)
        } else if let before {
            member(deletion, before.id.rawValue)
        }
    }
}

extension JSONReader {
    fileprivate mutating func stored<Value: StoredValue & Identifiable>(
        _ outcome: (Value.ID, Value?) -> JournalEntry.Outcome
    ) throws(FormatError) -> JournalEntry.Outcome {
        let value = try Value(from: &self)
        return outcome(value.id, value)
    }

    fileprivate mutating func deleted<ID: StoredValue, Value>(
        _ outcome: (ID, Value?) -> JournalEntry.Outcome
    ) throws(FormatError) -> JournalEntry.Outcome {
        outcome(try ID(from: &self), nil)
    }
}
