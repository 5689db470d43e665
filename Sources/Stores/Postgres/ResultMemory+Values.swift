import CPostgres
import SQL

extension ResultMemory: ResultSet {
    var rowCount: Int { Int(library.functions.PQntuples(result)) }

    var columnCount: Int { Int(library.functions.PQnfields(result)) }

    var changedCount: Int { Int(String(cString: library.functions.PQcmdTuples(result))) ?? 0 }

    /// An `int2`, `int4`, `int8` or `oid`.
    func int(_ row: Int, _ column: Int) throws(MalformedResult) -> Int? {
        try read(row, column) { (type, bytes) throws(MalformedResult) in
            switch (type, bytes.count) {
            case (ObjectID.int8, 8): Int(bytes.bigEndian(Int64.self))
            case (ObjectID.int4, 4): Int(bytes.bigEndian(Int32.self))
            case (ObjectID.int2, 2): Int(bytes.bigEndian(Int16.self))
            case (ObjectID.oid, 4): Int(bytes.bigEndian(UInt32.self))
            default: throw .wrongType(type, "an integer")
            }
        }
    }

    /// A `bool`.
    func bool(_ row: Int, _ column: Int) throws(MalformedResult) -> Bool? {
        try read(row, column) { (type, bytes) throws(MalformedResult) in
            guard type == ObjectID.bool, bytes.count == 1 else { throw .wrongType(type, "a bool") }
            return bytes[0] != 0
        }
    }

    /// A `text` or another character type, a `json` or a `jsonb`.
    func text(_ row: Int, _ column: Int) throws(MalformedResult) -> String? {
        try read(row, column) { (type, bytes) throws(MalformedResult) in
            switch type {
            case ObjectID.text, ObjectID.varchar, ObjectID.bpchar, ObjectID.name, ObjectID.char,
                ObjectID.unknown, ObjectID.json:
                return String(decoding: bytes, as: UTF8.self)
            // A version byte precedes the text.
            case ObjectID.jsonb where bytes.first == 1:
                return String(decoding: bytes.dropFirst(), as: UTF8.self)
            default: throw .wrongType(type, "text")
            }
        }
    }

    /// A `bytea`.
    func bytes(_ row: Int, _ column: Int) throws(MalformedResult) -> [UInt8]? {
        try read(row, column) { (type, bytes) throws(MalformedResult) in
            guard type == ObjectID.bytea else { throw .wrongType(type, "a bytea") }
            return [UInt8](bytes)
        }
    }

    /// A `timestamptz`. Infinity is malformed.
    func moment(_ row: Int, _ column: Int) throws(MalformedResult) -> Int64? {
        try read(row, column) { (type, bytes) throws(MalformedResult) in
            guard type == ObjectID.timestamptz, bytes.count == 8 else {
                throw .wrongType(type, "a timestamptz")
            }
            let microseconds = bytes.bigEndian(Int64.self)
            guard microseconds != .max, microseconds != .min else {
                throw MalformedResult("a timestamptz is infinite")
            }
            let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000)
            return quotient - (remainder < 0 ? 1 : 0) + millisecondsTo2000
        }
    }

    /// An `int8[]` without `NULL`.
    func ints(_ row: Int, _ column: Int) throws(MalformedResult) -> [Int]? {
        try read(row, column) { (type, bytes) throws(MalformedResult) in
            guard type == ObjectID.int8Array else { throw .wrongType(type, "a list of integers") }
            return try bytes.elements { (bytes) throws(MalformedResult) in
                guard let bytes, bytes.count == 8 else { throw .wrongType(type, "a list of integers") }
                return Int(bytes.bigEndian(Int64.self))
            }
        }
    }

    /// A `text[]`.
    func texts(_ row: Int, _ column: Int) throws(MalformedResult) -> [String?]? {
        try read(row, column) { (type, bytes) throws(MalformedResult) in
            guard type == ObjectID.textArray else { throw .wrongType(type, "a list of texts") }
            return try bytes.elements { bytes in bytes.map { String(decoding: $0, as: UTF8.self) } }
        }
    }

    /// Reads the bytes of a value; `nil` for `NULL`.
    private func read<Value>(
        _ row: Int, _ column: Int,
        _ read: (_ type: UInt32, _ bytes: UnsafeRawBufferPointer) throws(MalformedResult) -> Value
    ) throws(MalformedResult) -> Value? {
        let (row, column) = (Int32(row), Int32(column))
        guard library.functions.PQgetisnull(result, row, column) == 0 else { return nil }
        let length = Int(library.functions.PQgetlength(result, row, column))
        let bytes = UnsafeRawBufferPointer(
            start: library.functions.PQgetvalue(result, row, column), count: length)
        return try read(library.functions.PQftype(result, column), bytes)
    }
}

extension MalformedResult {
    fileprivate static func wrongType(_ type: UInt32, _ expected: String) -> MalformedResult {
        MalformedResult("expected \(expected), but the column has type \(type)")
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func bigEndian<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
        Value(bigEndian: loadUnaligned(as: type))
    }

    /// Reads a one-dimensional array, in the format of `Parameter.append(to:)`. An element is `nil` for
    /// `NULL`.
    fileprivate func elements<Value>(
        _ read: (UnsafeRawBufferPointer?) throws(MalformedResult) -> Value
    ) throws(MalformedResult) -> [Value] {
        var rest = self[...]
        func take(_ count: Int) throws(MalformedResult) -> UnsafeRawBufferPointer {
            guard count >= 0, rest.count >= count else { throw MalformedResult("an array is cut off") }
            defer { rest = rest.dropFirst(count) }
            return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
        }
        let dimensions = try take(12).bigEndian(Int32.self)
        if dimensions == 0 { return [] }
        guard dimensions == 1 else { throw MalformedResult("an array has \(dimensions) dimensions") }
        let count = try Int(take(8).bigEndian(Int32.self))
        guard count >= 0 else { throw MalformedResult("an array has \(count) elements") }
        var values: [Value] = []
        for _ in 0..<count {
            let length = try Int(take(4).bigEndian(Int32.self))
            values.append(try read(length < 0 ? nil : take(length)))
        }
        return values
    }
}
