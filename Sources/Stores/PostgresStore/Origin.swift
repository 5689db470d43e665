import Checklists
import SQL
import SQLStore

/// The database in which a history began, as `origins` has it: tells it from a restored dump and from a copy.
///
/// The row has the number of the transaction that wrote it, which PostgreSQL shows as `xmin` of the row. In a
/// restored dump another transaction has written the row; a cluster that counts from the beginning has
/// another system identifier, and a copy that `CREATE DATABASE … TEMPLATE` makes has another OID. Where a
/// physical backup was recovered, the timeline is another one.
struct Origin {
    private let client: any SQLClient
    private let owner: Int

    init(_ client: any SQLClient, owner: Int) {
        self.client = client
        self.owner = owner
    }

    /// Makes the owner if there is none, and begins an epoch where the database is not the one in which the
    /// history began.
    ///
    /// - Returns: Whether an epoch ended: the database may lack changes that clients have seen.
    func check() async throws -> Bool {
        try await client.withConnection(on: .control) { connection in
            let rows = try await connection.run(begin)
            guard var answer = rows[3].first?.columns else {
                throw MalformedResult("a query returned no privilege")
            }
            // Some hosts of databases revoke it.
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
            // Of tables of an older version nothing is known: their history goes on.
            let isRestored = isKnown?.isSame == false
            if isRestored {
                let renewal = "UPDATE owners SET epoch = $2 WHERE owner_id = $1"
                ends.insert(Statement(renewal, [.int(owner), .int(.random(in: .min ... .max))]), at: 0)
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

    /// The server's timeline, as a name of a WAL file begins with it.
    private static let timeline = "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"
    private static let database = "(SELECT oid::bigint FROM pg_database WHERE datname = current_database())"

    /// Asks whether the row was written in this database, and whether nothing of it is to be written anew.
    ///
    /// A process that lives through a failover sees itself whether changes are lost; so another timeline
    /// counts only where no process lives.
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
