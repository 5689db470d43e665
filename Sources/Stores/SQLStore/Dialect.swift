package import SQL

/// The SQL that differs between engines.
///
/// The rest of this module's statements is SQL:2016 with a few extensions that several engines share: `$1`
/// placeholders, `LIMIT`, `ON CONFLICT`, `UPDATE … FROM`, `RETURNING`, changes within `WITH`, `->>` on JSON,
/// `least`, `greatest`, `string_agg` and `concat_ws`. A list is a parameter or a column with several values.
package protocol Dialect: Sendable {
    // MARK: Transactions

    /// Begins a read-only transaction on one snapshot.
    var beginSnapshot: String { get }
    /// Raises the session's time limits for a transaction that pauses for minutes between statements.
    var unhurried: [Statement] { get }
    /// Sets how long statements of the transaction wait for a lock.
    func patient(_ time: Duration) -> [Statement]
    /// Lets `COMMIT` return before the transaction is on disk.
    var relaxed: [Statement] { get }
    /// Notifies the other clients of the database; `nil` if the engine cannot. The notification may be lost.
    var hint: Statement? { get }
    /// Appended to a query: locks the rows it returns until the transaction ends.
    var rowLock: String { get }
    /// Locks the schema until the transaction ends, so that one process upgrades at a time.
    var schemaLock: [Statement] { get }
    /// Locks tables against all other transactions, and fails if it has to wait for longer.
    func exclusiveLock(_ tables: [String], for time: Duration) -> [Statement]
    /// Locks tables as a change of their rows does, and fails if it has to wait.
    func writeLock(_ tables: [String]) -> Statement
    /// A query for whether the table exists.
    func hasTable(_ name: String) -> String

    // MARK: Time

    /// The time of the statement, by the server's clock.
    var now: String { get }
    /// The moment minus a number of seconds.
    func moment(_ moment: String, minus seconds: String) -> String
    /// The moment minus a number of hours.
    func moment(_ moment: String, minusHours hours: Int) -> String
    /// The milliseconds of a moment since 1970.
    func milliseconds(_ moment: String) -> String
    /// A moment before every stored one.
    var earliest: String { get }

    // MARK: Lists

    /// Turns lists of equal length into the columns of a table.
    func rows(_ lists: [String]) -> String
    /// The same, with a table name and comma-separated column names.
    func rows(_ lists: [String], as table: String, _ columns: String) -> String
    /// Condition: the list contains the value.
    func isIn(_ value: String, _ list: String) -> String
    /// Condition: the list does not contain the value.
    func isNotIn(_ value: String, _ list: String) -> String
    /// Collects the results of a one-column query into a list.
    func list(_ query: String) -> String
    /// The empty list.
    var emptyList: String { get }
    /// Condition: the list contains all elements of the other.
    func contains(_ list: String, all other: String) -> String
    /// Condition: the lists share an element.
    func overlaps(_ list: String, _ other: String) -> String
    /// The position of a value in a list, from 1; `NULL` if the list lacks the value.
    func position(of value: String, in list: String) -> String
    /// The first element of a list; `NULL` if the list is empty.
    func first(_ list: String) -> String
    /// The list of numbers; `NULL` if it is empty.
    func nullIfEmpty(_ list: String) -> String

    // MARK: JSON

    /// The number of elements of a JSON array.
    func elementsCount(_ array: String) -> String
    /// Turns a JSON array into a table with the columns `element` and `number`, the position in the array.
    func elements(_ array: String) -> String
    /// The first object of a JSON array in which a member is the number; `NULL` if there is none.
    func firstElement(of array: String, where member: String, is number: Int) -> String
    /// Condition: a JSON array contains all elements of another one.
    func hasElements(_ array: String, _ elements: String) -> String
    /// Turns a JSON array of texts into a table with the column `text`.
    func texts(_ array: String) -> String
    /// Condition: an SQL/JSON path finds a value.
    func finds(_ path: String, in value: String) -> String

    // MARK: Texts

    /// The first bytes of a value; the same expression as in the indexes.
    func prefix(_ bytes: String, _ count: Int) -> String
    /// The text with bytewise comparison.
    func bytewise(_ text: String) -> String
    /// The length of a text in bytes of UTF-8.
    func bytesCount(_ text: String) -> String
    /// The text before the first line feed; `NULL` without one.
    func beforeLineFeed(_ text: String) -> String
    /// Condition: the text matches a `LIKE` pattern, with `\` as the escape character.
    func isLike(_ text: String, _ pattern: String) -> String

    // MARK: Sequences

    /// A query that draws numbers from a sequence, one a row. Parameters: the owner and the count.
    func numbers(of sequence: String) -> String
    /// A query for the next number of a sequence, without drawing it.
    func nextNumber(of sequence: String) -> String
    /// An expression that sets the next number of a sequence.
    func resumption(of sequence: String, at next: String) -> String

    // MARK: Statements

    /// Appended to a subquery: keeps the planner from merging it into the outer query.
    var fence: String { get }
    /// Deletes the rows of a table, named `old`, that a condition joins to other rows.
    func deletion(from table: String, joining rows: String, where condition: String) -> String
    /// Streams the rows of a query in a transaction.
    func read(
        _ query: Statement, over connection: any SQLConnection, _ take: (Row) throws -> Void
    ) async throws
}

extension Dialect {
    /// Condition: the one-column query returns the value.
    func isIn(_ value: String, query: String) -> String { isIn(value, list(query)) }

    /// Locks the owner's row until the transaction ends. Every transaction that changes the owner's data
    /// takes this lock first.
    package var lockOwner: String { "SELECT 1 FROM owners WHERE owner_id = $1 \(rowLock)" }

    /// Condition: the process wrote a heartbeat within the last seconds.
    package func isAlive(_ seconds: String) -> String { "seen_at > \(moment(now, minus: seconds))" }
}
