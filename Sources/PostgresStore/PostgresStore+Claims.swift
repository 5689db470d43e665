public import Checklists
import Postgres

extension PostgresStore {
    /// Claims what is to be tried now, in a transaction of its own: nobody else claims meanwhile.
    ///
    /// That a claim outlives a failure of the database is not needed: it would be made again.
    public func claimDeliveries(_ request: ClaimRequest) async throws -> [ClaimedDelivery] {
        try checkIsHeard()
        do {
            return try await client.withConnection(on: .write) { connection in
                let begin = [
                    Statement("BEGIN"), Statement("SET LOCAL synchronous_commit = off"),
                    Statement(SQL.lockOwner, [.int(owner)]),
                    Statement("SELECT coalesce($1, clock_timestamp())", [.timestamp(clock?())]),
                    Statement("SELECT \(Webhook.columns) FROM webhooks WHERE owner_id = $1", [.int(owner)]),
                    claimable(request),
                ]
                let rows = try await connection.run(begin)
                guard var columns = rows[3].first?.columns else { return [] }
                let now = try columns.timestamp()
                let webhooks = try rows[4].map { try $0.webhook }
                let found = try claimed(rows[5], of: webhooks, request)
                let chosen = request.choice(among: found)
                guard !chosen.isEmpty else {
                    _ = try await connection.run([Statement("ROLLBACK")])
                    return []
                }
                let claim = Statement(
                    """
                    UPDATE deliveries SET claim_token = $3, claimed_until = $4 \
                    WHERE owner_id = $1 AND id = ANY ($2)
                    """,
                    [
                        .int(owner), .ids(chosen.map(\.delivery.id)), .int(request.token.column),
                        .timestamp(now.advanced(by: request.lease)),
                    ])
                _ = try await connection.run([claim, Statement("COMMIT")])
                return chosen
            }
        } catch {
            if case .passing = Failure(error) { throw ChecklistsError.unavailable }
            throw error
        }
    }

    /// The first deliveries to each webhook that can be claimed, as far as it has room.
    private func claimable(_ request: ClaimRequest) -> Statement {
        let taken = """
            (claim_token IS NOT NULL AND (claimed_until > asked.now OR id = ANY ($2) OR id = ANY ($3)))
            """
        let queue = { (late: String) in
            """
            (SELECT * FROM deliveries WHERE owner_id = $1 AND webhook_id = webhook.number \
            AND status = 'pending' AND late = \(late) AND next_attempt_at <= asked.now AND NOT \(taken) \
            ORDER BY next_attempt_at, id LIMIT greatest(room, 0))
            """
        }
        let sql = """
            SELECT room, \(Delivery.columns) FROM (SELECT coalesce($5, clock_timestamp()) AS now) AS asked, \
            LATERAL (SELECT webhooks.id, $6 - (SELECT count(*) FROM deliveries WHERE owner_id = $1 \
            AND webhook_id = webhooks.id AND status = 'pending' AND \(taken) AND NOT id = ANY ($3)) AS room \
            FROM webhooks WHERE owner_id = $1 AND active AND coalesce(paused_until <= asked.now, true) \
            AND NOT id = ANY ($4)) AS webhook (number, room), \
            LATERAL (SELECT * FROM (SELECT * FROM \(queue("false")) AS punctual UNION ALL \
            SELECT * FROM \(queue("true")) AS late) AS queues) AS delivery
            """
        return Statement(
            sql,
            [
                .int(owner), .ids(Array(request.underWay)), .ids(Array(request.ended)),
                .ids(Array(request.webhooksLeftAlone)), .timestamp(clock?()), .int(request.limitPerWebhook),
            ])
    }

    private func claimed(
        _ rows: Rows, of webhooks: [Webhook], _ request: ClaimRequest
    ) throws -> [ClaimedDelivery] {
        let known = Dictionary(uniqueKeysWithValues: webhooks.map { ($0.id, $0) })
        var taken: [Webhook.ID: Int] = [:]
        var found: [ClaimedDelivery] = []
        for row in rows {
            var columns = row.columns
            let room = try columns.int()
            let delivery = try Delivery(from: &columns)
            guard let webhook = known[delivery.webhookID], taken[webhook.id, default: 0] < room else {
                continue
            }
            taken[webhook.id, default: 0] += 1
            found.append(ClaimedDelivery(delivery, to: webhook, token: request.token))
        }
        return found
    }

    /// Ends claims.
    public func release(_ claims: [DeliveryClaim]) async {
        if claims.isEmpty { return }
        let statement = Statement(
            """
            UPDATE deliveries AS old SET claim_token = NULL, claimed_until = NULL \
            FROM unnest($2, $3) AS claim (id, token) \
            WHERE owner_id = $1 AND old.id = claim.id AND claim_token = claim.token
            """,
            [.int(owner), .ids(claims.map(\.deliveryID)), .ints(claims.map(\.token.column))])
        // What cannot be given back now is had by others when the lease is over.
        _ = try? await client.withConnection(on: .write) { connection in
            try await connection.run([
                Statement("BEGIN"), Statement("SET LOCAL synchronous_commit = off"),
                Statement(SQL.lockOwner, [.int(owner)]), statement, Statement("COMMIT"),
            ])
        }
    }

    /// When more will be.
    public func nextAttempt(after now: Timestamp) async throws -> Timestamp? {
        let sql = """
            SELECT min(greatest(next_attempt_at, paused_until, $2)) FROM webhooks, LATERAL \
            (SELECT next_attempt_at FROM deliveries WHERE owner_id = $1 AND webhook_id = webhooks.id \
            AND status = 'pending' AND (next_attempt_at > $2 OR paused_until > $2) \
            ORDER BY next_attempt_at LIMIT 1) AS next WHERE owner_id = $1 AND active
            """
        let statement = Statement(sql, [.int(owner), .timestamp(now)])
        guard var columns = try await read([statement])[0].first?.columns else { return nil }
        return try columns.timestampIfPresent()
    }
}
