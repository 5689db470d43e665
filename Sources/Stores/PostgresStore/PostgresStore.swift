public import Checklists
public import Postgres
public import SQL
public import SQLStore

/// Opens stores in PostgreSQL.
///
/// This module has the engine: the dialect, the schema and the checks of server settings. It uses the network
/// only through `Postgres`.
public enum PostgresStore {
    /// Opens the store in a database. Creates missing tables, and the first lists if the store has none.
    ///
    /// - Parameters:
    ///   - address: `postgres://USER@HOST/DATABASE` or libpq's `key=value` pairs, without a password.
    ///   - clock: The clock for changes; `nil` for the database's clock.
    /// - Throws: `PostgresError`, `SQLStoreError`, which says what to do.
    public static func open(
        _ address: String, limits: SQLStoreLimits = SQLStoreLimits(),
        now clock: (@Sendable () -> Timestamp)? = nil,
        onEvent: @escaping @Sendable (SQLStoreEvent) -> Void = { _ in }
    ) async throws -> SQLStore {
        let store = try await openEmpty(address, limits: limits, now: clock, onEvent: onEvent)
        do {
            try await store.makeFirstList()
            return store
        } catch {
            await store.close()
            throw error
        }
    }

    /// Opens the store without creating first lists.
    ///
    /// - Parameter allowsLoss: Whether the server may lose commits in a crash, for tests.
    package static func openEmpty(
        _ address: String, limits: SQLStoreLimits = SQLStoreLimits(), allowsLoss: Bool = false,
        now clock: (@Sendable () -> Timestamp)? = nil,
        onEvent: @escaping @Sendable (SQLStoreEvent) -> Void = { _ in }
    ) async throws -> SQLStore {
        var configuration = Client.Configuration(address: address, applicationName: "checklistd")
        configuration.connectTimeout = limits.connectionTimeMax
        configuration.runTimeout = limits.answerTimeMax
        configuration.channel = PostgresDialect.channel
        configuration.settings[.write] = writingSettings
        // The parts of a page must arrive in their order.
        // Compiling a statement takes longer than most pages.
        configuration.settings[.read] = ["enable_parallel_append": "off", "jit": "off"]
        let client = Client(configuration) { onEvent(.connection($0)) }
        try client.start()
        for warning in client.warnings { onEvent(.notice(warning)) }
        let engine = PostgresEngine(client: client, allowsLoss: allowsLoss)
        return try await SQLStore.open(engine, limits: limits, now: clock, onEvent: onEvent)
    }

    /// A transaction loads and writes few rows by their keys, in tables of any size. Its plans must not
    /// depend on statistics, which a growing table does not have yet.
    private static let writingSettings = [
        "plan_cache_mode": "force_generic_plan", "enable_seqscan": "off", "enable_bitmapscan": "off",
        "enable_hashjoin": "off", "enable_mergejoin": "off", "enable_material": "off",
        "random_page_cost": "0",
    ]
}

/// Connects operators' commands to PostgreSQL databases.
public enum PostgresDatabase {
    /// The database at an address. The client connects in the background.
    /// - Throws: `PostgresError` for an unusable address or a missing libpq.
    public static func connect(
        _ address: String, onEvent: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) throws(PostgresError) -> SQLDatabase {
        let client = Client(
            Client.Configuration(address: address, applicationName: "checklistd"), report: onEvent)
        try client.start()
        return SQLDatabase(PostgresEngine(client: client))
    }
}
