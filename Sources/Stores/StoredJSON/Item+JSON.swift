package import Checklists
package import JSON

extension Item {
    /// Writes the item as files and journal have it: what is as in a new item is left out, and so is the list
    /// where the file says it.
    package func write(to json: inout JSONWriter, withList: Bool) {
        json.beginObject()
        json.member("id", id.rawValue)
        if withList { json.member("checklistId", checklistID.rawValue) }
        if let uid { json.member("uid", uid) }
        json.member("text", text)
        if !notes.isEmpty { json.member("notes", notes) }
        if checked { json.member("checked", true) }
        if important { json.member("important", true) }
        if let dueDate { json.member("dueDate", dueDate) }
        if shouldRemind { json.member("shouldRemind", true) }
        if let snoozedUntil { json.member("snoozedUntil", snoozedUntil) }
        if let remindAt { json.member("remindAt", remindAt) }
        if hasTiming {
            json.name("timing")
            timing.write(to: &json)
        }
        if hasLocation, let location {
            json.name("location")
            location.write(to: &json)
        }
        if hasCalendarObject, let calendarObject {
            json.name("calendarObject")
            calendarObject.write(to: &json)
        }
        if let assigneeID { json.member("assigneeId", assigneeID.rawValue) }
        json.member("position", position)
        if let checkedAt { json.member("checkedAt", checkedAt) }
        json.member("createdAt", createdAt)
        json.member("updatedAt", updatedAt)
        if changedAt != updatedAt { json.member("changedAt", changedAt) }
        json.author("changedBy", changedBy)
        if createdIn != revision { json.member("createdIn", Int(createdIn.rawValue)) }
        json.member("revision", Int(revision.rawValue))
        json.endObject()
    }

    /// Reads an item.
    /// - Parameter checklistID: The list whose file it is in; `nil` where the item says it itself.
    package init(
        from reader: inout JSONReader, in bytes: Span<UInt8>, of checklistID: Checklist.ID?
    ) throws(FormatError) {
        var id: ID?
        var uid: String?
        var checklistID = checklistID
        var text: String?
        var notes = ""
        var checked = false
        var important = false
        var dueDate: Timestamp?
        var shouldRemind = false
        var snoozedUntil: Timestamp?
        var remindAt: Timestamp?
        var timing: Timing?
        var location: Location?
        var calendarObject: CalendarObject?
        var assigneeID: Person.ID?
        var position: Int?
        var checkedAt: Timestamp?
        var createdAt: Timestamp?
        var updatedAt: Timestamp?
        var changedAt: Timestamp?
        var changedBy: Principal? = .first
        var createdIn: Revision?
        var revision: Revision?
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "id": id = try reader.identifier(in: bytes)
            case "checklistId" where checklistID == nil: checklistID = try reader.identifier(in: bytes)
            case "uid": uid = try reader.string(in: bytes)
            case "text": text = try reader.string(in: bytes)
            case "notes": notes = try reader.string(in: bytes)
            case "checked": checked = try reader.bool(in: bytes)
            case "important": important = try reader.bool(in: bytes)
            case "dueDate": dueDate = try reader.timestamp(in: bytes)
            case "shouldRemind": shouldRemind = try reader.bool(in: bytes)
            case "snoozedUntil": snoozedUntil = try reader.timestamp(in: bytes)
            case "remindAt": remindAt = try reader.timestamp(in: bytes)
            case "timing": timing = try Timing(from: &reader, in: bytes)
            case "location": location = try Location(from: &reader, in: bytes)
            case "calendarObject": calendarObject = try CalendarObject(from: &reader, in: bytes)
            case "assigneeId": assigneeID = try reader.identifier(in: bytes)
            case "position": position = try reader.integer(in: bytes)
            case "checkedAt": checkedAt = try reader.timestamp(in: bytes)
            case "createdAt": createdAt = try reader.timestamp(in: bytes)
            case "updatedAt": updatedAt = try reader.timestamp(in: bytes)
            case "changedAt": changedAt = try reader.timestamp(in: bytes)
            case "changedBy": changedBy = try reader.author(in: bytes, on: checklistID)
            case "createdIn": createdIn = try reader.revision(in: bytes)
            case "revision": revision = try reader.revision(in: bytes)
            default: throw reader.unknown(name)
            }
        }
        guard let id, let checklistID, let text, let position, let createdAt, let updatedAt, let revision
        else {
            throw reader.error(
                "an item lacks one of id, checklistId, text, position, createdAt, updatedAt, revision")
        }
        self.init(
            id: id, uid: uid, checklistID: checklistID, text: text, notes: notes, checked: checked,
            important: important,
            dueDate: dueDate, shouldRemind: shouldRemind, snoozedUntil: snoozedUntil, remindAt: remindAt,
            timing: timing, location: location, calendarObject: calendarObject, assigneeID: assigneeID,
            position: position, checkedAt: checkedAt, createdAt: createdAt, updatedAt: updatedAt,
            changedAt: changedAt, changedBy: changedBy, createdIn: createdIn,
            revision: revision
        )
    }
}

extension Location {
    /// Writes what is known of the location.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        if let street { json.member("street", street) }
        if let postalCode { json.member("postalCode", postalCode) }
        if let city { json.member("city", city) }
        if let country { json.member("country", country) }
        if let latitude { json.member("latitude", latitude) }
        if let longitude { json.member("longitude", longitude) }
        json.endObject()
    }

    /// Reads a location.
    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        self.init()
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "street": street = try reader.string(in: bytes)
            case "postalCode": postalCode = try reader.string(in: bytes)
            case "city": city = try reader.string(in: bytes)
            case "country": country = try reader.string(in: bytes)
            case "latitude": latitude = try reader.double(in: bytes)
            case "longitude": longitude = try reader.double(in: bytes)
            default: throw reader.unknown(name)
            }
        }
    }
}

extension JSONReader {
    /// Reads the number of something.
    package mutating func identifier<ID: Identifier>(in bytes: Span<UInt8>) throws(FormatError) -> ID {
        let number = try integer(in: bytes)
        guard number > 0 else { throw error("an id is not positive") }
        return ID(rawValue: number)
    }

    /// Reads the number of a change.
    package mutating func revision(in bytes: Span<UInt8>) throws(FormatError) -> Revision {
        let number = try integer(in: bytes)
        guard number >= 0 else { throw error("a revision is negative") }
        return Revision(rawValue: UInt64(number))
    }
}
