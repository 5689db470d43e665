import Checklists
import Paging
import SQL

/// A query for one page of a table: it starts after a sort position and breaks ties by `id`.
struct PageQuery<Element: Sortable> {
    /// How a property is stored.
    enum Term {
        /// A column that is never `NULL`.
        case column(String)
        /// A boolean column.
        case flag(String)
        /// A column whose `NULL` values sort last in both directions.
        case nullable(String)
        /// A text column, sorted by its key and, for equal keys, by its bytes.
        case text(key: String, String)
    }

    let dialect: any Dialect
    private let table: String
    private let source: String
    private let columns: String
    private let size: String
    let sorting: Sorting<Element>
    /// Optional properties that every row of the source has.
    private let neverNull: Set<Element.Property>
    /// Whether the query finds so few rows that the order need not come from an index.
    private(set) var isNarrow = false
    /// Whether the query is narrow if its total is small.
    var narrowsIfSmall = false
    /// Whether the database must find the rows before it sorts them.
    private var sortsAfterFinding = false
    /// Whether the query reads few lists, each of which has an index in the order of the query.
    private var isByList = false
    /// The parameter with these lists and the condition on them, if there are several.
    private var merged: (lists: String, column: String, condition: String)?
    /// Whether a small total changes how the query reads some of all lists. The page then waits for the
    /// total.
    var needsTotal: Bool {
        narrowsIfSmall && !scope.isEmpty && (isOfFewLists || !isNarrow && !isByList)
    }
    /// Whether the query reads several lists, and the index of its order has the rows of all lists.
    private var isOfFewLists = false
    var conditions = ["owner_id = $1"]
    /// Conditions on the lists of the rows, for rows of `checklists`.
    private(set) var listConditions: [String] = []
    /// The same conditions, for rows of the table.
    private var scope: [String] = []
    /// The newest revision that the process knew before it read the caller's lists.
    var scopeRevision = Revision.zero
    /// Whether the query searches a text, whose matches may be many.
    private var isSearch = false
    /// The common table expressions and the rows of a page in groups, at most as many as a parameter says;
    /// `nil` for an order without groups.
    var grouping: ((inout PageQuery, SortPosition<Element>?, String) -> (tables: String, rows: String))?
    private var parameters: [Parameter]

    /// A query for all rows of an owner.
    ///
    /// - Parameters:
    ///   - source: The `FROM` clause, if it is not just the table.
    ///   - size: SQL for the approximate bytes of a row on a page.
    ///   - neverNull: Optional properties that every row of the source has.
    init(
        _ table: String, from source: String? = nil, _ columns: String, size: String, owner: Int,
        by sorting: Sorting<Element>, neverNull: Set<Element.Property> = [], _ dialect: any Dialect
    ) {
        self.dialect = dialect
        self.table = table
        self.source = source ?? table
        self.columns = columns
        self.size = size
        self.sorting = sorting
        self.neverNull = neverNull
        parameters = [.int(owner)]
    }

    /// The column of a property, named after it. A text has a second column with its key.
    func term(_ property: Element.Property) -> Term {
        let name = property.columnExpression ?? property.name.columnName
        return switch property.field {
        case .flag: .flag(name)
        case .optionalMoment where !neverNull.contains(property): .nullable(name)
        case .moment, .optionalMoment, .number: .column(name)
        case .text: .text(key: name + "_key", name)
        }
    }

    /// Adds a condition; each `?` stands for a parameter.
    mutating func filter(_ condition: String, _ parameters: Parameter...) {
        var condition = condition
        for parameter in parameters {
            condition = condition.replacing("?", with: bind(parameter), maxReplacements: 1)
        }
        conditions.append(condition)
    }

    /// Adds the condition that rows are of some lists.
    ///
    /// - Parameter column: The column with the id of the list.
    mutating func filter(lists: [Checklist.ID], by column: String) {
        let parameter = bind(lists.count == 1 ? .int(lists[0].rawValue) : .ids(lists))
        // The rows of one list have the order of an index on the list, those of several do not.
        let isIn = { [dialect] column in
            lists.count == 1 ? "\(column) = \(parameter)" : dialect.isIn(column, parameter)
        }
        conditions.append(isIn(column))
        scope.append(isIn(column))
        listConditions.append(isIn("id"))
        // Groups are read by an index on the list.
        guard lists.count <= Limits.listsSortedMax, grouping == nil else { return }
        guard sorting.keys.first?.property.hasListIndex == true else {
            isOfFewLists = lists.count > 1
            return narrow()
        }
        isByList = true
        if lists.count > 1 { merged = (parameter, column, isIn(column)) }
    }

