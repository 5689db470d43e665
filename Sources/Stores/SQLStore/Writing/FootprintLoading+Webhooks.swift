import Checklists
import Footprints
import Records
import SQL

extension FootprintLoading {
    mutating func addPreferences(of person: Person.ID) {
        add(Preferences.query, [.int(person.rawValue)]) { rows, footprint in
            for row in rows {
                var columns = row.columns
                footprint.load(try Preferences(from: &columns))
            }
            footprint.load(Preferences(of: person))
        }
    }

    mutating func addPerson(_ id: Person.ID) {
        let sql = "SELECT \(Person.columns) FROM people WHERE owner_id = $1 AND id = $2"
        add(sql, [.int(id.rawValue)]) { rows, footprint in
            footprint.load(try rows.first.map { try Person(row: $0) } ?? Person.unchanged(id), for: id)
        }
    }

    mutating func addChecklistIDs(of person: Person.ID) {
        add(Checklist.idsOfPerson, [.int(person.rawValue)]) { rows, footprint in
            let ids = try rows.map { row in
                var columns = row.columns
                return Checklist.ID(rawValue: try columns.int())
            }
            footprint.load(ids, of: person)
        }
    }

    mutating func addHolder(ofSecret digest: [UInt8]) {
        let sql = """
            SELECT person_id, checklist_id FROM secrets WHERE owner_id = $1 AND sha256 = $2 AND NOT is_token
            """
        add(sql, [.bytes(digest)]) { rows, footprint in
            let holder = try rows.first.flatMap { row in
                var columns = row.columns
                return try Secret.holder(from: &columns)
            }
            footprint.load(holder, ofSecret: digest)
        }
    }

    mutating func addWebhooks(of person: Person.ID) {
        let sql = "SELECT \(Webhook.columns) FROM webhooks WHERE owner_id = $1 AND person_id = $2"
        add(sql, [.int(person.rawValue)]) { rows, footprint in
            footprint.load(allWebhooks: try rows.map { try Webhook(row: $0) }, of: person)
        }
    }

    mutating func addWebhooks(_ ids: Set<Webhook.ID>) {
        if ids.isEmpty { return }
        let sql = "SELECT \(Webhook.columns) FROM \(rows("webhooks", wanted("$2")))"
        add(sql, [.ids(ids)]) { rows, footprint in
            for row in rows {
                let webhook = try Webhook(row: row)
                footprint.load(webhook, for: webhook.id)
            }
            for id in ids { footprint.load(nil as Webhook?, for: id) }
        }
    }

    /// Loads deliveries with their claims and webhooks.
    mutating func addDeliveries(_ ids: Set<Delivery.ID>) {
        if ids.isEmpty { return }
        let found = rows("deliveries", wanted("$2"))
        let webhooks = """
            SELECT \(Webhook.columns) FROM webhooks WHERE owner_id = $1 \
            AND \(dialect.isIn("id", query: "SELECT webhook_id FROM \(found)"))
            """
        add(webhooks, [.ids(ids)]) { rows, footprint in
            for row in rows {
                let webhook = try Webhook(row: row)
                footprint.load(webhook, for: webhook.id)
            }
        }
        let sql = """
            SELECT (SELECT token FROM claims WHERE claims.owner_id = $1 AND claims.id = deliveries.id), \
            \(Delivery.columns) FROM \(found)
            """
        add(sql, [.ids(ids)]) { rows, footprint in
            for row in rows {
                var columns = row.columns
                let token = try columns.intIfPresent()
                let delivery = try Delivery(from: &columns)
                footprint.load(token.map(ClaimToken.init(column:)), for: delivery.id)
                footprint.load(delivery, for: delivery.id)
            }
            for id in ids {
                footprint.load(nil as ClaimToken?, for: id)
                footprint.load(nil as Delivery?, for: id)
            }
        }
    }

    mutating func addDeliveries(to id: Webhook.ID) {
        let sql = """
            SELECT \(Delivery.columns) FROM deliveries WHERE owner_id = $1 AND webhook_id = $2 \
            ORDER BY id DESC
            """
        add(sql, [.int(id.rawValue)]) { rows, footprint in
            footprint.load(allDeliveries: try rows.map { try Delivery(row: $0) }, to: id)
        }
    }

