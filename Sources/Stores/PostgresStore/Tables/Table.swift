import Checklists
import SQL

/// A table with a record a row. Every statement that reads or writes all columns follows from it.
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
    /// Inserts rows; the parameters are arrays of the columns that are written.
    let insertion: String
    /// Inserts a row, or writes what may have changed of it; the parameters are the columns that are written.
    let upsert: String
    /// Write a group of columns of existing rows.
    private let updates: [ColumnGroup: Update]

    /// An update of a group of columns.
    struct Update: Sendable {
        let sql: String
        /// The key and the columns of the group. The parameters are arrays of them.
        let columns: [Column<Row>]
    }

    init(_ name: String, _ columns: [Column<Row>]) {
        self.name = name
        self.columns = columns
        selection = Self.selection(columns)
        written = columns.filter(\.isWritten)
        insertion = Self.insertion(into: name, written)
        upsert = Self.upsert(into: name, written)
        updates = Dictionary(grouping: written.dropFirst(), by: \.group).mapValues { group in
            Self.update(of: name, columns.prefix(1) + group)
        }
    }

    /// The update of a group of columns.
    func update(_ group: ColumnGroup) -> Update {
        guard let update = updates[group] else { preconditionFailure("\(name) has no such columns") }
        return update
    }

    /// The select list with another expression for one column.
    func selection(_ name: String, as expression: String) -> String {
        Self.selection(columns.map { $0.name == name ? $0.selected(as: expression) : $0 })
    }

    private static func selection(_ columns: [Column<Row>]) -> String {
        columns.compactMap(\.expression).joined(separator: ", ")
    }

    private static func names(_ columns: [Column<Row>]) -> String {
        columns.map(\.name).joined(separator: ", ")
    }

    private static func insertion(into name: String, _ columns: [Column<Row>]) -> String {
        let numbers = columns.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
        return "INSERT INTO \(name) (owner_id, \(names(columns))) SELECT $1, * FROM unnest(\(numbers))"
    }

    private static func update(of name: String, _ columns: [Column<Row>]) -> Update {
        let changes = columns.dropFirst().map { "\($0.name) = new.\($0.name)" }.joined(separator: ", ")
        let sql = """
            UPDATE \(name) AS old SET \(changes) FROM \(ChangeWriting.new(names(columns))) \
            WHERE old.owner_id = new.owner_id AND old.id = new.id
            """
        return Update(sql: sql, columns: columns)
    }

    private static func upsert(into name: String, _ columns: [Column<Row>]) -> String {
        let values = columns.enumerated().map { index, column in
            column.placeholder.replacing("?", with: "$\(index + 2)")
        }
        let changes = columns.filter { $0.group != .fixed }.map { "\($0.name) = excluded.\($0.name)" }
        return """
            INSERT INTO \(name) (owner_id, \(names(columns))) VALUES ($1, \(values.joined(separator: ", "))) \
            ON CONFLICT (owner_id, \(columns[0].name)) DO UPDATE SET \(changes.joined(separator: ", "))
            """
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

/// A column of a table.
struct Column<Row: TableRow>: Sendable {
    let name: String
    let group: ColumnGroup
    /// How `SELECT` reads it; `nil` if it is only written.
    private(set) var expression: String?
    /// Whether `INSERT` and `UPDATE` write it.
    private(set) var isWritten = true
    /// The SQL of the value in an `INSERT` of one row; `?` is the parameter.
    private(set) var placeholder = "?"
    /// The value of a row, as a parameter.
    let value: @Sendable (Row) -> Parameter
    /// The values of rows, as an array for `unnest`.
    let values: @Sendable ([Row]) -> Parameter
    /// Reads the value into a draft.
    let read: (@Sendable (inout Columns, inout Row.Draft) throws -> Void)?

    /// A column that has a value in each row.
    init<Value: ColumnValue>(
        _ name: String, in group: ColumnGroup = .state, _ get: @escaping @Sendable (Row) -> Value,
        set: @escaping @Sendable (inout Row.Draft, Value) throws -> Void
    ) {
        self.name = name
        self.group = group
        expression = Value.expression(name)
        value = { Value.parameter(get($0)) }
        values = { rows in Value.array(rows.map { get($0) }) }
        read = { columns, draft in
            guard let value = try Value.read(from: &columns) else {
                throw MalformedResult("\(name) is NULL")
            }
            try set(&draft, value)
        }
    }

    /// A column that may be `NULL`.
    init<Value: ColumnValue>(
        _ name: String, in group: ColumnGroup = .state, _ get: @escaping @Sendable (Row) -> Value?,
        set: @escaping @Sendable (inout Row.Draft, Value?) throws -> Void
    ) {
        self.name = name
        self.group = group
        expression = Value.expression(name)
        value = { Value.parameter(get($0)) }
        values = { rows in Value.array(rows.map(get)) }
        read = { columns, draft in try set(&draft, Value.read(from: &columns)) }
    }

    /// A column that is only written: it serves indexes and conditions.
    init<Value: ColumnValue>(
        derived name: String, in group: ColumnGroup = .state, _ get: @escaping @Sendable (Row) -> Value?
    ) {
        self.name = name
        self.group = group
        value = { Value.parameter(get($0)) }
        values = { rows in Value.array(rows.map(get)) }
        read = nil
    }

    /// The column as `SELECT` reads it by an expression.
    func selected(as expression: String) -> Column {
        var column = self
        column.expression = expression
        return column
    }

    /// The column that is only read: other statements write it.
    func onlyRead(as expression: String) -> Column {
        var column = selected(as: expression)
        column.isWritten = false
        return column
    }

    /// The column as a statement with a row writes it by an expression with the parameter `?`.
    func written(as placeholder: String) -> Column {
        var column = self
        column.placeholder = placeholder
        return column
    }
}
