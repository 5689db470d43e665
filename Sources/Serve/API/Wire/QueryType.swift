import Checklists
import Dates

/// The type of a query parameter, and how its value is read.
struct QueryType<Value> {
    /// The description of the type after "must be".
    let name: String
    /// Reads a value; `nil` if it has another type.
    let read: (String) -> Value?
}

extension QueryType<String> {
    static var text: Self {
        Self(name: "text") { $0 }
    }
}

extension QueryType<Bool> {
    static var boolean: Self {
        Self(name: "true or false") { text in
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
        Self(name: "a positive whole number") { Value(segment: $0) }
    }
}

extension QueryType<Timestamp> {
    /// An RFC 3339 timestamp.
    static var timestamp: Self {
        Self(name: "an RFC 3339 timestamp such as 2026-11-20T23:55:57Z (a + is written %2B)") {
            Timestamp(rfc3339: $0)
        }
    }
}

extension QueryType<LocalTime> {
    /// The IANA name of a time zone.
    static var timeZone: Self {
        Self(name: "the name of a time zone such as Europe/Paris, or UTC") { LocalTime(zone: $0) }
    }
}

extension QueryType<CivilDate> {
    /// A day in the format of RFC 3339.
    static var day: Self {
        Self(name: "a day such as 2026-11-21") { CivilDate($0) }
    }
}

extension QueryType<Int> {
    /// The number of elements of a page.
    static var limit: Self {
        Self(name: "a whole number from 1 to \(Limits.pageElementsMax)") { text in
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
        Self(name: "one of \(type.allCases.map(\.rawValue).joined(separator: ", "))") { Value(rawValue: $0) }
    }
}

extension QueryType<Cursor> {
    /// The beginning of a page.
    static func cursor(_ cipher: CursorCipher) -> Self {
        Self(name: "taken from the Link of the page before") { cipher.cursor($0) }
    }
}

extension QueryType {
    /// An order: names of properties, separated by commas, each at most once.
    static func sort<Property>(by property: Property.Type) -> Self
    where Value == [SortKey<Property>], Property: CaseIterable & RawRepresentable<String> {
        Self(name: sortName(of: property)) { Array(sort: $0) }
    }
}

/// The description of an order after "must be".
func sortName<Property: CaseIterable & RawRepresentable<String>>(of property: Property.Type) -> String {
    let known = property.allCases.map(\.rawValue).joined(separator: ", ")
    return "some of \(known), each once, with commas between them and - before those to reverse"
}
