import Checklists
import Dates
import Digest
import JSON

/// The type of a field in a call: its JSON Schema, and how its value is read.
struct ArgumentType<Value> {
    /// The keywords of the JSON Schema, with `type` first.
    let schema: [JSONValue.Member]
    /// Reads a value at a JSON Pointer. A value that breaks the schema is `nil` and a violation.
    let read: (JSONValue, String, inout [Violation]) -> Value?

    init(
        _ schema: [JSONValue.Member], read: @escaping (JSONValue, String, inout [Violation]) -> Value?
    ) {
        self.schema = schema
        self.read = read
    }

    /// A type whose values are read alone.
    /// - Parameter reason: Why a value has another type.
    init(
        _ type: String, _ keywords: [JSONValue.Member] = [],
        else reason: @escaping (JSONValue) -> Violation.Reason,
        read: @escaping (JSONValue) -> Value?
    ) {
        self.init([JSONValue.Member("type", .string(type))] + keywords) { value, pointer, violations in
            if case .string(let text) = value, text.hasNullCharacter {
                violations.append(Violation(pointer, .nullCharacter))
                return nil
            }
            if let read = read(value) { return read }
            violations.append(Violation(pointer, reason(value)))
            return nil
        }
    }

    /// The type that allows `null` too.
    var orNull: ArgumentType<Value?> {
        let schema = schema.map { member in
            member.name == "type"
                ? JSONValue.Member("type", .array([member.value, .string("null")])) : member
        }
        return ArgumentType<Value?>(schema) { value, pointer, violations in
            if value == .null { return .some(nil) }
            var found: [Violation] = []
            let read = self.read(value, pointer, &found)
            violations += found.map { $0.pointer == pointer ? Violation(pointer, $0.reason.orNull) : $0 }
            return read.map(Optional.some)
        }
    }
}

extension ArgumentType<String> {
    /// Any text. The domain limits its length.
    static var text: Self {
        Self("string", else: { _ in .wrongType(.string) }) { value in
            if case .string(let text) = value { text } else { nil }
        }
    }

    /// A text to search for.
    static var searchText: Self {
        let max = Limits.searchTextMax
        let keyword = JSONValue.Member("maxLength", .number(JSONNumber(max)))
        return Self(
            "string", [keyword],
            else: { value in
                value.string == nil ? .wrongType(.string) : .tooLong(max: max, .characters)
            }
        ) { value in
            guard let text = value.string, text.unicodeScalars.count <= max else { return nil }
            return text
        }
    }

    /// The IANA name of a time zone.
    static var timeZone: Self {
        Self("string", else: { _ in .notATimeZone }) { value in
            guard case .string(let name) = value, LocalTime(zone: name) != nil else { return nil }
            return name
        }
    }

    /// A key under which the server executes a call once.
    static var idempotencyKey: Self {
        let keywords = [
            JSONValue.Member("minLength", .number(JSONNumber(1))),
            JSONValue.Member("maxLength", .number(JSONNumber(255))),
            JSONValue.Member("pattern", .string("^[ -~]+$")),
        ]
        return Self("string", keywords, else: { _ in .notPrintableASCII(max: 255, example: "add-milk-1") }) {
            value in
            guard case .string(let key) = value, 1...255 ~= key.utf8.count,
                key.utf8.allSatisfy({ 0x20...0x7E ~= $0 })
            else { return nil }
            return key
        }
    }
}

extension ArgumentType<Bool> {
    static var boolean: Self {
        Self("boolean", else: { _ in .wrongType(.boolean) }) { value in
            if case .bool(let flag) = value { flag } else { nil }
        }
    }
}

extension ArgumentType<Int> {
    /// A whole number.
    static func integer(_ range: ClosedRange<Int>) -> Self {
        let keywords = [
            JSONValue.Member("minimum", .number(JSONNumber(range.lowerBound))),
            JSONValue.Member("maximum", .number(JSONNumber(range.upperBound))),
        ]
        return Self("integer", keywords, else: { _ in .outOfRange(range, isWhole: true) }) { value in
            guard case .number(let number) = value, let integer = number.integer, range ~= integer else {
                return nil
            }
            return integer
        }
    }

    /// The number of elements of a page.
    static var limit: Self { .integer(1...Limits.pageElementsMax) }
}

extension ArgumentType where Value: Identifier {
    /// An id, of an existing resource or not: below 2^53, the limit of exact integers in JavaScript.
    static var id: Self {
        let range = 1...(1 << 53) - 1
        return Self("integer", ArgumentType<Int>.integer(range).keywords, else: { _ in .notAnID }) { value in
            guard case .number(let number) = value, let integer = number.integer, range ~= integer else {
                return nil
            }
            return Value(rawValue: integer)
        }
    }
}

extension ArgumentType where Value: CaseIterable & RawRepresentable<String> {
    /// One of the raw values of an enumeration.
    static var choice: Self {
        let names = Value.allCases.map(\.rawValue)
        let keyword = JSONValue.Member("enum", .array(names.map(JSONValue.string)))
        return Self("string", [keyword], else: { _ in .notOneOf(names) }) { value in
            guard case .string(let name) = value else { return nil }
            return Value(rawValue: name)
        }
    }
}

