public import Checklists
import Paging
import SQL
import Synchronization

extension SQLStore {
    public func checklists(
        _ query: ChecklistQuery, for principal: Principal
    ) async throws -> Page<Checklist> {
        let sorting = Sorting<Checklist>(query.sort, for: principal)
        let usesOrder = query.isArchived != nil || query.sort.contains { $0.property == .position }
        var rows = PageQuery<Checklist>(
            "checklists", from: usesOrder ? Checklist.ordered(by: principal, dialect) : nil,
            Checklist.columns, size: "(200 + octet_length(name) + collection_bytes)", owner: owner,
            by: sorting, dialect)
        rows.filter("name_folded", contains: SearchPattern(query.text).needle)
        if let isArchived = query.isArchived { rows.filter((isArchived ? "" : "NOT ") + "is_archived") }
        // No index has the order of a person: the database sorts the lists of the caller.
        if query.sort.first?.property == .position { rows.narrow() }
        rows.scopeRevision = state.withLock { $0.history.newest }
        let isWhole = try await filter(&rows, by: "id", for: principal)
        let coding = CursorCoding(queryDigest: query.digest, sorting: sorting)
        return try await page(
            rows, query.page, coding, total: isWhole ? .of(query.digest, rows.count(by: "id")) : .counted,
            current: { try? await self.checklist($0, for: principal) }
        ) { try Checklist(from: &$0) }
    }

    public func reminders(_ page: PageRequest, for principal: Principal) async throws -> Page<Reminder> {
        let sorting = Sorting<Item>([SortKey(.remindAt)])
        var rows = PageQuery<Item>(
            "items", from: "(reminders JOIN items USING (owner_id, id))", Item.columns, size: "stored_bytes",
            owner: owner, by: sorting, neverNull: [.remindAt], dialect)
        _ = try await filter(&rows, by: "checklist_id", for: principal)
        rows.filter(otherThan: try await archivedChecklists(of: principal), by: "checklist_id")
        let coding = CursorCoding(queryDigest: 0, sorting: sorting)
        let items = try await self.page(
            rows, page, coding, total: .counted, current: { try? await self.item($0, for: principal) }
        ) { try Item(from: &$0) }
        let reminders = items.elements.compactMap { item in
            item.remindAt.map {
                Reminder(itemID: item.id, checklistID: item.checklistID, text: item.text, at: $0)
            }
        }
        return Page(elements: reminders, total: items.total, next: items.next)
    }

    public func deliveries(
        of webhook: Webhook.ID, status: Delivery.Status?, _ page: PageRequest
    ) async throws -> Page<Delivery> {
        try await checkWebhook(webhook)
        let sorting = Sorting<Delivery>([SortKey(.id, descending: true)])
        let size = "\(Limits.attemptBytes) * (1 + \(dialect.elementsCount("attempts")))"
        var rows = PageQuery<Delivery>(
            "deliveries", Delivery.columns, size: "(\(size))", owner: owner, by: sorting, dialect)
        rows.filter("webhook_id = ?", .int(webhook.rawValue))
        if let status { rows.filter("status = ?", .text(status.rawValue)) }
        var digest = FowlerNollVo()
        digest.add("\(webhook) \(status?.rawValue ?? "")")
        let coding = CursorCoding(queryDigest: digest.value, sorting: sorting)
        return try await self.page(
            rows, page, coding, total: .counted, current: { try? await self.delivery($0) }
        ) { try Delivery(from: &$0) }
    }

    /// Restricts a query to lists that the caller can see.
    ///
    /// - Parameter column: The column with the list's id.
    /// - Returns: Whether the caller sees everything, so that no restriction was needed.
    func filter<Element>(
        _ rows: inout PageQuery<Element>, by column: String, for principal: Principal
    ) async throws -> Bool {
        if seesEverything(principal) { return true }
        rows.filter(lists: try await visibleChecklists(to: principal), by: column)
        return false
    }
}

