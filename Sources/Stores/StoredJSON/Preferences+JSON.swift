package import Checklists
package import JSON

extension Preferences {
    /// Writes the preferences as files and journal have them.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        if personID != .first { json.member("personId", personID.rawValue) }
        if let selectedChecklistID { json.member("selectedChecklistId", selectedChecklistID.rawValue) }
        json.member("showChecked", showChecked)
        json.member("itemSort", itemSort.text)
        if let timeZone { json.member("timeZone", timeZone) }
        json.member("revision", Int(revision.rawValue))
        json.endObject()
    }

    /// Reads the preferences.
    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        self.init()
        var revision: Revision?
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "personId": personID = try reader.identifier(in: bytes)
            case "selectedChecklistId": selectedChecklistID = try reader.identifier(in: bytes)
            case "showChecked": showChecked = try reader.bool(in: bytes)
            case "itemSort": itemSort = try reader.itemSort(in: bytes)
            case "timeZone": timeZone = try reader.string(in: bytes)
            case "revision": revision = try reader.revision(in: bytes)
            default: throw reader.unknown(name)
            }
        }
        guard let revision else { throw reader.error("the preferences lack revision") }
        self.revision = revision
    }
}

extension JSONReader {
    /// Reads an order of items, as `sort` has it in a query.
    mutating func itemSort(in bytes: Span<UInt8>) throws(FormatError) -> [SortKey<ItemQuery.Property>] {
        guard let sort = Array<SortKey<ItemQuery.Property>>(sort: try string(in: bytes)) else {
            throw error("there is no such order of items")
        }
        return sort
    }
}
