import Postgres
import SQL
import SQLStore

/// PostgreSQL as a store's engine.
struct PostgresEngine: SQLEngine {
    let client: any SQLClient
    /// Whether the server may lose commits in a crash, for tests.
    var allowsLoss = false

    var dialect: any Dialect { PostgresDialect() }
    var firstSchemaVersion: Int { Schema.firstVersion }
    var schemaSteps: [[String]] { Schema.steps }
    var tableNames: [String] { Schema.tableNames }

    func checkOrigin(of owner: Int) async throws -> Bool { try await Origin(client, owner: owner).check() }

    /// The settings that are off for the server, the database or the role. Sessions override
    /// `synchronous_commit`.
    func unsafeSettings() async throws -> [UnsafeSetting] {
        if allowsLoss { return [] }
        let sql = """
            SELECT name FROM pg_settings WHERE reset_val = 'off' \
            AND name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name
            """
        return try await client.run([Statement(sql)], on: .control)[0].map { row in
            var columns = row.columns
            let name = try columns.text()
            return UnsafeSetting(name: name, isOverridden: name == "synchronous_commit")
        }
    }
}
