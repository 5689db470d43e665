/// The OIDs of PostgreSQL's built-in types (`pg_type.dat`), equal on every server.
enum ObjectID {
    static let bool: UInt32 = 16
    static let bytea: UInt32 = 17
    static let char: UInt32 = 18
    static let name: UInt32 = 19
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let oid: UInt32 = 26
    static let json: UInt32 = 114
    static let float8: UInt32 = 701
    static let unknown: UInt32 = 705
    static let boolArray: UInt32 = 1_000
    static let byteaArray: UInt32 = 1_001
    static let textArray: UInt32 = 1_009
    static let int8Array: UInt32 = 1_016
    static let bpchar: UInt32 = 1_042
    static let varchar: UInt32 = 1_043
    static let timestamptz: UInt32 = 1_184
    static let timestamptzArray: UInt32 = 1_185
    static let jsonb: UInt32 = 3_802
    static let jsonbArray: UInt32 = 3_807
}

/// The milliseconds from 1970, the epoch of `Timestamp`, to 2000, the epoch of PostgreSQL.
let millisecondsTo2000: Int64 = 946_684_800_000
