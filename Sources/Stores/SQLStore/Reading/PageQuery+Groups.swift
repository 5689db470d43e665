import Checklists
import Paging
import SQL

/// The groups of an order by list or section: the rows with equal values of the first keys, which are lists,
/// sections and flags.
extension PageQuery<Item> {
    /// The rows of a page in groups, before they are numbered, and the common table expressions they need.
    mutating func grouped(
        after position: SortPosition<Item>?, limit most: String
    ) -> (tables: String, rows: String) {
        isNarrow ? sortedGroups(after: position, limit: most) : walkedGroups(after: position, limit: most)
    }

    /// The keys up to the last one that groups.
    private var groupKeys: ArraySlice<SortKey<Item.Property>> {
        sorting.keys.prefix(sorting.groupingKeysCount)
    }

    /// The group keys up to the list.
    private var listKeys: ArraySlice<SortKey<Item.Property>> {
        let last = groupKeys.firstIndex { $0.property == .listed(.checklist) } ?? groupKeys.endIndex - 1
        return groupKeys[...last]
    }

    /// The group keys after the list.
    private var partKeys: ArraySlice<SortKey<Item.Property>> { groupKeys[listKeys.endIndex...] }

    /// The keys within a group.
    private var restKeys: ArraySlice<SortKey<Item.Property>> { sorting.keys[groupKeys.endIndex...] }

    private var isBySection: Bool { partKeys.contains { $0.property == .listed(.section) } }

    /// The order of lists, sections or flags by some group keys.
    private func groupOrder(by keys: ArraySlice<SortKey<Item.Property>>) -> String {
        let terms = keys.flatMap { key -> [String] in
            let direction = key.descending ? " DESC" : ""
            return switch key.property {
            case .listed(.checklist): ["name_key", dialect.bytewise("name")].map { $0 + direction } + ["id"]
            case .listed(.section): ["number" + direction]
            default: [Self.flagName(key) + direction]
            }
        }
        return terms.joined(separator: ", ")
    }

    /// Condition: a row comes after a position in the order of some keys. The row has the same values of all
    /// earlier keys.
    private mutating func isAfter(
        _ position: SortPosition<Item>, by keys: ArraySlice<SortKey<Item.Property>>,
        _ compare: (inout PageQuery, SortKey<Item.Property>, SortValue) -> (equal: String, after: String?)
    ) -> String {
        var alternatives: [String] = []
        var same: [String] = []
        for (key, value) in zip(keys, position.values.dropFirst(keys.startIndex)) {
            let (equal, after) = compare(&self, key, value)
            if let after { alternatives.append((same + [after]).joined(separator: " AND ")) }
            same.append(equal)
        }
        alternatives.append((same + ["id > \(bind(.int(position.id.rawValue)))"]).joined(separator: " AND "))
        return "(" + alternatives.map { "(\($0))" }.joined(separator: " OR ") + ")"
    }
}

// MARK: Few rows

