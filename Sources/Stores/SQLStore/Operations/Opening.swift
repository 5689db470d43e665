package import Checklists
import SQL

/// Why a database cannot be used.
public enum SQLStoreError: Error, CustomStringConvertible {
    /// There are no tables, and there is no leave to make them.
    case noSchema
    /// The tables are of an older version than the one that this program needs.
    case olderSchema(Int, needed: Int)
    /// The tables are of a newer version than the newest that this program knows.
    case newerSchema(Int, known: Int)
    /// Texts have keys by which another version of Unicode orders them.
    case otherTextOrder(String)
    /// A setting of the server by which what was answered may be lost.
    case unsafeSetting(name: String, value: String)

    /// What is wrong, and the way out.
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
    /// Opens the store in the database of an engine. Its connections are closed if that fails.
    package static func open(
        _ engine: any SQLEngine, limits: SQLStoreLimits, now clock: (@Sendable () -> Timestamp)?,
        onEvent: @escaping @Sendable (SQLStoreEvent) -> Void
    ) async throws -> SQLStore {
        do {
            let found = try await Opening(engine).run()
            if found.isRestored { onEvent(.restored) }
            let store = SQLStore(engine, found, limits: limits, now: clock, onEvent: onEvent)
            store.start()
            return store
        } catch {
            await engine.client.stop()
            throw error
        }
    }

    /// Makes the first lists where there was no list. The store is closed if that fails.
    package func makeFirstList() async throws {
        do {
            _ = try await write(MakeFirstList(), as: nil, ifMatch: nil, idempotencyKey: nil)
        } catch {
            await close()
            throw error
        }
    }
}

/// What happens when a store is opened: the server and the tables are looked at, and this process joins those
/// that are alive.
struct Opening {
    private let engine: any SQLEngine
    private let owner = 1

    init(_ engine: any SQLEngine) { self.engine = engine }

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
        if let setting = try await engine.unsafeSettings().first { throw setting.error }
        if let version = try await SchemaUpgrade(engine).version {
            try version.check(against: engine.neededVersion)
        } else {
            // Nobody has to know that there are tables.
            do {
                try await SchemaUpgrade(engine).run()
            } catch let error as any SQLError where error.lacksPrivilege {
                throw SQLStoreError.noSchema
            }
        }
        return try await join()
    }

    /// Says that this process is alive.
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

/// What the tables of a database are like.
public struct SchemaVersion: Hashable, Sendable {
    /// Which tables and columns there are.
    public var number: Int
    /// Which rules the keys follow that texts are ordered by.
    public var textOrder: String

    /// The tables of a version.
    package init(number: Int, textOrder: String) {
        self.number = number
        self.textOrder = textOrder
    }

    /// Checks that a program can use them that needs a version.
    func check(against needed: SchemaVersion) throws(SQLStoreError) {
        if number > needed.number { throw .newerSchema(number, known: needed.number) }
        if number < needed.number { throw .olderSchema(number, needed: needed.number) }
        if textOrder != needed.textOrder { throw .otherTextOrder(textOrder) }
    }
}
