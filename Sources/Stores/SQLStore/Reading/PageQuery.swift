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
    var conditions = ["owner_id = $1"]
    /// Conditions on the lists of the rows.
    private(set) var listConditions: [String] = []
    /// Reads the rows in groups; `nil` for an order without groups.
    var grouping: Grouping?
    private var parameters: [Parameter]

    /// The SQL of an order in groups.
    struct Grouping {
        /// The common table expression with the groups.
        let table: (PageQuery) -> String
        /// The rows of a page after a position, at most as many as a parameter says.
        let rows: (inout PageQuery, SortPosition<Element>?, String) -> String
    }

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
        let parameter = bind(.ids(lists))
        conditions.append(dialect.isIn(column, parameter))
        listConditions.append(dialect.isIn("id", parameter))
        // Groups are read by an index on the list.
        if lists.count <= Limits.listsSortedMax, grouping == nil { narrow() }
    }

    /// Adds the condition that rows are of other lists. Without lists there is none: the planner would expect
    /// fewer rows.
    mutating func filter(otherThan lists: Set<Checklist.ID>, by column: String) {
        if lists.isEmpty { return }
        let parameter = bind(.ids(lists))
        conditions.append(dialect.isNotIn(column, parameter))
        listConditions.append(dialect.isNotIn("id", parameter))
    }

    /// Marks the query as finding few rows, which the database sorts after finding them.
    mutating func narrow() { isNarrow = true }

    /// Adds the condition that a folded column contains a text.
    mutating func filter(_ column: String, contains needle: [UInt8]) {
        if needle.isEmpty { return }
        var pattern = "%"
        for scalar in String(decoding: needle, as: UTF8.self).unicodeScalars {
            if "\\%_".unicodeScalars.contains(scalar) { pattern.unicodeScalars.append("\\") }
            pattern.unicodeScalars.append(scalar)
        }
        // U+0001 separates text and notes in the column, and no parameter can hold U+0000.
        if needle.contains(1) || needle.contains(0) { return conditions.append("false") }
        filter(dialect.isLike(column, "?"), .text(pattern + "%"))
        narrow()
    }

    /// The number of matching rows.
    var count: Statement {
        Statement(
            "SELECT count(*) FROM \(source) WHERE \(conditions.joined(separator: " AND "))", parameters,
            isPrepared: false)
    }

    /// The rows of the page and one more, each after the number of rows found. Rows beyond
    /// `Limits.pageBytesMax` are left out.
    func page(after position: SortPosition<Element>?, limit: Int) -> Statement {
        var query = self
        let most = query.bind(.int(limit + 1))
        let bytes = query.bind(.int(Limits.pageBytesMax))
        let page = grouping?.rows(&query, position, most) ?? query.rows(after: position, limit: most)
        let groups = grouping.map { $0.table(query) + " " } ?? ""
        let sql = """
            \(groups)SELECT found, \(columns) FROM (SELECT *, count(*) OVER () AS found, \
            sum(\(size)) OVER (ORDER BY number) - \(size) AS bytes_before FROM (SELECT *, \
            row_number() OVER () AS number FROM \(page) AS page) AS numbered) AS \(table) \
            WHERE bytes_before < \(bytes) ORDER BY number
            """
        return Statement(sql, query.parameters, isPrepared: false)
    }

    /// The rows of a page, before they are numbered.
    private mutating func rows(after position: SortPosition<Element>?, limit most: String) -> String {
        let parts = parts(after: position)
        if let position { begin(after: position) }
        let rows = parts.map { part in
            let matching = (conditions + part).joined(separator: " AND ")
            return "(SELECT * FROM \(source) WHERE \(matching) ORDER BY \(order) LIMIT \(most))"
        }
        return rows.count == 1
            ? rows[0] : "(SELECT * FROM (\(rows.joined(separator: " UNION ALL "))) AS parts LIMIT \(most))"
    }

    /// Splits the rows into parts that follow each other in the order. Each part has an index: dated, checked
    /// and important rows. Other rows are found by their key. The database reads a later part only if the
    /// earlier ones do not fill the page.
    private mutating func parts(after position: SortPosition<Element>?) -> [[String]] {
        guard !isNarrow, let key = sorting.keys.first else { return [[]] }
        switch (term(key.property), position?.values.first) {
        case (.flag(let name), let value):
            let parts = key.descending ? [[name], ["NOT \(name)"]] : [["NOT \(name)"], [name]]
            if case .flag(let flag) = value, flag != key.descending { return [parts[1]] }
            return parts
        case (.nullable(let name), nil): return [["\(name) IS NOT NULL"], ["\(name) IS NULL"]]
        case (.nullable(let name), .moment(let moment?)):
            return [
                ["\(name) \(key.descending ? "<=" : ">=") \(bind(.bound(moment)))"], ["\(name) IS NULL"],
            ]
        default: return [[]]
        }
    }

    /// The order within a part.
    private var order: String {
        let keys = sorting.keys.enumerated().flatMap { number, key in
            terms(of: key, isParted: number == 0 && !isNarrow)
        }
        return (keys + ["id"]).joined(separator: ", ")
    }

    /// The terms of a key in an order.
    ///
    /// - Parameter isParted: Whether the parts already follow this key.
    func terms(of key: SortKey<Element.Property>, isParted: Bool) -> [String] {
        let direction = key.descending ? " DESC" : ""
        return switch term(key.property) {
        case .flag where isParted: []
        case .column(let name), .flag(let name): [name + direction]
        case .nullable(let name) where isParted: [name + direction]
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
    private mutating func begin(after position: SortPosition<Element>) {
        var alternatives: [String] = []
        var same: [String] = []
        var first: String?
        for (number, (key, value)) in zip(sorting.keys, position.values).enumerated() {
            let (equal, after, atLeast) = comparison(with: value, key)
            if let after { alternatives.append((same + [after]).joined(separator: " AND ")) }
            same.append(equal)
            // A condition that an index can start from.
            if number == 0 { first = atLeast }
        }
        alternatives.append((same + ["id > \(bind(.int(position.id.rawValue)))"]).joined(separator: " AND "))
        if let first { conditions.append(first) }
        conditions.append("(" + alternatives.map { "(\($0))" }.joined(separator: " OR ") + ")")
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

extension PageQuery.Term {
    var column: String {
        switch self {
        case .column(let name), .flag(let name), .nullable(let name), .text(_, let name): name
        }
    }
}

extension SortValue {
    fileprivate var parameter: Parameter {
        switch self {
        case .flag(let flag): .bool(flag)
        case .moment(let moment): moment.map(Parameter.bound) ?? .moment(nil)
        case .number(let number): .int(number)
        case .text(let text): .text(text)
        }
    }
}

extension String {
    /// The name of a column: `created_at` for `createdAt`.
    var columnName: String {
        reduce(into: "") { name, character in
            if character.isUppercase { name.append("_") }
            name += character.lowercased()
        }
    }
}
