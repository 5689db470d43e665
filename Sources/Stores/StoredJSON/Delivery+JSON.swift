package import Checklists
package import JSON

extension Delivery {
    /// Writes the delivery as files and journal have it. Its body is text: JSON within JSON, byte for byte.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", id.rawValue)
        json.member("webhookId", webhookID.rawValue)
        json.member("messageId", messageID)
        json.member("event", event)
        if let itemID { json.member("itemId", itemID.rawValue) }
        json.member("body", String(decoding: body, as: UTF8.self))
        if late { json.member("late", true) }
        json.member("status", status.rawValue)
        if !attempts.isEmpty {
            json.name("attempts")
            json.beginArray()
            for attempt in attempts { attempt.write(to: &json) }
            json.endArray()
        }
        if attemptsBefore > 0 { json.member("attemptsBefore", attemptsBefore) }
        if let nextAttemptAt { json.member("nextAttemptAt", nextAttemptAt) }
        json.member("createdAt", createdAt)
        if let completedAt { json.member("completedAt", completedAt) }
        json.member("revision", Int(revision.rawValue))
        json.endObject()
    }

    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var id: ID?
        var webhookID: Webhook.ID?
        var messageID: String?
        var event: String?
        var itemID: Item.ID?
        var body: String?
        var late = false
        var status: Status?
        var attempts: [Attempt] = []
        var attemptsBefore = 0
        var nextAttemptAt: Timestamp?
        var createdAt: Timestamp?
        var completedAt: Timestamp?
        var revision: Revision?
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "id": id = try reader.identifier(in: bytes)
            case "webhookId": webhookID = try reader.identifier(in: bytes)
            case "messageId": messageID = try reader.string(in: bytes)
            case "event": event = try reader.string(in: bytes)
            case "itemId": itemID = try reader.identifier(in: bytes)
            case "body": body = try reader.string(in: bytes)
            case "late": late = try reader.bool(in: bytes)
            case "status": status = try reader.value(of: Status.self, in: bytes)
            case "attempts":
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) {
                    attempts.append(try Attempt(from: &reader, in: bytes))
                }
            case "attemptsBefore": attemptsBefore = try reader.integer(in: bytes)
            case "nextAttemptAt": nextAttemptAt = try reader.timestamp(in: bytes)
            case "createdAt": createdAt = try reader.timestamp(in: bytes)
            case "completedAt": completedAt = try reader.timestamp(in: bytes)
            case "revision": revision = try reader.revision(in: bytes)
            default: throw reader.unknown(name)
            }
        }
        guard let id, let webhookID, let messageID, let event, let body, let status, let createdAt,
            let revision
        else {
            throw reader.error(
                "a delivery lacks one of id, webhookId, messageId, event, body, status, createdAt, revision")
        }
        self.init(
            id: id, webhookID: webhookID, messageID: messageID, event: event, itemID: itemID,
            body: Array(body.utf8), late: late, status: status, attempts: attempts,
            attemptsBefore: attemptsBefore, nextAttemptAt: nextAttemptAt, createdAt: createdAt,
            completedAt: completedAt, revision: revision
        )
    }
}

extension Delivery.Attempt {
    /// Writes the attempt.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("at", at)
        json.member("durationMilliseconds", durationMilliseconds)
        if let status { json.member("status", status) }
        if let error { json.member("error", error) }
        json.endObject()
    }

    /// Reads an attempt.
    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var at: Timestamp?
        var durationMilliseconds = 0
        var status: Int?
        var failure: String?
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "at": at = try reader.timestamp(in: bytes)
            case "durationMilliseconds": durationMilliseconds = try reader.integer(in: bytes)
            case "status": status = try reader.integer(in: bytes)
            case "error": failure = try reader.string(in: bytes)
            default: throw reader.unknown(name)
            }
        }
        guard let at else { throw reader.error("an attempt lacks at") }
        self.init(at: at, durationMilliseconds: durationMilliseconds, status: status, error: failure)
    }
}
