import Checklists
import Footprints
import SQL

/// The statements that load a footprint, run as one pipeline, with the readers of their rows.
struct FootprintLoading {
    private(set) var statements: [Statement] = []
    private var readers: [(Rows, inout Footprint) throws -> Void] = []
    let dialect: any Dialect
    private let owner: Int

    /// Creates the statements for all needs that the footprint does not satisfy yet.
    init(
        _ needs: Set<Need>, ids counts: IDCounts, into footprint: Footprint, owner: Int,
        _ dialect: any Dialect
    ) {
        self.owner = owner
        self.dialect = dialect
        var checklists: Set<Checklist.ID> = []
        var items: Set<Item.ID> = []
        var ends: Set<Checklist.ID> = []
        var deliveries: Set<Delivery.ID> = []
        var keys: Set<String> = []
        var webhooks: Set<Webhook.ID> = []
        var recent: Set<Webhook.ID> = []
        for need in needs where !footprint.isLoaded(need) {
            switch need {
            case .checklist(let id): checklists.insert(id)
            case .item(let id): items.insert(id)
            case .itemID(let name): addItemID(of: name)
            case .items(let id): addItems(of: id)
            case .subtasks(let id): addSubtasks(of: id)
            case .taggedItems(let key, let lists): addItems(tagged: key, on: lists)
            case .lastPosition(let id): ends.insert(id)
            case .neighbours(let placement, let id, let reach):
                addNeighbours(of: placement, on: id, reach: reach, in: footprint)
            case .dueReminders(let moment, let limit):
                addDueReminders(since: moment, now: footprint.now, limit: limit)
            case .dueReset: addDueReset()
            case .preferences(let person): addPreferences(of: person)
            case .person(let id): addPerson(id)
            case .tombstone(let id): addTombstone(id)
            case .allTrash: addAllTrash()
            case .staleTombstones(let age): addStaleTombstones(age)
            case .trash(let person): addTrash(ownedBy: person)
            case .undoRecords(let person): addUndoRecords(of: person)
            case .checklistIDs(let person): addChecklistIDs(of: person)
            case .owner(let digest): addHolder(ofSecret: digest)
            case .webhook(let id): webhooks.insert(id)
            case .webhooks(let person): addWebhooks(of: person)
            case .delivery(let id), .claim(let id): deliveries.insert(id)
            case .deliveries(let id): addDeliveries(to: id)
            case .recentMessages(let id): recent.insert(id)
            case .finishedDeliveries(let moment, let limit): addFinished(before: moment, limit: limit)
            case .surplusDeliveries(let person, let share, let limit):
                addSurplus(of: person, beyond: share, limit: limit)
            case .idempotencyRecord(let key): keys.insert(key)
            // The count is read with the owner's row; new ids are drawn by `counts`.
            case .finishedDeliveriesCount, .newIDs:
                break
            }
        }
        addChecklists(checklists, of: items)
        addItems(items)
        addEnds(of: ends)
        addWebhooks(webhooks)
        addDeliveries(deliveries)
        addRecentMessages(to: recent, at: footprint.now)
        addRecords(keys)
        addIDs(counts.without(footprint.unusedIDs))
    }

    /// The rows of a table for a list of ids. The fence makes the planner use the primary key, even with
    /// misleading table statistics.
    func rows(_ table: String, _ numbers: String) -> String {
        """
        \(numbers) CROSS JOIN LATERAL (SELECT * FROM \(table) AS found \
        WHERE found.owner_id = $1 AND found.id = number \(dialect.fence)) AS \(table)
        """
    }

    /// The ids in a list parameter, for `rows`.
    func wanted(_ parameter: String) -> String { dialect.rows([parameter], as: "wanted", "number") }

    /// Loads the results of the statements, in their order, into a footprint.
    func load(_ results: some Sequence<Rows>, into footprint: inout Footprint) throws {
        for (rows, read) in zip(results, readers) { try read(rows, &footprint) }
    }

    mutating func add(
        _ sql: String, _ parameters: [Parameter],
        _ read: @escaping (Rows, inout Footprint) throws -> Void
    ) {
        statements.append(Statement(sql, [.int(owner)] + parameters))
        readers.append(read)
    }
}

// MARK: Lists and items

extension FootprintLoading {
    /// Loads lists, and the lists of items, whose counts change with the items.
    private mutating func addChecklists(_ ids: Set<Checklist.ID>, of items: Set<Item.ID>) {
        if ids.isEmpty, items.isEmpty { return }
        let ofItems = " UNION SELECT checklist_id FROM \(rows("items", wanted("$3")))"
        let all = "(SELECT * FROM \(dialect.rows(["$2"]))\(items.isEmpty ? "" : ofItems)) AS wanted (number)"
        let sql = "SELECT \(Checklist.columns) FROM \(rows("checklists", all))"
        add(sql, items.isEmpty ? [.ids(ids)] : [.ids(ids), .ids(items)]) { rows, footprint in
            for row in rows {
                let checklist = try Checklist(row: row)
                footprint.load(checklist, for: checklist.id)
            }
            for id in ids { footprint.load(nil as Checklist?, for: id) }
        }
    }

