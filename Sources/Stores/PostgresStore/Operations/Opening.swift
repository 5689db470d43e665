public import Checklists
import Postgres
package import SQL

/// Why a database cannot be used.
public enum PostgresStoreError: Error, CustomStringConvertible {
    /// There are no tables, and there is no leave to make them.
    case noSchema
    /// The tables are of an older version.
    case olderSchema(Int)
    /// The tables are of a newer version.
    case newerSchema(Int)
    /// Texts have keys by which another version of Unicode orders them.
    case otherTextOrder(String)
    /// A setting of the server by which what was answered may be lost.
    case unsafeSetting(name: String, value: String)

    /// What is wrong, and the way out.
    public var description: String {
        switch self {
        case .noSchema:
            "The database has no tables of checklistd. Make them: checklistd schema --upgrade --store ADDRESS"
        case .olderSchema(let version):
            """
            The database has version \(version) of the tables, and this program needs version \
            \(Schema.version). Bring it up to date: checklistd schema --upgrade --store ADDRESS
            """
        case .newerSchema(let version):
            """
            The database has version \(version) of the tables, and this program knows them up to version \
            \(Schema.version). Start a newer program.
            """
        case .otherTextOrder(let version):
            """
            The database orders texts as version \(version) of the collation does, and this program as \
            version \(TextOrder.keyVersion). Stop all others, and make the keys anew: \
            checklistd schema --upgrade --store ADDRESS
            """
        case .unsafeSetting(let name, let value):
            """
            The server has \(name) = \(value), so that what was answered could be lost. Set it to on, and \
            start again.
            """
        }
    }
}

extension PostgresStore {
    /// Opens the store in a database, with its tables, and makes the first lists where there was none.
    ///
    /// - Parameters:
    ///   - address: `postgres://USER@HOST/DATABASE`, or what libpq takes besides. A password is not part of
    ///     it.
    ///   - clock: The time that changes are stamped with; `nil` for the database's.
    /// - Throws: `PostgresError`, `PostgresStoreError`, which says what to do.
    public static func open(
        _ address: String, limits: PostgresLimits = PostgresLimits(),
        now clock: (@Sendable () -> Timestamp)? = nil,
        onEvent: @escaping @Sendable (PostgresStoreEvent) -> Void = { _ in }
    ) async throws -> PostgresStore {
        let store = try await openEmpty(address, limits: limits, now: clock, onEvent: onEvent)
        do {
            _ = try await store.write(MakeFirstList(), as: nil, ifMatch: nil, once: nil)
            return store
        } catch {
            await store.close()
            throw error
        }
    }

    /// What a transaction loads and writes is a few rows by their keys, however many there are: no plan for
    /// that may hang on statistics, which a table that grows does not have yet.
    private static let writingSettings = [
        "plan_cache_mode": "force_generic_plan", "enable_seqscan": "off", "enable_bitmapscan": "off",
        "enable_hashjoin": "off", "enable_mergejoin": "off", "enable_material": "off",
        "random_page_cost": "0",
    ]

    /// Opens the store without making first lists.
    ///
    /// - Parameter allowsLoss: Whether the server may be one that forgets, as it may for tests.
    package static func openEmpty(
        _ address: String, limits: PostgresLimits = PostgresLimits(), allowsLoss: Bool = false,
        now clock: (@Sendable () -> Timestamp)? = nil,
        onEvent: @escaping @Sendable (PostgresStoreEvent) -> Void = { _ in }
    ) async throws -> PostgresStore {
        var configuration = Client.Configuration(address: address, applicationName: "checklistd")
        configuration.connectTimeout = limits.connectionTimeMax
        configuration.runTimeout = limits.answerTimeMax
        configuration.settings[.write] = Self.writingSettings
        // The parts of a page come in their order.
        configuration.settings[.read] = ["enable_parallel_append": "off"]
        let client = Client(configuration) { onEvent(.connection($0)) }
        try client.start()
        do {
            let found = try await Opening(client, allowsLoss: allowsLoss).run()
            if found.isRestored { onEvent(.restored) }
            let store = PostgresStore(
                client, found, limits: limits, allowsLoss: allowsLoss, now: clock, onEvent: onEvent)
            store.start()
            return store
        } catch {
            await client.stop()
            throw error
        }
    }
}

/// What happens when a store is opened: the server and the tables are looked at, and this process joins those
/// that are alive.
struct Opening {
    private let client: any SQLClient
    private let allowsLoss: Bool
    private let owner = 1

    init(_ client: any SQLClient, allowsLoss: Bool) {
        self.client = client
        self.allowsLoss = allowsLoss
    }

    /// What is known of the store from its beginning on.
    struct Found {
        var history: History
        var processID: Int
        var servedSince: Timestamp
        var people: KnownPeople
        /// The time by the database's clock.
        var now: Timestamp
        /// Whether the database was restored, so that it may lack changes that clients have seen.
        var isRestored: Bool
    }

