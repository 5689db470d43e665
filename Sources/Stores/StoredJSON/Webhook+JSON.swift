package import Checklists
package import JSON

extension Webhook {
    /// Writes the webhook as files and journal have it, its secrets included.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", id.rawValue)
        if personID != .first { json.member("personId", personID.rawValue) }
        json.member("url", url)
        if !description.isEmpty { json.member("description", description) }
        json.member("events", events.map(\.rawValue))
        if let checklistIDs { json.member("checklistIds", checklistIDs.map(\.rawValue)) }
        if format != .standard {
            json.name("format")
            format.write(to: &json)
        }
        if language != .english { json.member("language", language.rawValue) }
        if let authorization { json.member("authorization", authorization.value) }
        if let position { json.member("position", position.storedNumbers) }
        json.member("active", active)
        if let disabledReason { json.member("disabledReason", disabledReason) }
        json.member("secret", secret.text)
        if let previousSecret {
            json.member("previousSecret", previousSecret.secret.text)
            json.member("previousSecretUntil", previousSecret.until)
        }
        if let failingSince { json.member("failingSince", failingSince) }
        if failedDeliveries > 0 { json.member("failedDeliveries", failedDeliveries) }
        if let pausedUntil { json.member("pausedUntil", pausedUntil) }
        json.member("createdAt", createdAt)
        json.member("updatedAt", updatedAt)
        json.member("revision", Int(revision.rawValue))
        json.endObject()
    }

    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var id: ID?
        var personID = Person.ID.first
        var url: String?
        var description = ""
        var events: [Event] = []
        var checklistIDs: [Checklist.ID]?
        var format = Format.standard
        var language = Language.english
        var authorization: Authorization?
        var position: FeedPosition?
        var active = true
        var disabledReason: String?
        var secret: Secret?
        var previousSecret: Secret?
        var previousSecretUntil: Timestamp?
        var failingSince: Timestamp?
        var failedDeliveries = 0
        var pausedUntil: Timestamp?
        var createdAt: Timestamp?
        var updatedAt: Timestamp?
        var revision: Revision?
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "id": id = try reader.identifier(in: bytes)
            case "personId": personID = try reader.identifier(in: bytes)
            case "url": url = try reader.string(in: bytes)
            case "description": description = try reader.string(in: bytes)
            case "events":
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) {
                    events.append(try reader.value(of: Event.self, in: bytes))
                }
            case "checklistIds":
                checklistIDs = try reader.array(in: bytes) { (reader, bytes) throws(FormatError) in
                    try reader.identifier(in: bytes)
                }
            case "format": format = try Format(from: &reader, in: bytes)
            case "language": language = try reader.value(of: Language.self, in: bytes)
            case "authorization":
                authorization = Authorization(try reader.string(in: bytes))
                // What is wrong with it is not told by showing it.
                if authorization == nil { throw reader.error("an authorization cannot be sent") }
            case "position":
                let numbers = try reader.array(in: bytes) { (reader, bytes) throws(FormatError) in
                    try reader.integer(in: bytes)
                }
                position = FeedPosition(storedNumbers: numbers)
                if position == nil { throw reader.error("a position has not four numbers") }
            case "active": active = try reader.bool(in: bytes)
            case "disabledReason": disabledReason = try reader.string(in: bytes)
            case "secret": secret = try reader.secret(in: bytes)
            case "previousSecret": previousSecret = try reader.secret(in: bytes)
            case "previousSecretUntil": previousSecretUntil = try reader.timestamp(in: bytes)
            case "failingSince": failingSince = try reader.timestamp(in: bytes)
            case "failedDeliveries": failedDeliveries = try reader.integer(in: bytes)
            case "pausedUntil": pausedUntil = try reader.timestamp(in: bytes)
            case "createdAt": createdAt = try reader.timestamp(in: bytes)
            case "updatedAt": updatedAt = try reader.timestamp(in: bytes)
            case "revision": revision = try reader.revision(in: bytes)
            default: throw reader.unknown(name)
            }
        }
        guard let id, let url, let secret, let createdAt, let updatedAt, let revision else {
            throw reader.error("a webhook lacks one of id, url, secret, createdAt, updatedAt, revision")
        }
        self.init(
            id: id, personID: personID, url: url, description: description, events: events,
            checklistIDs: checklistIDs, format: format, language: language, authorization: authorization,
            position: position, active: active, disabledReason: disabledReason, secret: secret,
            previousSecret: previousSecret.flatMap { secret in
                previousSecretUntil.map { Expiring(secret: secret, until: $0) }
            },
            failingSince: failingSince, failedDeliveries: failedDeliveries, pausedUntil: pausedUntil,
            createdAt: createdAt, updatedAt: updatedAt, revision: revision
        )
    }
}

extension FeedPosition {
    /// The position as it is kept: a change, a kind, a number, and where it began.
    package var storedNumbers: [Int] {
        [Int(revision.rawValue), Int(UInt8(clamping: kind)), number, Int(start.rawValue)]
    }

    /// A position that was kept; `nil` for anything else.
    package init?(storedNumbers numbers: [Int]) {
        guard numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        self.init(
            revision: Revision(rawValue: UInt64(numbers[0])),
            kind: numbers[1] < UInt8.max ? numbers[1] : .max, number: numbers[2],
            start: Revision(rawValue: UInt64(numbers[3])))
    }
}

extension JSONReader {
    /// Reads one of the names of a closed set.
    package mutating func value<Value: RawRepresentable<String>>(
        of type: Value.Type, in bytes: Span<UInt8>
    ) throws(FormatError) -> Value {
        let name = try string(in: bytes)
        guard let value = Value(rawValue: name) else { throw error("\(name) is not known here") }
        return value
    }

    /// Reads the key of a webhook. What is wrong with it is not told by showing it.
    fileprivate mutating func secret(in bytes: Span<UInt8>) throws(FormatError) -> Webhook.Secret {
        guard let secret = Webhook.Secret(try string(in: bytes)) else { throw error("a secret is malformed") }
        return secret
    }
}