extension PageQuery<Item> {
    /// The rows in groups for a query that finds few rows, which the database sorts.
    private mutating func sortedGroups(
        after position: SortPosition<Item>?, limit most: String
    ) -> (tables: String, rows: String) {
        let matching = conditions.joined(separator: " AND ")
        var isUsed = dialect.isIn("id", query: "SELECT checklist_id FROM found")
        var after = "true"
        if let position {
            let list = bind(.int(position.list(in: sorting)?.rawValue ?? 0))
            isUsed = "(\(isUsed) OR id = \(list))"
            after = isAfter(position, by: sorting.keys[...]) { query, key, value in
                guard case .number(let number) = value, key.property.isGroup else {
                    let (equal, after, _) = query.comparison(with: value, key)
                    return (equal, after)
                }
                let isDescending = key.descending && key.property != .listed(.checklist)
                // If the section was deleted, the page begins at the start of the list.
                let start = number == 0 ? 0 : isDescending ? Int.max : -1
                let known =
                    key.property == .listed(.checklist) ? "rank" : query.number(of: "\(number)", or: start)
                let (term, other) = (
                    query.sortedTerm(key), "(SELECT \(known) FROM lists WHERE list = \(list))"
                )
                return ("\(term) = \(other)", "\(term) \(isDescending ? "<" : ">") \(other)")
            }
        }
        let sections = dialect.elements("sections->'all'")
        let ids = dialect.list("SELECT CAST(element->>'id' AS bigint) FROM \(sections) ORDER BY number")
        let byName = groupOrder(by: listKeys.suffix(1))
        let tables = """
            WITH found AS (SELECT * FROM items WHERE \(matching)), \
            lists AS (SELECT id AS list, row_number() OVER (ORDER BY \(byName)) AS rank\
            \(isBySection ? ", \(ids) AS section_ids" : "") \
            FROM checklists WHERE owner_id = $1 AND \(isUsed))
            """
        let order = groupKeys.map { key in
            sortedTerm(key) + (key.descending && key.property != .listed(.checklist) ? " DESC" : "")
        }
        let rest = self.order(of: Part(keys: restKeys))
        let rows = """
            (SELECT found.* FROM found JOIN lists ON list = checklist_id WHERE \(after) \
            ORDER BY \((order + [rest]).joined(separator: ", ")) LIMIT \(most))
            """
        return (tables, rows)
    }

    /// The value of a group key in a row with its list.
    private func sortedTerm(_ key: SortKey<Item.Property>) -> String {
        switch key.property {
        case .listed(.checklist): "rank"
        case .listed(.section): number(of: "section_id")
        default: term(key.property).column
        }
    }

    /// The number of a section on its list, or another number if the list lacks the section.
    private func number(of section: String, or other: Int = 0) -> String {
        "coalesce(\(dialect.position(of: section, in: "section_ids")), \(other))"
    }
}

// MARK: Many rows

extension PageQuery<Item> {
    /// The rows in groups for a query that finds many rows. The database reads one group after the other by
    /// an index until the page is full.
    ///
    /// The common table expression `lists` has a row for each list and each value of the flags before it.
    /// Each row has parts: the sections of the list and the values of the flags after it. The nested loop
    /// keeps the order of the groups, and expands the parts of a list only when it reaches the list.
    private mutating func walkedGroups(
        after position: SortPosition<Item>?, limit most: String
    ) -> (tables: String, rows: String) {
        guard let position else { return (listsTable, groups("true", limit: most)) }
        let start = start(at: position)
        var first: [String] = []
        let after = isAfter(position, by: restKeys) { query, key, value in
            let (equal, after, atLeast) = query.comparison(with: value, key)
            // A condition that an index can start from.
            if key == query.restKeys.first, let atLeast { first.append(atLeast) }
            return (equal, after)
        }
        let isOfList = "rank = \(start.rank)"
        let rows = [
            groups(isOfList, parts: "part = \(start.part)", and: first + [after], limit: most),
            groups(isOfList, parts: "part > \(start.part)", limit: most),
            groups("rank > \(start.rank)", limit: most),
        ]
        let all = "(SELECT * FROM (\(rows.joined(separator: " UNION ALL "))) AS pages LIMIT \(most))"
        return (listsTable, all)
    }

    private var listsTable: String {
        let flags = listKeys.filter(\.isFlag)
        let tables = ["checklists"] + flags.map(Self.flagTable)
        let columns = ["id AS list", "sections"] + flags.map(Self.flagName)
        return """
            WITH lists AS (SELECT \(columns.joined(separator: ", ")), \
            row_number() OVER (ORDER BY \(groupOrder(by: listKeys))) AS rank \
            FROM \(tables.joined(separator: ", ")) \
            WHERE \((["owner_id = $1"] + listConditions).joined(separator: " AND ")))
            """
    }

    /// The parts of a row of `lists`, in order.
    private var partsTable: String {
        let flags = partKeys.filter(\.isFlag)
        let none = "SELECT CAST(0 AS bigint) AS section, CAST(0 AS bigint) AS number"
        let all = """
            \(none) UNION ALL SELECT CAST(element->>'id' AS bigint), number \
            FROM \(dialect.elements("sections->'all'"))
            """
        let tables = ["(\(isBySection ? all : none)) AS sections"] + flags.map(Self.flagTable)
        let columns = ["section"] + flags.map(Self.flagName)
        let order = partKeys.isEmpty ? "number" : groupOrder(by: partKeys)
        return """
            (SELECT \(columns.joined(separator: ", ")), row_number() OVER (ORDER BY \(order)) AS part \
            FROM \(tables.joined(separator: ", ")))
            """
    }

