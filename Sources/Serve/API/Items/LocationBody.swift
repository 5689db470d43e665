import Checklists
import JSON

/// A location in JSON, with all six fields; unknown ones are `null`.
struct LocationBody: JSONWritable {
    let location: Location

    init(_ location: Location) {
        self.location = location
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("street", location.street)
            json.member("postalCode", location.postalCode)
            json.member("city", location.city)
            json.member("country", location.country)
            json.member("latitude", location.latitude)
            json.member("longitude", location.longitude)
        }
    }
}

extension LocationPatch {
    /// Reads a change of a location: `null` clears a field, and a missing field stays.
    init(from fields: inout FieldReader) {
        self.init()
        street = fields.nullable("street", .string)
        postalCode = fields.nullable("postalCode", .string)
        city = fields.nullable("city", .string)
        country = fields.nullable("country", .string)
        latitude = fields.nullable("latitude", .number)
        longitude = fields.nullable("longitude", .number)
    }
}
