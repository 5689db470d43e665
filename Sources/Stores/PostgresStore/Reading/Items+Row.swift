import Checklists
import Postgres

extension Item {
    /// The columns that an item is read from, in the order in which it is. The first parameter is its owner.
    static let columns = columns(
        remindAt: "(SELECT remind_at FROM reminders AS its WHERE its.owner_id = $1 AND its.id = items.id)")

    /// The columns where it is known when the item reminds.
    static func columns(remindAt: String) -> String {
        """
        id, checklist_id, text, notes, checked, important, due_date, should_remind, snoozed_until, \
        \(remindAt), timing::text, CASE series_revision WHEN revision THEN series::text END, \
        location::text, assignee_id, position, checked_at, created_at, updated_at, \
        changed_at, changed_by_person, changed_by_device, created_in, uid, calendar_object, \
        resource_name, revision
        """
    }

    /// Reads an item.
    init(from columns: inout Columns) throws {
        let id = ID(rawValue: try columns.int())
        let checklistID = Checklist.ID(rawValue: try columns.int())
        let text = try columns.text()
        let notes = try columns.text()
        let checked = try columns.bool()
        let important = try columns.bool()
        let dueDate = try columns.timestampIfPresent()
        let shouldRemind = try columns.bool()
        let snoozedUntil = try columns.timestampIfPresent()
        let remindAt = try columns.timestampIfPresent()
        let (storedTiming, series) = (try columns.textIfPresent(), try columns.textIfPresent())
        let timing = try storedTiming.map { try Timing(storedBasics: $0, storedSeries: series) }
        let location = try columns.textIfPresent().map { try Location(storedJSON: $0) }
        let assigneeID = try columns.intIfPresent().map(Person.ID.init)
        let position = try columns.int()
        let checkedAt = try columns.timestampIfPresent()
        let (createdAt, updatedAt) = (try columns.timestamp(), try columns.timestamp())
        let changedAt = try columns.timestampIfPresent()
        let changedBy = try columns.author(on: checklistID)
        let createdIn = try columns.revisionIfPresent() ?? .zero
        let uid = try columns.textIfPresent()
        let (sent, resourceName) = (try columns.textIfPresent(), try columns.textIfPresent())
        self.init(
            id: id, uid: uid, checklistID: checklistID, text: text, notes: notes, checked: checked,
            important: important, dueDate: dueDate, shouldRemind: shouldRemind, snoozedUntil: snoozedUntil,
            remindAt: remindAt, timing: timing, location: location,
            calendarObject: sent.map { CalendarObject(name: resourceName, text: $0) },
            assigneeID: assigneeID, position: position, checkedAt: checkedAt, createdAt: createdAt,
            updatedAt: updatedAt, changedAt: changedAt, changedBy: changedBy, createdIn: createdIn,
            revision: try columns.revision())
    }

