package import Checklists
import Dates
import Digest
package import JSON

// The values of single fields.

extension String: StoredValue {
    package init(from json: inout JSONReader) throws(FormatError) { self = try json.string() }
}

extension Int: StoredValue {
    package init(from json: inout JSONReader) throws(FormatError) { self = try json.integer() }
}

extension Double: StoredValue {
    package init(from json: inout JSONReader) throws(FormatError) { self = try json.double() }
}

extension Bool: StoredValue {
    package init(from json: inout JSONReader) throws(FormatError) { self = try json.bool() }
}

extension Array: StoredValue where Element: StoredValue {
    package init(from json: inout JSONReader) throws(FormatError) {
        self = []
        try json.beginArray()
        while try json.nextElement() { append(try Element(from: &json)) }
    }

    package func write(to json: inout JSONWriter) {
        json.beginArray()
        for element in self { element.write(to: &json) }
        json.endArray()
    }
}

extension Boxed: StoredValue where Value: StoredValue {
    package convenience init(from json: inout JSONReader) throws(FormatError) {
        self.init(try Value(from: &json))
    }

    package func write(to json: inout JSONWriter) { value.write(to: &json) }
}

// MARK: Numbers

extension StoredValue where Self: Identifier {
    package init(from json: inout JSONReader) throws(FormatError) {
        let number = try json.integer()
        guard number > 0 else { throw json.error("an id must be positive") }
        self.init(rawValue: number)
    }

    package func write(to json: inout JSONWriter) { json.integer(rawValue) }
}

extension Checklist.ID: StoredValue {}
extension Item.ID: StoredValue {}
extension Person.ID: StoredValue {}
extension Device.ID: StoredValue {}
extension SignInLink.ID: StoredValue {}
extension Proposal.ID: StoredValue {}
extension ListLink.ID: StoredValue {}
extension Webhook.ID: StoredValue {}
extension Delivery.ID: StoredValue {}
extension Tombstone.ID: StoredValue {}

extension Revision: StoredValue {
    package init(from json: inout JSONReader) throws(FormatError) {
        let number = try json.integer()
        guard number >= 0 else { throw json.error("a revision must not be negative") }
        self.init(rawValue: UInt64(number))
    }

    package func write(to json: inout JSONWriter) { json.integer(Int(rawValue)) }
}

extension Revision {
    /// Marks a revision field that is not read yet. `settle` replaces it with the record's revision.
    static let unread = Revision(rawValue: .max)

    /// Takes the record's revision if the record does not store another one.
    mutating func settle(as revision: Revision) { if self == .unread { self = revision } }
}

// MARK: Names of a closed set

extension StoredValue where Self: RawRepresentable<String> {
    package init(from json: inout JSONReader) throws(FormatError) {
        let name = try json.string()
        guard let value = Self(rawValue: name) else {
            throw json.error("\"\(name)\" is not a valid \(Self.self)")
        }
        self = value
    }

    package func write(to json: inout JSONWriter) { json.string(rawValue) }
}

extension Icon: StoredValue {}
extension Language: StoredValue {}
extension Scope: StoredValue {}
extension Role: StoredValue {}
extension Announcement.Kind: StoredValue {}
extension ProposedChange.Action: StoredValue {}
extension ProposedChange.Subject: StoredValue {}
extension Recurrence.Base: StoredValue {}
extension Webhook.Event: StoredValue {}
extension Delivery.Status: StoredValue {}

// MARK: Texts of another type

/// A value that a record stores as a string.
protocol StoredText: StoredValue {
    /// The noun in an error, with its article.
    static var noun: String { get }
    /// Parses the text; `nil` if it is malformed.
    init?(storedText: String)
    /// The text of the value.
    var storedText: String { get }
}

extension StoredText {
    package init(from json: inout JSONReader) throws(FormatError) {
        // The text may be a secret, so the error does not quote it.
        guard let value = Self(storedText: try json.string()) else {
            throw json.error("\(Self.noun) is expected")
        }
        self = value
    }

    package func write(to json: inout JSONWriter) { json.string(storedText) }
}

extension CivilDate: StoredText {
    static var noun: String { "a day" }
    init?(storedText: String) { self.init(storedText) }
    var storedText: String { text }
}

