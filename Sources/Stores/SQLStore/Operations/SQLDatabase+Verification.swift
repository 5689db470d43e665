public import Checklists
import SQL

/// The result of a verification.
public struct DatabaseVerification: Hashable, Sendable {
    /// The newest revision.
    public var revision: Revision
    /// The number of lists.
    public var checklists: Int
    /// The number of items.
    public var items: Int
    /// The faults, a sentence each; empty if the data is consistent.
    public var faults: [String]
}

extension SQLDatabase {
    /// Checks the consistency of all data in one snapshot, without changes. Processes may serve the database
    /// meanwhile.
    ///
    /// - Throws: `SQLStoreError`, `SQLError`.
    public func verify() async throws -> DatabaseVerification {
        try await checkVersion()
        return try await client.withConnection(on: .long) { connection in
            let counts = """
                SELECT feed, (SELECT count(*) FROM checklists WHERE owner_id = $1), \
                (SELECT count(*) FROM items WHERE owner_id = $1) FROM owners WHERE owner_id = $1
                """
            let rows = try await connection.run(beginSnapshot + [Statement(counts, [.int(owner)])])
            var found = DatabaseVerification(revision: .zero, checklists: 0, items: 0, faults: [])
            if var columns = rows.last?.first?.columns {
                found.revision = try columns.revision()
                found.checklists = try columns.int()
                found.items = try columns.int()
            }
            for (fault, sql) in checks {
                let rows = try await connection.run([Statement(sql, [.int(owner)], isPrepared: false)])[0]
                guard var columns = rows.first?.columns else { continue }
                let count = try columns.int()
                guard count > 0 else { continue }
                let example = try columns.textIfPresent() ?? ""
                found.faults.append("\(fault): \(count) cases, for example \(example).")
            }
            _ = try await connection.run([Statement("COMMIT")])
            return found
        }
    }

    /// Each possible fault with a query for the number of cases and one example.
    private var checks: [(String, String)] {
        [
            (
                "The counts of a list do not match its items",
                """
                SELECT count(*), min('list ' || c.id) FROM checklists c LEFT JOIN \
                (SELECT checklist_id, count(*) AS items, count(*) FILTER (WHERE NOT checked) AS unchecked \
                FROM items WHERE owner_id = $1 GROUP BY checklist_id) i ON i.checklist_id = c.id \
                WHERE c.owner_id = $1 AND (c.items_count, c.unchecked_items_count) \
                <> (coalesce(i.items, 0), coalesce(i.unchecked, 0))
                """
            ),
            (
                "The total counts do not match the tables",
                """
                SELECT count(*), min('owner ' || owner_id) FROM owners WHERE owner_id = $1 AND \
                (checklists_count, items_count, finished_deliveries_count) <> \
                ((SELECT count(*) FROM checklists WHERE owner_id = $1), \
                (SELECT count(*) FROM items WHERE owner_id = $1), \
                (SELECT count(*) FROM deliveries WHERE owner_id = $1 AND status <> 'pending'))
                """
            ),
            (
                "The usage of a person does not match their lists",
                """
                WITH kept AS (SELECT owner_id, person_id, checklists, items, data_bytes FROM usage \
                WHERE (checklists, items, data_bytes) <> (0, 0, 0)), \
                counted AS (\(UsageSQL(dialect).counted)) \
                SELECT count(DISTINCT person_id), min('person ' || person_id) FROM \
                ((SELECT * FROM kept EXCEPT SELECT * FROM counted) UNION ALL \
                (SELECT * FROM counted EXCEPT SELECT * FROM kept)) AS other \
                WHERE owner_id = (SELECT owner_id FROM owners WHERE owner_id = $1 AND usage_feed = feed)
                """
            ),
            (
                "An item refers to a missing list",
                """
                SELECT count(*), min('item ' || id) FROM items i WHERE owner_id = $1 AND NOT EXISTS \
                (SELECT 1 FROM checklists c WHERE c.owner_id = $1 AND c.id = i.checklist_id)
                """
            ),
            (
                "A reminder refers to a missing item",
                """
                SELECT count(*), min('item ' || id) FROM reminders r WHERE owner_id = $1 AND NOT EXISTS \
                (SELECT 1 FROM items i WHERE i.owner_id = $1 AND i.id = r.id)
                """
            ),
            (
                "Two items of a list have the same resource name",
                """
                SELECT count(*), min('list ' || checklist_id) FROM (SELECT checklist_id FROM items \
                WHERE owner_id = $1 AND uid IS NOT NULL GROUP BY checklist_id, uid HAVING count(*) > 1 \
                UNION ALL SELECT checklist_id FROM items WHERE owner_id = $1 AND resource_name IS NOT NULL \
                GROUP BY checklist_id, resource_name HAVING count(*) > 1) AS doubles
                """
            ),
            (
                "A delivery refers to a missing webhook",
                """
                SELECT count(*), min('delivery ' || id) FROM deliveries d WHERE owner_id = $1 AND NOT EXISTS \
                (SELECT 1 FROM webhooks w WHERE w.owner_id = $1 AND w.id = d.webhook_id)
                """
            ),
            (
                "A member refers to a missing list or to one without members",
                """
                SELECT count(*), min('person ' || person_id || ' on list ' || checklist_id) FROM members m \
                WHERE owner_id = $1 AND NOT EXISTS (SELECT 1 FROM checklists c WHERE c.owner_id = $1 \
                AND c.id = m.checklist_id AND c.members IS NOT NULL)
                """
            ),
            (
                "A member refers to a missing person",
                """
                SELECT count(*), min('person ' || person_id) FROM members m WHERE owner_id = $1 \
                AND person_id <> 1 AND NOT EXISTS \
                (SELECT 1 FROM people p WHERE p.owner_id = $1 AND p.id = m.person_id)
                """
            ),
            (
                "The preferences select a missing list",
                """
                SELECT count(*), min('list ' || selected_checklist_id) FROM owners WHERE owner_id = $1 \
                AND selected_checklist_id IS NOT NULL AND NOT EXISTS \
                (SELECT 1 FROM checklists c WHERE c.owner_id = $1 AND c.id = selected_checklist_id)
                """
            ),
        ]
            + ["checklists", "items", "webhooks", "deliveries"].map { table in
                (
                    "A revision in \(table) exceeds the newest revision",
                    """
                    SELECT count(*), min('number ' || id) FROM \(table) WHERE owner_id = $1 AND revision > \
                    (SELECT feed FROM owners WHERE owner_id = $1)
                    """
                )
            }
            + ["checklist", "item", "webhook", "delivery"].map { thing in
                let table = thing == "delivery" ? "deliveries" : "\(thing)s"
                return (
                    "An id in \(table) is ahead of its sequence",
                    """
                    SELECT count(*), min('number ' || id) FROM \(table) WHERE owner_id = $1 AND id >= \
                    (\(dialect.nextNumber(of: "\(thing)_ids")))
                    """
                )
            }
    }
}
