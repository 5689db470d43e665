package import Checklists
package import JSON

extension Removal {
    /// Writes what went out of sight, and what of it can be restored.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", id.rawValue)
        json.member("checklistId", checklistID.rawValue)
        if !itemIDs.isEmpty {
            json.array("itemIds") { json in for id in itemIDs { json.value(id.rawValue) } }
        }
        if !names.isEmpty {
            // In the order of the items; empty for those without one.
            json.array("names") { json in for id in itemIDs { json.value(names[id] ?? "") } }
        }
        if !people.isEmpty {
            json.array("people") { json in for id in people { json.value(id.rawValue) } }
        }
        json.member("removedAt", removedAt)
        json.author("removedBy", removedBy)
        if let list = trash?.checklist {
            json.name("checklist")
            list.write(to: &json)
        }
        if let trash {
            json.array("items") { json in for item in trash.items { item.write(to: &json, withList: false) } }
        }
        json.endObject()
    }

    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var id: ID?
        var checklistID: Checklist.ID?
        var (itemIDs, names): ([Item.ID], [String]) = ([], [])
        var people: [Person.ID] = []
        var removedAt: Timestamp?
        var removedBy: Principal? = .first
        var (list, items): (Checklist?, [Item]?)
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "id": id = try reader.identifier(in: bytes)
            case "checklistId": checklistID = try reader.identifier(in: bytes)
            case "itemIds":
                itemIDs = try reader.array(in: bytes) { (reader, bytes) throws(FormatError) in
                    try reader.identifier(in: bytes)
                }
            case "names":
                names = try reader.array(in: bytes) { (reader, bytes) throws(FormatError) in
                    try reader.string(in: bytes)
                }
            case "people":
                people = try reader.array(in: bytes) { (reader, bytes) throws(FormatError) in
                    try reader.identifier(in: bytes)
                }
            case "removedAt": removedAt = try reader.timestamp(in: bytes)
            case "removedBy": removedBy = try reader.author(in: bytes, on: checklistID)
            case "checklist": list = try Checklist(from: &reader, in: bytes)
            case "items":
                items = try reader.array(in: bytes) { (reader, bytes) throws(FormatError) in
                    try Item(from: &reader, in: bytes, of: checklistID)
                }
            default: throw reader.unknown(name)
            }
        }
        guard let id, let checklistID, let removedAt else {
            throw reader.error("a removal lacks one of id, checklistId, removedAt")
        }
        var trash = items.map { Trash(checklist: list, items: $0) }
        if let items { trash?.checklist?.count(items) }
        self.init(
            id: id, checklistID: checklistID, itemIDs: itemIDs,
            names: Removal.names(names, of: itemIDs), people: people, removedAt: removedAt,
            removedBy: removedBy, trash: trash)
    }
}

extension Checklist {
    /// Counts the items that it has.
    fileprivate mutating func count(_ items: [Item]) {
        itemsCount = items.count
        uncheckedItemsCount = items.count { !$0.checked }
    }
}

extension JSONWriter {
    /// Writes who did something: nothing for the first person without a device, as where nobody needs a
    /// token.
    package mutating func author(_ name: StaticString, _ author: Principal?) {
        if author == .first { return }
        array(name) { json in
            switch author {
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
}

extension JSONReader {
    /// Reads who did something.
    ///
    /// - Parameter list: The list that whoever has a link is on.
    package mutating func author(
        in bytes: Span<UInt8>, on list: Checklist.ID?
    ) throws(FormatError) -> Principal? {
        let numbers = try array(in: bytes) { (reader, bytes) throws(FormatError) in
            try reader.integer(in: bytes)
        }
        guard let first = numbers.first else { return nil }
        guard first == 0 else {
            let device = numbers.dropFirst().first.map { Device.ID(rawValue: $0) }
            return .person(Person.ID(rawValue: first), device: device)
        }
        guard numbers.count == 2, let list else { throw error("there is no such author") }
        return .guest(ListLink.ID(rawValue: numbers[1]), on: list)
    }
}
