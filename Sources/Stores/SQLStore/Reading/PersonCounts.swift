import Checklists
import SQL

/// The counts of the lists of a person, and their sums.
struct PersonCounts: UpdatableCounts {
    private(set) var history: History
    /// The time of the newest count.
    private(set) var now: Timestamp
    /// The time of the count of all lists.
    private let began: Timestamp
    private var lists: [Int: Part] = [:]
    private var sums = Sums()
    /// The lists with items that become overdue before the counts end.
    private var dueSoon: [Int: [Due]] = [:]

    /// How long the counts of a list say which of its items are overdue.
    static let hoursMax = 24

    /// The numbers of a list that do not change with time.
    fileprivate struct Sums {
        var items = 0
        var unchecked = 0
        var important = 0
        var reminders = 0
        /// The items that were certainly overdue when the list was counted.
        var overdue = 0
    }

    fileprivate typealias Part = Sums

    /// Unchecked items that become overdue at one moment, or with the end of one day in a time zone.
    private enum Due {
        case at(Timestamp, count: Int)
        case on(String, zone: String?, count: Int)
    }

    /// Reads the result of a count of all lists.
    init(_ rows: Rows) throws {
        guard var first = rows.first?.columns else {
            throw MalformedResult("the row of the owner is missing")
        }
        history = try History(from: &first)
        first.skip(1)
        now = try first.timestamp()
        began = now
        try take(rows)
    }

    /// Reads the result of a count of the touched lists.
    ///
    /// - Returns: `false` if all lists must be counted.
    mutating func update(_ rows: Rows) throws -> Bool {
        guard var first = rows.first?.columns else { return false }
        let found = try History(from: &first)
        guard history.continues(in: found), try first.bool() else { return false }
        let time = try first.timestamp()
        let end = began.advanced(byMilliseconds: Int64(Self.hoursMax) * 3_600_000)
        // A clock that was set back makes items due again.
        guard time >= now, time < end else { return false }
        (history, now) = (found, time)
        try take(rows)
        return true
    }

    private mutating func take(_ rows: Rows) throws {
        for row in rows {
            var columns = row.columns
            columns.skip(4)
            guard let list = try columns.intIfPresent() else { continue }
            if let old = lists.removeValue(forKey: list) { sums.add(old, times: -1) }
            dueSoon[list] = nil
            // The list was deleted or archived, or the person is no longer a member.
            guard let items = try columns.intIfPresent() else { continue }
            let part = Part(
                items: items, unchecked: try columns.int(), important: try columns.int(),
                reminders: try columns.int(), overdue: try columns.int())
            lists[list] = part
            sums.add(part, times: 1)
            if let text = try columns.textIfPresent() { dueSoon[list] = Self.dues(in: text) }
        }
    }

    private static func dues(in text: String) -> [Due] {
        text.split(separator: " ").compactMap { part in
            let fields = part.split(separator: ",").map(String.init)
            guard fields.count >= 2, let count = Int(fields[0]) else { return nil }
            if let milliseconds = Int64(fields[1]) {
                return .at(Timestamp(milliseconds: milliseconds), count: count)
            }
            return .on(fields[1], zone: fields.count > 2 ? fields[2] : nil, count: count)
        }
    }

    var size: Int { lists.count + dueSoon.values.reduce(0) { $0 + $1.count } }

    /// The number of items on all lists.
    var sum: Int { sums.items }

    /// The counts at the time of the newest count.
    var counts: Counts {
        var counts = Counts()
        counts.checklists = lists.count
        (counts.items, counts.unchecked, counts.checked) = (
            sums.items, sums.unchecked, sums.items - sums.unchecked
        )
        (counts.important, counts.reminders, counts.overdue) = (sums.important, sums.reminders, sums.overdue)
        var areOver: [String: Bool] = [:]
        for due in dueSoon.values.joined() {
            switch due {
            case .at(let moment, let count): if moment < now { counts.overdue += count }
            case .on(let day, let zone, let count):
                let key = "\(day),\(zone ?? "")"
                let isOver = areOver[key] ?? DayOfItem.isOver(day, in: zone, at: now)
                areOver[key] = isOver
                if isOver { counts.overdue += count }
            }
        }
        return counts
    }
}

