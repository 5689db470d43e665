import Checklists
import Records
import SQL

/// A value that stands in a column.
protocol ColumnValue: Sendable {
    static func parameter(_ value: Self?) -> Parameter
    static func array(_ values: [Self?]) -> Parameter
    /// Reads the next column; `nil` for `NULL`.
    static func read(from columns: inout Columns) throws -> Self?
    /// How `SELECT` reads a column.
    static func expression(_ name: String) -> String
}

extension ColumnValue {
    static func expression(_ name: String) -> String { name }
}

extension Int: ColumnValue {
    static func parameter(_ value: Int?) -> Parameter { .int(value) }
    static func array(_ values: [Int?]) -> Parameter { .ints(values) }
    static func read(from columns: inout Columns) throws -> Int? { try columns.intIfPresent() }
}

extension Bool: ColumnValue {
    static func parameter(_ value: Bool?) -> Parameter { .bool(value) }
    static func array(_ values: [Bool?]) -> Parameter { .bools(values) }
    static func read(from columns: inout Columns) throws -> Bool? { try columns.boolIfPresent() }
}

extension String: ColumnValue {
    static func parameter(_ value: String?) -> Parameter { .text(value) }
    static func array(_ values: [String?]) -> Parameter { .texts(values) }
    static func read(from columns: inout Columns) throws -> String? { try columns.textIfPresent() }
}

extension [UInt8]: ColumnValue {
    static func parameter(_ value: [UInt8]?) -> Parameter { .bytes(value) }
    static func array(_ values: [[UInt8]?]) -> Parameter { .byteStrings(values) }
    static func read(from columns: inout Columns) throws -> [UInt8]? { try columns.bytesIfPresent() }
}

extension Timestamp: ColumnValue {
    static func parameter(_ value: Timestamp?) -> Parameter { .moment(value?.milliseconds) }
    static func array(_ values: [Timestamp?]) -> Parameter { .moments(values.map { $0?.milliseconds }) }
    static func read(from columns: inout Columns) throws -> Timestamp? {
        try columns.momentIfPresent().map(Timestamp.init(milliseconds:))
    }
}

extension Revision: ColumnValue {
    static func parameter(_ value: Revision?) -> Parameter { .int(value?.column) }
    static func array(_ values: [Revision?]) -> Parameter { .ints(values.map { $0?.column }) }
    static func read(from columns: inout Columns) throws -> Revision? {
        try columns.intIfPresent().map(Revision.init(column:))
    }
}

extension ColumnValue where Self: Identifier {
    static func parameter(_ value: Self?) -> Parameter { .int(value?.rawValue) }
    static func array(_ values: [Self?]) -> Parameter { .ints(values.map { $0?.rawValue }) }
    static func read(from columns: inout Columns) throws -> Self? {
        try columns.intIfPresent().map(Self.init)
    }
}

extension Checklist.ID: ColumnValue {}
extension Item.ID: ColumnValue {}
extension Person.ID: ColumnValue {}
extension Webhook.ID: ColumnValue {}
extension Delivery.ID: ColumnValue {}

extension ColumnValue where Self: RawRepresentable<String> {
    static func parameter(_ value: Self?) -> Parameter { .text(value?.rawValue) }
    static func array(_ values: [Self?]) -> Parameter { .texts(values.map { $0?.rawValue }) }
    static func read(from columns: inout Columns) throws -> Self? {
        guard let name = try columns.textIfPresent() else { return nil }
        guard let value = Self(rawValue: name) else {
            throw MalformedResult("\(name) is not known here")
        }
        return value
    }
}

extension Delivery.Status: ColumnValue {}

/// A value that stands in a `jsonb` column.
struct JSONColumn: ColumnValue {
    /// The JSON text.
    var text: String

    /// The JSON of a value; `nil` for none.
    init?(_ value: (some StoredValue)?) {
        guard let value else { return nil }
        text = value.storedJSON
    }

    init(text: String) { self.text = text }

    /// Reads the value.
    func value<Value: StoredValue>(_: Value.Type = Value.self) throws -> Value {
        try Value(storedJSON: text)
    }

    static func parameter(_ value: JSONColumn?) -> Parameter { .json(value?.text) }
    static func array(_ values: [JSONColumn?]) -> Parameter { .jsons(values.map { $0?.text }) }
    static func read(from columns: inout Columns) throws -> JSONColumn? {
        try columns.textIfPresent().map(JSONColumn.init(text:))
    }
    static func expression(_ name: String) -> String { "\(name)::text" }
}

/// An element of an array column.
protocol ListElement: LosslessStringConvertible, Sendable {
    static func list(_ elements: [Self]) -> Parameter
}

extension Int: ListElement {
    static func list(_ elements: [Int]) -> Parameter { .ints(elements) }
}

extension String: ListElement {
    static func list(_ elements: [String]) -> Parameter { .texts(elements) }
}

/// The elements of an array column, of a table whose rows are written one by one. Writes `nil` as an empty
/// array.
struct ListColumn<Element: ListElement>: ColumnValue {
    var elements: [Element]

    static func parameter(_ value: ListColumn?) -> Parameter { Element.list(value?.elements ?? []) }
    static func array(_ values: [ListColumn?]) -> Parameter {
        preconditionFailure("an array of arrays is no parameter")
    }
    static func read(from columns: inout Columns) throws -> ListColumn? {
        try columns.textIfPresent().map { text in
            ListColumn(elements: text.split(separator: ",").compactMap { Element(String($0)) })
        }
    }
    static func expression(_ name: String) -> String { "array_to_string(\(name), ',')" }
}
