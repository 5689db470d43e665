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
            rows, query.page, coding,
            total: isWhole ? .of(query.digest, rows.count(by: "id")) : .counted(rows.count),
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
            rows, page, coding, total: .counted(rows.count),
            current: { try? await self.item($0, for: principal) }
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
            rows, page, coding, total: .counted(rows.count), current: { try? await self.delivery($0) }
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
    case counted(Statement)

    /// A total for the plan of a page.
    struct Estimate {
        let total: Int
        /// The number of all rows; `nil` if it is not known.
        let rowsCount: Int?

        init(_ total: Int, of rowsCount: Int? = nil) { (self.total, self.rowsCount) = (total, rowsCount) }
    }

    /// The key of a remembered total.
    fileprivate var digest: UInt64? {
        switch self {
        case .of(let digest, _), .sum(let digest, _, _, _): digest
        case .known, .counted: nil
        }
    }

    fileprivate var count: ListCount? {
        switch self {
        case .of(_, let count), .sum(_, let count, _, _): count
        case .known, .counted: nil
        }
    }

    /// The statements that count, only the lists that changed after the recent totals.
    fileprivate func statements(after recent: ListTotals?) -> [Statement] {
        func byList(_ count: ListCount) -> Statement {
            recent.map { known in
                count.ofLists(
                    touchedAfter: known.history.newest, isSparse: known.sum <= Limits.rowsSortedMax)
            } ?? count.ofAll
        }
        return switch self {
        case .known(let statement), .counted(let statement): [statement]
        case .of(_, let count): [byList(count)]
        case .sum(_, let count, let plus, let minus): [byList(count), plus ?? minus].compactMap(\.self)
        }
    }

    /// The estimate from the last known totals by list.
    fileprivate func estimate(from known: ListTotals) -> Estimate? {
        if case .of = self { Estimate(known.sum, of: known.storeItemsCount) } else { nil }
    }
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

    /// The total of a query and the rows of a page, from one snapshot.
    ///
    /// The plan of the page depends on an estimate of the total: the last known total, or else the total of
    /// an earlier snapshot.
    private func rows<Element: Sortable>(
        of query: PageQuery<Element>, after position: SortPosition<Element>?, limit: Int, _ total: Total
    ) async throws -> (total: Int, Rows) {
        var known = total.digest.flatMap { digest in state.withLock { $0.totals[digest] } }
        var estimate = known.flatMap(total.estimate(from:))
        var mayWalk = true
        while true {
            let newest = state.withLock { $0.history.newest }
            let recent = known.flatMap { $0.isRecent(at: newest) ? $0 : nil }
            let counting = total.statements(after: recent)
            let page = page(of: query, after: position, limit: limit, total, estimate, mayWalk: mayWalk)
            let statements = counting + [page?.statement].compactMap(\.self)
            let results = try await read(
                [Statement(dialect.beginSnapshot)] + statements + [Statement("COMMIT")])
            let counts = results.dropFirst().prefix(counting.count)
            // Without all recent commits, all lists must be counted.
            guard let found = try count(total, Array(counts), after: recent) else {
                known = nil
                continue
            }
            if let page {
                let rows = results[counting.count + 1]
                let isFull = try !page.isWalked || rows.first.map(number) ?? 0 > limit
                if isFull { return (found.estimate.total, rows) }
                mayWalk = false
            }
            (known, estimate) = (found.totals, found.estimate)
        }
    }

    /// The statement of a page; `nil` if it must wait for an estimate.
    private func page<Element: Sortable>(
        of query: PageQuery<Element>, after position: SortPosition<Element>?, limit: Int, _ total: Total,
        _ estimate: Total.Estimate?, mayWalk: Bool
    ) -> (statement: Statement, isWalked: Bool)? {
        var query = query
        guard let estimate else {
            let waits = if case .known = total { query.needsTotal } else { query.narrowsIfSmall }
            return waits ? nil : (query.page(after: position, limit: limit), false)
        }
        if mayWalk, case .of = total, let rowsCount = estimate.rowsCount,
            let walked = query.walkedPage(
                after: position, limit: limit, total: estimate.total, of: rowsCount)
        {
            return (walked, true)
        }
        if query.narrowsIfSmall, query.sortsMatches(estimate.total, of: estimate.rowsCount) {
            query.narrow(isCertain: true)
        }
        return (query.page(after: position, limit: limit), false)
    }

    /// Reads the results of counting statements, and remembers totals by list.
    ///
    /// - Returns: `nil` if all lists must be counted.
    private func count(
        _ total: Total, _ results: [Rows], after recent: ListTotals?
    ) throws -> (estimate: Total.Estimate, totals: ListTotals?)? {
        guard let digest = total.digest, let count = total.count else {
            var columns = try first(of: results[0]).columns
            let sum = try columns.int()
            if case .known = total { return (Total.Estimate(sum, of: try columns.int()), nil) }
            return (Total.Estimate(sum), nil)
        }
        var totals: ListTotals
        if var recent {
            guard try recent.update(results[0]) else { return nil }
            totals = recent
        } else {
            totals = try ListTotals(results[0])
        }
        totals.limit(to: count.scopeRevision)
        state.withLock { $0.totals.remember(totals, of: digest) }
        guard case .sum(_, _, let plus, let minus) = total else {
            return (Total.Estimate(totals.sum, of: totals.storeItemsCount), totals)
        }
        let part = plus == nil && minus == nil ? 0 : try number(first(of: results[1]))
        return (Total.Estimate(totals.sum + (plus == nil ? -part : part)), totals)
    }

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
