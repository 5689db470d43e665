import Checklists
import SQL

/// The statements that write table rows, in the dialect of an engine.
final class Tables: Sendable {
    let dialect: any Dialect
    let checklists: BatchStatements<Checklist>
    let items: BatchStatements<Item>
    let deliveries: BatchStatements<Delivery>
    let people: RowStatement<Person>
    let preferences: RowStatement<Preferences>
    let webhooks: RowStatement<Webhook>

    init(_ dialect: any Dialect) {
        self.dialect = dialect
        checklists = BatchStatements(dialect)
        items = BatchStatements(dialect)
        deliveries = BatchStatements(dialect)
        people = RowStatement(dialect)
        preferences = RowStatement(dialect)
        webhooks = RowStatement(dialect)
    }
}

/// The statements that write many rows of a table at once.
struct BatchStatements<Row: BatchRow>: Sendable {
    /// The columns that are written.
    let written: [BatchColumn<Row>]
    /// Inserts rows; the parameters are lists of the written columns.
    let insertion: String
    /// Updates of existing rows, by column group.
    private let updates: [ColumnGroup: Update]

    /// An update of a column group.
    struct Update: Sendable {
        let sql: String
        /// The key and the columns of the group, which are the list parameters.
        let columns: [BatchColumn<Row>]
    }

    init(_ dialect: any Dialect) {
        let name = Row.table.name
        written = Row.batchColumns.filter(\.column.isWritten)
        let lists = written.indices.map { "$\($0 + 2)" }
        insertion = """
            INSERT INTO \(name) (owner_id, \(Self.names(written))) SELECT $1, * FROM \(dialect.rows(lists))
            """
        let key = written.prefix(1)
        updates = Dictionary(grouping: written.dropFirst(), by: \.column.group).mapValues { group in
            let columns = key + group
            let changes = group.map { "\($0.column.name) = new.\($0.column.name)" }
            let sql = """
                UPDATE \(name) AS old SET \(changes.joined(separator: ", ")) \
                FROM \(dialect.newRows(Self.names(columns))) \
                WHERE old.owner_id = new.owner_id AND old.id = new.id
                """
            return Update(sql: sql, columns: Array(columns))
        }
    }

    /// The update of a column group.
    func update(_ group: ColumnGroup) -> Update {
        guard let update = updates[group] else {
            preconditionFailure("\(Row.table.name) has no such columns")
        }
        return update
    }

    private static func names(_ columns: some Collection<BatchColumn<Row>>) -> String {
        columns.map(\.column.name).joined(separator: ", ")
    }
}

/// The statement that writes one row of a table.
struct RowStatement<Row: TableRow>: Sendable {
    /// The written columns, which are the parameters.
    let written: [Column<Row>]
    /// Inserts a row or updates its columns, except fixed ones.
    let upsert: String

    init(_ dialect: any Dialect) {
        written = Row.table.written
        let names = written.map(\.name).joined(separator: ", ")
        let values = written.enumerated().map { index, column in column.written("$\(index + 2)", dialect) }
        let changes = written.filter { $0.group != .fixed }.map { "\($0.name) = excluded.\($0.name)" }
        upsert = """
            INSERT INTO \(Row.table.name) (owner_id, \(names)) \
            VALUES ($1, \(values.joined(separator: ", "))) \
            ON CONFLICT (owner_id, \(written[0].name)) DO UPDATE SET \(changes.joined(separator: ", "))
            """
    }
}

extension Dialect {
    /// The new values of rows as a table `new`, whose first column is the key. Each row repeats the owner,
    /// and the fence keeps the planner from merging the subquery. Rows of the joined table are then found
    /// only by the key, even with misleading table statistics.
    func newRows(_ columns: String) -> String {
        let lists = (0..<columns.split(separator: ",").count).map { "$\($0 + 2)" }
        return """
            (SELECT CAST($1 AS bigint) AS owner_id, * FROM \(rows(lists, as: "new", columns)) \(fence)) AS new
            """
    }
}
