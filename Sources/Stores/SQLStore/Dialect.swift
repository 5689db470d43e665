package import SQL

/// The SQL that differs between engines.
///
/// The rest of this module's statements is SQL:2016 with a few extensions that several engines share: `$1`
/// placeholders, `LIMIT`, `ON CONFLICT`, `UPDATE … FROM`, `RETURNING`, changes within `WITH`, `->>` on JSON,
/// `least`, `greatest`, `string_agg` and `concat_ws`. A list is a parameter or a column with several values.
package protocol Dialect: Sendable {
    // MARK: Transactions

    /// Begins a transaction that only reads, all of it as of one moment.
    var beginSnapshot: String { get }
    /// Allows pauses of minutes between the statements of a transaction.
    var unhurried: [Statement] { get }
    /// Allows the statements of a transaction to wait so long for a lock.
    func patient(_ time: Duration) -> [Statement]
    /// Ends a transaction before it is on disk.
    var relaxed: [Statement] { get }
    /// Locks the rows that a query finds, to the end of the transaction; follows the query.
    var rowLock: String { get }
    /// Waits for other processes that upgrade the schema, to the end of the transaction.
    var schemaLock: [Statement] { get }
    /// Whether there is a table of this name.
    func hasTable(_ name: String) -> String

    // MARK: Time

    /// The moment at which a statement runs, by the clock of the server.
    var now: String { get }
    /// A moment so many seconds earlier.
    func moment(_ moment: String, minus seconds: String) -> String
    /// A moment so many hours earlier.
    func moment(_ moment: String, minusHours hours: Int) -> String
    /// A moment before all others.
    var earliest: String { get }

    // MARK: Lists

    /// The elements of lists of one length as a table, with a column for each list.
    func rows(_ lists: [String]) -> String
    /// The same with names for the table and, between commas, for its columns.
    func rows(_ lists: [String], as table: String, _ columns: String) -> String
    /// Whether a value is in a list.
    func isIn(_ value: String, _ list: String) -> String
    /// Whether a value is not in a list.
    func isNotIn(_ value: String, _ list: String) -> String
    /// The results of a query with one column as a list.
    func list(_ query: String) -> String
    /// The list without elements.
    var emptyList: String { get }
    /// Whether a list has all elements of another.
    func contains(_ list: String, all other: String) -> String
    /// Whether two lists have an element in common.
    func overlaps(_ list: String, _ other: String) -> String
    /// The first element of a list; `NULL` if it is empty.
    func first(_ list: String) -> String
    /// A list of numbers; `NULL` if it is empty.
    func nullIfEmpty(_ list: String) -> String

    // MARK: JSON

    /// The number of elements of a JSON array.
    func elementsCount(_ array: String) -> String
    /// The elements of a JSON array as a table with the columns `element` and `number`, which counts them.
    func elements(_ array: String) -> String

    // MARK: Texts

    /// The first bytes of a value, as the indexes have them.
    func prefix(_ bytes: String, _ count: Int) -> String
    /// The text, compared by its bytes.
    func bytewise(_ text: String) -> String
    /// The number of bytes of a text in UTF-8.
    func bytesCount(_ text: String) -> String
    /// The text before the first line feed; `NULL` without one.
    func beforeLineFeed(_ text: String) -> String
    /// Whether a text is like a pattern of `LIKE`, in which `\` precedes a character that stands for itself.
    func isLike(_ text: String, _ pattern: String) -> String
    /// Whether a regular expression finds something in a text, of whatever case.
    func matches(_ text: String, _ expression: String) -> String

    // MARK: Sequences

    /// A query for the next numbers of a sequence, one a row. It has two parameters: the owner, and how many.
    func numbers(of sequence: String) -> String
    /// The number that a sequence gives next, as a query.
    func nextNumber(of sequence: String) -> String
    /// Has a sequence go on with the number that is the parameter.
    func resumption(of sequence: String) -> String

    // MARK: Statements

    /// Ends a subquery that the planner must not merge into the query around it.
    var fence: String { get }
    /// Deletes the rows of a table, called `old`, that a condition joins to other rows.
    func deletion(from table: String, joining rows: String, where condition: String) -> String
    /// Reads the rows of a query piece by piece, in a transaction.
    func read(
        _ query: Statement, over connection: any SQLConnection, _ take: (Row) throws -> Void
    ) async throws
}

extension Dialect {
    /// Whether a value is among the results of a query with one column.
    func isIn(_ value: String, query: String) -> String { isIn(value, list(query)) }

    /// Keeps everybody else from changing anything of an owner, to the end of the transaction.
    package var lockOwner: String { "SELECT 1 FROM owners WHERE owner_id = $1 \(rowLock)" }

    /// SQL condition: a process was alive so many seconds ago, or later.
    package func isAlive(_ seconds: String) -> String { "seen_at > \(moment(now, minus: seconds))" }
}
