import Checklists
import Postgres
import StoredJSON

/// Changes of one transaction, as the statements that make them: one for each table and kind, whatever the
/// number of rows.
struct ChangeWriting {
    private(set) var statements: [Statement] = []
    /// Who was there and is no more.
    let peopleRemoved: [Person.ID]
    private let owner: Int

    /// What became of something, from before all changes to after them.
    struct Net<Element: Identifiable & Hashable> where Element.ID: Identifier {
        private var states: [Element.ID: (before: Element?, after: Element?)] = [:]

        mutating func add(_ before: Element?, _ after: Element?) {
            guard let id = (after ?? before)?.id else { return }
            states[id] = (states[id].map(\.before) ?? before, after)
        }

        /// All of it.
        var all: some Collection<(before: Element?, after: Element?)> { states.values }

        /// What is new, in order of the numbers.
        var inserted: [Element] {
            states.values.filter { $0.before == nil }.compactMap(\.after).sorted { $0.id < $1.id }
        }

        /// What was there and still is.
        var updated: [(before: Element, after: Element)] {
            states.values.compactMap { state in
                state.before.flatMap { before in state.after.map { (before, $0) } }
            }
            .sorted { $0.after.id < $1.after.id }
        }

        /// What was there and is no more.
        var deleted: [Element.ID] {
            states.values.compactMap { $0.after == nil ? $0.before?.id : nil }.sorted()
        }
    }

    /// The statements of changes, in their order.
    init(_ changes: [Change], owner: Int) {
        self.owner = owner
        var (checklists, items) = (Net<Checklist>(), Net<Item>())
        var (people, webhooks, deliveries) = (Net<Person>(), Net<Webhook>(), Net<Delivery>())
        var preferences: [Person.ID: Preferences] = [:]
        var removals: [Removal.ID: Removal?] = [:]
        var records: [IdempotencyRecord] = []
        for change in changes {
            for mutation in change.mutations {
                switch mutation {
                case .checklist(let before, let after): checklists.add(before, after)
                case .item(let before, let after): items.add(before, after)
                case .webhook(let before, let after): webhooks.add(before, after)
                case .delivery(let before, let after): deliveries.add(before, after)
                case .preferences(_, let after): preferences[after.personID] = after
                case .person(let before, let after): people.add(before, after)
                case .removal(let before, let after):
                    if let id = (after ?? before)?.id { removals[id] = .some(after) }
                }
            }
            if let record = change.idempotencyRecord { records.append(record) }
        }
        peopleRemoved = people.deleted
        let (reminders, withoutReminder) = Self.reminders(of: items)
        delete(withoutReminder, from: "reminders")
        delete(items.deleted, from: "items")
        delete(checklists.deleted, from: "checklists")
        delete(deliveries.deleted, from: "deliveries")
        delete(webhooks.deleted, from: "webhooks")
        insert(checklists.inserted)
        update(checklists.updated)
        insert(items.inserted)
        update(items.updated)
        put(reminders)
        for webhook in webhooks.inserted + webhooks.updated.map(\.after) { put(webhook) }
        insert(deliveries.inserted)
        update(deliveries.updated.map(\.after))
        for preferences in preferences.values { put(preferences) }
        write(people, checklists)
        write(removals)
        put(records)
    }

    mutating func add(_ sql: String, _ parameters: [Parameter]) {
        statements.append(Statement(sql, [.int(owner)] + parameters))
    }

    /// Adds a statement for each so many rows, so that none has more than a message can have.
    mutating func add<Element>(
        _ sql: String, _ rows: [Element], _ parameters: ([Element]) -> [Parameter]
    ) {
        var start = 0
        while start < rows.count {
            let end = min(start + Limits.statementRowsMax, rows.count)
            add(sql, parameters(Array(rows[start..<end])))
            start = end
        }
    }

