import Checklists
import SQL

/// A table whose rows each store one record.
///
/// With `owner_id`, the first column is the primary key.
struct Table<Row: TableRow>: Sendable {
    let name: String
    /// The columns, in the order in which a row is read.
    let columns: [Column<Row>]
    /// The select list of the columns that are read.
    let selection: String
    /// The columns that are written.
    let written: [Column<Row>]

    init(_ name: String, _ columns: [Column<Row>]) {
        self.name = name
        self.columns = columns
        selection = Self.selection(columns)
        written = columns.filter(\.isWritten)
    }

    /// The select list with other expressions for the named columns.
    func selection(_ expressions: [String: String]) -> String {
        Self.selection(
            columns.map { column in expressions[column.name].map(column.selected) ?? column })
    }

    private static func selection(_ columns: [Column<Row>]) -> String {
        columns.compactMap(\.expression).joined(separator: ", ")
    }
}

/// A record stored in a table row.
protocol TableRow: Sendable {
    /// The value that a row is read into.
    associatedtype Draft

    static var table: Table<Self> { get }
    static var blankDraft: Draft { get }
    init(_ draft: Draft)
}

/// A record whose rows are written many at a time.
protocol BatchRow: TableRow {
    /// The columns of the table, with their list parameters.
    static var batchColumns: [BatchColumn<Self>] { get }
}

extension TableRow where Draft == Self {
    init(_ draft: Self) { self = draft }
}

extension TableRow {
    /// The select list for `init(from:)`.
    static var columns: String { table.selection }

    /// Reads a row.
    init(from columns: inout Columns) throws {
        var draft = Self.blankDraft
        for column in Self.table.columns { try column.read?(&columns, &draft) }
        self.init(draft)
    }

    /// Reads a row whose columns are exactly `columns`.
    init(row: SQL.Row) throws {
        var columns = row.columns
        try self.init(from: &columns)
    }
}

/// Columns that are updated together.
enum ColumnGroup {
    /// Set when a record is created, and when it is restored in the transaction that deletes it.
    case fixed
    case state
    case texts
    case calendarObject
    case sharing
    case reset
    case naming
    case structure
}
