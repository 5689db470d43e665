package import Checklists
package import JSON

extension Checklist {
    /// Writes the list as files and journal have it: without its counts, which follow from its items, unless
    /// it is an answer that has to be repeated.
    package func write(to json: inout JSONWriter, withCounts: Bool = false) {
        json.beginObject()
        json.member("id", id.rawValue)
        json.member("name", name)
        json.member("icon", icon.rawValue)
        if withCounts {
            json.member("itemsCount", itemsCount)
            json.member("uncheckedItemsCount", uncheckedItemsCount)
        }
        if members != [Member(.first, .own)] {
            json.array("members") { json in for member in members { member.write(to: &json) } }
        }
        if !links.isEmpty { json.array("links") { json in for link in links { link.write(to: &json) } } }
        if let resetRule {
            json.name("resetRule")
            resetRule.write(to: &json)
        }
        if let resetAt { json.member("resetAt", resetAt) }
        if let collection {
            json.name("collection")
            collection.write(to: &json)
        }
        json.member("createdAt", createdAt)
        json.member("updatedAt", updatedAt)
        if changedAt != updatedAt { json.member("changedAt", changedAt) }
        json.author("changedBy", changedBy)
        if createdIn != revision { json.member("createdIn", Int(createdIn.rawValue)) }
        if updatedIn != revision { json.member("updatedIn", Int(updatedIn.rawValue)) }
        json.member("revision", Int(revision.rawValue))
        json.endObject()
    }

    /// Reads a list; counts that are not there are zero.
    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var id: ID?
        var name: String?
        var icon: Icon?
        var itemsCount = 0
        var uncheckedItemsCount = 0
        // Missing where the first person has it alone.
        var members = [Member(.first, .own)]
        var links: [ListLink] = []
        var resetRule: ResetRule?
        var resetAt: Timestamp?
        var collection: CalendarCollection?
        var createdAt: Timestamp?
        var updatedAt: Timestamp?
        var changedAt: Timestamp?
        var changedBy: Principal? = .first
        var createdIn: Revision?
        var updatedIn: Revision?
        var revision: Revision?
        try reader.beginObject(in: bytes)
        while let member = try reader.nextName(in: bytes) {
            switch member {
            case "id": id = try reader.identifier(in: bytes)
            case "name": name = try reader.string(in: bytes)
            case "icon":
                icon = Icon(rawValue: try reader.string(in: bytes))
                if icon == nil { throw reader.error("there is no such icon") }
            case "itemsCount": itemsCount = try reader.integer(in: bytes)
            case "uncheckedItemsCount": uncheckedItemsCount = try reader.integer(in: bytes)
            case "members":
                members = try reader.array(in: bytes) { (reader, bytes) throws(FormatError) in
                    try Member(from: &reader, in: bytes)
                }
            case "links":
                links = try reader.array(in: bytes) { (reader, bytes) throws(FormatError) in
                    try ListLink(from: &reader, in: bytes)
                }
            case "resetRule": resetRule = try ResetRule(from: &reader, in: bytes)
            case "resetAt": resetAt = try reader.timestamp(in: bytes)
            case "collection": collection = try CalendarCollection(from: &reader, in: bytes)
            case "createdAt": createdAt = try reader.timestamp(in: bytes)
            case "updatedAt": updatedAt = try reader.timestamp(in: bytes)
            case "changedAt": changedAt = try reader.timestamp(in: bytes)
            case "changedBy": changedBy = try reader.author(in: bytes, on: id)
            case "createdIn": createdIn = try reader.revision(in: bytes)
            case "updatedIn": updatedIn = try reader.revision(in: bytes)
            case "revision": revision = try reader.revision(in: bytes)
            default: throw reader.unknown(member)
            }
        }
        guard let id, let name, let icon, let createdAt, let updatedAt, let revision else {
            throw reader.error("a list lacks one of id, name, icon, createdAt, updatedAt, revision")
        }
        self.init(
            id: id, name: name, icon: icon, itemsCount: itemsCount, uncheckedItemsCount: uncheckedItemsCount,
            members: members, createdAt: createdAt, updatedAt: updatedAt, changedAt: changedAt,
            changedBy: changedBy, createdIn: createdIn, updatedIn: updatedIn, revision: revision
        )
        self.links = links
        self.resetRule = resetRule
        self.resetAt = resetAt
        self.collection = collection
    }
}
