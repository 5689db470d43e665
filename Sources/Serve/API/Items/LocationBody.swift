import Checklists
import JSON

/// A place as it is answered: all six fields, those that are not known as `null`.
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
    /// What is sent to change a place: `null` clears a field, what is not named stays.
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
