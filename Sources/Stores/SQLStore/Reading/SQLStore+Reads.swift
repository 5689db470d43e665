public import Checklists
import Paging
import SQL
import Synchronization

extension SQLStore {
    /// Runs read-only statements on the current data. It retries while the database fails, for at most
    /// `retryTime`.
    func read(_ statements: [Statement], on lane: Lane = .read) async throws -> [Rows] {
        try checkIsHeard()
        let deadline = ContinuousClock.now.advanced(by: limits.retryTime)
        while true {
            do {
                let rows = try await client.run(statements, on: lane)
                // During a silence another server may have taken over, and other clients may have seen newer
                // data.
                try checkIsHeard()
                return rows
            } catch let error as ChecklistsError {
                throw error
            } catch {
                guard case .passing(let reason) = error.failure else { throw error }
                guard ContinuousClock.now < deadline else { throw ChecklistsError.unavailable }
                onEvent(.retried(reason))
                try await Task.sleep(for: Limits.retryInterval)
            }
        }
    }

    public func checklist(_ id: Checklist.ID, for principal: Principal) async throws -> Checklist {
        let sql = "SELECT \(Checklist.columns) FROM checklists WHERE owner_id = $1 AND id = $2"
        guard let row = try await row(sql, id) else { throw ChecklistsError.notFound(.checklist) }
        let checklist = try Checklist(row: row)
        guard checklist.role(of: principal, at: now()) != nil else {
            throw ChecklistsError.notFound(.checklist)
        }
        return checklist
    }

    public func checklists(
        _ ids: Set<Checklist.ID>, for principal: Principal
    ) async throws -> [Checklist] {
        let now = now()
        return try await checklists(ids).filter { $0.role(of: principal, at: now) != nil }
    }

    /// The checklists with these identifiers that exist.
    func checklists(_ ids: some Collection<Checklist.ID> & Sendable) async throws -> [Checklist] {
        let sql =
            "SELECT \(Checklist.columns) FROM checklists WHERE owner_id = $1 AND \(dialect.isIn("id", "$2"))"
        return try await read([Statement(sql, [.int(owner), .ids(ids)])])[0].map { try Checklist(row: $0) }
    }

    public func item(_ id: Item.ID, for principal: Principal) async throws -> Item {
        let sql = "SELECT \(Item.columns) FROM items WHERE owner_id = $1 AND id = $2"
        let list = """
            SELECT \(Checklist.columns) FROM checklists WHERE owner_id = $1 AND id = \
            (SELECT checklist_id FROM items WHERE owner_id = $1 AND id = $2)
            """
        let parameters: [Parameter] = [.int(owner), .int(id.rawValue)]
        if seesEverything(principal) {
            guard let row = try await row(sql, id) else { throw ChecklistsError.notFound(.item) }
            return try Item(row: row)
        }
        let rows = try await read([Statement(list, parameters), Statement(sql, parameters)])
        // The item has moved between the two queries, so this is not its list.
        guard let checklist = try rows[0].first.map(Checklist.init(row:)),
            let item = try rows[1].first.map(Item.init(row:)),
            item.checklistID == checklist.id, checklist.role(of: principal, at: now()) != nil
        else { throw ChecklistsError.notFound(.item) }
        return item
    }

    public func person(_ id: Person.ID) async throws -> Person {
        let sql = "SELECT \(Person.columns) FROM people WHERE owner_id = $1 AND id = $2"
        if let row = try await row(sql, id) { return try Person(row: row) }
        guard let person = Person.unchanged(id) else { throw ChecklistsError.notFound(.person) }
        return person
    }

    public func people(_ page: PageRequest, knownTo principal: Principal?) async throws -> Page<Person> {
        var sql = "SELECT \(Person.columns) FROM people WHERE owner_id = $1"
        var parameters: [Parameter] = [.int(owner)]
        if let principal {
            let lists = """
                SELECT \(Checklist.columns) FROM checklists WHERE owner_id = $1 \
                AND \(dialect.isIn("id", "$2"))
                """
            let ids = try await visibleChecklists(to: principal)
            let rows = try await read([Statement(lists, [.int(owner), .ids(ids)])])[0]
            let seen = try rows.map { try Checklist(row: $0) }.filter {
                $0.role(of: principal, at: now()) != nil
            }
            var known = Set(seen.flatMap { $0.members.map(\.personID) })
            if let person = principal.personID { known.insert(person) }
            sql += " AND \(dialect.isIn("id", "$2"))"
            parameters.append(.ids(Array(known)))
            let found = try await read([Statement(sql, parameters)])[0].map { try Person(row: $0) }
            return try Page(Self.withFirst(found, isKnown: known.contains(.first)), page)
        }
        let found = try await read([Statement(sql, parameters)])[0].map { try Person(row: $0) }
        return try Page(Self.withFirst(found, isKnown: true), page)
    }

    private static func withFirst(_ people: [Person], isKnown: Bool) -> [Person] {
        let sorted = people.sorted { $0.id < $1.id }
        guard isKnown, sorted.first?.id != .first, let first = Person.unchanged(.first) else { return sorted }
        return [first] + sorted
    }

