import Checklists
import Dates

/// The type of a query parameter, and how its value is read.
struct QueryType<Value> {
    /// Why a text has another type.
    let reason: (String) -> Violation.Reason
    /// Reads a value; `nil` if it has another type.
    let read: (String) -> Value?

    init(_ reason: @escaping (String) -> Violation.Reason, read: @escaping (String) -> Value?) {
        self.reason = reason
        self.read = read
    }
}

extension QueryType<String> {
    static var text: Self {
        Self({ _ in .wrongType(.string) }) { $0 }
    }
}

extension QueryType<Bool> {
    static var boolean: Self {
        Self({ _ in .wrongType(.boolean) }) { text in
            switch text {
            case "true": true
            case "false": false
            default: nil
            }
        }
    }
}

extension QueryType where Value: Identifier {
    /// An id, of an existing resource or not.
    static func identifier() -> Self {
        Self({ _ in .notAnID }) { Value(segment: $0) }
    }
}

extension QueryType<Timestamp> {
    /// An RFC 3339 timestamp.
    static var timestamp: Self {
        // A query decodes + as a space.
        Self({ .notATimestamp($0).with($0.contains(" ") ? "write + as %2B" : nil) }) {
            Timestamp(rfc3339: $0)
        }
    }
}

extension QueryType<LocalTime> {
    /// The IANA name of a time zone.
    static var timeZone: Self {
        Self({ _ in .notATimeZone }) { LocalTime(zone: $0) }
    }
}

extension QueryType<CivilDate> {
    /// A day in the format of RFC 3339.
    static var day: Self {
        Self({ .notADate($0) }) { CivilDate($0) }
    }
}

extension QueryType<Int> {
    /// The number of elements of a page.
    static var limit: Self {
        Self({ _ in .outOfRange(1...Limits.pageElementsMax, isWhole: true) }) { text in
            // `Int` accepts a plus sign and leading zeros.
            guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), text.utf8.count <= 4,
                let number = Int(text), 1...Limits.pageElementsMax ~= number
            else { return nil }
            return number
        }
    }
}

extension QueryType where Value: CaseIterable & RawRepresentable<String> {
    /// One of the raw values of an enumeration.
    static func choice(of type: Value.Type) -> Self {
        Self({ _ in .notOneOf(Value.allCases.map(\.rawValue)) }) { Value(rawValue: $0) }
    }
}

extension QueryType<Bool?> {
    /// Whether the caller archived the list: `true`, `false` or `any`.
    static var archived: Self {
        Self({ _ in .notOneOf(["true", "false", "any"]) }) { text in
            switch text {
            case "true": .some(true)
            case "false": .some(false)
            case "any": .some(nil)
            default: nil
            }
        }
    }
}

extension QueryType<Cursor> {
    /// The beginning of a page.
    static func cursor(_ cipher: CursorCipher) -> Self {
        Self({ _ in .notACursor }) { cipher.cursor($0) }
    }
}

extension QueryType<[SortKey<ItemQuery.Property>]> {
    /// An order of items.
    static var itemSort: Self {
        Self({ _ in .notAnItemSort }) { Array(itemSort: $0) }
    }
}

extension QueryType {
    /// An order: names of properties, separated by commas, each at most once.
    static func sort<Property>(by property: Property.Type) -> Self
    where Value == [SortKey<Property>], Property: CaseIterable & RawRepresentable<String> {
        Self({ _ in .notASortOrder(by: Property.allCases.map(\.rawValue)) }) { Array(sort: $0) }
    }
}

extension QueryType<RangeSet<Int>> {
    /// Numbers and ranges of numbers of at most 15 digits, in any order: `0-3,7`.
    static var numberRanges: Self {
        Self({ _ in .notListNumbers }) { RangeSet(numbers: $0) }
    }
}
