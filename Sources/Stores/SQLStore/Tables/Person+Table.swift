import Checklists
import Records
import SQL

extension Person: TableRow {
    static var blankDraft: Person { .blank }

    static let table = Table<Person>(
        "people",
        [
            Column("id", in: .fixed, \.id) { $0.id = $1 },
            Column("name", \.name) { $0.name = $1 },
            Column("devices", { JSONColumn($0.devices) }) { $0.devices = try $1?.value() ?? [] },
            Column("sign_in_links", { JSONColumn($0.signInLinks) }) {
                $0.signInLinks = try $1?.value() ?? []
            },
            Column("identities", { JSONColumn($0.identities.isEmpty ? nil : $0.identities) }) {
                $0.identities = try $1?.value() ?? []
            },
            Column("proposals", { JSONColumn($0.proposals.isEmpty ? nil : $0.proposals) }) {
                $0.proposals = try $1?.value() ?? []
            },
            Column("created_at", in: .fixed, \.createdAt) { $0.createdAt = $1 },
            Column("updated_at", \.updatedAt) { $0.updatedAt = $1 },
            Column("revision", \.revision) { $0.revision = $1 },
        ])
}

extension Preferences: TableRow {
    static var blankDraft: Preferences { .blank }

    static let table = Table<Preferences>(
        "preferences",
        [
            Column("person_id", in: .fixed, \.personID) { $0.personID = $1 },
            Column("selected_checklist_id", \.selectedChecklistID) { $0.selectedChecklistID = $1 },
            Column("show_checked", \.showChecked) { $0.showChecked = $1 },
            Column("item_sort", \.itemSort.text) { $0.itemSort = [SortKey](sort: $1) ?? $0.itemSort },
            Column("time_zone", \.timeZone) { $0.timeZone = $1 },
            Column("views", { JSONColumn($0.views.isEmpty ? nil : $0.views) }) {
                $0.views = try $1?.value() ?? []
            },
            Column("revision", \.revision) { $0.revision = $1 },
        ])

    /// The column of `owners` for a column of person 1's preferences, which are stored with the owner.
    static func ownersColumn(_ name: String) -> String { name == "revision" ? "preferences_revision" : name }

    private static let ofFirst: String = {
        var expressions = ["person_id": "1"]
        for column in table.written.dropFirst() { expressions[column.name] = ownersColumn(column.name) }
        return "SELECT \(table.selection(expressions)) FROM owners WHERE owner_id = $1"
    }()

    /// Selects the preferences of the person in the second parameter.
    static let query = """
        SELECT \(columns) FROM preferences WHERE owner_id = $1 AND person_id = $2 \
        UNION ALL \(ofFirst) AND $2 = 1
        """
    /// Selects the preferences of all people.
    static let queryOfAll = "SELECT \(columns) FROM preferences WHERE owner_id = $1 UNION ALL \(ofFirst)"
}
