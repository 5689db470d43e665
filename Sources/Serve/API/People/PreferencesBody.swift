import Checklists
import JSON

/// Preferences in JSON.
struct PreferencesBody: JSONWritable {
    let preferences: Preferences

    init(_ preferences: Preferences) {
        self.preferences = preferences
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("selectedChecklistId", preferences.selectedChecklistID?.rawValue)
            json.member("showChecked", preferences.showChecked)
            json.member("itemSort", preferences.itemSort.text)
            json.member("timeZone", preferences.timeZone ?? LocalTime.utc.name)
        }
    }
}

/// The body that changes preferences.
struct PreferencesPatchBody: RequestBody {
    static let noun = "the preferences"
    static let readOnlyFields: [String] = []

    private(set) var patch = PreferencesPatch()

    init(from fields: inout FieldReader) {
        patch.selectedChecklistID = fields.nullable("selectedChecklistId", .identifier)
        patch.showChecked = fields.optional("showChecked", .boolean)
        patch.itemSort = fields.optional("itemSort", .itemSort)
        patch.timeZone = fields.nullable("timeZone", .timeZone)
    }
}
