import Checklists
import SQL

// What counts for whom. The first person has no row: what is left of the owner's counts is theirs, so that
// nothing is written here where nobody else has lists.

extension ChangeWriting {
    /// Counts what changes come to, behind what they write.
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

    /// Has lists count for somebody else, with all that is on them now.
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

/// How what counts for whom is found in the tables.
package struct UsageSQL {
    private let dialect: any Dialect

    package init(_ dialect: any Dialect) { self.dialect = dialect }

    /// What is on a list and the bytes that it takes with that, as one row.
    func part(of list: String) -> String {
        let own = """
            \(Checklist.storedBytesBesideName) + \(dialect.bytesCount("\(list).name")) \
            + \(list).collection_bytes
            """
        return """
            (SELECT count(*) AS items, \(own) + coalesce(sum(stored_bytes), 0) AS bytes FROM items \
            WHERE items.owner_id = \(list).owner_id AND items.checklist_id = \(list).id)
            """
    }

    /// The first owner of a row of `checklists`; no row where the first person has it alone.
    var payer: String {
        """
        SELECT CAST(element ->> 'personId' AS bigint) AS person_id FROM \(dialect.elements("members")) \
        WHERE element ->> 'role' = 'own' ORDER BY number LIMIT 1
        """
    }

    /// What everybody has but the first person, as rows of `usage`.
    var counted: String {
        """
        SELECT owner_id, person_id, count(*) AS checklists, CAST(sum(items) AS bigint) AS items, \
        CAST(sum(bytes) AS bigint) AS data_bytes FROM checklists CROSS JOIN LATERAL \
        (\(payer)) AS payer CROSS JOIN LATERAL \(part(of: "checklists")) AS part \
        WHERE members IS NOT NULL AND person_id <> 1 GROUP BY owner_id, person_id
        """
    }

    /// Counts anew what everybody has. Nobody may change anything meanwhile.
    package var counting: [String] {
        [
            "DELETE FROM usage",
            "INSERT INTO usage (owner_id, person_id, checklists, items, data_bytes) \(counted)",
            "UPDATE owners SET usage_feed = feed",
        ]
    }
}

extension SQLStore {
    /// Counts anew what everybody has, after a program that does not count it has made changes.
    func countUsage() async throws {
        let begin = [Statement("BEGIN")] + dialect.unhurried + [Statement(dialect.lockOwner, [.int(owner)])]
        let counting = UsageSQL(dialect).counting.map { Statement($0, isPrepared: false) }
        _ = try await client.withConnection(on: .long) { connection in
            try await connection.run(begin + counting + [Statement("COMMIT")])
        }
    }
}