extension ArgumentType<CivilDate> {
    /// A day in the format of RFC 3339.
    static var day: Self {
        let keywords = [
            JSONValue.Member("format", .string("date")),
            JSONValue.Member("pattern", .string("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")),
        ]
        return Self("string", keywords, else: { .notADate($0.string ?? "") }) {
            $0.string.flatMap { CivilDate($0) }
        }
    }
}

extension ArgumentType<Timestamp> {
    /// An RFC 3339 timestamp.
    static var timestamp: Self {
        Self(
            "string", [JSONValue.Member("format", .string("date-time"))],
            else: { .notATimestamp($0.string ?? "") }
        ) { value in
            guard let text = value.string, let milliseconds = RFC3339.milliseconds(text.utf8.span) else {
                return nil
            }
            let moment = Timestamp(milliseconds: milliseconds)
            return (Timestamp.earliest...Timestamp.latest).contains(moment) ? moment : nil
        }
    }
}

extension ArgumentType<Quantity> {
    /// A number, which is rounded to three decimals.
    static var quantity: Self {
        let keywords = [
            JSONValue.Member("minimum", .number(JSONNumber(0.001))),
            JSONValue.Member("maximum", .number(JSONNumber(Checklists.Limits.quantityMax))),
        ]
        return Self("number", keywords, else: { _ in .notAQuantity }) { value in
            guard case .number(let number) = value, let double = number.double,
                0.001...Double(Checklists.Limits.quantityMax) ~= double
            else { return nil }
            return Quantity(thousandths: Int((double * 1_000).rounded()))
        }
    }
}

extension ArgumentType<Recurrence> {
    /// A recurrence rule of RFC 5545.
    static var recurrence: Self {
        Self([JSONValue.Member("type", .string("string"))]) { value, pointer, violations in
            guard let text = value.string else {
                violations.append(Violation(pointer, .wrongType(.string)))
                return nil
            }
            do throws(RecurrenceRule.Fault) {
                return Recurrence(try RecurrenceRule(text))
            } catch {
                violations.append(Violation(pointer, .notARecurrenceRule(error)))
                return nil
            }
        }
    }
}

extension ArgumentType<Cursor> {
    /// A cursor of an earlier result. It is part of a body, which no log contains, so it is not encrypted.
    static var cursor: Self {
        Self("string", else: { _ in .notACursor }) { value in
            guard let text = value.string, text.utf8.count <= Limits.cursorBytesMax else { return nil }
            return [UInt8](base64URL: text).map(Cursor.init)
        }
    }
}

extension ArgumentType {
    /// An array.
    static func array<Element>(
        of type: ArgumentType<Element>, _ count: ClosedRange<Int>, _ things: String
    ) -> Self where Value == [Element] {
        let schema = [
            JSONValue.Member("type", .string("array")), JSONValue.Member("items", .object(type.schema)),
            JSONValue.Member("minItems", .number(JSONNumber(count.lowerBound))),
            JSONValue.Member("maxItems", .number(JSONNumber(count.upperBound))),
        ]
        return Self(schema) { value, pointer, violations in
            guard case .array(let values) = value else {
                violations.append(Violation(pointer, .wrongType(.array)))
                return nil
            }
            // The check precedes reading, so that too many elements cost little.
            guard count ~= values.count else {
                let isFew = values.count < count.lowerBound
                violations.append(
                    Violation(pointer, isFew ? .empty : .tooMany(max: count.upperBound, things)))
                return nil
            }
            return values.enumerated().reduce(into: [Element]?.some([])) { elements, element in
                if let read = type.read(element.element, "\(pointer)/\(element.offset)", &violations) {
                    elements?.append(read)
                } else {
                    elements = nil
                }
            }
        }
    }

    /// Ids, each at most once.
    static func ids<ID: Identifier>(_ count: ClosedRange<Int>, _ things: String) -> Self where Value == [ID] {
        let array = ArgumentType.array(of: ArgumentType<ID>.id, count, things)
        let schema = array.schema + [JSONValue.Member("uniqueItems", .bool(true))]
        return Self(schema) { value, pointer, violations in
            guard let ids = array.read(value, pointer, &violations) else { return nil }
            var numbers: [ID: Int] = [:]
            for (number, id) in ids.enumerated() {
                guard let other = numbers.updateValue(number, forKey: id) else { continue }
                violations.append(
                    Violation("\(pointer)/\(number)", .duplicate(of: "\(pointer)/\(other)")))
                return nil
            }
            return ids
        }
    }

    /// An object.
    static func object(_ type: Value.Type) -> Self where Value: ToolInput {
        Self(Arguments.schema(of: type)) { value, pointer, violations in
            guard case .object(let members) = value else {
                violations.append(Violation(pointer, .wrongType(.object)))
                return nil
            }
            return Arguments.read(type, members, at: pointer, &violations)
        }
    }

    fileprivate var keywords: [JSONValue.Member] { schema.filter { $0.name != "type" } }
}

extension JSONValue {
    /// The text of a string; `nil` for every other value.
    fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}
