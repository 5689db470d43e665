public import Checklists
public import Records
import SQL

/// The reasons why a database cannot be exported or filled.
public enum DatabaseInUse: Error, CustomStringConvertible {
    /// This number of processes serves it.
    case served(processes: Int)
    /// The database has data already.
    case notEmpty(checklists: Int, changes: Int)

    /// The obstacle and its fix.
    public var description: String {
        switch self {
        case .served(let processes):
            """
            \(processes) processes use the database, or did a few seconds ago. Stop them first: changes that \
            they make meanwhile would be lost.
            """
        case .notEmpty(let checklists, let changes):
            """
            The database is not empty: it has \(checklists) checklists and \(changes) changes. Nothing was \
            changed. Name an empty database.
            """
        }
    }
}

extension SQLDatabase {
    /// Reads all data except the tokens, in one snapshot.
    ///
    /// - Parameter whileServed: Whether processes may serve the database meanwhile. The result lacks their
    ///   later changes.
    /// - Returns: The data without references to missing records, and a notice of each for the operator.
    /// - Throws: `DatabaseInUse`, `SQLStoreError`, `SQLError`.
    public func contents<Contents: StoreContents>(
        as _: Contents.Type, whileServed: Bool
    ) async throws -> (contents: Contents, notices: [String]) {
        try await checkVersion()
        if !whileServed {
            let count = try await servingCount
            guard count == 0 else { throw DatabaseInUse.served(processes: count) }
        }
        return try await client.withConnection(on: .long) { connection in
            _ = try await connection.run(beginSnapshot)
            var reading = ContentsReading<Contents>(connection: connection, dialect: dialect, owner: owner)
            try await reading.readAll()
            _ = try await connection.run([Statement("COMMIT")])
            return (reading.contents, reading.notices)
        }
    }

    /// Writes all data and the tokens in one transaction. Creates missing tables first.
    ///
    /// - Throws: `DatabaseInUse`, `SQLStoreError`, `SQLError`.
    public func fill(with contents: some StoreContents, tokens: [StoredToken]?) async throws {
        if try await version == nil { try await upgrade() }
        try await checkVersion()
        let count = try await servingCount
        guard count == 0 else { throw DatabaseInUse.served(processes: count) }
        let epoch = Int.random(in: .min ... .max)
        try await client.withConnection(on: .long) { connection in
            let insertion = "INSERT INTO owners (owner_id, epoch) VALUES ($1, $2) ON CONFLICT DO NOTHING"
            let look = "SELECT feed, checklists_count FROM owners WHERE owner_id = $1 \(dialect.rowLock)"
            let rows = try await connection.run(
                [Statement("BEGIN")] + dialect.unhurried + [
                    Statement(insertion, [.int(owner), .int(epoch)]), Statement(look, [.int(owner)]),
                ])
            guard var columns = rows.last?.first?.columns else {
                throw MalformedResult("the row of the owner is missing")
            }
            let (changes, checklists) = (try columns.int(), try columns.int())
            guard changes == 0, checklists == 0 else {
                throw DatabaseInUse.notEmpty(checklists: checklists, changes: changes)
            }
            try await write(contents, over: connection)
            let counting = UsageSQL(dialect).counting.map { Statement($0, isPrepared: false) }
            let ends = [owner(of: contents)] + counting + [Statement("COMMIT")]
            _ = try await connection.run(
                (tokens ?? []).map { self.insertion(of: $0) } + sequences(contents.sequences) + ends)
        }
    }

    /// Writes all records, at most some thousand rows a statement.
    private func write(_ contents: some StoreContents, over connection: any SQLConnection) async throws {
        for id in contents.checklistIDs {
            guard let snapshot = contents.snapshot(of: id) else { continue }
            var mutations: [Mutation] = [.checklist(before: nil, after: snapshot.checklist)]
            for item in snapshot.items {
                mutations.append(.item(before: nil, after: item))
                if mutations.count >= Limits.statementRowsMax {
                    try await write(mutations, over: connection)
                    mutations = []
                }
            }
            try await write(mutations, over: connection)
        }
        let webhooks = contents.webhooks()
        try await write(webhooks.map { .webhook(before: nil, after: $0) }, over: connection)
        for webhook in webhooks {
            let deliveries = contents.deliveries(to: webhook.id)
            try await write(deliveries.map { .delivery(before: nil, after: $0) }, over: connection)
        }
        try await write(contents.people().map { .person(before: nil, after: $0) }, over: connection)
        for preferences in contents.allPreferences {
            try await write([.preferences(before: preferences, after: preferences)], over: connection)
        }
        for tombstone in contents.allTombstones {
            try await write([.tombstone(before: nil, after: tombstone)], over: connection)
        }
        let records = contents.idempotencyRecords.map {
            Change(revision: $0.revision, mutations: [], idempotencyRecord: $0)
        }
        try await write(records, over: connection)
    }

    private func write(_ mutations: [Mutation], over connection: any SQLConnection) async throws {
        try await write([Change(revision: .zero, mutations: mutations)], over: connection)
    }

    private func write(_ changes: [Change], over connection: any SQLConnection) async throws {
        let statements = ChangeWriting(changes, owner: owner, tables).statements
        if !statements.isEmpty { _ = try await connection.run(statements) }
    }

    /// Sets the next number of each sequence.
    private func sequences(_ next: Sequences) -> [Statement] {
        Sequences.Kind.allCases.map { kind in
            Statement("SELECT \(dialect.resumption(of: kind.sequenceName, at: "$1"))", [.int(next[kind])])
        }
    }