extension PersonCounts.Sums {
    fileprivate mutating func add(_ other: Self, times sign: Int) {
        items += sign * other.items
        unchecked += sign * other.unchecked
        important += sign * other.important
        reminders += sign * other.reminders
        overdue += sign * other.overdue
    }
}

/// The statements that count the items of lists for `PersonCounts`.
struct CountsByList {
    let dialect: any Dialect
    let owner: Int
    /// The time of the service; `nil` for the database's clock.
    let now: Timestamp?

    /// Counts all lists of a person.
    func ofAll(_ person: Person.ID) -> Statement {
        let lists = "(\(Checklist.ids(ofPersonIn: "$3")))"
        return Statement(
            sql(of: "\(lists) AS mine (list)", where: isListed),
            [.int(owner), .timestamp(now), .int(person.rawValue)])
    }

    /// Counts the lists of a person that commits after a revision touch.
    func ofLists(of person: Person.ID, touchedAfter revision: Revision) -> Statement {
        let touched = TouchedLists(dialect, after: "$4")
        let sql = sql(of: "touched", where: isListed, "WITH \(touched.tables) ", touched.areAllKnown)
        let parameters: [Parameter] = [
            .int(owner), .timestamp(now), .int(person.rawValue), .int(revision.column),
        ]
        return Statement(sql, parameters)
    }

    /// Counts some lists.
    func of(_ lists: [Checklist.ID]) -> Statement {
        let rows = dialect.rows(["$3"], as: "given", "list")
        return Statement(sql(of: rows, where: "true"), [.int(owner), .timestamp(now), .ids(lists)])
    }

    /// Condition: the person in the third parameter is a member of a list and has not archived it.
    private var isListed: String {
        """
        (members IS NULL AND $3 = 1 OR EXISTS (SELECT 1 FROM members AS m WHERE m.owner_id = $1 \
        AND m.person_id = $3 AND m.checklist_id = checklists.id)) AND NOT EXISTS (SELECT 1 \
        FROM \(dialect.elements("member_order")) WHERE CAST(element->>'personId' AS bigint) = $3 \
        AND element->>'archivedAt' IS NOT NULL)
        """
    }

    /// A row for each list, with `NULL` for the counts of a list that does not fulfil the condition. The
    /// owner's columns precede them, also if there is no list.
    private func sql(
        of lists: String, where condition: String, _ tables: String = "", _ areAllKnown: String = "true"
    ) -> String {
        let ofList = "FROM items WHERE owner_id = $1 AND checklist_id = found.id"
        let due = "\(ofList) AND NOT checked AND due_date IS NOT NULL AND due_date"
        // A date lasts at most 48 hours: a time zone change can repeat it.
        let end = dialect.moment("clock.now", minusHours: 48)
        let last = dialect.moment("clock.now", minusHours: -PersonCounts.hoursMax)
        return """
            \(tables)SELECT \(History.columns), \(areAllKnown), clock.now, counted.* FROM owners \
            CROSS JOIN (SELECT coalesce($2, \(dialect.now)) AS now) AS clock LEFT JOIN LATERAL \
            (SELECT list, items_count, unchecked_items_count, \
            (SELECT count(*) \(ofList) AND important AND NOT checked), \
            (SELECT count(*) FROM items JOIN reminders USING (owner_id, id) WHERE owner_id = $1 \
            AND checklist_id = found.id AND (should_remind OR timing IS NOT NULL)), \
            (SELECT count(*) \(due) < \(end)) \
            + (SELECT count(*) \(due) >= \(end) AND due_date < clock.now AND is_timed), \
            (SELECT string_agg(part, ' ') FROM (SELECT concat_ws(',', count(*), due, zone) AS part FROM \
            (SELECT CASE WHEN is_timed THEN CAST(\(dialect.milliseconds("due_date")) AS text) \
            ELSE timing->>'dueOn' END AS due, CASE WHEN NOT is_timed THEN timing->>'timeZone' END AS zone \
            \(due) >= \(end) AND due_date < \(last) AND (NOT is_timed OR due_date >= clock.now)) AS dues \
            GROUP BY due, zone) AS parts) FROM \(lists) LEFT JOIN LATERAL (SELECT * FROM checklists \
            WHERE owner_id = $1 AND id = list AND \(condition) \(dialect.fence)) AS found ON true) \
            AS counted ON true WHERE owner_id = $1
            """
    }
}
