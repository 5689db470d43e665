package import JSON

/// A value of a field of a stored record.
package protocol StoredValue {
    /// Reads the value.
    init(from json: inout JSONReader) throws(FormatError)
    /// Writes the value.
    func write(to json: inout JSONWriter)
}

/// A value that lists its fields once, in `describe`, for reading and writing.
package protocol Record: StoredValue {
    /// The record whose fields a reader sets.
    static var blank: Self { get }

    /// Passes every field to a visitor, in the order of a file. A reader sets the fields; a writer writes
    /// them.
    mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure)
}

/// A visitor of the fields of a record: a reader or a writer.
package protocol Fields: ~Copyable {
    /// `FormatError` for a reader, `Never` for a writer.
    associatedtype Failure: Error

    /// A field that every stored record has.
    mutating func required<Value: StoredValue>(
        _ name: StaticString, _ value: inout Value
    ) throws(Failure)
    /// A field that a record omits if it has its initial value.
    mutating func field<Value: StoredValue & Equatable>(
        _ name: StaticString, _ value: inout Value, unless initial: Value
    ) throws(Failure)
    /// A field that is always written. Records of earlier versions may lack it.
    mutating func always<Value: StoredValue>(_ name: StaticString, _ value: inout Value) throws(Failure)
    /// A list that every stored record has. A writer puts each element on its own line, for readability.
    mutating func lines<Element: StoredValue>(
        _ name: StaticString, _ list: inout [Element]
    ) throws(Failure)
    /// A field that a record omits if it is `nil`.
    mutating func optional<Value: StoredValue>(
        _ name: StaticString, _ value: inout Value?
    ) throws(Failure)
}

extension Fields where Self: ~Copyable {
    /// A list that a record omits if it is empty.
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
