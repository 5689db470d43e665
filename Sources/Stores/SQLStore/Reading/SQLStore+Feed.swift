public import Checklists
import Paging
import SQL
import Synchronization

// The change feed and the trash.

extension SQLStore {
    public func changes(
        after position: FeedPosition?, limit: Int, for principal: Principal
    ) async throws -> FeedPage {
        let newest = state.withLock { $0.history.newest }
        let reader: FeedQuery.Reader =
            switch principal {
            case .person(let id, device: _): .person(id)
            case .guest: .guest(on: try await visibleChecklists(to: principal).first)
            }
        let query = FeedQuery(
            after: position, limit: limit, for: reader, owner: owner,
            seesEverything: seesEverything(principal), dialect: dialect,
            isRecent: position.map { position in
                position.revision <= newest
                    && newest.rawValue - position.revision.rawValue < Limits.recentChangesMax
            } ?? false)
        return try query.page(of: try await read(query.statements, on: .read))
    }

    public func viewers(of lists: [Checklist.ID]) async throws -> Set<Person.ID> {
        Set(try await checklists(lists).flatMap { $0.members.map(\.personID) })
    }

    public func trash(_ page: PageRequest, for principal: Principal) async throws -> Page<Tombstone> {
        let sql =
            "SELECT \(Tombstone.columns) FROM removals WHERE owner_id = $1 AND is_trash ORDER BY id DESC"
        let tombstones = try await read([Statement(sql, [.int(owner)])], on: .read)[0].map {
            try $0.tombstone
        }
        let found = try await checklists(Set(tombstones.map(\.checklistID)))
        let checklists = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let now = now()
        let visible = tombstones.filter {
            $0.isRestorable(by: principal, from: checklists[$0.checklistID], at: now)
        }
        return try Page(visible, page, by: <)
    }
}

/// The statements that read a page of the change feed from one snapshot, and the page from their rows.
private struct FeedQuery {
    private(set) var statements: [Statement] = []
    private let position: FeedPosition?
    private let limit: Int
    /// The parameters of all statements: owner, person, cursor (revision, kind, number), its start, row
    /// limit, the newest revision that the client knows, and the list of a guest.
    private let parameters: [Parameter]

    /// Whose changes the page has.
    enum Reader {
        case person(Person.ID)
        /// `nil` once the share link no longer works.
        case guest(on: Checklist.ID?)
    }

    init(
        after position: FeedPosition?, limit: Int, for reader: Reader, owner: Int,
        seesEverything: Bool, dialect: any Dialect, isRecent: Bool
    ) {
        self.position = position
        self.limit = limit
        // Without a person, `$2` is `NULL`, which is no member of any list.
        let (person, list, visible): (Person.ID?, Checklist.ID?, String) =
            switch reader {
            case .person(let id): (id, nil, Checklist.idsOfPersonUnordered)
            case .guest(let list): (nil, list, "SELECT CAST($9 AS bigint)")
            }
        let isVisible = { (column: String) in
            seesEverything ? "true" : dialect.isIn(column, query: visible)
        }
        let isRemoved = dialect.isIn("$2", "r.people")
        let from = position ?? FeedPosition(revision: .zero, start: Revision(rawValue: UInt64(Int.max)))
        parameters = [
            .int(owner), .int(person?.rawValue), .int(from.revision.column), .int(from.kind),
            .int(from.number), .int(from.start.column), .int(limit + 1), .int(from.known.column),
            .int(list?.rawValue),
        ]
        let joined = """
            members AS m WHERE m.owner_id = $1 AND m.person_id = $2 AND m.joined_in > $6 \
            AND m.checklist_id
            """
        add(
            """
            SELECT feed, removals_horizon, EXISTS (SELECT 1 FROM removals AS r WHERE r.owner_id = $1 \
            AND r.id > $8 AND \(Tombstone.isHorizon("r", dialect)) AND (\(isRemoved) \
            OR r.people = \(dialect.emptyList) AND \(isVisible("r.checklist_id")) \
            AND NOT EXISTS (SELECT 1 FROM \(joined) = r.checklist_id AND m.joined_in >= r.id))) \
            FROM owners WHERE owner_id = $1
            """)
        add(
            """
            SELECT \(Checklist.columns) FROM checklists WHERE owner_id = $1 AND revision >= $3 \
            AND \(isVisible("id")) AND (revision, 0, id) > ($3, $4, $5) \
            ORDER BY revision, id LIMIT $7
            """)
        let isItem = """
            items.owner_id = $1 AND items.revision >= $3 AND (items.revision, 1, items.id) > ($3, $4, $5) \
            AND \(isVisible("items.checklist_id"))
            """
        let isNew = """
            NOT EXISTS (SELECT 1 FROM \(joined) = items.checklist_id AND items.revision <= m.joined_in)
            """
        if isRecent || seesEverything {
            add(
                """
                SELECT \(Item.columns) FROM items WHERE \(isItem) AND \(isNew) \
                ORDER BY revision, id LIMIT $7
                """)
        } else {
            // The index on revisions would scan all changes for those of a few lists.
            add(
                """
                SELECT \(Item.columns) FROM \
                (SELECT * FROM items WHERE \(isItem) AND \(isNew) \(dialect.fence)) AS items \
                ORDER BY revision, id LIMIT $7
                """)
        }
        add(
            """
            SELECT m.joined_in, \(Item.columns) FROM items JOIN (SELECT checklist_id AS list, joined_in \
            FROM \(joined) IS NOT NULL) AS m ON items.checklist_id = m.list \
            WHERE items.owner_id = $1 AND items.revision <= m.joined_in \
            AND (m.joined_in, 1, items.id) > ($3, $4, $5) ORDER BY m.joined_in, id LIMIT $7
            """)
        let isTombstone = "r.owner_id = $1 AND r.id >= $3 AND r.id > $6"
        let tombstone = "r.id, r.checklist_id, r.removed_at, r.removed_by_person, r.removed_by_device"
        let removedItems = dialect.rows(["r.item_ids", "r.item_names"], as: "its", "item, name")
        add(
            """
            SELECT \(tombstone), item, name, i.checklist_id, greatest(i.revision, \
            (SELECT m.joined_in FROM \(joined) = i.checklist_id)) \
            FROM removals AS r CROSS JOIN LATERAL \(removedItems) \
            LEFT JOIN items AS i ON i.owner_id = $1 AND i.id = item AND \(isVisible("i.checklist_id")) \
            WHERE \(isTombstone) AND (r.id, 2, item) > ($3, $4, $5) AND \(isVisible("r.checklist_id")) \
            AND NOT EXISTS (SELECT 1 FROM \(joined) = r.checklist_id AND r.id <= m.joined_in) \
            AND i.checklist_id IS DISTINCT FROM r.checklist_id ORDER BY r.id, item LIMIT $7
            """)
        add(
            """
            SELECT \(tombstone) FROM removals AS r WHERE \(isTombstone) \
            AND \(isRemoved) AND r.checklist_id <> \(Tombstone.noList) \
            AND (r.id, 3, r.checklist_id) > ($3, $4, $5) \
            AND (NOT EXISTS (SELECT 1 FROM checklists AS c WHERE c.owner_id = $1 AND c.id = r.checklist_id \
            AND \(isVisible("c.id"))) \
            OR EXISTS (SELECT 1 FROM \(joined) = r.checklist_id AND r.id <= m.joined_in)) \
            ORDER BY r.id LIMIT $7
            """)
        add(
            """
            SELECT \(tombstone), r.people, c.members FROM removals AS r \
            JOIN checklists AS c ON c.owner_id = $1 AND c.id = r.checklist_id \
            WHERE \(isTombstone) AND $2 IS NOT NULL AND r.people <> \(dialect.emptyList) \
            AND (r.id, 4, r.checklist_id) > ($3, $4, $5) AND \(isVisible("r.checklist_id")) \
            AND NOT EXISTS (SELECT 1 FROM \(joined) = r.checklist_id AND r.id <= m.joined_in) \
            ORDER BY r.id LIMIT $7
            """)
        statements =
            [Statement(dialect.beginSnapshot)] + statements + [Statement("COMMIT")]
    }

