import Checklists
import Postgres

// What went out of sight, on its way into the database and back for rules.

extension ChangeWriting {
    /// The columns of the last changes: when, where that was no edit, and by whom.
    static func authors(
        _ changes: [(at: Timestamp, editedAt: Timestamp, by: Principal?)]
    ) -> [Parameter] {
        [
            .timestamps(changes.map { $0.at == $0.editedAt ? nil : $0.at }),
            .ints(changes.map { $0.by?.columns.person }), .ints(changes.map { $0.by?.columns.device }),
        ]
    }

    mutating func write(_ removals: [Removal.ID: Removal?]) {
        let forgotten = removals.filter { $0.value == nil }.keys.sorted()
        for removal in removals.values.compactMap(\.self).sorted(by: { $0.id < $1.id }) { put(removal) }
        guard let newest = forgotten.last else { return }
        delete(forgotten, from: "removals")
        add(
            "UPDATE owners SET removals_horizon = greatest(removals_horizon, $2) WHERE owner_id = $1",
            [.int(newest.rawValue)])
    }

    private mutating func put(_ removal: Removal) {
        let sql = """
            INSERT INTO removals (owner_id, id, checklist_id, item_ids, people, removed_at, \
            removed_by_person, removed_by_device, is_trash, record, item_names) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
            ON CONFLICT (owner_id, id) DO UPDATE SET is_trash = $9, record = $10
            """
        add(
            sql,
            [
                .int(removal.id.rawValue), .int(removal.checklistID.rawValue), .ids(removal.itemIDs),
                .ids(removal.people), .timestamp(removal.removedAt),
                .int(removal.removedBy?.columns.person), .int(removal.removedBy?.columns.device),
                .bool(removal.trash != nil),
                .text(removal.storedJSON),
                .texts(removal.names.isEmpty ? [] : removal.itemIDs.map { removal.names[$0] }),
            ])
    }
}

extension FootprintLoading {
    mutating func addRemoval(_ id: Removal.ID) {
        let sql = "SELECT \(Removal.columns) FROM removals WHERE owner_id = $1 AND id = $2"
        add(sql, [.int(id.rawValue)]) { rows, footprint in
            footprint.load(try rows.first.map { try $0.removal }, for: id)
        }
    }

    mutating func addStaleRemovals(_ age: RemovalAge) {
        let sql = """
            SELECT \(Removal.columns) FROM removals WHERE owner_id = $1 AND (removed_at < $2 \
            OR is_trash AND removed_at < $3 OR id < (SELECT id FROM removals WHERE owner_id = $1 \
            ORDER BY id DESC OFFSET $4 LIMIT 1)) ORDER BY id LIMIT $5
            """
        let parameters: [Parameter] = [
            .timestamp(age.removedBefore), .timestamp(age.trashBefore), .int(max(age.countMax, 1) - 1),
            .int(age.limit),
        ]
        add(sql, parameters) { rows, footprint in
            footprint.load(try rows.map { try $0.removal }, stale: age)
        }
    }

    /// Loads the deletions of lists that a person owned alone.
    mutating func addTrash(ownedBy person: Person.ID) {
        let sql = "SELECT \(Removal.columns) FROM removals WHERE owner_id = $1 AND is_trash ORDER BY id"
        add(sql, []) { rows, footprint in
            let owned = try rows.map { try $0.removal }.filter { $0.isOwnedAlone(by: person) }
            footprint.load(owned, ownedBy: person)
        }
    }
}

extension Row {
    /// The removal of a row that has nothing else.
    var removal: Removal {
        get throws {
            var columns = columns
            return try Removal(from: &columns)
        }
    }
}

extension Removal {
    /// The columns that a removal is read from, in the order in which it is.
    static let columns = "record, array_to_string(item_names, chr(10), '')"

    /// Reads a removal.
    init(from columns: inout Columns) throws {
        try self.init(storedJSON: columns.text())
        guard let listed = try columns.textIfPresent(), !listed.isEmpty else { return }
        names = Removal.names(listed.split(separator: "\n", omittingEmptySubsequences: false), of: itemIDs)
    }
}
