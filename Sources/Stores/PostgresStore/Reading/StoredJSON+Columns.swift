import Checklists
import JSON
import StoredJSON

// What stands as JSON in a column.

extension StoredValue {
    /// The value as JSON.
    var storedJSON: String {
        var json = JSONWriter()
        write(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Reads a value.
    init(storedJSON: String) throws(FormatError) {
        var reader = JSONReader(Array(storedJSON.utf8))
        self = try Self(from: &reader)
        try reader.end()
    }
}

extension Timing {
    /// What programs of every version read, as JSON.
    var storedBasics: String { withoutSeries.storedJSON }

    /// The rest as JSON; `nil` if there is none.
    var storedSeries: String? { onlySeries?.storedJSON }

    /// Reads both.
    init(storedBasics: String, storedSeries: String?) throws(FormatError) {
        self = try Timing(storedJSON: storedBasics)
        if let storedSeries { self = with(try Timing(storedJSON: storedSeries)) }
    }
}

extension Webhook.Format {
    /// The format as JSON; `nil` for the one that programs of every version know.
    var storedIfOther: String? { self == .standard ? nil : storedJSON }
}

extension Checklist {
    /// Its members as JSON, without their calendar properties; `nil` where the first person has it alone.
    var storedMembers: String? {
        let plain = members.map { member in
            var member = member
            member.calendarProperties = []
            return member
        }
        return plain == [Member(.first, .own)] ? nil : plain.storedJSON
    }

    /// Those of its members that have calendar properties, as JSON; `nil` where there are none. Older
    /// programs do not read it.
    var storedMemberProperties: String? {
        let some = members.filter { !$0.calendarProperties.isEmpty }
        return some.isEmpty ? nil : some.storedJSON
    }

    /// Reads the calendar properties of its members.
    mutating func readMemberProperties(storedJSON: String) throws {
        for stored in try [Member](storedJSON: storedJSON) {
            guard let index = members.firstIndex(where: { $0.personID == stored.personID }) else { continue }
            members[index].calendarProperties = stored.calendarProperties
        }
    }

    /// Its links as JSON; `nil` where there are none.
    var storedLinks: String? { links.isEmpty ? nil : links.storedJSON }
}

extension Removal {
    /// The removal as JSON, without the names and the series, which have columns of their own: programs of
    /// the versions before do not know them.
    var storedBasics: String {
        var removal = withoutSeries
        removal.names = [:]
        return removal.storedJSON
    }

    /// The series of its items as JSON; `nil` if there are none.
    var storedSeries: String? {
        let series = series
        return series.isEmpty ? nil : series.storedJSON
    }

    /// Reads both.
    init(storedBasics: String, storedSeries: String?) throws(FormatError) {
        let series = try storedSeries.map { stored throws(FormatError) in
            try [SeriesOfItem](storedJSON: stored)
        }
        self = try Removal(storedJSON: storedBasics).with(series ?? [])
    }
}
