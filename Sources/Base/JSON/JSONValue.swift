/// A JSON text as a value (RFC 8259). Members keep their order and, unless the parser was told otherwise, are
/// unique.
///
/// This module parses and writes JSON, as a value or piece by piece. It touches nothing and knows no other
/// module.
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

extension JSONValue {
    /// The value of the first member of that name; `nil` where there is none, or where this is no object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.isSameName(as: name) }?.value
    }
}

extension String {
    /// Whether two names are the same, code unit for code unit (RFC 8259 §8.3).
    ///
    /// `==` alone would take two different spellings of "é" for one name.
    func isSameName(as other: String) -> Bool {
        self == other && utf8.elementsEqual(other.utf8)
    }
}