    /// The rows of the groups whose list and part meet conditions, group by group.
    private func groups(
        _ lists: String, parts isPart: String = "true", and more: [String] = [], limit most: String
    ) -> String {
        let isSame = groupKeys.filter(\.isFlag).map { "\(term($0.property).column) = \(Self.flagName($0))" }
        let ofGroup = ["checklist_id = list"] + isSame + more
        let rows =
            isBySection
            ? """
            \(rows(ofGroup + ["section <> 0", "section_id = section"], limit: most)) UNION ALL \
            \(rows(ofGroup + ["section = 0", "section_id IS NULL"], limit: most))
            """ : rows(ofGroup, limit: most)
        return """
            (SELECT its.* FROM (SELECT * FROM lists WHERE \(lists) ORDER BY rank) AS lists, \
            LATERAL (SELECT * FROM \(partsTable) AS all_parts WHERE \(isPart) ORDER BY part) AS parts, \
            LATERAL (\(rows)) AS its LIMIT \(most))
            """
    }

    /// The matching rows with some more conditions, in the order within a group.
    private func rows(_ more: [String], limit most: String) -> String {
        let isIndexed = restKeys.first.map { key in
            isBySection ? key.property == .anchorPosition : key.property.hasListIndex
        }
        let rows = parts(by: restKeys).map { part in
            var part = part
            // Otherwise the planner may look for the rows of the group in an index of all rows.
            if isIndexed != true { part.isSorted = true }
            return self.rows(of: part, and: more, limit: most)
        }
        return rows.count == 1
            ? rows[0] : "(SELECT * FROM (\(rows.joined(separator: " UNION ALL "))) AS its LIMIT \(most))"
    }

    /// The list and the part of a position. If its section was deleted, the walk reads all sections again.
    private mutating func start(at position: SortPosition<Item>) -> (rank: String, part: String) {
        let keys = Array(zip(groupKeys, position.values))
        var isOfKey = keys.map { key, value in
            switch (key.property, value) {
            case (.listed(.checklist), .number(let number)): "list = \(bind(.int(number)))"
            case (.listed(.section), .number(let number)): "section = \(bind(.int(number)))"
            case (_, .flag(let flag)): (flag ? "" : "NOT ") + Self.flagName(key)
            default: "true"
            }
        }
        let isOfList = isOfKey.prefix(listKeys.count).joined(separator: " AND ")
        isOfKey.removeFirst(listKeys.count)
        let beforeSection = partKeys.prefix { $0.property != .listed(.section) }.count
        let isBefore = (["true"] + isOfKey.prefix(beforeSection)).joined(separator: " AND ")
        let isSame = (["true"] + isOfKey).joined(separator: " AND ")
        let part = """
            (SELECT coalesce(min(CASE WHEN \(isSame) THEN part END), min(part) - 1) \
            FROM lists, LATERAL \(partsTable) AS parts WHERE \(isOfList) AND \(isBefore))
            """
        return ("(SELECT rank FROM lists WHERE \(isOfList))", part)
    }

    /// The name of a flag in `lists` or among the parts.
    private static func flagName(_ key: SortKey<Item.Property>) -> String {
        "is_" + key.property.name.columnName
    }

    /// A table with both values of a flag.
    private static func flagTable(_ key: SortKey<Item.Property>) -> String {
        "(SELECT false AS \(flagName(key)) UNION ALL SELECT true) AS \(flagName(key))s"
    }
}

extension SortKey<Item.Property> {
    fileprivate var isFlag: Bool { property.field.kind == .flag }
}

extension Item.Property {
    fileprivate var isGroup: Bool { if case .listed(let property) = self { property.isGroup } else { false } }
}
