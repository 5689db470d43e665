import Checklists
import Records
import SQL

extension Webhook: TableRow {
    static var blankDraft: Webhook { .blank }

    static let table = Table<Webhook>(
        "webhooks",
        [
            Column("id", in: .fixed, \.id) { $0.id = $1 },
            Column("person_id", in: .fixed, \.personID) { $0.personID = $1 },
            Column("url", \.url) { $0.url = $1 },
            Column("description", \.description) { $0.description = $1 },
            Column("events", { ListColumn(elements: $0.events.map(\.rawValue)) }) {
                $0.events = $1.elements.compactMap(Event.init)
            },
            Column("is_active", \.active) { $0.active = $1 }.onlyRead(as: isActive),
            // A process of an earlier version treats a webhook of another format as inactive.
            Column(derived: "active") { $0.active && $0.format == .standard },
            Column(derived: "active_in_format") {
                $0.format == .standard || $0.registration != nil ? nil : $0.active
            },
            Column("disabled_reason", \.disabledReason) { $0.disabledReason = $1 },
            Column("secret", \.secret.bytes) { $0.secret = try Secret(column: $1) },
            Column("previous_secret", { $0.previousSecret?.secret.bytes }) {
                $0.previousSecret = try $1.map { Expiring(secret: try Secret(column: $0), until: .earliest) }
            },
            Column("previous_secret_until", { $0.previousSecret?.until }) {
                if let until = $1 { $0.previousSecret?.until = until } else { $0.previousSecret = nil }
            },
            Column("failing_since", \.failingSince) { $0.failingSince = $1 },
            Column("failed_deliveries", \.failedDeliveries) { $0.failedDeliveries = $1 },
            Column("paused_until", \.pausedUntil) { $0.pausedUntil = $1 },
            Column("created_at", in: .fixed, \.createdAt) { $0.createdAt = $1 },
            Column("updated_at", \.updatedAt) { $0.updatedAt = $1 },
            Column("revision", \.revision) { $0.revision = $1 },
            Column("checklist_ids", { $0.checklistIDs.map { ListColumn(elements: $0.map(\.rawValue)) } }) {
                $0.checklistIDs = $1?.elements.map(Checklist.ID.init)
            }
            .written(as: { $1.nullIfEmpty($0) }),
            Column("feed_position", { $0.position.map { ListColumn(elements: $0.storedNumbers) } }) {
                $0.position = $1.flatMap { FeedPosition(storedNumbers: $0.elements) }
            }
            .written(as: { $1.nullIfEmpty($0) }),
            Column("format", \.storedFormat) { $0.format = try $1?.value() ?? .standard },
            Column("authorization_value", { $0.authorization?.value }) {
                $0.authorization = $1.flatMap(Authorization.init)
            },
            Column("language", { $0.language.rawValue }) {
                $0.language = $1.flatMap(Language.init) ?? .english
            },
            Column("expires_at", { $0.registration?.expiresAt }) { webhook, expiresAt in
                guard let expiresAt, case .push(let target) = webhook.format else { return }
                webhook.format = .registration(Registration(target: target, expiresAt: expiresAt))
            },
        ])

    /// SQL condition: the webhook is active.
    static let isActive = "(expires_at IS NOT NULL OR coalesce(active_in_format, active))"

    /// SQL condition: the webhook is a mail address.
    static let isEmail = "format ->> 'name' = 'email'"

    /// The format; `nil` for the standard format, which every version knows. An earlier version treats a push
    /// registration as a push subscription that is turned off.
    private var storedFormat: JSONColumn? {
        if let registration { return JSONColumn(Format.push(registration.target)) }
        return format == .standard ? nil : JSONColumn(format)
    }
}

extension Webhook.Secret {
    /// Reads a signing secret. The error does not contain it.
    fileprivate init(column bytes: [UInt8]) throws {
        guard (24...64).contains(bytes.count) else {
            throw MalformedResult("a webhook's secret has \(bytes.count) bytes")
        }
        self.init(bytes: bytes)
    }
}

extension Delivery: BatchRow {
    static var blankDraft: Delivery { .blank }

    static let table = Table<Delivery>("deliveries", batchColumns.map(\.column))

    static let batchColumns: [BatchColumn<Delivery>] = [
        BatchColumn("id", in: .fixed, \.id) { $0.id = $1 },
        BatchColumn("webhook_id", in: .fixed, \.webhookID) { $0.webhookID = $1 },
        BatchColumn("message_id", in: .fixed, \.messageID) { $0.messageID = $1 },
        BatchColumn("event", in: .fixed, \.event) { $0.event = $1 },
        BatchColumn("item_id", in: .fixed, \.itemID) { $0.itemID = $1 },
        BatchColumn("checklist_id", in: .fixed, \.checklistID) { $0.checklistID = $1 },
        BatchColumn("withheld", in: .fixed, \.withheld) { $0.withheld = $1 },
        BatchColumn("body", in: .fixed, \.body) { $0.body = $1 },
        BatchColumn("late", in: .fixed, \.late) { $0.late = $1 },
        BatchColumn("status", \.status) { $0.status = $1 },
        BatchColumn("attempts", { JSONColumn($0.attempts) }) { $0.attempts = try $1?.value() ?? [] },
        BatchColumn("attempts_before", \.attemptsBefore) { $0.attemptsBefore = $1 },
        BatchColumn("next_attempt_at", \.nextAttemptAt) { $0.nextAttemptAt = $1 },
        BatchColumn("created_at", in: .fixed, \.createdAt) { $0.createdAt = $1 },
        BatchColumn("completed_at", \.completedAt) { $0.completedAt = $1 },
        BatchColumn("revision", \.revision) { $0.revision = $1 },
    ]
}