    func run() async throws -> Found {
        if !allowsLoss { try await checkSettings() }
        if let version = try await SchemaUpgrade(client).version {
            try version.check()
        } else {
            // Nobody has to know that there are tables.
            do {
                try await SchemaUpgrade(client).run()
            } catch PostgresError.server(let error) where error.state == "42501" {
                throw PostgresStoreError.noSchema
            }
        }
        return try await join()
    }

    private func checkSettings() async throws {
        if let setting = try await UnsafeSetting.found(over: client).first { throw setting.error }
    }

    /// Makes the owner if there is none, and says that this process is alive.
    private func join() async throws -> Found {
        let isRestored = try await Origin(client, owner: owner).check()
        let process = Int.random(in: 1 ... .max)
        let statements = [
            Statement(
                """
                INSERT INTO processes (id, started_at, seen_at, schema_version) \
                SELECT $1, coalesce((SELECT min(started_at) \
                FROM processes WHERE seen_at > clock_timestamp() - make_interval(secs => $2)), \
                clock_timestamp()), clock_timestamp(), $3 RETURNING started_at
                """,
                [.int(process), .double(Limits.aliveTimeMax / .seconds(1)), .int(Schema.version)]),
            Statement(
                "SELECT \(History.columns), clock_timestamp() FROM owners WHERE owner_id = $1",
                [.int(owner)]),
        ]
        let rows = try await client.run(statements, on: .control)
        guard var served = rows[0].first?.columns, var columns = rows[1].first?.columns else {
            throw MalformedResult("the owner is gone")
        }
        return Found(
            history: try History(from: &columns), processID: process, servedSince: try served.timestamp(),
            people: try await PostgresStore.people(client, owner: owner), now: try columns.timestamp(),
            isRestored: isRestored)
    }
}

/// What the tables of a database are like.
public struct SchemaVersion: Hashable, Sendable {
    /// Which tables and columns there are.
    public var number: Int
    /// Which rules the keys follow that texts are ordered by.
    public var textOrder: String

    /// Checks that this program can use them.
    func check() throws(PostgresStoreError) {
        if number > Schema.version { throw .newerSchema(number) }
        if number < Schema.version { throw .olderSchema(number) }
        if textOrder != TextOrder.keyVersion { throw .otherTextOrder(textOrder) }
    }
}

/// Brings the tables of a database up to date.
package struct SchemaUpgrade {
    private let client: any SQLClient

    /// The tables that a client leads to.
    package init(_ client: any SQLClient) { self.client = client }

    /// Which version they are of; `nil` if there are none.
    package var version: SchemaVersion? {
        get async throws { try await Self.version { try await client.run($0, on: .control) } }
    }

    private static func version(_ run: ([Statement]) async throws -> [Rows]) async throws -> SchemaVersion? {
        let isThere = try await run([Statement("SELECT to_regclass('schema_version') IS NOT NULL")])
        guard var answer = isThere[0].first?.columns, try answer.bool() else { return nil }
        let rows = try await run([Statement("SELECT version, text_order FROM schema_version")])
        guard var found = rows[0].first?.columns else { return nil }
        return SchemaVersion(number: try found.int(), textOrder: try found.text())
    }

    /// Makes what is missing, all of it or nothing. Several processes may do so at once: one does, the others
    /// find it done.
    /// - Throws: `PostgresStoreError.newerSchema`.
    package func run() async throws {
        let begin = [
            Statement("BEGIN"), PostgresDatabase.unhurried, Statement("SET LOCAL lock_timeout = 0"),
            // Any number, the same for all: no two of them at a time.
            Statement("SELECT pg_advisory_xact_lock(7463542)"),
        ]
        try await client.withConnection(on: .long) { connection in
            _ = try await connection.run(begin)
            let found = try await Self.version { try await connection.run($0) }
            if let found, found.number > Schema.version { throw PostgresStoreError.newerSchema(found.number) }
            for step in Schema.steps.dropFirst(found?.number ?? 0) {
                _ = try await connection.run(step.map { Statement($0, isPrepared: false) })
            }
            if let found, found.textOrder != TextOrder.keyVersion {
                try await Self.orderAnew("checklists", "name", by: "name_key", over: connection)
                try await Self.orderAnew("items", "text", by: "text_key", over: connection)
            }
            _ = try await connection.run([
                Statement("DELETE FROM schema_version"),
                Statement(
                    "INSERT INTO schema_version (version, text_order) VALUES ($1, $2)",
                    [.int(Schema.version), .text(TextOrder.keyVersion)]),
                Statement("COMMIT"),
            ])
        }
    }

    /// Makes the keys of the texts in a column anew.
    private static func orderAnew(
        _ table: String, _ column: String, by key: String, over connection: any SQLConnection
    ) async throws {
        let select = """
            SELECT owner_id, id, \(column) FROM \(table) WHERE (owner_id, id) > ($1, $2) \
            ORDER BY owner_id, id LIMIT $3
            """
        let update = """
            UPDATE \(table) AS old SET \(key) = new.key FROM unnest($1, $2, $3) AS new (owner_id, id, key) \
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
