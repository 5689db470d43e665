package import Checklists
import SQL

/// The reasons why a database cannot be used.
public enum SQLStoreError: Error, CustomStringConvertible {
    /// The database has no tables, and the login may not create them.
    case noSchema
    /// The tables are older than the version that this program needs.
    case olderSchema(Int, needed: Int)
    /// The tables are older than the oldest version that this program upgrades.
    case outdatedSchema(Int, oldest: Int)
    /// The tables are newer than the newest version that this program knows.
    case newerSchema(Int, known: Int)
    /// The sort keys of texts follow another Unicode version.
    case otherTextOrder(String)
    /// A server setting may lose committed changes.
    case unsafeSetting(name: String, value: String)

    /// The error and its fix.
    public var description: String {
        switch self {
        case .noSchema:
            """
            The database has no tables of checklistd. Create them: checklistd schema --upgrade --store ADDRESS
            """
        case .olderSchema(let version, let needed):
            """
            The database has schema version \(version), but this program needs version \
            \(needed). Bring it up to date: checklistd schema --upgrade --store ADDRESS
            """
        case .outdatedSchema(let version, let oldest):
            """
            The database has schema version \(version), which was never released. This program upgrades \
            version \(oldest) and later. Upgrade it with a build that knows version \(oldest) first, or \
            export its data with the build that wrote it and import them.
            """
        case .newerSchema(let version, let known):
            """
            The database has schema version \(version), but this program supports at most version \
            \(known). Start a newer program.
            """
        case .otherTextOrder(let version):
            """
            The sort keys in the database have version \(version), but this program needs \
            version \(TextOrder.keyVersion). Stop all other processes and rebuild the keys: \
            checklistd schema --upgrade --store ADDRESS
            """
        case .unsafeSetting(let name, let value):
            """
            The database server has \(name) = \(value), so committed changes could be lost. Set it to on \
            and start checklistd again.
            """
        }
    }
}

extension SQLStore {
    /// Opens the store in an engine's database. On failure it closes the connections.
    package static func open(
        _ engine: any SQLEngine, limits: SQLStoreLimits, now clock: (@Sendable () -> Timestamp)?,
        onEvent: @escaping @Sendable (SQLStoreEvent) -> Void
    ) async throws -> SQLStore {
        do {
            let found = try await Opening(engine).run()
            if found.history.newest == .zero { onEvent(.storeMade) }
            if found.isRestored { onEvent(.restored) }
            let store = SQLStore(engine, found, limits: limits, now: clock, onEvent: onEvent)
            store.start()
            return store
        } catch {
            await engine.client.stop()
            throw error
        }
    }

    /// Creates the first lists if the store has none.
    package func makeFirstList() async throws {
        _ = try await write(MakeFirstList(), as: nil, ifMatch: nil, idempotencyKey: nil)
    }
}

/// Opens a store: checks the server and the tables, and registers this process.
struct Opening {
    private let engine: any SQLEngine
    private let owner = 1

    init(_ engine: any SQLEngine) { self.engine = engine }

    /// The state that the store reads from the database at its start.
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
        if let setting = try await engine.unsafeSettings().first { throw setting.error }
        if let version = try await SchemaUpgrade(engine).version {
            try version.check(against: engine.neededVersion, isServing: true)
        } else {
            // Operators need not create the tables themselves.
            do {
                try await SchemaUpgrade(engine).run()
            } catch let error as any SQLError where error.lacksPrivilege {
                throw SQLStoreError.noSchema
            }
        }
        return try await join()
    }

    /// Registers this process in `processes`.
    private func join() async throws -> Found {
        let dialect = engine.dialect
        let isRestored = try await engine.checkOrigin(of: owner)
        let process = Int.random(in: 1 ... .max)
        let statements = [
            Statement(
                """
                INSERT INTO processes (id, started_at, seen_at, schema_version) \
                SELECT $1, coalesce((SELECT min(started_at) \
                FROM processes WHERE \(dialect.isAlive("$2"))), \
                \(dialect.now)), \(dialect.now), $3 RETURNING started_at
                """,
                [
                    .int(process), .double(Limits.aliveTimeMax / .seconds(1)),
                    .int(engine.neededVersion.number),
                ]),
            Statement(
                "SELECT \(History.columns), \(dialect.now) FROM owners WHERE owner_id = $1",
                [.int(owner)]),
        ]
        let rows = try await engine.client.run(statements, on: .control)
        guard var served = rows[0].first?.columns, var columns = rows[1].first?.columns else {
            throw MalformedResult("the row of the owner is missing")
        }
        return Found(
            history: try History(from: &columns), processID: process, servedSince: try served.timestamp(),
            people: try await SQLStore.people(in: engine, owner: owner), now: try columns.timestamp(),
            isRestored: isRestored)
    }
}

/// The version of a database's tables.
public struct SchemaVersion: Hashable, Sendable {
    /// The version of the tables and columns.
    public var number: Int
    /// The version of the rules for sort keys of texts.
    public var textOrder: String

    /// Creates a version.
    package init(number: Int, textOrder: String) {
        self.number = number
        self.textOrder = textOrder
    }

    /// Checks that the tables have the version that a program needs.
    ///
    /// - Parameter isServing: Whether the program only serves the tables. Each step lets the program of the
    ///   version before run beside newer ones, so the tables may be one version newer. What reads all data
    ///   needs to know each column.
    /// - Throws: `SQLStoreError`.
    func check(against needed: SchemaVersion, isServing: Bool = false) throws(SQLStoreError) {
        let newest = needed.number + (isServing ? 1 : 0)
        if number > newest { throw .newerSchema(number, known: newest) }
        if number < needed.number { throw .olderSchema(number, needed: needed.number) }
        if textOrder != needed.textOrder { throw .otherTextOrder(textOrder) }
    }
}