    /// Excludes the rows of some lists. Without lists it adds no condition: a condition would make the
    /// planner expect fewer rows.
    mutating func filter(otherThan lists: Set<Checklist.ID>, by column: String) {
        if lists.isEmpty { return }
        let parameter = bind(.ids(lists))
        conditions.append(dialect.isNotIn(column, parameter))
        scope.append(dialect.isNotIn(column, parameter))
        listConditions.append(dialect.isNotIn("id", parameter))
    }

    /// Whether the database must sort the matches, and not read the order from an index.
    ///
    /// - Parameters:
    ///   - total: The number of matches.
    ///   - rowsCount: The number of rows in the table; `nil` if it is unknown.
    func sortsMatches(_ total: Int, of rowsCount: Int?) -> Bool {
        guard isOfFewLists, let rowsCount else { return total <= Limits.rowsSortedMax }
        // If most rows match, the first rows of the index fill the page.
        return total <= Limits.listedRowsSortedMax && total <= rowsCount / Limits.rowsPerMatchMin
    }

    /// Marks the query as finding few rows, which the database sorts after finding them.
    ///
    /// - Parameter isCertain: Whether the planner must not read the order from an index.
    mutating func narrow(isCertain: Bool = false) {
        isNarrow = true
        sortsAfterFinding = sortsAfterFinding || isCertain
    }

    /// Adds the condition that a folded column contains a text.
    mutating func filter(_ column: String, contains needle: [UInt8]) {
        if needle.isEmpty { return }
        var pattern = "%"
        for scalar in String(decoding: needle, as: UTF8.self).unicodeScalars {
            if "\\%_".unicodeScalars.contains(scalar) { pattern.unicodeScalars.append("\\") }
            pattern.unicodeScalars.append(scalar)
        }
        // U+0001 separates text, notes and tags in the column, and no parameter can hold U+0000.
        if needle.contains(1) || needle.contains(0) { return conditions.append("false") }
        filter(dialect.isLike(column, "?"), .text(pattern + "%"))
        isSearch = true
        narrow()
    }

    /// The number of matching rows.
    var count: Statement {
        Statement(
            "SELECT count(*) FROM \(source) WHERE \(conditions.joined(separator: " AND "))", parameters,
            isPrepared: false)
    }

    /// The matching rows of each list.
    ///
    /// - Parameter column: The column with the id of the list.
    func count(by column: String) -> ListCount {
        ListCount(
            dialect: dialect, source: source, column: column, conditions: conditions,
            listConditions: scope, parameters: parameters, scopeRevision: scopeRevision)
    }

    /// The number of items on the lists of a query without other conditions, and that of all items.
    var listedItemsCount: Statement {
        let sql = """
            SELECT CAST(coalesce(sum(items_count), 0) AS bigint), \
            (SELECT items_count FROM owners WHERE owner_id = $1) FROM checklists \
            WHERE \((["owner_id = $1"] + listConditions).joined(separator: " AND "))
            """
        return Statement(sql, parameters, isPrepared: false)
    }

    /// The rows of the page and one more, each after the number of rows found. Rows beyond
    /// `Limits.pageBytesMax` are left out.
    func page(after position: SortPosition<Element>?, limit: Int) -> Statement {
        var query = self
        let most = query.bind(.int(limit + 1))
        let groups = grouping?(&query, position, most)
        let page = groups?.rows ?? query.rows(after: position, limit: most)
        return query.page(of: page, groups?.tables)
    }

