/// A JSON text as a value (RFC 8259). Members keep their order and are unique.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// One member of an object.
    public struct Member: Sendable, Hashable {
        /// The name, unescaped.
        public var name: String
        /// The value.
        public var value: JSONValue

        /// A member.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }
}

/// A number as it was written: nothing is lost before somebody says what it is to be.
public struct JSONNumber: Sendable, Hashable {
    /// The digits, checked against the grammar of RFC 8259 §6.
    public let text: String

    init(text: String) {
        self.text = text
    }

    /// The whole number, where it is one that fits: `3`, `3.0` and `3e0` are 3.
    public var integer: Int? {
        if let integer = Int(text) { return integer }
        return Double(text).flatMap { Int(exactly: $0) }
    }

    /// The nearest floating-point number; `nil` where it would be infinite.
    public var double: Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}
