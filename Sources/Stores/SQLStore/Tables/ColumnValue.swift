import Checklists
import Records
import SQL

/// A value of a column.
protocol ColumnValue: Sendable {
    static func parameter(_ value: Self?) -> Parameter
    /// Reads the next column; `nil` for `NULL`.
    static func read(from columns: inout Columns) throws -> Self?
}

/// A value that can be passed for many rows in one list parameter.
protocol BatchValue: ColumnValue {
    static func array(_ values: [Self?]) -> Parameter
}

extension Int: BatchValue {
    static func parameter(_ value: Int?) -> Parameter { .int(value) }
    static func array(_ values: [Int?]) -> Parameter { .ints(values) }
    static func read(from columns: inout Columns) throws -> Int? { try columns.intIfPresent() }
}

extension Bool: BatchValue {
    static func parameter(_ value: Bool?) -> Parameter { .bool(value) }
    static func array(_ values: [Bool?]) -> Parameter { .bools(values) }
    static func read(from columns: inout Columns) throws -> Bool? { try columns.boolIfPresent() }
}

extension String: BatchValue {
    static func parameter(_ value: String?) -> Parameter { .text(value) }
    static func array(_ values: [String?]) -> Parameter { .texts(values) }
    static func read(from columns: inout Columns) throws -> String? { try columns.textIfPresent() }
}

extension [UInt8]: ColumnValue, BatchValue {
    static func parameter(_ value: [UInt8]?) -> Parameter { .bytes(value) }
    static func array(_ values: [[UInt8]?]) -> Parameter { .byteStrings(values) }
    static func read(from columns: inout Columns) throws -> [UInt8]? { try columns.bytesIfPresent() }
}

extension Timestamp: BatchValue {
    static func parameter(_ value: Timestamp?) -> Parameter { .moment(value?.milliseconds) }
    static func array(_ values: [Timestamp?]) -> Parameter { .moments(values.map { $0?.milliseconds }) }
    static func read(from columns: inout Columns) throws -> Timestamp? {
        try columns.momentIfPresent().map(Timestamp.init(milliseconds:))
    }
}

extension Revision: BatchValue {
    static func parameter(_ value: Revision?) -> Parameter { .int(value?.column) }
    static func array(_ values: [Revision?]) -> Parameter { .ints(values.map { $0?.column }) }
    static func read(from columns: inout Columns) throws -> Revision? {
        try columns.intIfPresent().map(Revision.init(column:))
    }
}

extension BatchValue where Self: Identifier {
    static func parameter(_ value: Self?) -> Parameter { .int(value?.rawValue) }
    static func array(_ values: [Self?]) -> Parameter { .ints(values.map { $0?.rawValue }) }
    static func read(from columns: inout Columns) throws -> Self? {
        try columns.intIfPresent().map(Self.init)
    }
}

extension Checklist.ID: BatchValue {}
extension Item.ID: BatchValue {}
extension Person.ID: BatchValue {}
extension Webhook.ID: BatchValue {}
extension Delivery.ID: BatchValue {}

extension BatchValue where Self: RawRepresentable<String> {
    static func parameter(_ value: Self?) -> Parameter { .text(value?.rawValue) }
    static func array(_ values: [Self?]) -> Parameter { .texts(values.map { $0?.rawValue }) }
    static func read(from columns: inout Columns) throws -> Self? {
        guard let name = try columns.textIfPresent() else { return nil }
        guard let value = Self(rawValue: name) else {
            throw MalformedResult("the value \(name) is unknown to this version")
        }
        return value
    }
}

extension Delivery.Status: BatchValue {}

/// A value of a JSON column.
struct JSONColumn: BatchValue {
    var text: String

    /// The JSON of a value; `nil` for `nil`.
    init?(_ value: (some StoredValue)?) {
        guard let value else { return nil }
        text = value.storedJSON
    }

    init(text: String) { self.text = text }

    func value<Value: StoredValue>(_: Value.Type = Value.self) throws -> Value {
        try Value(storedJSON: text)
    }

    static func parameter(_ value: JSONColumn?) -> Parameter { .json(value?.text) }
    static func array(_ values: [JSONColumn?]) -> Parameter { .jsons(values.map { $0?.text }) }
    static func read(from columns: inout Columns) throws -> JSONColumn? {
        try columns.textIfPresent().map(JSONColumn.init(text:))
    }
}

/// An element of a list column.
protocol ListElement: Sendable {
    static func list(_ elements: [Self]) -> Parameter
    static func read(from columns: inout Columns) throws -> [Self]?
}

extension Int: ListElement {
    static func list(_ elements: [Int]) -> Parameter { .ints(elements) }
    static func read(from columns: inout Columns) throws -> [Int]? { try columns.intsIfPresent() }
}

extension String: ListElement {
    static func list(_ elements: [String]) -> Parameter { .texts(elements) }
    static func read(from columns: inout Columns) throws -> [String]? {
        try columns.textsIfPresent()?.compactMap(\.self)
    }
}

/// The elements of a list column. `nil` is written as an empty list. It is no `BatchValue`: no parameter
/// holds a list of lists.
struct ListColumn<Element: ListElement>: ColumnValue {
    var elements: [Element]

    static func parameter(_ value: ListColumn?) -> Parameter { Element.list(value?.elements ?? []) }
    static func read(from columns: inout Columns) throws -> ListColumn? {
        try Element.read(from: &columns).map(ListColumn.init(elements:))
    }
}