    /// The page, read in index order from a limited number of rows. It is the page only if it is full: with
    /// one row more than the limit.
    ///
    /// - Parameters:
    ///   - total: The number of matches.
    ///   - rowsCount: The number of rows in the table.
    /// - Returns: `nil` if sorting all matches is probably faster.
    func walkedPage(
        after position: SortPosition<Element>?, limit: Int, total: Int, of rowsCount: Int
    ) -> Statement? {
        guard isSearch, grouping == nil, let key = sorting.keys.first, key.property.hasIndex,
            // Matches spread evenly are this many rows apart.
            limit < Limits.rowsWalkedMax, total > limit,
            (limit + 1) * (rowsCount / total + 1) < min(total, Limits.rowsWalkedMax)
        else { return nil }
        var query = self
        query.isNarrow = false
        let most = query.bind(.int(limit + 1))
        let walked = query.bind(.int(Limits.rowsWalkedMax))
        guard let part = query.parts(after: position).first else { return nil }
        // No index has the rows without a value in their order.
        if case .nullable = term(key.property), !part.hasValue { return nil }
        var first = ["owner_id = $1"] + part.conditions
        if isByList, merged == nil { first += scope }
        if let position, let bound = query.begin(after: position) { first.append(bound) }
        let order = query.order(of: part)
        let page = """
            (SELECT * FROM (SELECT * FROM \(source) WHERE \(first.joined(separator: " AND ")) \
            ORDER BY \(order) LIMIT \(walked)) AS \(table) \
            WHERE \(query.conditions.joined(separator: " AND ")) LIMIT \(most))
            """
        // The filter keeps the order. Sorting again would read all walked rows first.
        return query.page(of: page, nil)
    }

    /// Numbers the rows of a page, and cuts them at `Limits.pageBytesMax`.
    private mutating func page(of page: String, _ tables: String?) -> Statement {
        let bytes = bind(.int(Limits.pageBytesMax))
        let sql = """
            \(tables.map { $0 + " " } ?? "")SELECT found, \(columns) FROM (SELECT *, \
            count(*) OVER () AS found, sum(\(size)) OVER (ORDER BY number) - \(size) AS bytes_before \
            FROM (SELECT *, row_number() OVER () AS number FROM \(page) AS page) AS numbered) AS \(table) \
            WHERE bytes_before < \(bytes) ORDER BY number
            """
        return Statement(sql, parameters, isPrepared: false)
    }

    /// The rows of a page, before they are numbered.
    private mutating func rows(after position: SortPosition<Element>?, limit most: String) -> String {
        let parts = parts(after: position)
        if let position { _ = begin(after: position) }
        let rows = parts.map { part in
            let all = self.rows(of: part, limit: most)
            guard let merged, !isNarrow else { return all }
            let ofList = self.rows(of: part, and: ["\(merged.column) = list"], limit: most)
            return """
                (SELECT its.* FROM \(dialect.rows([merged.lists], as: "lists", "list")), \
                LATERAL \(ofList) AS its ORDER BY \(order(of: part)) LIMIT \(most))
                """
        }
        if rows.count == 1 { return rows[0] }
        return "(SELECT * FROM (\(rows.joined(separator: " UNION ALL "))) AS parts LIMIT \(most))"
    }

    /// The first matching rows of a part.
    func rows(of part: Part, and more: [String] = [], limit most: String) -> String {
        // A condition on all lists beside the condition on one list would mislead the planner.
        let known = more.isEmpty ? conditions : conditions.filter { $0 != merged?.condition }
        let matching = (known + part.conditions + more).joined(separator: " AND ")
        let found =
            sortsAfterFinding || part.isSorted
            ? "(SELECT * FROM \(source) WHERE \(matching) \(dialect.fence)) AS \(table)"
            : "\(source) WHERE \(matching)"
        return "(SELECT * FROM \(found) ORDER BY \(order(of: part)) LIMIT \(most))"
    }

    /// Rows that follow each other in an order.
    struct Part {
        var conditions: [String] = []
        /// The keys without those that have one value in this part.
        var keys: ArraySlice<SortKey<Element.Property>>
        /// Whether all rows have a value of the first key.
        var hasValue = false
        /// Whether the database must sort the rows.
        var isSorted = false
    }

    /// Splits the rows into parts that follow each other in the order. Each part has an index: dated, checked
    /// and important rows. Other rows are found by their key. The database reads a later part only if the
    /// earlier ones do not fill the page.
    private mutating func parts(after position: SortPosition<Element>?) -> [Part] {
        let keys = sorting.keys[...]
        guard !isNarrow, let key = keys.first else { return [Part(keys: keys)] }
        switch (term(key.property), position?.values.first) {
        case (.flag(let name), let value):
            let values = ["NOT \(name)", name]
            let parts = values.map { Part(conditions: [$0], keys: keys.dropFirst()) }
            if case .flag(let flag) = value, flag != key.descending { return [parts[flag ? 1 : 0]] }
            return key.descending ? parts.reversed() : parts
        case (.nullable, nil): return parts(by: keys)
        case (.nullable, .moment(nil)): return Array(parts(by: keys).dropFirst())
        case (.nullable(let name), .moment(let moment?)):
            var parts = parts(by: keys)
            parts[0].conditions = ["\(name) \(key.descending ? "<=" : ">=") \(bind(.bound(moment)))"]
            return parts
        default: return [Part(keys: keys)]
        }
    }

