import Checklists
import JSON

/// The type of a field, and how its value is read.
struct FieldType<Value> {
    /// The description of the type after "must be".
    let name: String
    /// Reads a value; `nil` if it has another type.
    let read: (JSONValue) -> Value?
}

extension FieldType<String> {
    /// Any text. The domain limits its length.
    static var string: Self {
        Self(name: "a string") { value in
            guard case .string(let text) = value else { return nil }
            return text
        }
    }
}

extension FieldType<String> {
    /// A UUID in text form (RFC 9562 §4), converted to lower case.
    static var uuid: Self {
        Self(name: "a UUID such as 0b8cdd2f-6c5e-4ef1-9f0c-3f1ecd7b5b3a") { value in
            guard case .string(let text) = value, text.isUUID else { return nil }
            return text.lowercased()
        }
    }
}

extension String {
    /// Whether it is a UUID in text form, in upper or lower case.
    var isUUID: Bool {
        utf8.count == 36
            && utf8.enumerated().allSatisfy { place, byte in
                switch place {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: 0x30...0x39 ~= byte || 0x41...0x46 ~= byte || 0x61...0x66 ~= byte
                }
            }
    }
}

extension FieldType<Bool> {
    static var boolean: Self {
        Self(name: "true or false") { value in
            guard case .bool(let flag) = value else { return nil }
            return flag
        }
    }
}

extension FieldType<Double> {
    /// Any number in the range of `Double`.
    static var number: Self {
        Self(name: "a number") { value in
            guard case .number(let number) = value else { return nil }
            return number.double
        }
    }
}

extension FieldType<Timestamp> {
    /// An RFC 3339 timestamp.
    static var timestamp: Self {
        Self(name: "an RFC 3339 timestamp such as 2026-11-20T23:55:57Z") { value in
            guard case .string(let text) = value else { return nil }
            return Timestamp(rfc3339: text)
        }
    }
}

extension FieldType<Icon> {
    /// The name of an icon.
    static var icon: Self {
        Self(name: "one of \(Icon.allCases.map(\.rawValue).joined(separator: ", "))") { value in
            guard case .string(let name) = value else { return nil }
            return Icon(rawValue: name)
        }
    }
}

extension FieldType<[SortKey<ItemQuery.Property>]> {
    /// An order of items, in the form of `sort` in a query.
    static var itemSort: Self {
        Self(name: sortName(of: ItemQuery.Property.self)) { value in
            guard case .string(let text) = value else { return nil }
            return Array(sort: text)
        }
    }
}

extension FieldType where Value: Identifier {
    /// An id, of an existing resource or not.
    static var identifier: Self {
        Self(name: "a positive whole number") { value in
            guard case .number(let number) = value, let integer = number.integer else { return nil }
            return Value(wire: integer)
        }
    }
}
