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

/// A value for a statement; `nil` is `NULL`.
public enum Parameter: Sendable {
    /// A whole number of 64 bits.
    case int(Int?)
    /// A truth value.
    case bool(Bool?)
    /// A text, which cannot hold U+0000.
    case text(String?)
    /// Bytes.
    case bytes([UInt8]?)
    /// A floating-point number of 64 bits.
    case double(Double?)
    /// A moment, in milliseconds since 1970.
    case moment(Int64?)
    /// A JSON text.
    case json(String?)
    /// A list of whole numbers.
    case ints([Int?])
    /// A list of truth values.
    case bools([Bool?])
    /// A list of texts.
    case texts([String?])
    /// A list of byte strings.
    case byteStrings([[UInt8]?])
    /// A list of moments, in milliseconds since 1970.
    case moments([Int64?])
    /// A list of JSON texts.
    case jsons([String?])
}
