public import Checklists
public import Records
public import SQL

/// A database for operators: its tables, contents and access tokens. It does not serve requests.
public struct SQLDatabase: Sendable {
    private let engine: any SQLEngine
    let tables: Tables
    /// The store has one owner.
    let owner = 1

    package init(_ engine: any SQLEngine) {
        self.engine = engine
        tables = Tables(engine.dialect)
    }

    var client: any SQLClient { engine.client }
    var dialect: any Dialect { tables.dialect }

    /// Closes the connections.
    public func disconnect() async { await client.stop() }

    /// Begins a snapshot transaction that may pause between statements.
    var beginSnapshot: [Statement] { [Statement(dialect.beginSnapshot)] + dialect.unhurried }

    // MARK: Tables

    /// The version of the tables; `nil` without tables.
    public var version: SchemaVersion? {
        get async throws { try await SchemaUpgrade(engine).version }
    }

    /// The schema version that this program needs.
    public var neededVersion: SchemaVersion { engine.neededVersion }

    /// Creates or upgrades the tables in one transaction.
    public func upgrade() async throws { try await SchemaUpgrade(engine).run() }

    /// Checks that the tables have the version that this program needs.
    /// - Throws: `SQLStoreError`.
    func checkVersion() async throws {
        guard let version = try await version else { throw SQLStoreError.noSchema }
        try version.check(against: engine.neededVersion)
    }

    /// The number of processes that serve the database now.
    var servingCount: Int {
        get async throws {
            let sql = "SELECT count(*) FROM processes WHERE \(dialect.isAlive("$1"))"
            let seconds = Limits.aliveTimeMax / .seconds(1)
            return try await number(Statement(sql, [.double(seconds)]))
        }
    }

    private func number(_ statement: Statement) async throws -> Int {
        guard var columns = try await client.run([statement], on: .control)[0].first?.columns else {
            throw MalformedResult("a query returned no count")
        }
        return try columns.int()
    }

    // MARK: Tokens

    /// The access tokens; `nil` if there are none.
    public func tokens() async throws -> [StoredToken]? {
        guard try await version != nil else { return nil }
        let sql =
            "SELECT name, scope, sha256, created_at FROM tokens WHERE owner_id = $1 ORDER BY created_at, name"
        let rows = try await client.run([Statement(sql, [.int(owner)])], on: .control)[0]
        let tokens = try rows.map { row in
            var columns = row.columns
            return StoredToken(
                name: try columns.text(), scope: try columns.text(), digest: try columns.bytes(),
                createdAt: try columns.timestamp())
        }
        return tokens.isEmpty ? nil : tokens
    }

    public func add(_ token: StoredToken) async throws -> Bool {
        if try await version == nil { try await upgrade() }
        try await checkVersion()
        return try await client.run([insertion(of: token)], on: .control)[0].changedCount == 1
    }

    func insertion(of token: StoredToken) -> Statement {
        Statement(
            """
            INSERT INTO tokens (owner_id, name, scope, sha256, created_at) VALUES ($1, $2, $3, $4, $5) \
            ON CONFLICT DO NOTHING
            """,
            [
                .int(owner), .text(token.name), .text(token.scope), .bytes(token.digest),
                .timestamp(token.createdAt),
            ])
    }

    public func removeToken(named name: String) async throws -> Bool {
        guard try await version != nil else { return false }
        let tombstone = Statement(
            "DELETE FROM tokens WHERE owner_id = $1 AND name = $2", [.int(owner), .text(name)])
        return try await client.run([tombstone], on: .control)[0].changedCount > 0
    }
}

extension SQLStore {
    /// The database of the store, over the same connections.
    public var database: SQLDatabase { SQLDatabase(engine) }

    /// The current state of the connections.
    public var connections: ConnectionStatistics { client.statistics }

    /// The number of lists and items of all people, and their approximate size in files with
    /// the trash. Reads one row.
    public func totals() async throws -> (checklists: Int, items: Int, dataBytes: Int) {
        let sql = """
            SELECT checklists_count, items_count, data_bytes + removals_bytes FROM owners WHERE owner_id = $1
            """
        guard var columns = try await read([Statement(sql, [.int(owner)])])[0].first?.columns else {
            return (0, 0, 0)
        }
        return (try columns.int(), try columns.int(), try columns.int())
    }

    /// The number of scheduled reminders of all people. Reads all of them.
    public func remindersCount() async throws -> Int {
        let statement = Statement("SELECT count(*) FROM reminders WHERE owner_id = $1", [.int(owner)])
        guard var columns = try await read([statement])[0].first?.columns else { return 0 }
        return try columns.int()
    }

    /// The number of pending deliveries, and when the oldest of them was created.
    public func pendingDeliveries() async throws -> (count: Int, oldest: Timestamp?) {
        let sql = """
            SELECT count(*), min(created_at) FROM deliveries WHERE owner_id = $1 AND status = 'pending'
            """
        guard var columns = try await read([Statement(sql, [.int(owner)])])[0].first?.columns else {
            return (0, nil)
        }
        return (try columns.int(), try columns.timestampIfPresent())
    }
}
