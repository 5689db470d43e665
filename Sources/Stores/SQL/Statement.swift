/// An SQL statement with the values of its parameters `$1`, `$2` and so on.
public struct Statement: Sendable {
    /// The SQL of one statement, without values.
    public var sql: String
    /// The values in the order of the parameters.
    public var parameters: [Parameter]
    /// Whether each connection prepares the statement, by its text. It prepares the first 200 texts.
    public var isPrepared: Bool

    /// Creates a statement.
    public init(_ sql: String, _ parameters: [Parameter] = [], isPrepared: Bool = true) {
        self.sql = sql
        self.parameters = parameters
        self.isPrepared = isPrepared
    }
}

/// The value of a parameter; `nil` is `NULL`.
public enum Parameter: Sendable {
    /// A 64-bit integer.
    case int(Int?)
    /// A boolean.
    case bool(Bool?)
    /// A text, which cannot hold U+0000.
    case text(String?)
    /// Bytes.
    case bytes([UInt8]?)
    /// A 64-bit floating-point number.
    case double(Double?)
    /// A moment, in milliseconds since 1970.
    case moment(Int64?)
    /// A JSON text.
    case json(String?)
    /// A list of integers.
    case ints([Int?])
    /// A list of booleans.
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
