import Checklists
import JSON

/// The type of a field, and how its value is read.
struct FieldType<Value> {
    /// Why a value has another type.
    let reason: (JSONValue) -> Violation.Reason
    /// Reads a value; `nil` if it has another type.
    let read: (JSONValue) -> Value?

    init(_ reason: @escaping (JSONValue) -> Violation.Reason, read: @escaping (JSONValue) -> Value?) {
        self.reason = reason
        self.read = read
    }
}

extension FieldType<String> {
    /// Any text. The domain limits its length.
    static var string: Self {
        Self({ _ in .wrongType(.string) }) { value in
            guard case .string(let text) = value else { return nil }
            return text
        }
    }
}

extension FieldType<String> {
    /// A UUID in text form (RFC 9562 §4), converted to lower case.
    static var uuid: Self {
        Self({ _ in .notAUUID }) { value in
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
        Self({ _ in .wrongType(.boolean) }) { value in
            guard case .bool(let flag) = value else { return nil }
            return flag
        }
    }
}

extension FieldType<Double> {
    /// Any number in the range of `Double`.
    static var number: Self {
        Self({ _ in .wrongType(.number) }) { value in
            guard case .number(let number) = value else { return nil }
            return number.double
        }
    }
}

extension FieldType<Timestamp> {
    /// An RFC 3339 timestamp.
    static var timestamp: Self {
        Self({ .notATimestamp($0.text) }) { value in
            guard case .string(let text) = value else { return nil }
            return Timestamp(rfc3339: text)
        }
    }
}

extension FieldType<Icon> {
    /// The name of an icon.
    static var icon: Self {
        Self({ _ in .notOneOf(Icon.allCases.map(\.rawValue)) }) { value in
            guard case .string(let name) = value else { return nil }
            return Icon(rawValue: name)
        }
    }
}

extension FieldType<[SortKey<ItemQuery.Property>]> {
    /// An order of items, in the form of `sort` in a query.
    static var itemSort: Self {
        Self({ _ in .notAnItemSort }) { value in
            guard case .string(let text) = value else { return nil }
            return Array(itemSort: text)
        }
    }
}

extension FieldType where Value: Identifier {
    /// An id, of an existing resource or not.
    static var identifier: Self {
        Self({ _ in .notAnID }) { value in
            guard case .number(let number) = value, let integer = number.integer else { return nil }
            return Value(wire: integer)
        }
    }
}

extension JSONValue {
    /// The text of a string; empty for every other value.
    var text: String {
        if case .string(let text) = self { text } else { "" }
    }
}