    private mutating func addItems(_ ids: Set<Item.ID>) {
        if ids.isEmpty { return }
        let sql = "SELECT \(Item.columns) FROM \(rows("items", wanted("$2")))"
        add(sql, [.ids(ids)]) { rows, footprint in
            for row in rows {
                let item = try Item(row: row)
                footprint.load(item, for: item.id)
            }
            for id in ids { footprint.load(nil as Item?, for: id) }
        }
    }

    private mutating func addItemID(of name: Item.Name) {
        let column = name.kind.column
        let sql = "SELECT id FROM items WHERE owner_id = $1 AND \(column) = $2 AND checklist_id = $3"
        add(sql, [.sought(name.text), .int(name.checklistID.rawValue)]) { rows, footprint in
            let id = try rows.first.map { row in
                var columns = row.columns
                return Item.ID(rawValue: try columns.int())
            }
            footprint.load(id, of: name)
        }
    }

    private mutating func addItems(of id: Checklist.ID) {
        let sql = """
            SELECT \(Item.columns) FROM items WHERE owner_id = $1 AND checklist_id = $2 ORDER BY position, id
            """
        add(sql, [.int(id.rawValue)]) { rows, footprint in
            footprint.load(allItems: try rows.map { try Item(row: $0) }, of: id)
        }
    }

    /// Loads the items with a tag; one more than a change can have if there are too many.
    private mutating func addItems(tagged key: String, on lists: [Checklist.ID]) {
        let sql = """
            SELECT \(Item.columns) FROM items WHERE owner_id = $1 \
            AND \(dialect.hasElements("tag_keys", "$2")) \
            AND \(dialect.isIn("checklist_id", "$3")) LIMIT $4
            """
        let limit = Limits.itemsChangedMax + 1
        add(sql, [.json([key].storedJSON), .ids(lists), .int(limit)]) { rows, footprint in
            footprint.load(try rows.map { try Item(row: $0) }, tagged: key, on: lists)
        }
    }

    private mutating func addSubtasks(of id: Item.ID) {
        let sql = "SELECT \(Item.columns) FROM items WHERE owner_id = $1 AND parent_id = $2"
        add(sql, [.int(id.rawValue)]) { rows, footprint in
            footprint.load(subtasks: try rows.map { try Item(row: $0) }, of: id)
        }
    }

    /// The columns of the order by position: those of the item, or of its parent for a subtask. The index has
    /// them.
    private static let anchor = (
        position: "COALESCE(parent_position, position)", id: "COALESCE(parent_id, id)"
    )

    private mutating func addEnds(of ids: Set<Checklist.ID>) {
        if ids.isEmpty { return }
        let sql = """
            SELECT list.id, last.id, last.position FROM \(dialect.rows(["$2"], as: "list", "id")) \
            LEFT JOIN LATERAL \
            (SELECT \(Self.anchor.id) AS id, \(Self.anchor.position) AS position FROM items \
            WHERE owner_id = $1 AND checklist_id = list.id \
            ORDER BY \(Self.anchor.position) DESC, \(Self.anchor.id) DESC LIMIT 1) AS last ON true
            """
        add(sql, [.ids(ids)]) { rows, footprint in
            for row in rows {
                var columns = row.columns
                let id = Checklist.ID(rawValue: try columns.int())
                let last = try Neighbour(from: &columns)
                footprint.load(Neighbours(before: last.map { [$0] } ?? []), of: .last, on: id, reach: 1)
            }
        }
    }

