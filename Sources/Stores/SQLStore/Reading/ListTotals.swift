import Checklists
import SQL

/// The number of matching rows of each list, and their sum.
struct ListTotals: UpdatableCounts {
    private(set) var history: History
    /// The number of items in the store, for the choice of a plan.
    private(set) var storeItemsCount: Int
    /// The lists with matching rows.
    private(set) var byList: [Int: Int] = [:]
    private(set) var sum = 0

    var size: Int { byList.count }

    /// Reads the result of a count of all lists.
    init(_ rows: Rows) throws {
        guard var first = rows.first?.columns else {
            throw MalformedResult("the row of the owner is missing")
        }
        history = try History(from: &first)
        storeItemsCount = try first.int()
        try take(rows)
    }

    /// Reads the result of a count of the touched lists.
    ///
    /// - Returns: `false` if all lists must be counted.
    mutating func update(_ rows: Rows) throws -> Bool {
        guard var first = rows.first?.columns else { return false }
        let found = try History(from: &first)
        let itemsCount = try first.int()
        guard history.continues(in: found), try first.bool() else { return false }
        (history, storeItemsCount) = (found, itemsCount)
        try take(rows)
        return true
    }

    /// Makes the next update count again the lists that commits after a revision touch.
    mutating func limit(to revision: Revision) { history.newest = min(history.newest, revision) }

    private mutating func take(_ rows: Rows) throws {
        for row in rows {
            var columns = row.columns
            columns.skip(4)
            guard let list = try columns.intIfPresent() else { continue }
            let count = try columns.int()
            sum += count - (byList[list] ?? 0)
            byList[list] = count == 0 ? nil : count
        }
    }
}

/// The statements that count matching rows by list.
struct ListCount: Sendable {
    let dialect: any Dialect
    /// The `FROM` clause.
    let source: String
    /// The column with the list of a row.
    let column: String
    let conditions: [String]
    /// The conditions that restrict the list.
    let listConditions: [String]
    let parameters: [Parameter]
    /// The newest revision that the process knew before it read the caller's lists. A later commit can have
    /// changed which lists the caller sees.
    let scopeRevision: Revision

    private static let owner = "\(History.columns), items_count"

    /// Counts the rows of all lists.
    var ofAll: Statement {
        let sql = """
            SELECT \(Self.owner), true, list, found FROM owners LEFT JOIN (SELECT \(column) AS list, \
            count(*) AS found FROM \(source) WHERE \(conditions.joined(separator: " AND ")) \
            GROUP BY \(column)) AS counted ON true WHERE owner_id = $1
            """
        return Statement(sql, parameters, isPrepared: false)
    }

    /// Counts the rows of the lists that commits after a revision touch.
    ///
    /// - Parameter isSparse: Whether few rows match, so that an index on the other conditions may find them
    ///   faster than one on the list.
    func ofLists(touchedAfter revision: Revision, isSparse: Bool) -> Statement {
        let known = "$\(parameters.count + 1)"
        let touched = TouchedLists(dialect, after: known)
        let others = conditions.filter { !listConditions.contains($0) }.joined(separator: " AND ")
        let ofList = "owner_id = $1 AND \(column) = list"
        let rows =
            isSparse
            ? "\(source) WHERE \(ofList) AND \(others)"
            : "(SELECT * FROM \(source) WHERE \(ofList) \(dialect.fence)) AS its WHERE \(others)"
        // A list that the query no longer reads counts as empty.
        let isRead = (["true"] + listConditions).joined(separator: " AND ")
        let sql = """
            WITH \(touched.tables) SELECT \(Self.owner), \(touched.areAllKnown), list, found FROM owners \
            LEFT JOIN (SELECT list, CASE WHEN \(isRead) THEN (SELECT count(*) FROM \(rows)) \
            ELSE 0 END AS found \
            FROM (SELECT list, list AS \(column) FROM touched) AS touched) AS counted ON true \
            WHERE owner_id = $1
            """
        return Statement(sql, parameters + [.int(revision.column)], isPrepared: false)
    }
}

/// SQL for the lists that recent commits touch.
struct TouchedLists {
    /// Common table expressions; `touched` has the column `list`.
    let tables: String
    /// Condition on a row of `owners`: the commits name all lists that they touch.
    let areAllKnown: String

    /// - Parameter revision: The parameter with the revision of the commit before.
    init(_ dialect: any Dialect, after revision: String) {
        tables = """
            recent AS (SELECT kinds, lists FROM commits WHERE owner_id = $1 AND revision > \(revision)), \
            touched AS (SELECT DISTINCT list FROM recent, \
            LATERAL \(dialect.rows(["lists"], as: "its", "list")))
            """
        // Old commits are deleted, the oldest first.
        areAllKnown = """
            (feed = \(revision) OR EXISTS (SELECT 1 FROM commits WHERE owner_id = $1 \
            AND revision <= \(revision)) AND NOT EXISTS (SELECT 1 FROM recent \
            WHERE \(CommitRow.touchesAnything)))
            """
    }
}
