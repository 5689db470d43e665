import Checklists
import JSON
import StoredJSON

// What stands as JSON in a column.

extension Location {
    /// The location as JSON.
    var storedJSON: String { text { write(to: &$0) } }

    /// Reads a location.
    init(storedJSON: String) throws {
        self = try read(storedJSON) { reader, bytes throws(FormatError) in
            try Location(from: &reader, in: bytes)
        }
    }
}

extension Timing {
    /// What all programs read, as JSON.
    var storedJSON: String { text { withoutSeries.write(to: &$0) } }

    /// The rest as JSON; `nil` where there is nothing.
    var storedSeries: String? { onlySeries.map { series in text { series.write(to: &$0) } } }

    /// Reads both.
    init(storedJSON: String, storedSeries: String?) throws {
        self = try Self.all(of: storedJSON)
        if let storedSeries { self = with(try Self.all(of: storedSeries)) }
    }

    private static func all(of storedJSON: String) throws -> Timing {
        try read(storedJSON) { reader, bytes throws(FormatError) in
            try Timing(from: &reader, in: bytes)
        }
    }
}

extension CalendarCollection {
    /// All of it as JSON.
    var storedJSON: String { text { write(to: &$0) } }

    /// Reads it.
    init(storedJSON: String) throws {
        self = try read(storedJSON) { reader, bytes throws(FormatError) in
            try CalendarCollection(from: &reader, in: bytes)
        }
    }
}

extension ResetRule {
    /// The rule as JSON.
    var storedJSON: String { text { write(to: &$0) } }

    /// Reads a rule.
    init(storedJSON: String) throws {
        self = try read(storedJSON) { reader, bytes throws(FormatError) in
            try ResetRule(from: &reader, in: bytes)
        }
    }
}

extension Webhook.Format {
    /// All of it as JSON; `nil` for the one of which every program knows.
    var storedJSON: String? { self == .standard ? nil : text { write(to: &$0) } }

    /// Reads it.
    init(storedJSON: String) throws {
        self = try read(storedJSON) { reader, bytes throws(FormatError) in
            try Webhook.Format(from: &reader, in: bytes)
        }
    }
}

/// Something of which a column has a list.
protocol ListedInColumn {
    func write(to json: inout JSONWriter)
    init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError)
}

extension Delivery.Attempt: ListedInColumn {}
extension Device: ListedInColumn {}
extension SignInLink: ListedInColumn {}
extension Member: ListedInColumn {}
extension ListLink: ListedInColumn {}
extension SeriesOfItem: ListedInColumn {}

extension ListedInColumn {
    /// A list of them as JSON.
    static func storedJSON(of list: [Self]) -> String {
        text { json in
            json.beginArray()
            for element in list { element.write(to: &json) }
            json.endArray()
        }
    }

    /// Reads a list of them.
    static func list(storedJSON: String) throws -> [Self] {
        if storedJSON == "[]" { return [] }
        return try read(storedJSON) { reader, bytes throws(FormatError) in
            try reader.array(in: bytes) { (reader, bytes) throws(FormatError) in
                try Self(from: &reader, in: bytes)
            }
        }
    }
}

extension Checklist {
    /// Its members as JSON, without their calendar properties; `nil` where the first person has it alone.
    var storedMembers: String? {
        let plain = members.map { member in
            var member = member
            member.calendarProperties = []
            return member
        }
        return plain == [Member(.first, .own)] ? nil : Member.storedJSON(of: plain)
    }

    /// Those of its members that have calendar properties, as JSON; `nil` where there are none. Older
    /// programs do not read it.
    var storedMemberProperties: String? {
        let some = members.filter { !$0.calendarProperties.isEmpty }
        return some.isEmpty ? nil : Member.storedJSON(of: some)
    }

    /// Reads the calendar properties of its members.
    mutating func readMemberProperties(storedJSON: String) throws {
        for stored in try Member.list(storedJSON: storedJSON) {
            guard let index = members.firstIndex(where: { $0.personID == stored.personID }) else { continue }
            members[index].calendarProperties = stored.calendarProperties
        }
    }

    /// Its links as JSON; `nil` where there are none.
    var storedLinks: String? { links.isEmpty ? nil : ListLink.storedJSON(of: links) }
}

extension Removal {
    /// The removal as JSON, without the names and the series, which have columns of their own: programs of
    /// the versions before do not know them.
    var storedJSON: String {
        var removal = withoutSeries
        removal.names = [:]
        return text { removal.write(to: &$0) }
    }

    /// The series of its items as JSON; `nil` if there are none.
    var storedSeries: String? {
        let series = series
        return series.isEmpty ? nil : SeriesOfItem.storedJSON(of: series)
    }

    /// Reads both.
    init(storedJSON: String, storedSeries: String?) throws {
        let removal = try read(storedJSON) { reader, bytes throws(FormatError) in
            try Removal(from: &reader, in: bytes)
        }
        self = try removal.with(storedSeries.map { try SeriesOfItem.list(storedJSON: $0) } ?? [])
    }
}

extension IdempotencyRecord {
    /// The record as JSON.
    var storedJSON: String { text { write(to: &$0) } }

    /// Reads a record.
    init(storedJSON: String) throws {
        self = try read(storedJSON) { reader, bytes throws(FormatError) in
            try IdempotencyRecord(from: &reader, in: bytes)
        }
    }
}

private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    write(&json)
    return String(decoding: json.line().dropLast(), as: UTF8.self)
}

private func read<Value>(
    _ text: String, _ body: (inout JSONReader, Span<UInt8>) throws(FormatError) -> Value
) throws(FormatError) -> Value {
    let bytes = text.utf8.span
    var reader = JSONReader()
    let value = try body(&reader, bytes)
    try reader.end(in: bytes)
    return value
}