    private mutating func add(_ sql: String) { statements.append(Statement(sql, parameters)) }

    /// Builds the page from the rows.
    /// - Throws: `cursorExpired`.
    func page(of results: [Rows]) throws -> FeedPage {
        guard var owner = results[1].first?.columns else {
            throw MalformedResult("the row of the owner is missing")
        }
        let (newest, horizon) = (try owner.revision(), try owner.revision())
        let isForgotten = try owner.bool()
        let position = position ?? FeedPosition(beginningAt: newest)
        guard position.revision <= newest, position.start <= newest, position.known >= horizon,
            self.position == nil || !isForgotten
        else {
            throw ChecklistsError.cursorExpired
        }
        var collector = FeedCollector(after: position, limit: limit)
        for row in results[2] { collector.add(try Checklist(row: row)) }
        for row in results[3] {
            let item = try Item(row: row)
            collector.add(item, at: item.revision)
        }
        for row in results[4] {
            var columns = row.columns
            let joined = try columns.revision()
            collector.add(try Item(from: &columns), at: joined)
        }
        for row in results[5] {
            var columns = row.columns
            let tombstone = try tombstone(from: &columns)
            let item = Item.ID(rawValue: try columns.int())
            let name = try columns.textIfPresent() ?? Item.resourceName(of: item)
            if let list = try columns.intIfPresent() {
                collector.add(
                    moved: item, from: tombstone.list, to: Checklist.ID(rawValue: list), name: name,
                    at: try columns.revision(), in: tombstone.revision, at: tombstone.at, by: tombstone.by)
            } else {
                collector.add(
                    removed: item, from: tombstone.list, name: name, in: tombstone.revision, at: tombstone.at,
                    by: tombstone.by)
            }
        }
        for row in results[6] {
            var columns = row.columns
            let tombstone = try tombstone(from: &columns)
            collector.add(removed: tombstone.list, in: tombstone.revision, at: tombstone.at, by: tombstone.by)
        }
        for row in results[7] {
            var columns = row.columns
            let tombstone = try tombstone(from: &columns)
            let people = try columns.intsIfPresent() ?? []
            let members = try columns.textIfPresent().map { try [Member](storedJSON: $0) }
            collector.add(
                removed: people.map(Person.ID.init), from: tombstone.list,
                with: members ?? [Member(.first, .own)], in: tombstone.revision, at: tombstone.at,
                by: tombstone.by)
        }
        return collector.page(newest: newest)
    }

    private func tombstone(
        from columns: inout Columns
    ) throws -> (revision: Revision, list: Checklist.ID, at: Timestamp, by: Principal?) {
        let revision = try columns.revision()
        let list = Checklist.ID(rawValue: try columns.int())
        return (revision, list, try columns.timestamp(), try columns.author(on: list))
    }
}
