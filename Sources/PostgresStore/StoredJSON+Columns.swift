import Checklists
import JSON
import StoredJSON

// What stands as JSON in a column.

extension Location {
    /// The location as JSON.
    var storedJSON: String { text { write(to: &$0) } }

    /// Reads a location.
    init(storedJSON: String) throws {
        self = try read(storedJSON) { reader, bytes throws(FormatError) in
            try Location(from: &reader, in: bytes)
        }
    }
}

extension Delivery.Attempt {
    /// Attempts as JSON.
    static func storedJSON(of attempts: [Self]) -> String {
        text { json in
            json.beginArray()
            for attempt in attempts { attempt.write(to: &json) }
            json.endArray()
        }
    }

    /// Reads attempts.
    static func list(storedJSON: String) throws -> [Self] {
        if storedJSON == "[]" { return [] }
        return try read(storedJSON) { reader, bytes throws(FormatError) in
            var attempts: [Self] = []
            try reader.beginArray(in: bytes)
            while try reader.nextElement(in: bytes) { attempts.append(try Self(from: &reader, in: bytes)) }
            return attempts
        }
    }
}

extension IdempotencyRecord {
    /// The record as JSON.
    var storedJSON: String { text { write(to: &$0) } }

    /// Reads a record.
    init(storedJSON: String) throws {
        self = try read(storedJSON) { reader, bytes throws(FormatError) in
            try IdempotencyRecord(from: &reader, in: bytes)
        }
    }
}

private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    write(&json)
    return String(decoding: json.line().dropLast(), as: UTF8.self)
}

private func read<Value>(
    _ text: String, _ body: (inout JSONReader, Span<UInt8>) throws(FormatError) -> Value
) throws(FormatError) -> Value {
    let bytes = text.utf8.span
    var reader = JSONReader()
    let value = try body(&reader, bytes)
    try reader.end(in: bytes)
    return value
}