    /// The rows with a value of the first key, if that is optional, and those without one.
    func parts(by keys: ArraySlice<SortKey<Element.Property>>) -> [Part] {
        guard let key = keys.first, case .nullable(let name) = term(key.property) else {
            return [Part(keys: keys)]
        }
        let rest = keys.dropFirst().drop { $0.property.isConstant(without: key.property) }
        // Without sorting, the planner would look for the rows of one list among those of all lists.
        let isOfList = isByList || grouping != nil
        return [
            Part(conditions: ["\(name) IS NOT NULL"], keys: keys, hasValue: true),
            Part(conditions: ["\(name) IS NULL"], keys: rest, isSorted: isOfList),
        ]
    }

    /// The order of the rows of a part.
    func order(of part: Part) -> String {
        var terms = part.keys.flatMap(terms)
        if part.hasValue, let key = part.keys.first {
            terms[0] = term(key.property).column + (key.descending ? " DESC" : "")
        }
        return (terms + ["id"]).joined(separator: ", ")
    }

    /// The terms of a key in an order.
    func terms(of key: SortKey<Element.Property>) -> [String] {
        let direction = key.descending ? " DESC" : ""
        return switch term(key.property) {
        case .column(let name), .flag(let name): [name + direction]
        case .nullable(let name): [name + direction + (key.descending ? " NULLS LAST" : "")]
        case .text(let keyName, let name): columns(keyName, name).map { $0 + direction }
        }
    }

    /// The sort columns of a text; the first is the indexed one.
    private func columns(_ key: String, _ name: String) -> [String] {
        [dialect.prefix(key, Limits.indexedKeyBytes), key, dialect.bytewise(name)]
    }

    /// Adds the condition for rows after a position: equal in the first n keys and greater in the next, for
    /// each n.
    ///
    /// - Returns: The condition that an index can start from.
    private mutating func begin(after position: SortPosition<Element>) -> String? {
        var alternatives: [String] = []
        var same: [String] = []
        var first: String?
        for (number, (key, value)) in zip(sorting.keys, position.values).enumerated() {
            let (equal, after, atLeast) = comparison(with: value, key)
            if let after { alternatives.append((same + [after]).joined(separator: " AND ")) }
            same.append(equal)
            if number == 0 { first = atLeast }
        }
        alternatives.append((same + ["id > \(bind(.int(position.id.rawValue)))"]).joined(separator: " AND "))
        if let first { conditions.append(first) }
        conditions.append("(" + alternatives.map { "(\($0))" }.joined(separator: " OR ") + ")")
        return first
    }

    /// Conditions on one key: the same value, a later value, or either.
    mutating func comparison(
        with value: SortValue, _ key: SortKey<Element.Property>
    ) -> (equal: String, after: String?, atLeast: String?) {
        let sign = key.descending ? "<" : ">"
        switch (term(key.property), value) {
        case (.nullable(let name), .moment(nil)): return ("\(name) IS NULL", nil, "\(name) IS NULL")
        case (.nullable(let name), .moment(let moment?)):
            let parameter = bind(.bound(moment))
            return ("\(name) = \(parameter)", "(\(name) \(sign) \(parameter) OR \(name) IS NULL)", nil)
        case (.text(let keyName, let name), .text(let text)):
            let bytes = TextOrder.key(of: text)
            let columns = columns(keyName, name)
            let beginning = bind(.bytes(Array(bytes.prefix(Limits.indexedKeyBytes))))
            let values = [beginning, bind(.bytes(bytes)), bind(.text(text))].joined(separator: ", ")
            let row = "(\(columns.joined(separator: ", ")))"
            return (
                "\(row) = (\(values))", "\(row) \(sign) (\(values))", "\(columns[0]) \(sign)= \(beginning)"
            )
        case (let term, let value):
            let name = term.column
            let parameter = bind(value.parameter)
            return (
                "\(name) = \(parameter)", "\(name) \(sign) \(parameter)", "\(name) \(sign)= \(parameter)"
            )
        }
    }

    mutating func bind(_ parameter: Parameter) -> String {
        parameters.append(parameter)
        return "$\(parameters.count)"
    }
}
