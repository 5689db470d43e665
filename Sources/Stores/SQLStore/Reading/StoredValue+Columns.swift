import Checklists
import JSON
import Records

// JSON columns.

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

extension Tombstone {
    /// The tombstone as JSON without names and series. They have separate columns, because older
    /// versions do not know them.
    var storedBasics: String {
        var tombstone = withoutSeries
        tombstone.names = [:]
        return tombstone.storedJSON
    }

    /// The series of its items as JSON; `nil` if there are none.
    var storedSeries: String? {
        let series = series
        return series.isEmpty ? nil : series.storedJSON
    }

    /// Reads a tombstone and its series.
    init(storedBasics: String, storedSeries: String?) throws(FormatError) {
        let series = try storedSeries.map { stored throws(FormatError) in
            try [SeriesOfItem](storedJSON: stored)
        }
        self = try Tombstone(storedJSON: storedBasics).with(series ?? [])
    }
}
