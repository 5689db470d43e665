public import Checklists
import Paging
import SQL
import Synchronization

extension SQLStore {
    public func tags(_ page: PageRequest, for principal: Principal) async throws -> Page<TagCount> {
        let feed = try await read([Statement("SELECT feed FROM owners WHERE owner_id = $1", [.int(owner)])])[
            0]
        guard var columns = feed.first?.columns else { return try TagTotals().page(page) }
        let revision = try columns.int()
        if let known = state.withLock({ $0.tags[principal, revision] }) { return try known.page(page) }
        let totals = try await tagTotals(for: principal)
        state.withLock { $0.tags[principal, revision] = totals }
        return try totals.page(page)
    }

    /// Counts the tags of the items that a caller sees on lists that are not archived.
    private func tagTotals(for principal: Principal) async throws -> TagTotals {
        var parameters: [Parameter] = [.int(owner)]
        var condition = "owner_id = $1 AND tag_keys IS NOT NULL"
        let archived = try await archivedChecklists(of: principal)
        if !seesEverything(principal) {
            let lists = try await visibleChecklists(to: principal)
            condition += " AND \(dialect.isIn("checklist_id", "$2"))"
            parameters.append(.ids(lists.filter { !archived.contains($0) }))
        } else if !archived.isEmpty {
            condition += " AND \(dialect.isNotIn("checklist_id", "$2"))"
            parameters.append(.ids(archived))
        }
        let sql = """
            SELECT text, count(*), count(*) FILTER (WHERE NOT checked) FROM (SELECT checked, \
            details->'tags' AS tags FROM items WHERE \(condition)) AS tagged, \(dialect.texts("tags")) \
            GROUP BY text
            """
        var totals = TagTotals()
        for row in try await read([Statement(sql, parameters, isPrepared: false)])[0] {
            var columns = row.columns
            let spelling = try columns.text()
            totals.add(
                spelling, key: Tag.key(of: spelling), items: try columns.int(), unchecked: try columns.int())
        }
        return totals
    }
}

/// The tags of callers at the newest revision.
struct RememberedTags {
    private var feed = 0
    private var totals: [Principal: TagTotals] = [:]

    /// The tags of a caller at a revision.
    subscript(principal: Principal, feed: Int) -> TagTotals? {
        get { feed == self.feed ? totals[principal] : nil }
        set {
            if feed != self.feed || totals.count >= Limits.tagTotalsRememberedMax { totals = [:] }
            self.feed = feed
            totals[principal] = newValue
        }
    }
}
