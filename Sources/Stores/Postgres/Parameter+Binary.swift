import SQL

extension Parameter {
    /// The OID of the parameter's type.
    var type: UInt32 {
        switch self {
        case .int: ObjectID.int8
        case .bool: ObjectID.bool
        case .text: ObjectID.text
        case .bytes: ObjectID.bytea
        case .double: ObjectID.float8
        case .moment: ObjectID.timestamptz
        case .json: ObjectID.jsonb
        case .ints: ObjectID.int8Array
        case .bools: ObjectID.boolArray
        case .texts: ObjectID.textArray
        case .byteStrings: ObjectID.byteaArray
        case .moments: ObjectID.timestamptzArray
        case .jsons: ObjectID.jsonbArray
        }
    }

    /// Appends the value in the binary format of its type. Returns `false` for `NULL`, which has no bytes.
    func append(to buffer: inout [UInt8]) -> Bool {
        switch self {
        case .int(let value): buffer.append(value) { $0.append(bigEndian: Int64($1)) }
        case .bool(let value): buffer.append(value) { $0.append($1 ? 1 : 0) }
        case .text(let value): buffer.append(value) { $0.append(contentsOf: $1.utf8) }
        case .bytes(let value): buffer.append(value) { $0.append(contentsOf: $1) }
        case .double(let value): buffer.append(value) { $0.append(bigEndian: $1.bitPattern) }
        case .moment(let value): buffer.append(value) { $0.append(moment: $1) }
        case .json(let value): buffer.append(value) { $0.append(json: $1) }
        case .ints(let values):
            buffer.append(values, of: ObjectID.int8) { $0.append(bigEndian: Int64($1)) }
        case .bools(let values): buffer.append(values, of: ObjectID.bool) { $0.append($1 ? 1 : 0) }
        case .texts(let values):
            buffer.append(values, of: ObjectID.text) { $0.append(contentsOf: $1.utf8) }
        case .byteStrings(let values):
            buffer.append(values, of: ObjectID.bytea) { $0.append(contentsOf: $1) }
        case .moments(let values):
            buffer.append(values, of: ObjectID.timestamptz) { $0.append(moment: $1) }
        case .jsons(let values): buffer.append(values, of: ObjectID.jsonb) { $0.append(json: $1) }
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    /// Microseconds since 2000. A value out of range becomes a time that the server rejects, not infinity.
    fileprivate mutating func append(moment milliseconds: Int64) {
        let (since2000, isBefore) = milliseconds.subtractingReportingOverflow(millisecondsTo2000)
        let (microseconds, isBeyond) = since2000.multipliedReportingOverflow(by: 1_000)
        append(bigEndian: isBefore || isBeyond ? Int64.max - 1 : microseconds)
    }

    /// The version byte of the `jsonb` format, then the text.
    fileprivate mutating func append(json text: String) {
        append(1)
        append(contentsOf: text.utf8)
    }

    fileprivate mutating func append<Value>(
        _ value: Value?, _ write: (inout Self, Value) -> Void
    ) -> Bool {
        guard let value else { return false }
        write(&self, value)
        return true
    }

    /// A one-dimensional array: the number of dimensions (0 if empty), a flag for `NULL`, the element type,
    /// the count, the lower bound, and each element after its length.
    fileprivate mutating func append<Value>(
        _ values: [Value?], of type: UInt32, _ write: (inout Self, Value) -> Void
    ) -> Bool {
        append(bigEndian: Int32(values.isEmpty ? 0 : 1))
        append(bigEndian: Int32(values.contains { $0 == nil } ? 1 : 0))
        append(bigEndian: type)
        guard !values.isEmpty else { return true }
        append(bigEndian: Int32(values.count))
        append(bigEndian: Int32(1))
        for value in values {
            guard let value else {
                append(bigEndian: Int32(-1))
                continue
            }
            let start = count
            append(bigEndian: Int32(0))
            write(&self, value)
            let length = UInt32(count - start - 4).bigEndian
            Swift.withUnsafeBytes(of: length) { replaceSubrange(start..<start + 4, with: $0) }
        }
        return true
    }
}
