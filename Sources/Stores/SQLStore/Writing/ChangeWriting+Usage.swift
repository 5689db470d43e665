import Checklists
import SQL

// The usage of each person. Person 1 has no row: the usage is the owner's total minus all other rows. A store
// with one person writes no usage.

extension ChangeWriting {
    /// Adds the growth of usage. It must follow the statements of the changes.
    mutating func count(_ growth: Growth) {
        let more = growth.byPerson.filter { $0.key != .first && $0.value != Usage() }
        let rows = more.sorted { $0.key < $1.key }
        if !rows.isEmpty {
            let lists = dialect.rows(["$2", "$3", "$4", "$5"])
            add("\(Self.insertion) SELECT $1, * FROM \(lists) \(Self.addition)", rows) { rows in
                [
                    .ids(rows.map(\.key)), .ints(rows.map(\.value.checklists)),
                    .ints(rows.map(\.value.items)), .ints(rows.map(\.value.dataBytes)),
                ]
            }
        }
        if !growth.moves.isEmpty { move(growth) }
        if peopleRemoved.isEmpty { return }
        let sql = "DELETE FROM usage WHERE owner_id = $1 AND \(dialect.isIn("person_id", "$2"))"
        add(sql, [.ids(peopleRemoved)])
    }

    /// Moves the usage of lists from one person to another, with all their items.
    private mutating func move(_ growth: Growth) {
        let moves = growth.moves.sorted { $0.key < $1.key }
        let parts = moves.flatMap { list, move in
            [(list: list, person: move.from, sign: -1), (list: list, person: move.to, sign: 1)]
        }
        let sql = """
            \(Self.insertion) SELECT $1, person, CAST(sum(sign) AS bigint), \
            CAST(sum(sign * items) AS bigint), CAST(sum(sign * bytes) AS bigint) \
            FROM \(dialect.rows(["$2", "$3", "$4"], as: "moved", "list, person, sign")) \
            CROSS JOIN LATERAL \
            (SELECT * FROM checklists WHERE owner_id = $1 AND id = list \(dialect.fence)) \
            AS c CROSS JOIN LATERAL \(UsageSQL(dialect).part(of: "c")) AS part \
            GROUP BY person \(Self.addition)
            """
        add(sql, parts.filter { $0.person != .first }) { parts in
            [.ids(parts.map(\.list)), .ids(parts.map(\.person)), .ints(parts.map(\.sign))]
        }
    }

    private static let insertion =
        "INSERT INTO usage AS old (owner_id, person_id, checklists, items, data_bytes)"

    private static let addition = """
        ON CONFLICT (owner_id, person_id) DO UPDATE SET checklists = old.checklists + excluded.checklists, \
        items = old.items + excluded.items, data_bytes = old.data_bytes + excluded.data_bytes
        """
}

/// The SQL that computes usage from the tables.
package struct UsageSQL {
    private let dialect: any Dialect

    package init(_ dialect: any Dialect) { self.dialect = dialect }

    /// One row with the number of items on a list and the bytes of the list and its items.
    func part(of list: String) -> String {
        let own = """
            \(Checklist.storedBytesBesideParts) + \(dialect.bytesCount("\(list).name")) \
            + \(list).collection_bytes
            """
        return """
            (SELECT count(*) AS items, \(own) + coalesce(sum(stored_bytes), 0) AS bytes FROM items \
            WHERE items.owner_id = \(list).owner_id AND items.checklist_id = \(list).id)
            """
    }

    /// The first owner of a row of `checklists`; no row if the list has only person 1.
    var payer: String {
        """
        SELECT CAST(element ->> 'personId' AS bigint) AS person_id FROM \(dialect.elements("members")) \
        WHERE element ->> 'role' = 'own' ORDER BY number LIMIT 1
        """
    }

    /// The usage of all people except person 1, as rows of `usage`.
    var counted: String {
        """
        SELECT owner_id, person_id, count(*) AS checklists, CAST(sum(items) AS bigint) AS items, \
        CAST(sum(bytes) AS bigint) AS data_bytes FROM checklists CROSS JOIN LATERAL \
        (\(payer)) AS payer CROSS JOIN LATERAL \(part(of: "checklists")) AS part \
        WHERE members IS NOT NULL AND person_id <> 1 GROUP BY owner_id, person_id
        """
    }

    /// Recounts all usage. The transaction must hold the owner's lock.
    package var counting: [String] {
        [
            "DELETE FROM usage",
            "INSERT INTO usage (owner_id, person_id, checklists, items, data_bytes) \(counted)",
            "UPDATE owners SET usage_feed = feed",
        ]
    }
}

extension SQLStore {
    /// Recounts all usage, after a process of an older version made changes without counting.
    func countUsage() async throws {
        let begin = [Statement("BEGIN")] + dialect.unhurried + [Statement(dialect.lockOwner, [.int(owner)])]
        let counting = UsageSQL(dialect).counting.map { Statement($0, isPrepared: false) }
        _ = try await client.withConnection(on: .long) { connection in
            try await connection.run(begin + counting + [Statement("COMMIT")])
        }
    }
}