    /// What the text and the notes are searched in: both folded, with something between that no text has.
    var foldedText: String {
        var bytes = Folding.bytes(of: text)
        if !notes.isEmpty {
            bytes.append(1)
            bytes += Folding.bytes(of: notes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Checklist {
    /// The columns that a checklist is read from, in the order in which it is.
    static let columns = """
        id, name, icon, items_count, unchecked_items_count, members::text, links::text, reset_rule::text, \
        reset_at, collection::text, member_properties::text, created_at, updated_at, changed_at, \
        changed_by_person, changed_by_device, created_in, updated_in, revision
        """

    /// Reads a checklist.
    init(from columns: inout Columns) throws {
        let id = ID(rawValue: try columns.int())
        let name = try columns.text()
        let icon = Icon(rawValue: try columns.text()) ?? .folder
        let (itemsCount, uncheckedItemsCount) = (try columns.int(), try columns.int())
        let members = try columns.textIfPresent().map { try [Member](storedJSON: $0) }
        let links = try columns.textIfPresent().map { try [ListLink](storedJSON: $0) }
        let resetRule = try columns.textIfPresent().map { try ResetRule(storedJSON: $0) }
        let resetAt = try columns.timestampIfPresent()
        let collection = try columns.textIfPresent().map { try CalendarCollection(storedJSON: $0) }
        let memberProperties = try columns.textIfPresent()
        let (createdAt, updatedAt) = (try columns.timestamp(), try columns.timestamp())
        let changedAt = try columns.timestampIfPresent()
        let changedBy = try columns.author(on: id)
        self.init(
            id: id, name: name, icon: icon, itemsCount: itemsCount, uncheckedItemsCount: uncheckedItemsCount,
            members: members ?? [Member(.first, .own)], createdAt: createdAt, updatedAt: updatedAt,
            changedAt: changedAt, changedBy: changedBy, createdIn: try columns.revisionIfPresent() ?? .zero,
            updatedIn: try columns.revisionIfPresent() ?? .zero, revision: try columns.revision())
        self.links = links ?? []
        self.resetRule = resetRule
        self.resetAt = resetAt
        if let collection { self.collection = collection }
        if let memberProperties { try readMemberProperties(storedJSON: memberProperties) }
    }
}

extension Preferences {
    /// The preferences of a person, which is the second parameter: those of the first stand with the owner.
    static let query = """
        SELECT person_id, selected_checklist_id, show_checked, item_sort, time_zone, revision \
        FROM preferences WHERE owner_id = $1 AND person_id = $2 UNION ALL \
        SELECT 1, selected_checklist_id, show_checked, item_sort, time_zone, \
        preferences_revision FROM owners WHERE owner_id = $1 AND $2 = 1
        """
    /// The preferences of everybody.
    static let queryOfAll = """
        SELECT person_id, selected_checklist_id, show_checked, item_sort, time_zone, revision \
        FROM preferences WHERE owner_id = $1 UNION ALL \
        SELECT 1, selected_checklist_id, show_checked, item_sort, time_zone, \
        preferences_revision FROM owners WHERE owner_id = $1
        """

    /// Reads preferences.
    init(from columns: inout Columns) throws {
        self.init(of: Person.ID(rawValue: try columns.int()))
        selectedChecklistID = try columns.intIfPresent().map(Checklist.ID.init)
        showChecked = try columns.bool()
        itemSort = [SortKey](sort: try columns.text()) ?? itemSort
        timeZone = try columns.textIfPresent()
        revision = try columns.revision()
    }
}

extension Person {
    /// The columns that a person is read from, in the order in which it is.
    static let columns = "id, name, devices::text, sign_in_links::text, created_at, updated_at, revision"

    /// Reads a person.
    init(from columns: inout Columns) throws {
        let id = ID(rawValue: try columns.int())
        let name = try columns.text()
        let devices = try [Device](storedJSON: columns.text())
        let links = try [SignInLink](storedJSON: columns.text())
        self.init(
            id: id, name: name, createdAt: try columns.timestamp(), updatedAt: try columns.timestamp(),
            revision: try columns.revision())
        self.devices = devices
        signInLinks = links
    }
}

extension Columns {
    mutating func timestamp() throws -> Timestamp { Timestamp(milliseconds: try moment()) }

    mutating func timestampIfPresent() throws -> Timestamp? {
        try momentIfPresent().map(Timestamp.init(milliseconds:))
    }

    /// Reads who did something.
    ///
    /// - Parameter list: The list that whoever has a link is on.
    mutating func author(on list: Checklist.ID) throws -> Principal? {
        let (person, device) = (try intIfPresent(), try intIfPresent())
        guard let person else { return nil }
        guard person == 0 else {
            return .person(Person.ID(rawValue: person), device: device.map(Device.ID.init))
        }
        return device.map { .guest(ListLink.ID(rawValue: $0), on: list) }
    }

    mutating func revision() throws -> Revision { Revision(column: try int()) }

    mutating func revisionIfPresent() throws -> Revision? { try intIfPresent().map(Revision.init(column:)) }
}

extension Principal {
    /// The numbers of a person and a device as columns have them; those of whoever has a link are none and
    /// that of the link.
    var columns: (person: Int, device: Int?) {
        switch self {
        case .person(let id, let device): (id.rawValue, device?.rawValue)
        case .guest(let link, on: _): (0, link.rawValue)
        }
    }
}

extension Revision {
    fileprivate init(column: Int) { self.init(rawValue: UInt64(bitPattern: Int64(column))) }

    /// The number as a column has it.
    var column: Int { Int(truncatingIfNeeded: rawValue) }
}
