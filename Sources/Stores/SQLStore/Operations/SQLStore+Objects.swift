public import Checklists
import SQL

extension SQLStore {
    /// Whether a process of an older version serves the database. Its heartbeat names no schema version or a
    /// lower one.
    public var isServedByOlderVersion: Bool {
        get async throws {
            let sql = """
                SELECT count(*) FROM processes WHERE coalesce(schema_version, 0) < $1 \
                AND \(dialect.isAlive("$2"))
                """
            let aliveSeconds = Limits.aliveTimeMax / .seconds(1)
            let rows = try await read([
                Statement(sql, [.int(engine.neededVersion.number), .double(aliveSeconds)])
            ])
            guard var columns = rows[0].first?.columns else { return false }
            return try columns.int() > 0
        }
    }

    /// A batch of the items whose calendar object has an unread series, unread tags, an unread parent or an
    /// unread start. The position is an item ID.
    ///
    /// An edit before the upgrade stores a series with the revision of the item, but does not read the
    /// object. Once all is read, the query matches only the texts of objects without a series, and those
    /// whose `DTSTART` is no start.
    public func unreadObjects(from position: Int) async throws -> UnreadObjects {
        let end = position + Limits.itemIDsWalkedAtOnceMax
        let last = Statement("SELECT coalesce(max(id), 0) FROM items WHERE owner_id = $1", [.int(owner)])
        func hasLine(_ names: String, _ before: String = "") -> String {
            dialect.matches("calendar_object", "'\(before)\\n(\(names))'")
        }
        let sql = """
            SELECT \(Item.columns) FROM items WHERE owner_id = $1 AND id > $2 AND id <= $3 \
            AND calendar_object IS NOT NULL AND ((series_revision IS DISTINCT FROM revision \
            OR NOT coalesce(CAST(series ->> 'isSeriesRead' AS boolean), false)) \
            AND \(hasLine("RRULE|RDATE")) OR details ->> 'tags' IS NULL AND \(hasLine("CATEGORIES")) \
            OR details ->> 'parentUid' IS NULL AND \(hasLine("RELATED-TO")) \
            OR coalesce(details ->> 'startDate', details ->> 'startOn') IS NULL \
            AND \(hasLine("DTSTART", "BEGIN:VTODO.*"))) \
            ORDER BY id LIMIT $4
            """
        let parameters: [Parameter] = [
            .int(owner), .int(position), .int(end), .int(Limits.unreadObjectsAtOnceMax),
        ]
        let rows = try await read([last, Statement(sql, parameters)], on: .long)
        guard var columns = rows[0].first?.columns else { return UnreadObjects([], next: nil) }
        let lastID = try columns.int()
        let items = try rows[1].map { try Item(row: $0) }
        let isCut = items.count == Limits.unreadObjectsAtOnceMax
        let next = isCut ? items.last?.id.rawValue ?? end : end
        return UnreadObjects(items.filter(\.hasUnreadObject), next: next < lastID ? next : nil)
    }
}
