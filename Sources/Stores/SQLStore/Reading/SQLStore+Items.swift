public import Checklists
import Dates
import Paging
import Records
import SQL
import Synchronization

extension SQLStore {
    public func items(_ query: ItemQuery, for principal: Principal) async throws -> Page<Item> {
        let sorting = Sorting<Item>(query.sort)
        var rows = PageQuery<Item>(
            "items", Item.columns, size: "stored_bytes", owner: owner, by: sorting, dialect)
        let coding = CursorCoding(queryDigest: query.digest, sorting: sorting)
        if sorting.groupingKeysCount > 0 {
            rows.grouping = { $0.grouped(after: $1, limit: $2) }
            try await checkList(of: query.page.cursor, coding, for: principal)
        }
        rows.narrowsIfSmall = true
        rows.scopeRevision = state.withLock { $0.history.newest }
        let selection = try await restrict(&rows, query, for: principal)
        rows.filter(query.filter)
        let total =
            switch selection {
            case .unfiltered(let statement): Total.known(statement)
            case .filtered: try await filter(&rows, byTimeIn: query.filter, digest(of: query, for: principal))
            }
        return try await page(
            rows, query.page, coding, total: total, current: { try? await self.item($0, for: principal) }
        ) { try Item(from: &$0) }
    }

    /// Checks that the caller still sees the list of a cursor, in whose group the page begins.
    /// - Throws: `invalidCursor`.
    private func checkList(
        of cursor: Cursor?, _ coding: CursorCoding<Item>, for principal: Principal
    ) async throws {
        guard let cursor,
            let list = try coding.position(of: cursor, current: { _ in nil }).list(in: coding.sorting)
        else { return }
        do {
            _ = try await checklist(list, for: principal)
        } catch ChecklistsError.notFound {
            throw ChecklistsError.invalidCursor
        }
    }

    /// Whether a query has conditions on items. Without them, the lists have its total.
    private enum Selection {
        case filtered
        case unfiltered(Statement)
    }

    /// Restricts a query to the lists that it reads.
    private func restrict(
        _ rows: inout PageQuery<Item>, _ query: ItemQuery, for principal: Principal
    ) async throws -> Selection {
        let isFiltered = query.filter != ItemFilter()
        if let id = query.checklistID {
            rows.filter(lists: [id], by: "checklist_id")
            if isFiltered || !seesEverything(principal) { _ = try await checklist(id, for: principal) }
            if isFiltered { return .filtered }
            let sql = """
                SELECT items_count, (SELECT items_count FROM owners WHERE owner_id = $1) FROM checklists \
                WHERE owner_id = $1 AND id = $2
                """
            return .unfiltered(Statement(sql, [.int(owner), .int(id.rawValue)]))
        }
        var isWhole = false
        if query.checklistIDs.isEmpty {
            isWhole = try await filter(&rows, by: "checklist_id", for: principal)
        } else {
            var lists = Set(query.checklistIDs)
            if !seesEverything(principal) {
                lists.formIntersection(try await visibleChecklists(to: principal))
            }
            rows.filter(lists: Array(lists), by: "checklist_id")
        }
        if query.archiveSelection != .any {
            let archived = try await archivedChecklists(of: principal)
            if query.archiveSelection == .archived {
                rows.filter(lists: Array(archived), by: "checklist_id")
                return isFiltered ? .filtered : .unfiltered(rows.listedItemsCount)
            }
            rows.filter(otherThan: archived, by: "checklist_id")
            isWhole = isWhole && archived.isEmpty
        }
        if isFiltered { return .filtered }
        let sql = "SELECT items_count, items_count FROM owners WHERE owner_id = $1"
        return .unfiltered(isWhole ? Statement(sql, [.int(owner)]) : rows.listedItemsCount)
    }