extension Webhook.Secret: StoredText {
    static var noun: String { "a secret" }
    init?(storedText: String) { self.init(storedText) }
    var storedText: String { text }
}

extension Webhook.Authorization: StoredText {
    static var noun: String { "an authorization" }
    init?(storedText: String) { self.init(storedText) }
    var storedText: String { value }
}

/// A SHA-256 digest in hexadecimal digits.
struct SHA256Digits: StoredText, Hashable {
    var bytes: [UInt8]

    static var noun: String { "a SHA-256 digest" }
    init?(storedText: String) {
        guard let bytes = [UInt8](hexadecimal: storedText), bytes.count == SHA256.digestBytes else {
            return nil
        }
        self.bytes = bytes
    }
    init(bytes: [UInt8]) { self.bytes = bytes }
    var storedText: String { bytes.hexadecimal }
}

/// Bytes in hexadecimal digits.
struct Hexadecimal: StoredText, Hashable {
    var bytes: [UInt8]

    static var noun: String { "a hexadecimal number" }
    init?(storedText: String) {
        guard let bytes = [UInt8](hexadecimal: storedText) else { return nil }
        self.bytes = bytes
    }
    init(bytes: [UInt8]) { self.bytes = bytes }
    var storedText: String { bytes.hexadecimal }
}

extension [UInt8] {
    /// The bytes as a stored value.
    var digits: Hexadecimal {
        get { Hexadecimal(bytes: self) }
        set { self = newValue.bytes }
    }
}

/// A sort order of items, in the syntax of the query parameter `sort`.
struct ItemSort: StoredText, Hashable {
    var keys: [SortKey<ItemQuery.Property>]

    static var noun: String { "a sort order of items" }
    init?(storedText: String) {
        guard let keys = [SortKey<ItemQuery.Property>](sort: storedText) else { return nil }
        self.keys = keys
    }
    init(keys: [SortKey<ItemQuery.Property>]) { self.keys = keys }
    var storedText: String { keys.text }
}

extension [SortKey<ItemQuery.Property>] {
    /// The order as a stored value.
    var order: ItemSort {
        get { ItemSort(keys: self) }
        set { self = newValue.keys }
    }
}

extension RecurrenceRule: StoredValue {
    package init(from json: inout JSONReader) throws(FormatError) {
        let text = try json.string()
        do throws(RecurrenceRule.Fault) {
            self = try RecurrenceRule(text)
        } catch {
            throw json.error("a recurrence \(error.reason)")
        }
    }

    package func write(to json: inout JSONWriter) { json.string(text) }
}

// MARK: Authors

/// The author of a change: `[person]` or `[person, device]`, `[0, link]` for a share link, `[]` for the
/// server.
struct Author: StoredValue, Hashable {
    var principal: Principal?

    /// The author of requests without a token. Records omit it.
    static let first = Author(principal: .first)

    init(principal: Principal?) { self.principal = principal }

    init(from json: inout JSONReader) throws(FormatError) {
        let numbers = try [Int](from: &json)
        let last = numbers.dropFirst().first
        guard numbers.count <= 2 else { throw json.error("an author must have at most two numbers") }
        switch (numbers.first, last) {
        case (nil, _): principal = nil
        // The record sets the list later.
        case (0, let link?):
            principal = .guest(ListLink.ID(rawValue: link), on: Checklist.ID(rawValue: 0))
        case (0, nil): throw json.error("the author of a share link must be [0, link]")
        case (let person?, _):
            principal = .person(Person.ID(rawValue: person), device: last.map(Device.ID.init))
        }
    }

    func write(to json: inout JSONWriter) {
        json.array { json in
            switch principal {
            case .person(let id, let device):
                json.value(id.rawValue)
                if let device { json.value(device.rawValue) }
            case .guest(let link, on: _):
                json.value(0)
                json.value(link.rawValue)
            case nil: break
            }
        }
    }

    /// The author as a principal; a share link belongs to the given list.
    func on(_ list: Checklist.ID) -> Principal? {
        if case .guest(let link, on: _) = principal { .guest(link, on: list) } else { principal }
    }
}