extension Checklist {
    /// The lists with the settings of the caller as columns, for the order and the filter of a query.
    fileprivate static func ordered(by principal: Principal, _ dialect: any Dialect) -> String {
        let person = principal.personID?.rawValue ?? 0
        let own = dialect.firstElement(of: "member_order", where: "personId", is: person)
        return """
            (SELECT *, own->>'pinned' IS NULL AS is_unpinned, \
            coalesce(CAST(own->>'position' AS bigint), 0) AS member_position, \
            own->>'archivedAt' IS NOT NULL AS is_archived \
            FROM (SELECT *, \(own) AS own FROM checklists) AS checklists) AS checklists
            """
    }
}

/// How the total of a query is determined.
enum Total {
    /// A query that reads the total and the number of all rows; no result means that the list does not exist.
    case known(Statement)
    /// Counted by list, and remembered by the query's digest. Later commits change only some lists.
    case of(UInt64, ListCount)
    /// A remembered total, plus or minus a part that is counted each time.
    case sum(UInt64, ListCount, plus: Statement? = nil, minus: Statement? = nil)
    /// Counted each time, because it is small.
    case counted
}

extension SQLStore {
    /// Reads one page of a query.
    func page<Element: Sortable>(
        _ query: PageQuery<Element>, _ request: PageRequest, _ coding: CursorCoding<Element>, total: Total,
        current: (Element.ID) async -> Element?, _ read: (inout Columns) throws -> Element
    ) async throws -> Page<Element> {
        // The query reads one row more than the limit.
        let limit = min(max(request.limit, 1), Int.max - 1)
        let position = try await position(of: request.cursor, coding, current)
        let (count, rows) = try await rows(of: query, after: position, limit: limit, total)
        var found = 0
        var elements: [Element] = []
        for row in rows.prefix(limit) {
            var columns = row.columns
            found = try columns.int()
            elements.append(try read(&columns))
        }
        let next = found > elements.count ? elements.last.map(coding.cursor) : nil
        return Page(elements: elements, total: count, next: next)
    }

    /// The total of a query and the rows of a page.
    private func rows<Element: Sortable>(
        of query: PageQuery<Element>, after position: SortPosition<Element>?, limit: Int, _ total: Total
    ) async throws -> (total: Int, Rows) {
        let page = { (total: Int?, rowsCount: Int?) in
            var query = query
            if query.narrowsIfSmall, let total, query.sortsMatches(total, of: rowsCount) {
                query.narrow(isCertain: true)
            }
            return query.page(after: position, limit: limit)
        }
        switch total {
        case .known(let statement) where query.needsTotal:
            var columns = try first(of: try await read([statement])[0]).columns
            let (total, rowsCount) = (try columns.int(), try columns.int())
            return (total, try await read([page(total, rowsCount)])[0])
        case .known(let statement):
            let results = try await read([statement, page(nil, nil)])
            return (try number(results[0]), results[1])
        case .of(let digest, let count):
            return try await rows(of: query, after: position, limit: limit, digest, count, page)
        case .sum(let digest, let count, let plus, let minus):
            // One snapshot: a commit between two reads would give a total of neither state.
            let (totals, part) = try await totals(digest, count) { _ in plus ?? minus }
            let more = try part.map { try number($0) } ?? 0
            let total = totals.sum + (plus == nil ? -more : more)
            return (total, try await read([page(total, nil)])[0])
        case .counted where query.narrowsIfSmall:
            let total = try number(try await read([query.count])[0])
            return (total, try await read([page(total, nil)])[0])
        case .counted:
            let results = try await read([query.count, page(nil, nil)])
            return (try number(results[0]), results[1])
        }
    }

