package import JSON

/// A value that a store keeps in a field of a record.
package protocol StoredValue {
    /// Reads the value.
    init(from json: inout JSONReader) throws(FormatError)
    /// Writes the value.
    func write(to json: inout JSONWriter)
}

/// A value with fields, each of which it names once, in `describe`.
package protocol Record: StoredValue {
    /// The record that fields are read into.
    static var blank: Self { get }

    /// Shows every field to a visitor, in the order in which a file has them. A reader sets the fields, a
    /// writer takes them.
    mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure)
}

/// A visitor of the fields of a record.
package protocol Fields: ~Copyable {
    /// `FormatError` for a reader, `Never` for a writer.
    associatedtype Failure: Error

    /// A field that every stored record has.
    mutating func required<Value: StoredValue>(
        _ name: StaticString, _ value: inout Value
    ) throws(Failure)
    /// A field that a record leaves out if it has its initial value.
    mutating func field<Value: StoredValue & Equatable>(
        _ name: StaticString, _ value: inout Value, unless initial: Value
    ) throws(Failure)
    /// A field that every record has now. A record of an earlier version may lack it.
    mutating func always<Value: StoredValue>(_ name: StaticString, _ value: inout Value) throws(Failure)
    /// A list that every stored record has, with an element a line for people.
    mutating func lines<Element: StoredValue>(
        _ name: StaticString, _ list: inout [Element]
    ) throws(Failure)
    /// A field that a record leaves out if it has no value.
    mutating func optional<Value: StoredValue>(
        _ name: StaticString, _ value: inout Value?
    ) throws(Failure)
}

extension Fields where Self: ~Copyable {
    /// A list that a record leaves out if it is empty.
    @inlinable mutating func list<Element: StoredValue & Equatable>(
        _ name: StaticString, _ list: inout [Element]
    ) throws(Failure) {
        try field(name, &list, unless: [])
    }
}

extension Record {
    package init(from json: inout JSONReader) throws(FormatError) {
        var record = Self.blank
        try json.readFields { json throws(FormatError) in try record.describe(&json) }
        self = record
    }

    package func write(to json: inout JSONWriter) {
        var record = self
        json.beginObject()
        record.describe(&json)
        json.endObject()
    }
}
