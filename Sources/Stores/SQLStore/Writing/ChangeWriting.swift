import Checklists
import Records
import SQL

/// The statements that write the changes of a transaction: one for each table and kind of write, independent
/// of the number of rows.
struct ChangeWriting {
    private(set) var statements: [Statement] = []
    let peopleRemoved: [Person.ID]
    let tables: Tables
    private let owner: Int

    var dialect: any Dialect { tables.dialect }

    /// The state of each record before and after the transaction.
    struct Net<Element: Identifiable & Hashable> where Element.ID: Identifier {
        private var states: [Element.ID: (before: Element?, after: Element?)] = [:]

        mutating func add(_ before: Element?, _ after: Element?) {
            guard let id = (after ?? before)?.id else { return }
            states[id] = (states[id].map(\.before) ?? before, after)
        }

        /// All records that the transaction touches.
        var all: some Collection<(before: Element?, after: Element?)> { states.values }

        /// The inserted records, by id.
        var inserted: [Element] {
            states.values.filter { $0.before == nil }.compactMap(\.after).sorted { $0.id < $1.id }
        }

        /// The updated records, by id.
        var updated: [(before: Element, after: Element)] {
            states.values.compactMap { state in
                state.before.flatMap { before in state.after.map { (before, $0) } }
            }
            .sorted { $0.after.id < $1.after.id }
        }

        /// The ids of the deleted records.
        var deleted: [Element.ID] {
            states.values.compactMap { $0.after == nil ? $0.before?.id : nil }.sorted()
        }
    }

    init(_ changes: [Change], owner: Int, _ tables: Tables) {
        self.owner = owner
        self.tables = tables
        var (checklists, items) = (Net<Checklist>(), Net<Item>())
        var (people, webhooks, deliveries) = (Net<Person>(), Net<Webhook>(), Net<Delivery>())
        var preferences: [Person.ID: Preferences] = [:]
        var tombstones: [Tombstone.ID: Tombstone?] = [:]
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
                case .tombstone(let before, let after):
                    if let id = (after ?? before)?.id { tombstones[id] = .some(after) }
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
        insert(checklists.inserted, tables.checklists)
        update(checklists.updated)
        insert(items.inserted, tables.items)
        update(items.updated)
        put(reminders)
        for webhook in webhooks.inserted + webhooks.updated.map(\.after) { put(webhook, tables.webhooks) }
        insert(deliveries.inserted, tables.deliveries)
        update(deliveries.updated.map(\.after), .state, tables.deliveries)
        for preferences in preferences.values { write(preferences) }
        write(people, checklists)
        write(tombstones)
        put(records)
    }

    mutating func add(_ sql: String, _ parameters: [Parameter]) {
        statements.append(Statement(sql, [.int(owner)] + parameters))
    }

    /// Adds one statement for each `Limits.statementRowsMax` rows, because a message of the protocol has a
    /// maximum size.
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

    mutating func delete<ID: Identifier>(_ ids: [ID], from table: String) {
        if ids.isEmpty { return }
        let sql = dialect.deletion(
            from: table, joining: dialect.newRows("id"),
            where: "old.owner_id = new.owner_id AND old.id = new.id")
        add(sql, ids) { [.ids($0)] }
    }
}

// MARK: Records

extension ChangeWriting {
    mutating func insert<Row>(_ rows: [Row], _ table: BatchStatements<Row>) {
        add(table.insertion, rows) { rows in table.written.map { $0.values(rows) } }
    }

    /// Updates a column group of existing rows.
    mutating func update<Row>(_ rows: [Row], _ group: ColumnGroup, _ table: BatchStatements<Row>) {
        if rows.isEmpty { return }
        let update = table.update(group)
        add(update.sql, rows) { rows in update.columns.map { $0.values(rows) } }
    }

    /// Inserts a row or updates its columns, except fixed ones.
    mutating func put<Row>(_ row: Row, _ table: RowStatement<Row>) {
        add(table.upsert, table.written.map { $0.value(row) })
    }

    private mutating func update(_ all: [(before: Checklist, after: Checklist)]) {
        let table = tables.checklists
        update(all.map(\.after), .state, table)
        update(all.filter { $0.createdIn != $1.createdIn }.map(\.after), .fixed, table)
        let shared = all.filter { before, after in
            before.members != after.members || before.links != after.links
                || before.announcements != after.announcements
        }
        update(shared.map(\.after), .sharing, table)
        let reset = all.filter { $0.resetRule != $1.resetRule || $0.resetAt != $1.resetAt }
        update(reset.map(\.after), .reset, table)
        update(all.filter { $0.updatedIn != $1.updatedIn }.map(\.after), .naming, table)
        let structured = all.filter { before, after in
            (before.hasSections || after.hasSections) && before.sections != after.sections
                || before.awaited != after.awaited
        }
        update(structured.map(\.after), .structure, table)
    }

    /// Person 1's preferences are columns of `owners`.
    private mutating func write(_ preferences: Preferences) {
        guard preferences.personID == .first else { return put(preferences, tables.preferences) }
        let columns = tables.preferences.written.dropFirst()
        let changes = columns.enumerated().map { index, column in
            "\(Preferences.ownersColumn(column.name)) = $\(index + 2)"
        }
        add(
            "UPDATE owners SET \(changes.joined(separator: ", ")) WHERE owner_id = $1",
            columns.map { $0.value(preferences) })
    }

    private mutating func put(_ records: [IdempotencyRecord]) {
        if records.isEmpty { return }
        let sql = """
            INSERT INTO idempotency_records (owner_id, key, at, record) \
            SELECT $1, * FROM \(dialect.rows(["$2", "$3", "$4"])) \
            ON CONFLICT (owner_id, key) DO UPDATE SET at = excluded.at, record = excluded.record
            """
        // `ON CONFLICT` cannot update a row twice in one statement, so only the last record of a key is
        // written.
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
    static func timestamps(_ moments: [Timestamp?]) -> Parameter { Timestamp.array(moments) }

    static func revisions(_ revisions: [Revision]) -> Parameter { Revision.array(revisions) }
}
