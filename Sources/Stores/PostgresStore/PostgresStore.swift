public import Checklists
public import Postgres
public import SQL
public import SQLStore

/// Opens stores in PostgreSQL.
///
/// This module is the engine: the dialect, the schema, and the settings of the server. It touches the network
/// through `Postgres` and nothing else.
public enum PostgresStore {
    /// Opens the store in a database, makes its tables where there are none, and the first lists where there
    /// was no list.
    ///
    /// - Parameters:
    ///   - address: `postgres://USER@HOST/DATABASE`, or what libpq takes besides. A password is not part of
    ///     it.
    ///   - clock: The time that changes are stamped with; `nil` for the database's.
    /// - Throws: `PostgresError`, `SQLStoreError`, which says what to do.
    public static func open(
        _ address: String, limits: SQLStoreLimits = SQLStoreLimits(),
        now clock: (@Sendable () -> Timestamp)? = nil,
        onEvent: @escaping @Sendable (SQLStoreEvent) -> Void = { _ in }
    ) async throws -> SQLStore {
        let store = try await openEmpty(address, limits: limits, now: clock, onEvent: onEvent)
        try await store.makeFirstList()
        return store
    }

    /// Opens the store without making first lists.
    ///
    /// - Parameter allowsLoss: Whether the server may be one that forgets, as it may for tests.
    package static func openEmpty(
        _ address: String, limits: SQLStoreLimits = SQLStoreLimits(), allowsLoss: Bool = false,
        now clock: (@Sendable () -> Timestamp)? = nil,
        onEvent: @escaping @Sendable (SQLStoreEvent) -> Void = { _ in }
    ) async throws -> SQLStore {
        var configuration = Client.Configuration(address: address, applicationName: "checklistd")
        configuration.connectTimeout = limits.connectionTimeMax
        configuration.runTimeout = limits.answerTimeMax
        configuration.settings[.write] = writingSettings
        // The parts of a page come in their order.
        configuration.settings[.read] = ["enable_parallel_append": "off"]
        let client = Client(configuration) { onEvent(.connection($0)) }
        try client.start()
        for warning in client.warnings { onEvent(.notice(warning)) }
        let engine = PostgresEngine(client: client, allowsLoss: allowsLoss)
        return try await SQLStore.open(engine, limits: limits, now: clock, onEvent: onEvent)
    }

    /// What a transaction loads and writes is a few rows by their keys, however many there are: no plan for
    /// that may hang on statistics, which a table that grows does not have yet.
    private static let writingSettings = [
        "plan_cache_mode": "force_generic_plan", "enable_seqscan": "off", "enable_bitmapscan": "off",
        "enable_hashjoin": "off", "enable_mergejoin": "off", "enable_material": "off",
        "random_page_cost": "0",
    ]
}

/// Connects to PostgreSQL databases for those who run them.
public enum PostgresDatabase {
    /// The database of an address. It is connected to when something is asked of it.
    /// - Throws: `PostgresError` for an address that cannot be used, or where libpq is missing.
    public static func connect(
        _ address: String, onEvent: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) throws(PostgresError) -> SQLDatabase {
        let client = Client(
            Client.Configuration(address: address, applicationName: "checklistd"), report: onEvent)
        try client.start()
        return SQLDatabase(PostgresEngine(client: client))
    }

    /// The version of the schema that this program needs.
    public static var neededVersion: SchemaVersion {
        SchemaVersion(number: Schema.version, textOrder: TextOrder.keyVersion)
    }
}