    mutating func addRecentMessages(to ids: Set<Webhook.ID>, at now: Timestamp) {
        if ids.isEmpty { return }
        let sql = """
            SELECT webhook_id, count(*), event, checklist_id, max(id) FROM deliveries WHERE owner_id = $1 \
            AND \(dialect.isIn("webhook_id", "$2")) AND created_at > $3 AND created_at <= $5 \
            AND (withheld > 0 OR created_at > $4) GROUP BY webhook_id, event, checklist_id
            """
        let bounds = [-2, -1, 0].map { now.advanced(byMilliseconds: $0 * Limits.hourMilliseconds) }
        add(sql, [.ids(ids)] + bounds.map { .timestamp($0) }) { rows, footprint in
            var messages: [Webhook.ID: RecentMessages] = [:]
            for row in rows {
                var columns = row.columns
                let id = Webhook.ID(rawValue: try columns.int())
                messages[id, default: RecentMessages()].add(
                    try columns.int(), try columns.text(),
                    try columns.intIfPresent().map(Checklist.ID.init),
                    newest: Delivery.ID(rawValue: try columns.int()))
            }
            for id in ids { footprint.load(messages[id] ?? RecentMessages(), to: id) }
        }
    }

    mutating func addFinished(before moment: Timestamp, limit: Int) {
        let sql = """
            SELECT \(Delivery.columns) FROM deliveries WHERE owner_id = $1 AND status <> 'pending' \
            AND completed_at < $2 ORDER BY id LIMIT $3
            """
        add(sql, [.timestamp(moment), .int(limit)]) { rows, footprint in
            let found = try rows.map { try Delivery(row: $0) }
            footprint.load(
                finishedDeliveries: found, for: .finishedDeliveries(before: moment, limit: limit))
        }
    }

    mutating func addSurplus(of person: Person.ID, beyond share: Int, limit: Int) {
        let webhooks = "SELECT id FROM webhooks WHERE owner_id = $1 AND person_id = $2"
        let theirs = """
            FROM deliveries WHERE owner_id = $1 AND status <> 'pending' \
            AND \(dialect.isIn("webhook_id", query: webhooks))
            """
        let sql = """
            SELECT \(Delivery.columns) \(theirs) \
            AND id <= (SELECT id \(theirs) ORDER BY id DESC OFFSET $3 LIMIT 1) ORDER BY id LIMIT $4
            """
        add(sql, [.int(person.rawValue), .int(share), .int(limit)]) { rows, footprint in
            let found = try rows.map { try Delivery(row: $0) }
            footprint.load(
                finishedDeliveries: found, for: .surplusDeliveries(of: person, beyond: share, limit: limit))
        }
    }

    mutating func addRecords(_ keys: Set<String>) {
        if keys.isEmpty { return }
        let sql =
            "SELECT record FROM idempotency_records WHERE owner_id = $1 AND \(dialect.isIn("key", "$2"))"
        add(sql, [.texts(Array(keys))]) { rows, footprint in
            for row in rows {
                var columns = row.columns
                let record = try IdempotencyRecord(storedJSON: columns.text())
                footprint.load(record, for: record.key.key)
            }
            for key in keys { footprint.load(nil as IdempotencyRecord?, for: key) }
        }
    }

    mutating func addIDs(_ counts: IDCounts) {
        for kind in Sequences.Kind.allCases where counts[kind] > 0 {
            add(dialect.numbers(of: kind.sequenceName), [.int(counts[kind])]) { rows, footprint in
                let numbers = try rows.map { row in
                    var columns = row.columns
                    return try columns.int()
                }
                footprint.load(numbers, of: kind)
            }
        }
    }
}

extension Sequences.Kind {
    var sequenceName: String {
        switch self {
        case .checklist: "checklist_ids"
        case .item: "item_ids"
        case .person: "person_ids"
        case .webhook: "webhook_ids"
        case .delivery: "delivery_ids"
        }
    }
}
