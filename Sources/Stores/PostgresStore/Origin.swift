import Checklists
import SQL
import SQLStore

/// The database in which a history began. A row of `origins` distinguishes it from restored dumps and copies.
///
/// The row holds the id of the transaction that wrote it, which PostgreSQL shows as `xmin`. A restored dump
/// has another `xmin`, a new cluster another system identifier, a copy by `CREATE DATABASE … TEMPLATE`
/// another OID, and a recovered physical backup another timeline.
struct Origin {
    private let client: any SQLClient
    private let owner: Int

    init(_ client: any SQLClient, owner: Int) {
        self.client = client
        self.owner = owner
    }

    /// Creates the owner's row if it is missing. Begins a new epoch if the database is not the one in which
    /// the history began.
    ///
    /// - Returns: Whether an epoch ended: the database may lack changes that clients have seen.
    func check() async throws -> Bool {
        try await client.withConnection(on: .control) { connection in
            let rows = try await connection.run(begin)
            guard var answer = rows[3].first?.columns else {
                throw MalformedResult("a query returned no privilege")
            }
            // Some database hosts revoke the privilege.
            let system =
                try answer.bool() ? "(SELECT system_identifier::text FROM pg_control_system())" : "''"
            let aliveSeconds = Parameter.double(Limits.aliveTimeMax / .seconds(1))
            let look = Statement(Self.look(system), [.int(owner), aliveSeconds])
            let isKnown = try await connection.run([look])[0].first.map { row in
                var columns = row.columns
                return (isSame: try columns.bool(), isCurrent: try columns.bool())
            }
            var ends = [Statement("COMMIT")]
            let writing = Statement(Self.writing(system), [.int(owner)])
            if isKnown?.isCurrent != true { ends.insert(writing, at: 0) }
            // Tables of an older version have no origin; their history continues.
            let isRestored = isKnown?.isSame == false
            if isRestored {
                ends.insert(contentsOf: PostgresDialect().renewal(of: owner), at: 0)
            }
            _ = try await connection.run(ends)
            return isRestored
        }
    }

    private var begin: [Statement] {
        [
            Statement("BEGIN"),
            Statement(
                "INSERT INTO owners (owner_id, epoch) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                [.int(owner), .int(.random(in: .min ... .max))]),
            Statement(PostgresDialect().lockOwner, [.int(owner)]),
            Statement("SELECT has_function_privilege('pg_control_system()', 'EXECUTE')"),
        ]
    }

    /// The server's timeline: the first 8 characters of a WAL file name.
    private static let timeline = "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"
    private static let database = "(SELECT oid::bigint FROM pg_database WHERE datname = current_database())"

    /// Selects whether the history continues in this database, and whether the row is current.
    ///
    /// Live processes notice lost changes in a failover themselves, so another timeline counts only without
    /// live processes.
    private static func look(_ system: String) -> String {
        """
        SELECT is_written_here AND (timeline = \(timeline) OR EXISTS (SELECT FROM processes \
        WHERE seen_at > clock_timestamp() - make_interval(secs => $2))), \
        is_written_here AND timeline = \(timeline) FROM (SELECT *, system_identifier = \(system) \
        AND database_id = \(database) AND xmin::text::bigint = transaction_id % 4294967296 \
        AS is_written_here FROM origins WHERE owner_id = $1) AS origin
        """
    }

    private static func writing(_ system: String) -> String {
        """
        INSERT INTO origins (owner_id, system_identifier, database_id, transaction_id, timeline) \
        VALUES ($1, \(system), \(database), pg_current_xact_id()::text::bigint, \(timeline)) \
        ON CONFLICT (owner_id) DO UPDATE SET system_identifier = excluded.system_identifier, \
        database_id = excluded.database_id, transaction_id = excluded.transaction_id, \
        timeline = excluded.timeline
        """
    }
}