    /// The key of a remembered total. The order of a query does not change its total. A share link can
    /// expire, so the total of a guest is counted each time.
    private func digest(of query: ItemQuery, for principal: Principal) -> UInt64? {
        guard let person = principal.personID else { return nil }
        var query = query
        query.sort = []
        var digest = FowlerNollVo()
        digest.add(Int64(bitPattern: query.digest))
        digest.add(Int64(person.rawValue))
        return digest.value
    }

    /// Adds the conditions that depend on the present moment. The hash of a query leaves out the moment, so
    /// only a part of the total can be remembered.
    private func filter(
        _ rows: inout PageQuery<Item>, byTimeIn filter: ItemFilter, _ digest: UInt64?
    ) async throws -> Total {
        var (base, others) = (rows, rows)
        if let state = filter.start { rows.filter(state) }
        guard case .overdue(let moment) = filter.dueState else {
            guard let digest else { return .counted(rows.count) }
            guard let state = filter.start else { return .of(digest, base.count(by: "checklist_id")) }
            if state.isFuture { return .counted(rows.count) }
            others.filter(StartState(isFuture: true, at: state.moment, on: state.day))
            return .sum(digest, base.count(by: "checklist_id"), minus: others.count)
        }
        let days = try await daysOver(at: moment)
        rows.filter(overdueAt: moment, over: days)
        guard filter.start == nil, let digest else { return .counted(rows.count) }
        // All unchecked items due before `beginning` are overdue until the hour ends.
        let hour = (moment.milliseconds - DayOfItem.lengthMillisecondsMax) / Self.hourMilliseconds
        let beginning = Timestamp(milliseconds: hour * Self.hourMilliseconds)
        base.filter("NOT checked AND due_date < ?", .bound(beginning))
        others.filter(overdueAt: moment, over: days)
        others.filter("due_date >= ?", .bound(beginning))
        var key = FowlerNollVo()
        key.add(Int64(bitPattern: digest))
        key.add(hour)
        return .sum(key.value, base.count(by: "checklist_id"), plus: others.count)
    }

    private static let hourMilliseconds: Int64 = 3_600_000

    /// The lists that the caller archived.
    func archivedChecklists(of principal: Principal) async throws -> Set<Checklist.ID> {
        guard let person = principal.personID else { return [] }
        let path = "$[*] ? (@.personId == \(person) && exists(@.archivedAt))"
        // The first condition is that of an index.
        let sql = """
            SELECT id FROM checklists WHERE owner_id = $1 \
            AND \(dialect.finds("$[*].archivedAt", in: "member_order")) \
            AND \(dialect.finds(path, in: "member_order"))
            """
        let rows = try await read([Statement(sql, [.int(owner)])])[0]
        return Set(
            try rows.map { row in
                var columns = row.columns
                return Checklist.ID(rawValue: try columns.int())
            })
    }

    /// The days of unchecked all-day items, with their time zones, that have ended at a moment. Only days
    /// that began within 48 hours before the moment.
    private func daysOver(at moment: Timestamp) async throws -> [(day: String, zone: String)] {
        // A date lasts at most 48 hours: a time zone change can repeat it.
        let sql = """
            SELECT DISTINCT timing->>'dueOn', coalesce(timing->>'timeZone', '') FROM items \
            WHERE owner_id = $1 AND NOT checked AND NOT is_timed AND due_date IS NOT NULL \
            AND due_date >= $2 AND due_date < $3
            """
        let beginning = moment.advanced(byMilliseconds: -DayOfItem.lengthMillisecondsMax)
        let rows = try await read([Statement(sql, [.int(owner), .bound(beginning), .bound(moment)])])[0]
        return try rows.compactMap { row in
            var columns = row.columns
            guard let day = try columns.textIfPresent(), let zone = try columns.textIfPresent() else {
                return nil
            }
            return DayOfItem.isOver(day, in: zone.isEmpty ? nil : zone, at: moment) ? (day, zone) : nil
        }
    }
}