    /// The new values of rows, by their columns, of which the first is the key. The owner comes with each of
    /// them, and they are not merged into what they are joined to: so there is no way to a row but its key,
    /// whatever the planner takes the table for.
    static func new(_ columns: String) -> String {
        let arrays = (0..<columns.split(separator: ",").count).map { "$\($0 + 2)" }
        return """
            (SELECT $1::bigint AS owner_id, * FROM unnest(\(arrays.joined(separator: ", "))) \
            AS new (\(columns)) OFFSET 0) AS new
            """
    }

    mutating func delete<ID: Identifier>(_ ids: [ID], from table: String) {
        let sql = """
            DELETE FROM \(table) AS old USING \(Self.new("id")) \
            WHERE old.owner_id = new.owner_id AND old.id = new.id
            """
        add(sql, ids) { [.ids($0)] }
    }
}

// MARK: Lists

extension ChangeWriting {
    private mutating func insert(_ checklists: [Checklist]) {
        let sql = """
            INSERT INTO checklists (owner_id, id, name, name_key, name_folded, icon, items_count, \
            unchecked_items_count, created_at, updated_at, revision, members, links, changed_at, \
            changed_by_person, changed_by_device, created_in, updated_in, reset_rule, reset_at, \
            collection, collection_bytes, member_properties) \
            SELECT $1, * FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, \
            $17, $18, $19, $20, $21, $22, $23)
            """
        add(sql, checklists) { checklists in
            [
                .ids(checklists.map(\.id)), .texts(checklists.map(\.name)),
                .byteStrings(checklists.map { TextOrder.key(of: $0.name) }),
                .texts(checklists.map { Folding.text(of: $0.name) }),
                .texts(checklists.map(\.icon.rawValue)), .ints(checklists.map(\.itemsCount)),
                .ints(checklists.map(\.uncheckedItemsCount)), .timestamps(checklists.map(\.createdAt)),
                .timestamps(checklists.map(\.updatedAt)), .revisions(checklists.map(\.revision)),
                .jsons(checklists.map(\.storedMembers)), .jsons(checklists.map(\.storedLinks)),
            ] + Self.authors(checklists.map { ($0.changedAt, $0.updatedAt, $0.changedBy) }) + [
                .revisions(checklists.map(\.createdIn)), .revisions(checklists.map(\.updatedIn)),
            ] + Self.resets(of: checklists) + Self.collections(of: checklists)
                + [.jsons(checklists.map(\.storedMemberProperties))]
        }
    }

    private mutating func update(_ all: [(before: Checklist, after: Checklist)]) {
        let sql = """
            UPDATE checklists AS old SET items_count = new.items_count, \
            unchecked_items_count = new.unchecked, updated_at = new.updated_at, revision = new.revision, \
            changed_at = new.changed_at, changed_by_person = new.person, changed_by_device = new.device \
            FROM \(Self.new("id, items_count, unchecked, updated_at, revision, changed_at, person, device")) \
            WHERE old.owner_id = new.owner_id AND old.id = new.id
            """
        add(sql, all.map(\.after)) { checklists in
            [
                .ids(checklists.map(\.id)), .ints(checklists.map(\.itemsCount)),
                .ints(checklists.map(\.uncheckedItemsCount)), .timestamps(checklists.map(\.updatedAt)),
                .revisions(checklists.map(\.revision)),
            ] + Self.authors(checklists.map { ($0.changedAt, $0.updatedAt, $0.changedBy) })
        }
        let shared = all.filter { $0.members != $1.members || $0.links != $1.links }.map(\.after)
        let sharing = """
            UPDATE checklists AS old SET members = new.members, links = new.links, \
            member_properties = new.properties FROM \(Self.new("id, members, links, properties")) \
            WHERE old.owner_id = new.owner_id AND old.id = new.id
            """
        add(sharing, shared) { checklists in
            [
                .ids(checklists.map(\.id)), .jsons(checklists.map(\.storedMembers)),
                .jsons(checklists.map(\.storedLinks)), .jsons(checklists.map(\.storedMemberProperties)),
            ]
        }
        let reset = all.filter { $0.resetRule != $1.resetRule || $0.resetAt != $1.resetAt }.map(\.after)
        let resets = """
            UPDATE checklists AS old SET reset_rule = new.rule, reset_at = new.at \
            FROM \(Self.new("id, rule, at")) WHERE old.owner_id = new.owner_id AND old.id = new.id
            """
        add(resets, reset) { [.ids($0.map(\.id))] + Self.resets(of: $0) }
        let edited = all.filter { $0.updatedIn != $1.updatedIn }.map(\.after)
        let edits = """
            UPDATE checklists AS old SET name = new.name, name_key = new.name_key, \
            name_folded = new.name_folded, icon = new.icon, updated_in = new.updated_in, \
            collection = new.collection, collection_bytes = new.bytes FROM \
            \(Self.new("id, name, name_key, name_folded, icon, updated_in, collection, bytes")) \
            WHERE old.owner_id = new.owner_id AND old.id = new.id
            """
        add(edits, edited) { checklists in
            [
                .ids(checklists.map(\.id)), .texts(checklists.map(\.name)),
                .byteStrings(checklists.map { TextOrder.key(of: $0.name) }),
                .texts(checklists.map { Folding.text(of: $0.name) }), .texts(checklists.map(\.icon.rawValue)),
                .revisions(checklists.map(\.updatedIn)),
            ] + Self.collections(of: checklists)
        }
    }

