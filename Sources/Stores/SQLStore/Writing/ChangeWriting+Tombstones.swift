import Checklists
import Footprints
import SQL

// Writes tombstones, and loads them into footprints.

extension ChangeWriting {
    mutating func write(_ tombstones: [Tombstone.ID: Tombstone?]) {
        let forgotten = tombstones.filter { $0.value == nil }.keys.sorted()
        let voided = tombstones.filter { $0.value?.isVoid == true }.keys.sorted()
        for tombstone in tombstones.values.compactMap(\.self).sorted(by: { $0.id < $1.id })
        where !tombstone.isVoid {
            put(tombstone)
        }
        if !voided.isEmpty { delete(voided, from: "removals") }
        guard let newest = forgotten.last else { return }
        delete(forgotten, from: "removals")
        add(
            "UPDATE owners SET removals_horizon = greatest(removals_horizon, $2) WHERE owner_id = $1",
            [.int(newest.rawValue)])
    }

    private mutating func put(_ tombstone: Tombstone) {
        let sql = """
            INSERT INTO removals (owner_id, id, checklist_id, item_ids, people, removed_at, \
            removed_by_person, removed_by_device, is_trash, record, series, item_names) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
            ON CONFLICT (owner_id, id) DO UPDATE SET checklist_id = $3, item_ids = $4, people = $5, \
            is_trash = $9, record = $10, series = $11, item_names = $12
            """
        add(
            sql,
            [
                .int(tombstone.id.rawValue), .int(tombstone.checklistID.rawValue), .ids(tombstone.itemIDs),
                .ids(tombstone.people), .timestamp(tombstone.removedAt),
                .int(tombstone.removedBy?.columns.person), .int(tombstone.removedBy?.columns.device),
                .bool(tombstone.trash != nil),
                .text(tombstone.storedBasics), .json(tombstone.storedSeries),
                .texts(tombstone.names.isEmpty ? [] : tombstone.itemIDs.map { tombstone.names[$0] }),
            ])
    }
}

extension FootprintLoading {
    mutating func addTombstone(_ id: Tombstone.ID) {
        let sql = "SELECT \(Tombstone.columns) FROM removals WHERE owner_id = $1 AND id = $2"
        add(sql, [.int(id.rawValue)]) { rows, footprint in
            footprint.load(try rows.first.map { try $0.tombstone }, for: id)
        }
    }

    private static let allTrash = """
        SELECT \(Tombstone.columns) FROM removals WHERE owner_id = $1 AND is_trash ORDER BY id
        """

    mutating func addAllTrash() {
        add(Self.allTrash, []) { rows, footprint in
            footprint.load(allTrash: try rows.map { try $0.tombstone })
        }
    }

    mutating func addStaleTombstones(_ age: TombstoneAge) {
        // The shares are numbered only if there are more tombstones in total than one person may have.
        let surplus = """
            SELECT id FROM (SELECT id, row_number() \
            OVER (PARTITION BY removed_by_person, CASE WHEN removed_by_person = 0 THEN checklist_id END \
            ORDER BY id DESC) AS place FROM removals AS r WHERE owner_id = $1 \
            AND (NOT is_trash OR checklist_id = \(Tombstone.noList)) AND removed_at >= $2 \
            AND NOT \(Tombstone.isHorizon("r", dialect)) \
            AND (SELECT count(*) FROM removals WHERE owner_id = $1) > $4) AS shares WHERE place > $4
            """
        let replaced = """
            SELECT old.id FROM removals AS old JOIN removals AS new \
            ON new.owner_id = $1 AND new.checklist_id = old.checklist_id AND new.id > old.id \
            AND \(dialect.contains("new.people", all: "old.people")) \
            AND \(Tombstone.isHorizon("new", dialect)) \
            WHERE old.owner_id = $1 AND \(Tombstone.isHorizon("old", dialect))
            """
        let sql = """
            SELECT \(Tombstone.columns) FROM removals WHERE owner_id = $1 AND (removed_at < $2 \
            OR is_trash AND removed_at < $3 \
            OR is_trash AND checklist_id = \(Tombstone.noList) AND removed_at < $6 \
            OR \(dialect.isIn("id", query: surplus)) \
            OR \(dialect.isIn("id", query: replaced))) ORDER BY id LIMIT $5
            """
        let parameters: [Parameter] = [
            .timestamp(age.removedBefore), .timestamp(age.trashBefore), .int(age.tombstonesPerPersonMax),
            .int(age.limit), .timestamp(age.undoBefore),
        ]
        add(sql, parameters) { rows, footprint in
            footprint.load(try rows.map { try $0.tombstone }, stale: age)
        }
    }

    /// Loads the undo records of a person's assistants.
    mutating func addUndoRecords(of person: Person.ID) {
        let sql = """
            SELECT \(Tombstone.columns) FROM removals WHERE owner_id = $1 AND is_trash \
            AND checklist_id = \(Tombstone.noList) AND removed_by_person = $2 ORDER BY id
            """
        add(sql, [.int(person.rawValue)]) { rows, footprint in
            footprint.load(try rows.map { try $0.tombstone }, undoneBy: person)
        }
    }

    /// Loads the deletions of lists whose only owner is the person.
    mutating func addTrash(ownedBy person: Person.ID) {
        add(Self.allTrash, []) { rows, footprint in
            let owned = try rows.map { try $0.tombstone }.filter { $0.isOwnedAlone(by: person) }
            footprint.load(owned, ownedBy: person)
        }
    }
}

extension Row {
    /// Reads a tombstone from a row of `Tombstone.columns`.
    var tombstone: Tombstone {
        get throws {
            var columns = columns
            return try Tombstone(from: &columns)
        }
    }
}

extension Tombstone {
    /// The select list for `init(from:)`.
    static let columns = "record, series, item_names"

    /// SQL condition: the row is a horizon.
    static func isHorizon(_ row: String, _ dialect: any Dialect) -> String {
        """
        (\(row).item_ids = \(dialect.emptyList) AND NOT \(row).is_trash \
        AND (\(row).people = \(dialect.emptyList) OR \(row).checklist_id = \(noList)))
        """
    }

    init(from columns: inout Columns) throws {
        try self.init(storedBasics: columns.text(), storedSeries: columns.textIfPresent())
        guard let listed = try columns.textsIfPresent(), !listed.isEmpty else { return }
        names = Tombstone.names(listed.map { $0 ?? "" }, of: itemIDs)
    }
}