extension PageQuery<Item> {
    /// Adds the conditions of a filter that do not depend on the present moment.
    fileprivate mutating func filter(_ filter: ItemFilter) {
        for condition in filter.conditions {
            switch condition {
            case .flag(let flag, let value):
                self.filter((value ? "" : "NOT ") + flag.rawValue.columnName)
            case .dueBefore(let moment): self.filter("due_date < ?", .bound(moment))
            case .dueAfter(let moment): self.filter("due_date >= ?", .bound(moment))
            case .dueDays(let days): self.filter(days)
            case .uid(let uid): self.filter("uid = ?", .sought(uid))
            case .resourceName(let name): self.filter("resource_name = ?", .sought(name))
            case .text(let text): self.filter("folded", contains: SearchPattern(text).needle)
            case .section(let id): self.filter("section_id = ?", .int(id.rawValue))
            case .parent(nil): self.filter("parent_id IS NULL")
            case .parent(let id?):
                self.filter("parent_id = ?", .int(id.rawValue))
                narrow()
            case .assignee(nil): self.filter("assignee_id IS NULL")
            case .assignee(let id?): self.filter("assignee_id = ?", .int(id.rawValue))
            case .tag(let key): self.filter(tag: key)
            case .dueState(.undated): self.filter("due_date IS NULL")
            case .dueState(.overdue), .start: break
            case .changedSince(let moment):
                // Each half of the first condition has an index.
                self.filter("(updated_at >= ? OR changed_at >= ?)", .bound(moment), .bound(moment))
                self.filter("coalesce(changed_at, updated_at) >= ?", .bound(moment))
            }
        }
    }

    /// Adds the condition that items have a tag.
    private mutating func filter(tag key: String) {
        // No parameter can hold U+0000.
        if key.utf8.contains(0) { return filter("false") }
        filter(dialect.hasElements("tag_keys", "?"), .json([key].storedJSON))
    }

    /// Adds the condition that the start is in the past, or in the future.
    fileprivate mutating func filter(_ state: StartState) {
        let day = dialect.bytewise("start_on")
        if state.isFuture {
            filter("(start_date > ? OR \(day) > ?)", .bound(state.moment), .text(state.day.text))
        } else {
            filter("(start_date IS NULL OR start_date <= ?)", .bound(state.moment))
            filter("(start_on IS NULL OR \(day) <= ?)", .text(state.day.text))
        }
    }

    /// Adds the condition that items are overdue.
    ///
    /// - Parameter days: The days that have ended within 48 hours, with their time zones.
    fileprivate mutating func filter(overdueAt moment: Timestamp, over days: [(day: String, zone: String)]) {
        let beginning = moment.advanced(byMilliseconds: -DayOfItem.lengthMillisecondsMax)
        filter("NOT checked AND due_date < ?", .bound(moment))
        filter(
            """
            (is_timed OR due_date < ? OR EXISTS \
            (SELECT 1 FROM \(dialect.rows(["?", "?"], as: "over", "day, zone")) \
            WHERE timing->>'dueOn' = day AND coalesce(timing->>'timeZone', '') = zone))
            """, .bound(beginning), .texts(days.map(\.day)), .texts(days.map(\.zone)))
    }

    /// Adds the condition that items are due on given days. The index covers the outer span; each item found
    /// is checked against the days.
    private mutating func filter(_ days: DueDays) {
        filter("due_date >= ?", .bound(days.outerSpan.lowerBound))
        filter("due_date < ?", .bound(days.outerSpan.upperBound))
        if days.areAll { return }
        filter(
            """
            (is_timed AND EXISTS (SELECT 1 FROM \(dialect.rows(["?", "?"], as: "span", "start, stop")) \
            WHERE due_date >= start AND due_date < stop) \
            OR NOT is_timed AND \(dialect.bytewise("timing->>'dueOn'")) BETWEEN ? AND ?)
            """, .bounds(days.spans.map(\.lowerBound)), .bounds(days.spans.map(\.upperBound)),
            .text(days.texts.first ?? "0"), .text(days.texts.last ?? "A"))
    }
}
