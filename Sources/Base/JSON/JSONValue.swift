/// A JSON value (RFC 8259). Members keep their order. Their names are unique, unless the parser allowed
/// duplicates.
///
/// This module parses and writes JSON, as a value or as a stream. It does no I/O and depends on no other
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

        /// Creates a member.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }
}

extension JSONValue {
    /// The value of the first member with this name; `nil` where it is absent or the value is no object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.isSameName(as: name) }?.value
    }
}

extension String {
    /// Compares names code unit by code unit (RFC 8259 §8.3).
    ///
    /// `==` also matches canonically equivalent spellings, for example the two of "é".
    func isSameName(as other: String) -> Bool {
        self == other && utf8.elementsEqual(other.utf8)
    }
}