    /// The remembered total of a query, and the rows of a page that the total helps to plan.
    private func rows<Element: Sortable>(
        of query: PageQuery<Element>, after position: SortPosition<Element>?, limit: Int, _ digest: UInt64,
        _ count: ListCount, _ page: @escaping (Int?, Int?) -> Statement
    ) async throws -> (total: Int, Rows) {
        var isWalked = false
        let chosen = { (totals: ListTotals) in
            let walked = query.walkedPage(
                after: position, limit: limit, total: totals.sum, of: totals.storeItemsCount)
            isWalked = walked != nil
            return walked ?? page(totals.sum, totals.storeItemsCount)
        }
        let (totals, found) = try await totals(digest, count) { known in
            known.map(chosen) ?? (query.narrowsIfSmall ? nil : page(nil, nil))
        }
        var rows = found
        if rows == nil { rows = try await read([chosen(totals)])[0] }
        if isWalked, try rows?.first.map(number) ?? 0 <= limit { rows = nil }
        if let rows { return (totals.sum, rows) }
        return (totals.sum, try await read([page(totals.sum, totals.storeItemsCount)])[0])
    }

    /// The number in the first column.
    /// - Throws: `notFound` for the list without a row.
    private func number(_ rows: Rows) throws -> Int { try number(try first(of: rows)) }

    /// - Throws: `notFound` for the list without a row.
    private func first(of rows: Rows) throws -> Row {
        guard let row = rows.first else { throw ChecklistsError.notFound(.checklist) }
        return row
    }

    private func number(_ row: Row) throws -> Int {
        var columns = row.columns
        return try columns.int()
    }

    /// The sort position of a cursor.
    private func position<Element: Sortable>(
        of cursor: Cursor?, _ coding: CursorCoding<Element>, _ current: (Element.ID) async -> Element?
    ) async throws -> SortPosition<Element>? {
        guard let cursor else { return nil }
        let position = try coding.position(of: cursor, current: { _ in nil })
        // A cursor holds only the beginning of a long text; the rest comes from the element.
        let isCut = position.values.contains { value in
            if case .text(let text) = value { text.utf8.count > Limits.cursorTextBytesMax - 4 } else { false }
        }
        guard isCut, let element = await current(position.id) else { return position }
        return try coding.position(of: cursor, current: { _ in element })
    }

    /// The totals of a query, and the rows of a statement that runs with the count.
    ///
    /// - Parameter other: The statement, from the last known totals.
    private func totals(
        _ digest: UInt64, _ count: ListCount, with other: (ListTotals?) -> Statement? = { _ in nil }
    ) async throws -> (ListTotals, Rows?) {
        let (known, newest) = state.withLock { ($0.totals[digest], $0.history.newest) }
        let recent = known.flatMap { $0.isRecent(at: newest) ? $0 : nil }
        let counting = recent.map { known in
            count.ofLists(
                touchedAfter: known.history.newest, isSparse: known.sum <= Limits.rowsSortedMax)
        }
        let results = try await read([counting ?? count.ofAll] + [other(known)].compactMap(\.self))
        var totals: ListTotals
        if var recent, try recent.update(results[0]) {
            totals = recent
        } else {
            totals = try ListTotals(recent == nil ? results[0] : try await read([count.ofAll])[0])
        }
        totals.limit(to: count.scopeRevision)
        state.withLock { $0.totals.remember(totals, of: digest) }
        return (totals, results.dropFirst().first)
    }
}

extension Parameter {
    /// The range of PostgreSQL timestamps in milliseconds: from 4713 BC to the end of 294275.
    private static let momentsKnown: ClosedRange<Int64> = -210_866_803_200_000...9_224_286_480_000_000

    /// A moment to compare rows with, clamped to the database's range. "No end" and forged cursors exceed it;
    /// no stored moment does.
    static func bound(_ moment: Timestamp) -> Parameter {
        .moment(clamped(moment))
    }

    static func bounds(_ moments: [Timestamp]) -> Parameter { .moments(moments.map(clamped)) }

    /// A text to compare rows with. A text with U+0000, which no parameter can hold, becomes `NULL`, which
    /// equals nothing.
    static func sought(_ text: String) -> Parameter { .text(text.utf8.contains(0) ? nil : text) }

    private static func clamped(_ moment: Timestamp) -> Int64 {
        min(max(moment.milliseconds, momentsKnown.lowerBound), momentsKnown.upperBound)
    }
}