    /// The columns `collection` and `collection_bytes` of lists.
    private static func collections(of checklists: [Checklist]) -> [Parameter] {
        [
            .jsons(checklists.map { $0.collection?.storedJSON }), .ints(checklists.map(\.collectionBytes)),
        ]
    }

    private static func resets(of checklists: [Checklist]) -> [Parameter] {
        [
            .jsons(checklists.map { $0.resetRule?.storedJSON }), .timestamps(checklists.map(\.resetAt)),
        ]
    }
}

// MARK: Webhooks and the rest

extension ChangeWriting {
    private mutating func put(_ webhook: Webhook) {
        let sql = """
            INSERT INTO webhooks (owner_id, id, url, description, events, active, disabled_reason, secret, \
            previous_secret, previous_secret_until, failing_since, failed_deliveries, paused_until, \
            created_at, updated_at, revision, person_id, checklist_ids, feed_position, format, \
            authorization_value, active_in_format, language, expires_at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
            nullif($18::bigint[], '{}'), nullif($19::bigint[], '{}'), $20, $21, $22, $23, $24) \
            ON CONFLICT (owner_id, id) DO UPDATE SET url = $3, description = $4, events = $5, active = $6, \
            disabled_reason = $7, secret = $8, previous_secret = $9, previous_secret_until = $10, \
            failing_since = $11, failed_deliveries = $12, paused_until = $13, updated_at = $15, \
            revision = $16, checklist_ids = excluded.checklist_ids, feed_position = excluded.feed_position, \
            format = $20, authorization_value = $21, active_in_format = $22, \
            language = $23, expires_at = $24
            """
        let isStandard = webhook.format == .standard
        // A program of the version before takes a registration for a push subscription that is turned off.
        let registration = webhook.registration
        let format = registration.map { .push($0.target) } ?? webhook.format
        add(
            sql,
            [
                .int(webhook.id.rawValue), .text(webhook.url), .text(webhook.description),
                .texts(webhook.events.map(\.rawValue)), .bool(webhook.active && isStandard),
                .text(webhook.disabledReason),
                .bytes(webhook.secret.bytes), .bytes(webhook.previousSecret?.secret.bytes),
                .timestamp(webhook.previousSecret?.until), .timestamp(webhook.failingSince),
                .int(webhook.failedDeliveries), .timestamp(webhook.pausedUntil),
                .timestamp(webhook.createdAt), .timestamp(webhook.updatedAt),
                .int(webhook.revision.column), .int(webhook.personID.rawValue),
                .ids(webhook.checklistIDs ?? []), .ints(webhook.position?.storedNumbers ?? []),
                .json(format.storedIfOther), .text(webhook.authorization?.value),
                .bool(isStandard || registration != nil ? nil : webhook.active),
                .text(webhook.language.rawValue), .timestamp(registration?.expiresAt),
            ])
    }

