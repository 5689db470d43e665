public import Checklists
import Postgres

extension PostgresStore {
    /// Items whose calendar object has recurrence properties that were not read. The position is an ID.
    ///
    /// Once all are read, a query looks at the texts of objects without recurrence properties alone.
    public func unreadSeries(from position: Int) async throws -> UnreadSeries {
        let end = position + Limits.itemIDsWalkedAtOnceMax
        let last = Statement("SELECT coalesce(max(id), 0) FROM items WHERE owner_id = $1", [.int(owner)])
        let sql = """
            SELECT \(Item.columns) FROM items WHERE owner_id = $1 AND id > $2 AND id <= $3 \
            AND calendar_object IS NOT NULL AND series_revision IS DISTINCT FROM revision \
            AND calendar_object ~* '\\n(RRULE|RDATE)' ORDER BY id LIMIT $4
            """
        let parameters: [Parameter] = [
            .int(owner), .int(position), .int(end), .int(Limits.unreadSeriesAtOnceMax),
        ]
        let rows = try await read([last, Statement(sql, parameters)], on: .long)
        guard var columns = rows[0].first?.columns else { return UnreadSeries([], next: nil) }
        let lastID = try columns.int()
        let items = try rows[1].map { try $0.item }
        let isCut = items.count == Limits.unreadSeriesAtOnceMax
        let next = isCut ? items.last?.id.rawValue ?? end : end
        return UnreadSeries(items.filter(\.hasUnreadSeries), next: next < lastID ? next : nil)
    }
}
