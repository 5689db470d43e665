import Checklists
import SQL

/// Creates or upgrades the tables of a database.
struct SchemaUpgrade {
    private let engine: any SQLEngine

    /// An upgrade of an engine's database.
    init(_ engine: any SQLEngine) { self.engine = engine }

    /// The version of the tables; `nil` without tables.
    var version: SchemaVersion? {
        get async throws { try await version { try await engine.client.run($0, on: .control) } }
    }

    private func version(_ run: ([Statement]) async throws -> [Rows]) async throws -> SchemaVersion? {
        let isThere = try await run([Statement("SELECT \(engine.dialect.hasTable("schema_version"))")])
        guard var answer = isThere[0].first?.columns, try answer.bool() else { return nil }
        let rows = try await run([Statement("SELECT version, text_order FROM schema_version")])
        guard var found = rows[0].first?.columns else { return nil }
        return SchemaVersion(number: try found.int(), textOrder: try found.text())
    }

    /// Upgrades the tables in one transaction. If several processes try, one does it, and the others find it
    /// done.
    ///
    /// It locks all tables before the first step, so that no step waits for a process that waits for it. It
    /// waits for the locks less long than the server waits before it looks for deadlocks (1 s), and then lets
    /// the other processes go on for a while.
    /// - Throws: `SQLStoreError.newerSchema`, `SQLStoreError.outdatedSchema`.
    func run() async throws {
        let deadline = ContinuousClock.now.advanced(by: Limits.upgradeRetryTime)
        while true {
            do {
                return try await runOnce()
            } catch {
                guard error.isConflict, ContinuousClock.now < deadline else { throw error }
                try await Task.sleep(for: Limits.upgradeRetryInterval)
            }
        }
    }

    private func runOnce() async throws {
        let dialect = engine.dialect
        let needed = engine.neededVersion
        let begin = [Statement("BEGIN")] + dialect.unhurried + dialect.schemaLock
        try await engine.client.withConnection(on: .long) { connection in
            _ = try await connection.run(begin)
            let found = try await version { try await connection.run($0) }
            if let found, found.number > needed.number {
                throw SQLStoreError.newerSchema(found.number, known: needed.number)
            }
            let oldest = engine.firstSchemaVersion
            if let found, found.number < oldest {
                throw SQLStoreError.outdatedSchema(found.number, oldest: oldest)
            }
            let names = engine.tableNames
            let looks = names.map { Statement("SELECT \(dialect.hasTable($0))", isPrepared: false) }
            let existing = try zip(names, try await connection.run(looks)).filter { _, rows in
                guard var answer = rows.first?.columns else { return false }
                return try answer.bool()
            }
            if !existing.isEmpty {
                _ = try await connection.run(
                    dialect.exclusiveLock(existing.map(\.0), for: Limits.upgradeLockTime))
            }
            for step in engine.schemaSteps.dropFirst(found.map { $0.number - oldest + 1 } ?? 0) {
                _ = try await connection.run(step.map { Statement($0, isPrepared: false) })
            }
            if let found, found.textOrder != needed.textOrder {
                try await orderAnew("checklists", "name", by: "name_key", over: connection)
                try await orderAnew("items", "text", by: "text_key", over: connection)
            }
            _ = try await connection.run([
                Statement("DELETE FROM schema_version"),
                Statement(
                    "INSERT INTO schema_version (version, text_order) VALUES ($1, $2)",
                    [.int(needed.number), .text(needed.textOrder)]),
                Statement("COMMIT"),
            ])
        }
    }

    /// Recomputes the sort keys of a column of texts.
    private func orderAnew(
        _ table: String, _ column: String, by key: String, over connection: any SQLConnection
    ) async throws {
        let select = """
            SELECT owner_id, id, \(column) FROM \(table) WHERE (owner_id, id) > ($1, $2) \
            ORDER BY owner_id, id LIMIT $3
            """
        let update = """
            UPDATE \(table) AS old SET \(key) = new.key \
            FROM \(engine.dialect.rows(["$1", "$2", "$3"], as: "new", "owner_id, id, key")) \
            WHERE old.owner_id = new.owner_id AND old.id = new.id
            """
        var last = (owner: Int.min, id: Int.min)
        while true {
            let limit = Parameter.int(Limits.statementRowsMax)
            let page = Statement(select, [.int(last.owner), .int(last.id), limit])
            let rows = try await connection.run([page])[0]
            var (owners, ids, keys) = ([Int](), [Int](), [[UInt8]]())
            for row in rows {
                var columns = row.columns
                owners.append(try columns.int())
                ids.append(try columns.int())
                keys.append(TextOrder.key(of: try columns.text()))
            }
            guard let owner = owners.last, let id = ids.last else { return }
            _ = try await connection.run([Statement(update, [.ints(owners), .ints(ids), .byteStrings(keys)])])
            last = (owner, id)
        }
    }
}
