extension Columns {
    /// An `int2`, `int4`, `int8` or `oid`.
    /// - Throws: `malformedResult`, also for `NULL`.
    public mutating func int() throws(PostgresError) -> Int { try Self.present(intIfPresent(), at: next) }

    /// An `int2`, `int4`, `int8` or `oid`, or `NULL`.
    /// - Throws: `malformedResult`.
    public mutating func intIfPresent() throws(PostgresError) -> Int? {
        try take { (type, bytes) throws(PostgresError) in
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
    /// - Throws: `malformedResult`, also for `NULL`.
    public mutating func bool() throws(PostgresError) -> Bool { try Self.present(boolIfPresent(), at: next) }

    /// A `bool`, or `NULL`.
    /// - Throws: `malformedResult`.
    public mutating func boolIfPresent() throws(PostgresError) -> Bool? {
        try take { (type, bytes) throws(PostgresError) in
            guard type == ObjectID.bool, bytes.count == 1 else { throw .wrongType(type, "a bool") }
            return bytes[0] != 0
        }
    }

    /// A `text`, or another type of characters.
    /// - Throws: `malformedResult`, also for `NULL`.
    public mutating func text() throws(PostgresError) -> String {
        try Self.present(textIfPresent(), at: next)
    }

    /// A `text`, or another type of characters, or `NULL`.
    /// - Throws: `malformedResult`.
    public mutating func textIfPresent() throws(PostgresError) -> String? {
        try take { (type, bytes) throws(PostgresError) in
            switch type {
            case ObjectID.text, ObjectID.varchar, ObjectID.bpchar, ObjectID.name, ObjectID.char,
                ObjectID.unknown:
                String(decoding: bytes, as: UTF8.self)
            default: throw .wrongType(type, "text")
            }
        }
    }

    /// A `bytea`.
    /// - Throws: `malformedResult`, also for `NULL`.
    public mutating func bytes() throws(PostgresError) -> [UInt8] {
        try Self.present(bytesIfPresent(), at: next)
    }

    /// A `bytea`, or `NULL`.
    /// - Throws: `malformedResult`.
    public mutating func bytesIfPresent() throws(PostgresError) -> [UInt8]? {
        try take { (type, bytes) throws(PostgresError) in
            guard type == ObjectID.bytea else { throw .wrongType(type, "a bytea") }
            return [UInt8](bytes)
        }
    }

    /// A `float4` or `float8`, or `NULL`.
    /// - Throws: `malformedResult`.
    public mutating func doubleIfPresent() throws(PostgresError) -> Double? {
        try take { (type, bytes) throws(PostgresError) in
            switch (type, bytes.count) {
            case (ObjectID.float8, 8): Double(bitPattern: bytes.bigEndian(UInt64.self))
            case (ObjectID.float4, 4): Double(Float(bitPattern: bytes.bigEndian(UInt32.self)))
            default: throw .wrongType(type, "a floating-point number")
            }
        }
    }

    /// A `timestamptz`, in milliseconds since 1970, rounded down.
    /// - Throws: `malformedResult`, also for `NULL` and for infinity.
    public mutating func moment() throws(PostgresError) -> Int64 {
        try Self.present(momentIfPresent(), at: next)
    }

    /// A `timestamptz`, in milliseconds since 1970, rounded down, or `NULL`.
    /// - Throws: `malformedResult`, also for infinity.
    public mutating func momentIfPresent() throws(PostgresError) -> Int64? {
        try take { (type, bytes) throws(PostgresError) in
            guard type == ObjectID.timestamptz, bytes.count == 8 else {
                throw .wrongType(type, "a timestamptz")
            }
            let microseconds = bytes.bigEndian(Int64.self)
            guard microseconds != .max, microseconds != .min else {
                throw .malformedResult("a timestamptz is infinite")
            }
            let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000)
            return quotient - (remainder < 0 ? 1 : 0) + millisecondsTo2000
        }
    }

    /// The text of a `jsonb` or `json`.
    /// - Throws: `malformedResult`, also for `NULL`.
    public mutating func json() throws(PostgresError) -> String {
        try Self.present(jsonIfPresent(), at: next)
    }

    /// The text of a `jsonb` or `json`, or `NULL`.
    /// - Throws: `malformedResult`.
    public mutating func jsonIfPresent() throws(PostgresError) -> String? {
        try take { (type, bytes) throws(PostgresError) in
            switch (type, bytes.first) {
            case (ObjectID.json, _): String(decoding: bytes, as: UTF8.self)
            // The version of the format.
            case (ObjectID.jsonb, 1): String(decoding: bytes.dropFirst(), as: UTF8.self)
            default: throw .wrongType(type, "JSON")
            }
        }
    }

    private static func present<Value>(_ value: Value?, at column: Int32) throws(PostgresError) -> Value {
        guard let value else { throw .malformedResult("column \(column) is NULL") }
        return value
    }
}

extension PostgresError {
    fileprivate static func wrongType(_ type: UInt32, _ expected: String) -> PostgresError {
        .malformedResult("a column of type \(type) is not \(expected)")
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func bigEndian<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
        Value(bigEndian: loadUnaligned(as: type))
    }
}