    /// Loads the items around a placement. The rows before it have `true`, the nearest first; the rows after
    /// it follow.
    private mutating func addNeighbours(
        of placement: ItemPlacement, on id: Checklist.ID, reach: Int, in footprint: Footprint
    ) {
        let (anchor, isAfter): (Item.ID?, Bool) =
            switch placement {
            case .first, .last: (nil, false)
            case .before(let other): (other, false)
            case .after(let other): (other, true)
            }
        // An earlier request of this transaction may have moved the anchor, which only the footprint knows.
        let known = anchor.flatMap { footprint.knownItem($0) }
        let place =
            known == nil
            ? "(SELECT position, id FROM items WHERE owner_id = $1 AND id = $4)"
            : "(CAST($3 AS bigint), CAST($4 AS bigint))"
        let (before, after) =
            switch placement {
            case .first: ("false", "true")
            case .last: ("true", "false")
            case .before, .after:
                (
                    "(\(Self.anchor.position), \(Self.anchor.id)) \(isAfter ? "<=" : "<") \(place)",
                    "(\(Self.anchor.position), \(Self.anchor.id)) \(isAfter ? ">" : ">=") \(place)"
                )
            }
        let sql = """
            (SELECT true, id, position FROM items WHERE owner_id = $1 AND checklist_id = $2 \
            AND parent_id IS NULL AND \(before) \
            ORDER BY \(Self.anchor.position) DESC, \(Self.anchor.id) DESC LIMIT $5) UNION ALL \
            (SELECT false, id, position FROM items WHERE owner_id = $1 AND checklist_id = $2 \
            AND parent_id IS NULL AND \(after) \
            ORDER BY \(Self.anchor.position), \(Self.anchor.id) LIMIT $5)
            """
        let parameters: [Parameter] = [
            .int(id.rawValue), .int(known?.position), .int(anchor?.rawValue), .int(reach),
        ]
        add(sql, parameters) { rows, footprint in
            var neighbours = Neighbours()
            for row in rows {
                var columns = row.columns
                let isBefore = try columns.bool()
                guard let neighbour = try Neighbour(from: &columns) else { continue }
                if isBefore {
                    neighbours.before.append(neighbour)
                } else {
                    neighbours.after.append(neighbour)
                }
            }
            footprint.load(neighbours, of: placement, on: id, reach: reach)
        }
    }

    /// Loads the list with the earliest reset, and the time of the reset after that.
    private mutating func addDueReset() {
        let sql = """
            SELECT id, reset_at FROM checklists WHERE owner_id = $1 AND reset_at IS NOT NULL \
            ORDER BY reset_at, id LIMIT 2
            """
        add(sql, []) { rows, footprint in
            var due: DueReset?
            for row in rows {
                var columns = row.columns
                let id = Checklist.ID(rawValue: try columns.int())
                let moment = try columns.timestamp()
                if due == nil { due = DueReset(id, at: moment, next: nil) } else { due?.next = moment }
            }
            footprint.load(due)
        }
    }

    /// Loads due reminders, those since `moment` first, and the time of the next reminder that is not among
    /// them.
    private mutating func addDueReminders(since moment: Timestamp, now: Timestamp, limit: Int) {
        let sql = """
            WITH punctual AS (SELECT 0 AS turn, id AS number, remind_at FROM reminders \
            WHERE owner_id = $1 AND remind_at >= $2 AND remind_at <= $3 ORDER BY remind_at, id LIMIT $4), \
            backlog AS (SELECT 1 AS turn, id AS number, remind_at FROM reminders \
            WHERE owner_id = $1 AND remind_at < $2 AND remind_at <= $3 ORDER BY remind_at, id LIMIT $4), \
            taken AS MATERIALIZED (SELECT * FROM (SELECT * FROM punctual UNION ALL SELECT * FROM backlog) \
            AS due ORDER BY turn, remind_at, number LIMIT $4), \
            next AS (SELECT remind_at FROM reminders WHERE owner_id = $1 \
            AND NOT \(dialect.isIn("id", query: "SELECT number FROM taken")) ORDER BY remind_at, id LIMIT 1) \
            SELECT (SELECT remind_at FROM next), items.id IS NOT NULL, \
            \(Item.table.selection(["remind_at": "wanted.remind_at"])) FROM (SELECT 1) AS one LEFT JOIN \
            (\(rows("items", "(SELECT number, turn, remind_at FROM taken) AS wanted (number)"))) ON true \
            ORDER BY turn, wanted.remind_at, number
            """
        let parameters: [Parameter] = [.timestamp(moment), .timestamp(now), .int(limit)]
        add(sql, parameters) { rows, footprint in
            var due = DueReminders(items: [], next: nil)
            for row in rows {
                var columns = row.columns
                due.next = try columns.timestampIfPresent()
                if try columns.bool() { due.items.append(try Item(from: &columns)) }
            }
            footprint.load(due, since: moment, limit: limit)
        }
    }
}

extension Neighbour {
    /// Reads a neighbour; `nil` for `NULL`.
    fileprivate init?(from columns: inout Columns) throws {
        guard let id = try columns.intIfPresent(), let position = try columns.intIfPresent() else {
            return nil
        }
        self.init(id: Item.ID(rawValue: id), position: position)
    }
}

extension Item.Name.Kind {
    /// The column with names of this kind.
    fileprivate var column: String {
        switch self {
        case .uid: "uid"
        case .resource: "resource_name"
        }
    }
}
