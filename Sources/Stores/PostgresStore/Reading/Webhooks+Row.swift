import Checklists
import Postgres
import StoredJSON

extension Webhook {
    /// The columns that a webhook is read from, in the order in which it is.
    static let columns = """
        id, person_id, url, description, array_to_string(events, ','), \(isActive), disabled_reason, secret, \
        previous_secret, previous_secret_until, failing_since, failed_deliveries, paused_until, created_at, \
        updated_at, revision, array_to_string(checklist_ids, ','), array_to_string(feed_position, ','), \
        format::text, authorization_value, language, expires_at
        """

    /// Whether it is told anything, as SQL has it.
    static let isActive = "(expires_at IS NOT NULL OR coalesce(active_in_format, active))"

    /// Whether it is a mail address, as SQL has it.
    static let isEmail = "format ->> 'name' = 'email'"

    /// Reads a webhook.
    init(from columns: inout Columns) throws {
        let id = ID(rawValue: try columns.int())
        let personID = Person.ID(rawValue: try columns.int())
        let url = try columns.text()
        let description = try columns.text()
        let events = try columns.text().split(separator: ",").compactMap { Event(rawValue: String($0)) }
        let active = try columns.bool()
        let disabledReason = try columns.textIfPresent()
        let secret = try Secret(column: columns.bytes())
        let previous = try columns.bytesIfPresent().map { try Secret(column: $0) }
        let previousUntil = try columns.timestampIfPresent()
        self.init(
            id: id, personID: personID, url: url, description: description, events: events, active: active,
            disabledReason: disabledReason, secret: secret,
            previousSecret: previous.flatMap { old in previousUntil.map { Expiring(secret: old, until: $0) }
            },
            failingSince: try columns.timestampIfPresent(), failedDeliveries: try columns.int(),
            pausedUntil: try columns.timestampIfPresent(), createdAt: try columns.timestamp(),
            updatedAt: try columns.timestamp(), revision: try columns.revision())
        checklistIDs = try columns.numbersIfPresent()?.map(Checklist.ID.init)
        position = try columns.numbersIfPresent().flatMap(FeedPosition.init(storedNumbers:))
        if let format = try columns.textIfPresent() { self.format = try Format(storedJSON: format) }
        authorization = try columns.textIfPresent().flatMap(Authorization.init)
        language = try columns.textIfPresent().flatMap(Language.init) ?? .english
        if let expiresAt = try columns.timestampIfPresent(), case .push(let target) = format {
            format = .registration(Registration(target: target, expiresAt: expiresAt))
        }
    }
}

extension Columns {
    /// Reads the numbers of an array that comes as text.
    fileprivate mutating func numbersIfPresent() throws -> [Int]? {
        try textIfPresent()?.split(separator: ",").compactMap { Int($0) }
    }
}

extension Webhook.Secret {
    /// Reads a key. What is wrong with it is not told by showing it.
    fileprivate init(column bytes: [UInt8]) throws {
        guard (24...64).contains(bytes.count) else {
            throw PostgresError.malformedResult("a webhook's secret has \(bytes.count) bytes")
        }
        self.init(bytes: bytes)
    }
}

extension Delivery {
    /// The columns that a delivery is read from, in the order in which it is.
    static let columns = """
        id, webhook_id, message_id, event, item_id, body, late, status, attempts::text, attempts_before, \
        next_attempt_at, created_at, completed_at, revision
        """

    /// Reads a delivery.
    init(from columns: inout Columns) throws {
        let id = ID(rawValue: try columns.int())
        let webhookID = Webhook.ID(rawValue: try columns.int())
        let messageID = try columns.text()
        let event = try columns.text()
        let itemID = try columns.intIfPresent().map(Item.ID.init)
        let body = try columns.bytes()
        let late = try columns.bool()
        let name = try columns.text()
        guard let status = Status(rawValue: name) else {
            throw PostgresError.malformedResult("a delivery has the status \(name)")
        }
        let attempts = try [Attempt](storedJSON: columns.text())
        self.init(
            id: id, webhookID: webhookID, messageID: messageID, event: event, itemID: itemID, body: body,
            late: late, status: status, attempts: attempts, attemptsBefore: try columns.int(),
            nextAttemptAt: try columns.timestampIfPresent(), createdAt: try columns.timestamp(),
            completedAt: try columns.timestampIfPresent(), revision: try columns.revision())
    }
}