    private mutating func insert(_ deliveries: [Delivery]) {
        let sql = """
            INSERT INTO deliveries (owner_id, id, status, attempts, attempts_before, next_attempt_at, \
            completed_at, revision, webhook_id, message_id, event, item_id, body, late, created_at) \
            SELECT $1, * FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
            """
        add(sql, deliveries) { deliveries in
            Self.states(of: deliveries) + [
                .ids(deliveries.map(\.webhookID)), .texts(deliveries.map(\.messageID)),
                .texts(deliveries.map(\.event)), .ints(deliveries.map { $0.itemID?.rawValue }),
                .byteStrings(deliveries.map(\.body)), .bools(deliveries.map(\.late)),
                .timestamps(deliveries.map(\.createdAt)),
            ]
        }
    }

    private mutating func update(_ deliveries: [Delivery]) {
        let sql = """
            UPDATE deliveries AS old SET status = new.status, attempts = new.attempts, \
            attempts_before = new.attempts_before, next_attempt_at = new.next_attempt_at, \
            completed_at = new.completed_at, revision = new.revision \
            FROM \(Self.new(Self.attemptColumns)) \
            WHERE old.owner_id = new.owner_id AND old.id = new.id
            """
        add(sql, deliveries) { Self.states(of: $0) }
    }

    private static let attemptColumns =
        "id, status, attempts, attempts_before, next_attempt_at, completed_at, revision"

    /// The columns of deliveries that attempts change, after their numbers.
    private static func states(of deliveries: [Delivery]) -> [Parameter] {
        [
            .ids(deliveries.map(\.id)), .texts(deliveries.map(\.status.rawValue)),
            .jsons(deliveries.map { $0.attempts.storedJSON }),
            .ints(deliveries.map(\.attemptsBefore)), .timestamps(deliveries.map(\.nextAttemptAt)),
            .timestamps(deliveries.map(\.completedAt)), .revisions(deliveries.map(\.revision)),
        ]
    }

    private mutating func put(_ preferences: Preferences) {
        let ofFirst = """
            UPDATE owners SET selected_checklist_id = $2, show_checked = $3, item_sort = $4, \
            preferences_revision = $5, time_zone = $6 WHERE owner_id = $1
            """
        let ofOthers = """
            INSERT INTO preferences (owner_id, selected_checklist_id, show_checked, item_sort, revision, \
            time_zone, person_id) VALUES ($1, $2, $3, $4, $5, $6, $7) \
            ON CONFLICT (owner_id, person_id) DO UPDATE SET selected_checklist_id = $2, \
            show_checked = $3, item_sort = $4, revision = $5, time_zone = $6
            """
        let values: [Parameter] = [
            .int(preferences.selectedChecklistID?.rawValue), .bool(preferences.showChecked),
            .text(preferences.itemSort.text), .int(preferences.revision.column), .text(preferences.timeZone),
        ]
        if preferences.personID == .first { return add(ofFirst, values) }
        add(ofOthers, values + [.int(preferences.personID.rawValue)])
    }

    private mutating func put(_ records: [IdempotencyRecord]) {
        let sql = """
            INSERT INTO idempotency_records (owner_id, key, at, record) \
            SELECT $1, * FROM unnest($2, $3, $4) \
            ON CONFLICT (owner_id, key) DO UPDATE SET at = excluded.at, record = excluded.record
            """
        // Of one key the last counts; a row cannot be put twice by one statement.
        var latest: [String: IdempotencyRecord] = [:]
        for record in records { latest[record.key.key] = record }
        add(sql, latest.values.sorted { $0.revision < $1.revision }) { records in
            [
                .texts(records.map(\.key.key)), .timestamps(records.map(\.at)),
                .texts(records.map(\.storedJSON)),
            ]
        }
    }
}

extension Parameter {
    static func timestamps(_ moments: [Timestamp?]) -> Parameter {
        .moments(moments.map { $0?.milliseconds })
    }

    static func revisions(_ revisions: [Revision]) -> Parameter { .ints(revisions.map(\.column)) }
}
