import Checklists
import SQL

/// A table with a record a row.
///
/// The first column is the key, beside `owner_id`.
struct Table<Row: TableRow>: Sendable {
    /// The name of the table.
    let name: String
    /// The columns, in the order in which a row is read.
    let columns: [Column<Row>]
    /// The select list: the columns that are read.
    let selection: String
    /// The columns that are written.
    let written: [Column<Row>]

    init(_ name: String, _ columns: [Column<Row>]) {
        self.name = name
        self.columns = columns
        selection = Self.selection(columns)
        written = columns.filter(\.isWritten)
    }

    /// The select list with other expressions for some columns, by their names.
    func selection(_ expressions: [String: String]) -> String {
        Self.selection(
            columns.map { column in expressions[column.name].map(column.selected) ?? column })
    }

    private static func selection(_ columns: [Column<Row>]) -> String {
        columns.compactMap(\.expression).joined(separator: ", ")
    }
}

/// A record that a table has.
protocol TableRow: Sendable {
    /// The value that a row is read into.
    associatedtype Draft

    static var table: Table<Self> { get }
    static var blankDraft: Draft { get }
    init(_ draft: Draft)
}

/// A record of which one statement writes many.
protocol BatchRow: TableRow {
    /// The columns with what a statement for many rows needs.
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

/// Columns that change together, so that an update writes those alone.
enum ColumnGroup {
    /// Never changes.
    case fixed
    case state
    case texts
    case calendarObject
    case sharing
    case reset
    case naming
}
