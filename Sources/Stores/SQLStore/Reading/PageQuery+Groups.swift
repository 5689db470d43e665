import Checklists
import Paging
import SQL

/// The groups of an order by list or section: the rows with equal values of the first keys, which are lists,
/// sections and flags.
///
/// The common table expression `groups` has a row for each group with its rank.
extension PageQuery<Item> {
    /// The rows of a page in groups, before they are numbered.
    ///
    /// Where the query finds few rows, the database sorts them by the rank of their group. Otherwise it reads
    /// group after group by an index until the page is full. Its nested loop keeps the order of the groups.
    mutating func groupedRows(after position: SortPosition<Item>?, limit most: String) -> String {
        let start = position.map { (rank: lastRank($0), isAfter: isAfter($0)) }
        if isNarrow {
            if let start {
                conditions.append("(rank > \(start.rank) OR rank = \(start.rank) AND \(start.isAfter))")
            }
            return """
                (SELECT items.* FROM items JOIN groups ON \(isInGroup) \
                WHERE \(conditions.joined(separator: " AND ")) ORDER BY rank, \(restOrder) LIMIT \(most))
                """
        }
        guard let start else { return groups("", limit: most) }
        let first = groups("WHERE rank = \(start.rank)", and: [start.isAfter], limit: most)
        let others = groups("WHERE rank > \(start.rank)", limit: most)
        return "(SELECT * FROM (\(first) UNION ALL \(others)) AS parts LIMIT \(most))"
    }

    /// The common table expression with the groups.
    var groupsTable: String {
        let order = groupKeys.flatMap { key -> [String] in
            let direction = key.descending ? " DESC" : ""
            return switch key.property {
            case .listed(.checklist): ["name_key", dialect.bytewise("name")].map { $0 + direction } + ["id"]
            case .listed(.section): ["number" + direction]
            default: [Self.flagName(key) + direction]
            }
        }
        let none = "SELECT CAST(0 AS bigint) AS section, CAST(0 AS bigint) AS number"
        let all = """
            \(none) UNION ALL SELECT CAST(element->>'id' AS bigint), number \
            FROM \(dialect.elements("sections->'all'"))
            """
        let flags = flagKeys.map { key in
            "(SELECT false AS \(Self.flagName(key)) UNION ALL SELECT true) AS \(Self.flagName(key))s"
        }
        let tables = ["checklists", "LATERAL (\(isBySection ? all : none)) AS its"] + flags
        let columns = ["id AS list", "section"] + flagKeys.map(Self.flagName)
        return """
            WITH groups AS (SELECT \(columns.joined(separator: ", ")), \
            row_number() OVER (ORDER BY \(order.joined(separator: ", "))) AS rank \
            FROM \(tables.joined(separator: ", ")) \
            WHERE \((["owner_id = $1"] + listConditions).joined(separator: " AND ")) ORDER BY rank)
            """
    }

    /// The rows of the groups that meet a condition, group by group.
    private func groups(_ condition: String, and more: [String] = [], limit most: String) -> String {
        let ofGroup = ["checklist_id = list"] + flagKeys.map(isSame) + more
        let matching =
            isBySection
            ? """
            \(rows(ofGroup + ["section <> 0", "section_id = section"], limit: most)) UNION ALL \
            \(rows(ofGroup + ["section = 0", "section_id IS NULL"], limit: most))
            """ : rows(ofGroup, limit: most)
        return """
            (SELECT its.* FROM (SELECT * FROM groups \(condition) ORDER BY rank) AS groups, \
            LATERAL (\(matching)) AS its LIMIT \(most))
            """
    }

    /// The matching rows with some more conditions, in the order within a group.
    private func rows(_ more: [String], limit most: String) -> String {
        let matching = (conditions + more).joined(separator: " AND ")
        return "(SELECT * FROM items WHERE \(matching) ORDER BY \(restOrder) LIMIT \(most))"
    }

    /// Condition: a row of `items` belongs to a row of `groups`.
    private var isInGroup: String {
        let isOfSection = isBySection ? ["section = coalesce(section_id, 0)"] : []
        return (["list = checklist_id"] + isOfSection + flagKeys.map(isSame)).joined(separator: " AND ")
    }

    private func isSame(_ key: SortKey<Item.Property>) -> String {
        "\(term(key.property).column) = \(Self.flagName(key))"
    }

    /// The name of a flag in `groups`.
    private static func flagName(_ key: SortKey<Item.Property>) -> String {
        "is_" + key.property.name.columnName
    }

    private var isBySection: Bool { groupKeys.contains { $0.property == .listed(.section) } }

    /// The keys up to the last one that groups.
    private var groupKeys: [SortKey<Item.Property>] { Array(sorting.keys.prefix(sorting.groupingKeysCount)) }

    private var flagKeys: [SortKey<Item.Property>] { groupKeys.filter { $0.property.field.kind == .flag } }

    /// The keys within a group.
    private var restKeys: [SortKey<Item.Property>] {
        Array(sorting.keys.dropFirst(sorting.groupingKeysCount))
    }

    /// The order within a group.
    private var restOrder: String {
        (restKeys.flatMap { terms(of: $0, isParted: false) } + ["id"]).joined(separator: ", ")
    }

    /// The rank of the group of a position. If its section was deleted, the groups of its list are read again.
    private mutating func lastRank(_ position: SortPosition<Item>) -> String {
        var ofGroup: [String] = []
        var list = "0"
        for (key, value) in zip(groupKeys, position.values) {
            switch (key.property, value) {
            case (.listed(.checklist), .number(let number)): list = bind(.int(number))
            case (.listed(.section), .number(let number)):
                ofGroup.append("section = \(bind(.int(number)))")
            case (_, .flag(let flag)): ofGroup.append((flag ? "" : "NOT ") + Self.flagName(key))
            default: break
            }
        }
        let ofList = "FROM groups WHERE list = \(list)"
        let isOfGroup = (["true"] + ofGroup).joined(separator: " AND ")
        return "coalesce((SELECT rank \(ofList) AND \(isOfGroup)), (SELECT min(rank) - 1 \(ofList)))"
    }

    /// Condition: a row of the same group comes after a position.
    private mutating func isAfter(_ position: SortPosition<Item>) -> String {
        var alternatives: [String] = []
        var same: [String] = []
        for (key, value) in zip(restKeys, position.values.dropFirst(sorting.groupingKeysCount)) {
            let (equal, after, _) = comparison(with: value, key)
            if let after { alternatives.append((same + [after]).joined(separator: " AND ")) }
            same.append(equal)
        }
        alternatives.append((same + ["id > \(bind(.int(position.id.rawValue)))"]).joined(separator: " AND "))
        return "(" + alternatives.map { "(\($0))" }.joined(separator: " OR ") + ")"
    }
}
