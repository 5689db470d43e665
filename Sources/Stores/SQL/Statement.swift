/// A statement and the values for its `$1`, `$2` and so on.
public struct Statement: Sendable {
    /// The SQL: one statement, without values.
    public var sql: String
    /// The values, in the order of their numbers.
    public var parameters: [Parameter]
    /// Whether each connection keeps it prepared, by its text; the first 200 texts are kept.
    public var isPrepared: Bool

    /// A statement.
    public init(_ sql: String, _ parameters: [Parameter] = [], isPrepared: Bool = true) {
        self.sql = sql
        self.parameters = parameters
        self.isPrepared = isPrepared
    }
}

/// A value for a statement, with the PostgreSQL type that stands for it; `nil` is `NULL`.
public enum Parameter: Sendable {
    /// `int8`.
    case int(Int?)
    /// `bool`.
    case bool(Bool?)
    /// `text`, which cannot hold U+0000.
    case text(String?)
    /// `bytea`.
    case bytes([UInt8]?)
    /// `float8`.
    case double(Double?)
    /// `timestamptz`, in milliseconds since 1970.
    case moment(Int64?)
    /// `jsonb`.
    case json(String?)
    /// `int8[]`.
    case ints([Int?])
    /// `bool[]`.
    case bools([Bool?])
    /// `text[]`.
    case texts([String?])
    /// `bytea[]`.
    case byteStrings([[UInt8]?])
    /// `timestamptz[]`, in milliseconds since 1970.
    case moments([Int64?])
    /// `jsonb[]`.
    case jsons([String?])
}