    /// Sets the owner's counters and its secret.
    private func owner(of contents: some StoreContents) -> Statement {
        var (items, bytes, finished) = (0, 0, 0)
        for id in contents.checklistIDs {
            guard let snapshot = contents.snapshot(of: id) else { continue }
            items += snapshot.items.count
            bytes += snapshot.checklist.storedBytes
            for item in snapshot.items { bytes += item.storedBytes }
        }
        let removed = contents.allTombstones.reduce(0) { $0 + $1.storedBytes }
        for webhook in contents.webhooks() {
            finished += contents.deliveries(to: webhook.id).count { $0.status != .pending }
        }
        return Statement(
            """
            UPDATE owners SET feed = $2, checklists_count = $3, items_count = $4, data_bytes = $5, \
            finished_deliveries_count = $6, removals_horizon = $7, removals_bytes = $8, \
            secret = coalesce($9, secret) WHERE owner_id = $1
            """,
            [
                .int(owner), .int(contents.revision.column), .int(contents.checklistIDs.count), .int(items),
                .int(bytes), .int(finished), .int(contents.tombstonesHorizon.column),
                .int(removed), .bytes(contents.secret?.bytes),
            ])
    }
}

/// Reads all data of a database in one transaction, for another store.
private struct ContentsReading<Contents: StoreContents> {
    let connection: any SQLConnection
    let dialect: any Dialect
    let owner: Int
    var contents = Contents()
    var notices: [String] = []

    mutating func readAll() async throws {
        var people: [Person] = []
        try await read("SELECT \(Person.columns) FROM people WHERE owner_id = $1") {
            people.append(try Person(from: &$0))
        }
        let references = References(among: people.map(\.id))
        var items: [Checklist.ID: [Item]] = [:]
        try await read(
            "SELECT \(Item.columns) FROM items WHERE owner_id = $1 ORDER BY checklist_id, position"
        ) {
            let item = try Item(from: &$0)
            items[item.checklistID, default: []].append(item)
        }
        var checklists: [Checklist] = []
        try await read("SELECT \(Checklist.columns) FROM checklists WHERE owner_id = $1") {
            checklists.append(try Checklist(from: &$0))
        }
        for var checklist in checklists {
            var items = items.removeValue(forKey: checklist.id) ?? []
            note(references.repair(&checklist, &items))
            contents.restore(checklist, items: items)
        }
        guard items.isEmpty else {
            throw MalformedResult("items refer to missing lists")
        }
        for var person in people {
            note(references.repair(&person))
            contents.restore(person)
        }
        var all: [Preferences?] = []
        try await read(Preferences.queryOfAll) { all.append(try Preferences(from: &$0)) }
        for var preferences in all {
            let selected = preferences?.selectedChecklistID.flatMap { id in checklists.first { $0.id == id } }
            note(references.repair(&preferences, on: selected))
            if let preferences { contents.restore(preferences) }
        }
        var webhooks: [Webhook?] = []
        try await read("SELECT \(Webhook.columns) FROM webhooks WHERE owner_id = $1 ORDER BY id") {
            webhooks.append(try Webhook(from: &$0))
        }
        for var webhook in webhooks {
            note(references.repair(&webhook))
            if let webhook { contents.restore(webhook) }
        }
        var deliveries: [Delivery] = []
        try await read("SELECT \(Delivery.columns) FROM deliveries WHERE owner_id = $1 ORDER BY id") {
            deliveries.append(try Delivery(from: &$0))
        }
        let known = Set(contents.webhooks().map(\.id))
        for delivery in deliveries {
            if known.contains(delivery.webhookID) {
                contents.restore(delivery)
            } else {
                note(References.notice(dropping: delivery))
            }
        }
        var tombstones: [Tombstone] = []
        try await read("SELECT \(Tombstone.columns) FROM removals WHERE owner_id = $1 ORDER BY id") {
            tombstones.append(try Tombstone(from: &$0))
        }
        for tombstone in tombstones { contents.restore(tombstone) }
        var records: [IdempotencyRecord] = []
        try await read("SELECT record FROM idempotency_records WHERE owner_id = $1") {
            records.append(try IdempotencyRecord(storedJSON: try $0.text()))
        }
        // Records are restored in the order of their revisions.
        for record in records.sorted(by: { $0.revision < $1.revision }) { contents.restore(record) }
        try await readOwner()
    }

    private mutating func note(_ notice: String?) {
        if let notice { notices.append(notice) }
    }

    /// Reads the newest revision, the secret and the next numbers of the sequences.
    private mutating func readOwner() async throws {
        var found: Revision?
        var horizon = Revision.zero
        try await read("SELECT feed, removals_horizon, secret FROM owners WHERE owner_id = $1") {
            found = try $0.revision()
            horizon = try $0.revision()
            contents.secret = try $0.bytesIfPresent().flatMap(StoreSecret.init)
        }
        guard let revision = found else { throw MalformedResult("the row of the owner is missing") }
        var sequences = Sequences()
        for kind in Sequences.Kind.allCases { sequences[kind] = try await next(kind.sequenceName) }
        contents.restore(sequences)
        contents.restore(tombstonesHorizon: horizon)
        contents.restore(revision: revision)
    }

    /// The next number of a sequence. Processes may hold lower numbers that they have not used.
    private func next(_ sequence: String) async throws -> Int {
        let query = Statement(dialect.nextNumber(of: sequence))
        guard var columns = try await connection.run([query])[0].first?.columns else {
            throw MalformedResult("the sequence \(sequence) is missing")
        }
        return try columns.int()
    }

    /// Streams the rows of a query.
    private func read(_ sql: String, _ take: (inout Columns) throws -> Void) async throws {
        try await dialect.read(Statement(sql, [.int(owner)]), over: connection) { row in
            var columns = row.columns
            try take(&columns)
        }
    }
}
