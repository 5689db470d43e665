public import Checklists
import SQL

extension SQLStore {
    public func changeFollowers(_ selection: FollowerSelection) async throws -> [ChangeFollower] {
        var condition: String
        var parameters = [Parameter.int(owner)]
        // Each query uses the index on people or on expiry, and does not scan all webhooks.
        switch selection {
        case .webhooks: condition = "expires_at IS NULL"
        case .registrations(on: nil):
            condition = "expires_at IS NOT NULL AND \(Webhook.isOnList(dialect))"
        case .registrations(on: let lists?):
            parameters += [.ids(try await viewers(of: lists)), .ids(lists)]
            condition = """
                expires_at IS NOT NULL AND \(dialect.isIn("person_id", "$2")) \
                AND \(dialect.overlaps("checklist_ids", "$3")) \
                AND \(Webhook.isOnList(dialect))
                """
        case .expired(at: let moment, let limit):
            parameters += [.timestamp(moment), .int(limit)]
            condition = dialect.isIn(
                "id",
                query: "SELECT id FROM webhooks WHERE owner_id = $1 AND expires_at <= $2 LIMIT $3")
        }
        let sql = """
            SELECT (SELECT count(*) FROM deliveries WHERE owner_id = $1 AND webhook_id = webhooks.id \
            AND status = 'pending'), \(Webhook.columns) FROM webhooks \
            WHERE owner_id = $1 AND \(Webhook.isActive) AND feed_position IS NOT NULL AND \(condition) \
            ORDER BY id
            """
        return try await read([Statement(sql, parameters)])[0].map { row in
            var columns = row.columns
            let count = try columns.int()
            return ChangeFollower(webhook: try Webhook(from: &columns), pendingDeliveriesCount: count)
        }
    }
}

extension Webhook {
    /// SQL condition: the person of a push registration is a member of its list.
    fileprivate static func isOnList(_ dialect: any Dialect) -> String {
        let list = dialect.first("webhooks.checklist_ids")
        return """
            (EXISTS (SELECT 1 FROM members AS m WHERE m.owner_id = $1 AND m.person_id = webhooks.person_id \
            AND m.checklist_id = \(list)) OR person_id = 1 AND EXISTS (SELECT 1 \
            FROM checklists AS c WHERE c.owner_id = $1 AND c.id = \(list) AND c.members IS NULL))
            """
    }
}
