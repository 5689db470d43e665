import Checklists
import SQL

/// A column of a table.
struct Column<Row: TableRow>: Sendable {
    let name: String
    let group: ColumnGroup
    /// How `SELECT` reads it; `nil` if it is only written.
    private(set) var expression: String?
    /// Whether `INSERT` and `UPDATE` write it.
    private(set) var isWritten = true
    /// The SQL of the value in an `INSERT` of one row, by the placeholder of the parameter.
    private(set) var written: @Sendable (String, any Dialect) -> String = { placeholder, _ in placeholder }
    /// The value of a row, as a parameter.
    let value: @Sendable (Row) -> Parameter
    /// Reads the value into a draft.
    let read: (@Sendable (inout Columns, inout Row.Draft) throws -> Void)?

    /// A column that has a value in each row.
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

    /// A column that may be `NULL`.
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

    /// A column that is only written: it serves indexes and conditions.
    init<Value: ColumnValue>(
        derived name: String, in group: ColumnGroup = .state, _ get: @escaping @Sendable (Row) -> Value?
    ) {
        self.name = name
        self.group = group
        value = { Value.parameter(get($0)) }
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

    /// The column as a statement with one row writes it by an expression with a placeholder.
    func written(as expression: @escaping @Sendable (String, any Dialect) -> String) -> Column {
        var column = self
        column.written = expression
        return column
    }
}

/// A column of a table of which one statement writes many rows.
struct BatchColumn<Row: TableRow>: Sendable {
    private(set) var column: Column<Row>
    /// The values of rows, as a list.
    let values: @Sendable ([Row]) -> Parameter

    /// A column that has a value in each row.
    init<Value: BatchValue>(
        _ name: String, in group: ColumnGroup = .state, _ get: @escaping @Sendable (Row) -> Value,
        set: @escaping @Sendable (inout Row.Draft, Value) throws -> Void
    ) {
        column = Column(name, in: group, get, set: set)
        values = { rows in Value.array(rows.map { get($0) }) }
    }

    /// A column that may be `NULL`.
    init<Value: BatchValue>(
        _ name: String, in group: ColumnGroup = .state, _ get: @escaping @Sendable (Row) -> Value?,
        set: @escaping @Sendable (inout Row.Draft, Value?) throws -> Void
    ) {
        column = Column(name, in: group, get, set: set)
        values = { rows in Value.array(rows.map(get)) }
    }

    /// A column that is only written: it serves indexes and conditions.
    init<Value: BatchValue>(
        derived name: String, in group: ColumnGroup = .state, _ get: @escaping @Sendable (Row) -> Value?
    ) {
        column = Column(derived: name, in: group, get)
        values = { rows in Value.array(rows.map(get)) }
    }

    /// The column as `SELECT` reads it by an expression.
    func selected(as expression: String) -> BatchColumn {
        var column = self
        column.column = self.column.selected(as: expression)
        return column
    }

    /// The column that is only read: other statements write it.
    func onlyRead(as expression: String) -> BatchColumn {
        var column = self
        column.column = self.column.onlyRead(as: expression)
        return column
    }
}
