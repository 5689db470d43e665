import Checklists
import SQL

/// A column of a table.
struct Column<Row: TableRow>: Sendable {
    let name: String
    let group: ColumnGroup
    /// The expression in `SELECT`; `nil` if the column is only written.
    private(set) var expression: String?
    /// Whether `INSERT` and `UPDATE` write it.
    private(set) var isWritten = true
    /// The SQL of the value in a single-row `INSERT`, built from the parameter's placeholder.
    private(set) var written: @Sendable (String, any Dialect) -> String = { placeholder, _ in placeholder }
    /// The value of a row as a parameter.
    let value: @Sendable (Row) -> Parameter
    /// Reads the value into a draft.
    let read: (@Sendable (inout Columns, inout Row.Draft) throws -> Void)?

    /// A `NOT NULL` column.
    init<Value: ColumnValue>(
        _ name: String, in group: ColumnGroup = .state, _ get: @escaping @Sendable (Row) -> Value,
        set: @escaping @Sendable (inout Row.Draft, Value) throws -> Void
    ) {
        self.name = name
        self.group = group
        expression = name
        value = { Value.parameter(get($0)) }
        read = { columns, draft in
            guard let value = try Value.read(from: &columns) else {
                throw MalformedResult("\(name) is NULL")
            }
            try set(&draft, value)
        }
    }

    /// A nullable column.
    init<Value: ColumnValue>(
        _ name: String, in group: ColumnGroup = .state, _ get: @escaping @Sendable (Row) -> Value?,
        set: @escaping @Sendable (inout Row.Draft, Value?) throws -> Void
    ) {
        self.name = name
        self.group = group
        expression = name
        value = { Value.parameter(get($0)) }
        read = { columns, draft in try set(&draft, Value.read(from: &columns)) }
    }

    /// A column that is only written, for indexes and conditions.
    init<Value: ColumnValue>(
        derived name: String, in group: ColumnGroup = .state, _ get: @escaping @Sendable (Row) -> Value?
    ) {
        self.name = name
        self.group = group
        value = { Value.parameter(get($0)) }
        read = nil
    }

    /// The column with another expression in `SELECT`.
    func selected(as expression: String) -> Column {
        var column = self
        column.expression = expression
        return column
    }

    /// The column as read-only: other statements write it.
    func onlyRead(as expression: String) -> Column {
        var column = selected(as: expression)
        column.isWritten = false
        return column
    }

    /// The column with another expression in a single-row `INSERT`.
    func written(as expression: @escaping @Sendable (String, any Dialect) -> String) -> Column {
        var column = self
        column.written = expression
        return column
    }
}

/// A column of a table whose rows are written many at a time.
struct BatchColumn<Row: TableRow>: Sendable {
    private(set) var column: Column<Row>
    /// The values of rows as a list parameter.
    let values: @Sendable ([Row]) -> Parameter

    /// A `NOT NULL` column.
    init<Value: BatchValue>(
        _ name: String, in group: ColumnGroup = .state, _ get: @escaping @Sendable (Row) -> Value,
        set: @escaping @Sendable (inout Row.Draft, Value) throws -> Void
    ) {
        column = Column(name, in: group, get, set: set)
        values = { rows in Value.array(rows.map { get($0) }) }
    }

    /// A nullable column.
    init<Value: BatchValue>(
        _ name: String, in group: ColumnGroup = .state, _ get: @escaping @Sendable (Row) -> Value?,
        set: @escaping @Sendable (inout Row.Draft, Value?) throws -> Void
    ) {
        column = Column(name, in: group, get, set: set)
        values = { rows in Value.array(rows.map(get)) }
    }

    /// A column that is only written, for indexes and conditions.
    init<Value: BatchValue>(
        derived name: String, in group: ColumnGroup = .state, _ get: @escaping @Sendable (Row) -> Value?
    ) {
        column = Column(derived: name, in: group, get)
        values = { rows in Value.array(rows.map(get)) }
    }

    /// The column with another expression in `SELECT`.
    func selected(as expression: String) -> BatchColumn {
        var column = self
        column.column = self.column.selected(as: expression)
        return column
    }

    /// The column as read-only: other statements write it.
    func onlyRead(as expression: String) -> BatchColumn {
        var column = self
        column.column = self.column.onlyRead(as: expression)
        return column
    }
}
