package import Checklists
package import JSON

extension Item.Content {
    /// Describes every field.
    ///
    /// - Parameter withList: Whether `checklistId` is a field. The file of a list omits it.
    mutating func describe<F: Fields & ~Copyable>(
        _ fields: inout F, withList: Bool
    ) throws(F.Failure) {
        try fields.required("id", &id)
        if withList { try fields.required("checklistId", &checklistID) }
        try fields.optional("uid", &uid)
        try fields.required("text", &text)
        try fields.field("notes", &notes, unless: "")
        try fields.field("checked", &checked, unless: false)
        try fields.field("important", &important, unless: false)
        try fields.optional("dueDate", &dueDate)
        try fields.field("shouldRemind", &shouldRemind, unless: false)
        try fields.optional("snoozedUntil", &snoozedUntil)
        try fields.optional("remindAt", &remindAt)
        try fields.optional("timing", &timing)
        try fields.optional("details", &details)
        try fields.optional("location", &location)
        try fields.optional("calendarObject", &calendarObject)
        try fields.optional("assigneeId", &assigneeID)
        try fields.required("position", &position)
        try fields.optional("checkedAt", &checkedAt)
        try fields.required("createdAt", &createdAt)
        try fields.required("updatedAt", &updatedAt)
        try fields.field("changedAt", &changedAt, unless: updatedAt)
        try fields.field("changedBy", &author, unless: .first)
        try fields.field("createdIn", &createdIn, unless: revision)
        try fields.required("revision", &revision)
        createdIn.settle(as: revision)
    }

    private var author: Author {
        get { Author(principal: changedBy) }
        set { changedBy = newValue.on(checklistID) }
    }
}

extension Item: StoredValue {
    /// Writes the item with its `checklistId`.
    package func write(to json: inout JSONWriter) { write(to: &json, withList: true) }

    /// Writes the item; the file of a list omits `checklistId`.
    package func write(to json: inout JSONWriter, withList: Bool) {
        var content = content
        json.beginObject()
        content.describe(&json, withList: withList)
        json.endObject()
    }

    /// Reads an item with its `checklistId`.
    package init(from json: inout JSONReader) throws(FormatError) { try self.init(from: &json, of: nil) }

    /// Reads an item.
    ///
    /// - Parameter list: The list of the file that contains the item; `nil` to read `checklistId`.
    package init(from json: inout JSONReader, of list: Checklist.ID?) throws(FormatError) {
        var content = Content.blank
        content.revision = .unread
        if let list { content.checklistID = list }
        try json.readFields { json throws(FormatError) in
            try content.describe(&json, withList: list == nil)
        }
        self.init(content)
    }
}

extension Location: Record {
    package static var blank: Location { Location() }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.optional("street", &street)
        try fields.optional("postalCode", &postalCode)
        try fields.optional("city", &city)
        try fields.optional("country", &country)
        try fields.optional("latitude", &latitude)
        try fields.optional("longitude", &longitude)
    }
}

extension CalendarObject: Record {
    package static var blank: CalendarObject { CalendarObject(text: "") }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.optional("name", &name)
        try fields.required("text", &text)
    }
}
