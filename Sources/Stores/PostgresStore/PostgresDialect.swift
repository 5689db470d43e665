import SQL
import SQLStore

/// The dialect of PostgreSQL.
struct PostgresDialect: Dialect {
    /// The maximum number of rows in one `FETCH`.
    private static let rowsMax = 5_000

    // MARK: Transactions

    var beginSnapshot: String { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" }

    var unhurried: [Statement] { [Statement("SET LOCAL idle_in_transaction_session_timeout = '10min'")] }

    func patient(_ time: Duration) -> [Statement] {
        [Statement("SET LOCAL lock_timeout = '\(time.components.seconds)s'")]
    }

    var relaxed: [Statement] { [Statement("SET LOCAL synchronous_commit = off")] }

    /// The channel of notifications about commits.
    static let channel = "checklistd"

    /// A transaction of its own: while one with a notification commits, others with notifications wait, in
    /// all databases of the server.
    var hint: Statement? {
        Statement("SELECT set_config('synchronous_commit', 'off', true), pg_notify('\(Self.channel)', '')")
    }

    var rowLock: String { "FOR UPDATE" }

    var schemaLock: [Statement] {
        [
            Statement("SET LOCAL lock_timeout = 0"),
            // An arbitrary number, the same in every process.
            Statement("SELECT pg_advisory_xact_lock(7463542)"),
        ]
    }

    func exclusiveLock(_ tables: [String], for time: Duration) -> [Statement] {
        [
            Statement("SET LOCAL statement_timeout = '\(Int(time / .milliseconds(1)))ms'", isPrepared: false),
            Statement("LOCK TABLE \(tables.joined(separator: ", "))", isPrepared: false),
            Statement("SET LOCAL statement_timeout = 0", isPrepared: false),
        ]
    }

    func writeLock(_ tables: [String]) -> Statement {
        Statement("LOCK TABLE \(tables.joined(separator: ", ")) IN ROW EXCLUSIVE MODE NOWAIT")
    }

    func hasTable(_ name: String) -> String { "to_regclass('\(name)') IS NOT NULL" }

    // MARK: Time

    var now: String { "clock_timestamp()" }

    func moment(_ moment: String, minus seconds: String) -> String {
        "\(moment) - make_interval(secs => \(seconds))"
    }

    func moment(_ moment: String, minusHours hours: Int) -> String { "\(moment) - interval '\(hours) hours'" }

    func milliseconds(_ moment: String) -> String { "CAST(extract(epoch FROM \(moment)) * 1000 AS bigint)" }

    var earliest: String { "'-infinity'" }

    // MARK: Lists

    func rows(_ lists: [String]) -> String { "unnest(\(lists.joined(separator: ", ")))" }

    func rows(_ lists: [String], as table: String, _ columns: String) -> String {
        "\(rows(lists)) AS \(table) (\(columns))"
    }

    func isIn(_ value: String, _ list: String) -> String { "\(value) = ANY (\(list))" }

    func isNotIn(_ value: String, _ list: String) -> String { "\(value) <> ALL (\(list))" }

    func list(_ query: String) -> String { "ARRAY(\(query))" }

    var emptyList: String { "'{}'" }

    func contains(_ list: String, all other: String) -> String { "\(list) @> \(other)" }

    func overlaps(_ list: String, _ other: String) -> String { "\(list) && \(other)" }

    func position(of value: String, in list: String) -> String { "array_position(\(list), \(value))" }

    func first(_ list: String) -> String { "\(list)[1]" }

    func nullIfEmpty(_ list: String) -> String { "nullif(\(list)::bigint[], '{}')" }

    // MARK: JSON

    func elementsCount(_ array: String) -> String { "jsonb_array_length(\(array))" }

    func elements(_ array: String) -> String {
        "jsonb_array_elements(\(array)) WITH ORDINALITY AS elements (element, number)"
    }

    func hasElements(_ array: String, _ elements: String) -> String { "\(array) @> \(elements)" }

    func firstElement(of array: String, where member: String, is number: Int) -> String {
        "jsonb_path_query_first(\(array), '$[*] ? (@.\(member) == \(number))')"
    }

    func texts(_ array: String) -> String { "jsonb_array_elements_text(\(array)) AS texts (text)" }

    func finds(_ path: String, in value: String) -> String { "jsonb_path_exists(\(value), '\(path)')" }

    // MARK: Texts

    func prefix(_ bytes: String, _ count: Int) -> String { "substring(\(bytes) for \(count))" }

    func bytewise(_ text: String) -> String { "\(text) COLLATE \"C\"" }

    func bytesCount(_ text: String) -> String { "octet_length(convert_to(\(text), 'UTF8'))" }

    func beforeLineFeed(_ text: String) -> String {
        "CASE WHEN strpos(\(text), chr(10)) > 0 THEN split_part(\(text), chr(10), 1) END"
    }

    func isLike(_ text: String, _ pattern: String) -> String { "\(text) LIKE \(pattern)" }

    // MARK: Sequences

    func numbers(of sequence: String) -> String {
        "SELECT nextval('\(sequence)') FROM generate_series(1, $2) WHERE $1 > 0"
    }

    func nextNumber(of sequence: String) -> String { "SELECT last_value + is_called::int FROM \(sequence)" }

    func resumption(of sequence: String, at next: String) -> String {
        "setval('\(sequence)', \(next), false)"
    }

    // MARK: Statements

    var fence: String { "OFFSET 0" }

    func deletion(from table: String, joining rows: String, where condition: String) -> String {
        "DELETE FROM \(table) AS old USING \(rows) WHERE \(condition)"
    }

    func read(
        _ query: Statement, over connection: any SQLConnection, _ take: (Row) throws -> Void
    ) async throws {
        var declaration = query
        declaration.sql = "DECLARE results CURSOR FOR \(query.sql)"
        declaration.isPrepared = false
        _ = try await connection.run([declaration])
        while true {
            let rows = try await connection.run([Statement("FETCH \(Self.rowsMax) FROM results")])[0]
            if rows.isEmpty { break }
            for row in rows { try take(row) }
        }
        _ = try await connection.run([Statement("CLOSE results")])
    }
}