    /// The ids of the lists that the caller can see.
    func visibleChecklists(to principal: Principal) async throws -> [Checklist.ID] {
        switch principal {
        case .person(let id, device: _):
            return try await read([Statement(Checklist.idsOfPerson, [.int(owner), .int(id.rawValue)])])[0]
                .map { row in
                    var columns = row.columns
                    return Checklist.ID(rawValue: try columns.int())
                }
        case .guest(_, on: let list):
            do {
                return [try await checklist(list, for: principal).id]
            } catch ChecklistsError.notFound {
                return []
            }
        }
    }

    public func webhook(_ id: Webhook.ID, of person: Person.ID) async throws -> Webhook {
        let sql = "SELECT \(Webhook.columns) FROM webhooks WHERE owner_id = $1 AND id = $2"
        guard let webhook = try await row(sql, id).map(Webhook.init(row:)), webhook.personID == person else {
            throw ChecklistsError.notFound(.webhook)
        }
        return webhook
    }

    public func delivery(_ id: Delivery.ID) async throws -> Delivery {
        let sql = "SELECT \(Delivery.columns) FROM deliveries WHERE owner_id = $1 AND id = $2"
        guard let row = try await row(sql, id) else { throw ChecklistsError.notFound(.delivery) }
        return try Delivery(row: row)
    }

    /// - Throws: `notFound`.
    func checkWebhook(_ id: Webhook.ID) async throws {
        let sql = "SELECT id FROM webhooks WHERE owner_id = $1 AND id = $2"
        if try await row(sql, id) == nil { throw ChecklistsError.notFound(.webhook) }
    }

    private func row(_ sql: String, _ id: some Identifier) async throws -> Row? {
        try await read([Statement(sql, [.int(owner), .int(id.rawValue)])])[0].first
    }

    public func preferences(of person: Person.ID) async throws -> Preferences {
        let statement = Statement(Preferences.query, [.int(owner), .int(person.rawValue)])
        guard var columns = try await read([statement])[0].first?.columns else {
            return Preferences(of: person)
        }
        return try Preferences(from: &columns)
    }

    public func snapshots(
        of checklist: Checklist.ID?, for principal: Principal
    ) async throws -> [ChecklistSnapshot] {
        if let checklist { _ = try await self.checklist(checklist, for: principal) }
        if checklist == nil, !seesEverything(principal) {
            let lists = try await visibleChecklists(to: principal)
            return try await snapshots(where: { dialect.isIn($0, "$2") }, .ids(lists))
                .filter { $0.checklist.role(of: principal, at: now()) != nil }
        }
        guard let checklist else { return try await snapshots(where: { "\($0) > $2" }, .int(0)) }
        let found = try await snapshots(where: { "\($0) = $2" }, .int(checklist.rawValue))
        if found.isEmpty { throw ChecklistsError.notFound(.checklist) }
        return found
    }

    /// The snapshots of the lists whose id fulfils a condition on the second parameter.
    private func snapshots(
        where condition: (_ number: String) -> String, _ parameter: Parameter
    ) async throws -> [ChecklistSnapshot] {
        let parameters: [Parameter] = [.int(owner), parameter]
        let statements = [
            Statement(dialect.beginSnapshot),
            Statement(
                """
                SELECT \(Checklist.columns) FROM checklists WHERE owner_id = $1 \
                AND \(condition("id")) ORDER BY id
                """, parameters, isPrepared: false),
            Statement(
                """
                SELECT \(Item.columns) FROM items WHERE owner_id = $1 \
                AND \(condition("checklist_id")) ORDER BY checklist_id, \
                COALESCE(parent_position, position), COALESCE(parent_id, id), parent_id IS NOT NULL, \
                position, id
                """, parameters, isPrepared: false),
            Statement("COMMIT"),
        ]
        let results = try await read(statements, on: .long)
        let items = results[2]
        var snapshots: [ChecklistSnapshot] = []
        var start = items.startIndex
        for row in results[1] {
            let checklist = try Checklist(row: row)
            var all: [Item] = []
            all.reserveCapacity(checklist.itemsCount)
            while start < items.endIndex {
                let item = try Item(row: items[start])
                guard item.checklistID == checklist.id else { break }
                all.append(item)
                start += 1
            }
            snapshots.append(ChecklistSnapshot(checklist: checklist, items: SnapshotItems(all)))
        }
        return snapshots
    }

    public func webhooks(
        _ page: PageRequest, of person: Person.ID, _ kind: Webhook.Kind?
    ) async throws -> Page<Webhook> {
        let sql = "SELECT \(Webhook.columns) FROM webhooks WHERE owner_id = $1 AND person_id = $2 ORDER BY id"
        let statement = Statement(sql, [.int(owner), .int(person.rawValue)])
        let all = try await read([statement])[0].map { try Webhook(row: $0) }
        return try Page(all.filter { kind == nil || $0.kind == kind }, page)
    }
}

extension Checklist {
    /// The ids of the lists of the person in the second parameter. Lists without members belong to person 1.
    static let idsOfPerson = "\(idsOfPersonUnordered) ORDER BY 1"
    static let idsOfPersonUnordered = ids(ofPersonIn: "$2")

    /// The ids of the lists of the person in a parameter.
    static func ids(ofPersonIn parameter: String) -> String {
        """
        SELECT checklist_id FROM members WHERE owner_id = $1 AND person_id = \(parameter) UNION ALL \
        SELECT id FROM checklists WHERE owner_id = $1 AND members IS NULL AND \(parameter) = 1
        """
    }
}
