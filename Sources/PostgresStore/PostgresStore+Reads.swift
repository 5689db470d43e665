public import Checklists
import MemoryStore
import Postgres
import Synchronization

extension PostgresStore {
    /// The rows of statements that change nothing, as the database has them now.
    func read(_ statements: [Statement], on lane: Client.Lane = .read) async throws -> [Rows] {
        try checkIsHeard()
        let deadline = ContinuousClock.now.advanced(by: limits.retryTime)
        while true {
            do {
                let rows = try await client.run(statements, on: lane)
                // Meanwhile others may have been told something newer by another server.
                try checkIsHeard()
                return rows
            } catch let error as ChecklistsError {
                throw error
            } catch {
                guard case .passing(let reason) = Failure(error) else { throw error }
                guard ContinuousClock.now < deadline else { throw ChecklistsError.unavailable }
                onEvent(.retried(reason))
                try await Task.sleep(for: Limits.retryInterval)
            }
        }
    }

    /// One checklist.
    public func checklist(_ id: Checklist.ID) async throws -> Checklist {
        let sql = "SELECT \(Checklist.columns) FROM checklists WHERE owner_id = $1 AND id = $2"
        guard let row = try await row(sql, id) else { throw ChecklistsError.notFound(.checklist) }
        return try row.checklist
    }

    /// One item.
    public func item(_ id: Item.ID) async throws -> Item {
        let sql = "SELECT \(Item.columns) FROM items WHERE owner_id = $1 AND id = $2"
        guard let row = try await row(sql, id) else { throw ChecklistsError.notFound(.item) }
        return try row.item
    }

    /// One webhook.
    public func webhook(_ id: Webhook.ID) async throws -> Webhook {
        let sql = "SELECT \(Webhook.columns) FROM webhooks WHERE owner_id = $1 AND id = $2"
        guard let row = try await row(sql, id) else { throw ChecklistsError.notFound(.webhook) }
        return try row.webhook
    }

    /// One delivery.
    public func delivery(_ id: Delivery.ID) async throws -> Delivery {
        let sql = "SELECT \(Delivery.columns) FROM deliveries WHERE owner_id = $1 AND id = $2"
        guard let row = try await row(sql, id) else { throw ChecklistsError.notFound(.delivery) }
        return try row.delivery
    }

    private func row(_ sql: String, _ id: some Identifier) async throws -> Row? {
        try await read([Statement(sql, [.int(owner), .int(id.rawValue)])])[0].first
    }

    /// How somebody wants to see the lists.
    public func preferences() async throws -> Preferences {
        let sql = "SELECT \(Preferences.columns) FROM owners WHERE owner_id = $1"
        guard var columns = try await read([Statement(sql, [.int(owner)])])[0].first?.columns else {
            throw PostgresError.malformedResult("the owner is gone")
        }
        return try Preferences(from: &columns)
    }

    /// How much there is.
    public func counts() async throws -> Counts {
        let sql = """
            SELECT checklists_count, items_count, \
            (SELECT coalesce(sum(unchecked_items_count), 0)::bigint FROM checklists WHERE owner_id = $1), \
            (SELECT count(*) FROM items WHERE owner_id = $1 AND important AND NOT checked), \
            (SELECT count(*) FROM items WHERE owner_id = $1 AND NOT checked AND due_date IS NOT NULL \
            AND due_date < coalesce($2, clock_timestamp())), \
            (SELECT count(*) FROM reminders WHERE owner_id = $1) \
            FROM owners WHERE owner_id = $1
            """
        let statement = Statement(sql, [.int(owner), .timestamp(clock?())])
        guard var columns = try await read([statement])[0].first?.columns else { return Counts() }
        var counts = Counts()
        counts.checklists = try columns.int()
        counts.items = try columns.int()
        counts.unchecked = try columns.int()
        counts.checked = counts.items - counts.unchecked
        counts.important = try columns.int()
        counts.overdue = try columns.int()
        counts.reminders = try columns.int()
        return counts
    }

    /// The content of one list, or of all by their numbers, as it was at one moment.
    public func snapshots(of checklist: Checklist.ID?) async throws -> [ChecklistSnapshot] {
        let parameters: [Parameter] = [.int(owner), .int(checklist?.rawValue)]
        let statements = [
            Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
            Statement(
                """
                SELECT \(Checklist.columns) FROM checklists WHERE owner_id = $1 \
                AND ($2::bigint IS NULL OR id = $2) ORDER BY id
                """, parameters, isPrepared: false),
            Statement(
                """
                SELECT \(Item.columns) FROM items WHERE owner_id = $1 \
                AND ($2::bigint IS NULL OR checklist_id = $2) ORDER BY checklist_id, position, id
                """, parameters, isPrepared: false),
            Statement("COMMIT"),
        ]
        let results = try await read(statements, on: .long)
        let items = results[2]
        var snapshots: [ChecklistSnapshot] = []
        var start = items.startIndex
        for row in results[1] {
            let checklist = try row.checklist
            var all: [Item] = []
            all.reserveCapacity(checklist.itemsCount)
            while start < items.endIndex {
                let item = try items[start].item
                guard item.checklistID == checklist.id else { break }
                all.append(item)
                start += 1
            }
            snapshots.append(ChecklistSnapshot(checklist: checklist, items: SnapshotItems(all)))
        }
        if checklist != nil, snapshots.isEmpty { throw ChecklistsError.notFound(.checklist) }
        return snapshots
    }

    /// All webhooks by their numbers.
    public func webhooks(_ page: PageRequest) async throws -> Page<Webhook> {
        var start = 0
        if let cursor = page.cursor {
            guard let id = String(validating: cursor.bytes, as: UTF8.self).flatMap({ Int($0) }) else {
                throw ChecklistsError.invalidCursor
            }
            start = id
        }
        let sql = "SELECT \(Webhook.columns) FROM webhooks WHERE owner_id = $1 ORDER BY id"
        let all = try await read([Statement(sql, [.int(owner)])])[0].map { try $0.webhook }
        let rest = all.filter { $0.id.rawValue > start }
        let elements = Array(rest.prefix(max(page.limit, 1)))
        let next =
            elements.count < rest.count ? elements.last.map { Cursor(bytes: Array("\($0.id)".utf8)) } : nil
        return Page(elements: elements, total: all.count, next: next)
    }
}
