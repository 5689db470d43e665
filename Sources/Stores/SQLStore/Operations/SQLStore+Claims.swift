public import Checklists
import SQL

extension SQLStore {
    /// Claims due deliveries in one transaction. The owner's lock excludes other claims meanwhile.
    ///
    /// A claim may be lost in a database failure; a process claims the delivery again then.
    public func claimDeliveries(_ request: ClaimRequest) async throws -> [ClaimedDelivery] {
        try checkIsHeard()
        do {
            return try await client.withConnection(on: .write) { connection in
                let rows = try await connection.run(
                    begin + [
                        Statement(dialect.lockOwner, [.int(owner)]),
                        Statement("SELECT coalesce($1, \(dialect.now))", [.timestamp(clock?())]),
                        Statement(
                            """
                            \(Self.waiting) SELECT \(Webhook.columns) FROM webhooks \
                            WHERE owner_id = $1 AND \(isWaiting("id"))
                            """, [.int(owner)]),
                        claimable(request),
                    ]
                ).suffix(3)
                guard var columns = rows.first?.first?.columns, let deliveries = rows.last else { return [] }
                let now = try columns.timestamp()
                let webhooks = try rows[rows.endIndex - 2].map { try Webhook(row: $0) }
                let found = try claimed(deliveries, of: webhooks, request)
                let chosen = request.choice(among: found)
                guard !chosen.isEmpty else {
                    _ = try await connection.run([Statement("ROLLBACK")])
                    return []
                }
                let claim = Statement(
                    """
                    INSERT INTO claims (owner_id, id, webhook_id, token, until, process_id) \
                    SELECT $1, *, $4, $5, $6 FROM \(dialect.rows(["$2", "$3"])) \
                    ON CONFLICT (owner_id, id) DO UPDATE SET token = $4, until = $5, process_id = $6
                    """,
                    [
                        .int(owner), .ids(chosen.map(\.delivery.id)), .ids(chosen.map(\.webhook.id)),
                        .int(request.token.column), .timestamp(now.advanced(by: request.lease)),
                        .int(processID),
                    ])
                _ = try await connection.run([claim, Statement("COMMIT")])
                return chosen
            }
        } catch {
            await giveUp(request.token, after: error)
            if case .passing = error.failure { throw ChecklistsError.unavailable }
            throw error
        }
    }

    /// Deletes claims whose commit is in doubt.
    private func giveUp(_ token: ClaimToken, after error: any Error) async {
        guard error.leavesDoubt else { return }
        let deletion = "DELETE FROM claims WHERE owner_id = $1 AND token = $2"
        let statements = [
            // The lock waits for the end of the transaction in doubt.
            Statement("BEGIN"), Statement(dialect.lockOwner, [.int(owner)]),
            Statement(deletion, [.int(owner), .int(token.column)]), Statement("COMMIT"),
        ]
        // Claims that remain end with their lease.
        _ = try? await client.withConnection(on: .write) { try await $0.run(statements) }
    }

    /// Begins a transaction whose commit does not wait for the disk.
    private var begin: [Statement] { [Statement("BEGIN")] + dialect.relaxed }

    /// SQL condition: the webhook is among those of `waiting`.
    private func isWaiting(_ webhook: String) -> String {
        dialect.isIn(webhook, query: "SELECT id FROM waiting")
    }

    /// The webhooks with pending deliveries, found by steps along an index. They are few among many
    /// thousands.
    private static let waiting = """
        WITH RECURSIVE waiting (id) AS (\
        (SELECT min(webhook_id) FROM deliveries WHERE owner_id = $1 AND status = 'pending') UNION ALL \
        SELECT (SELECT min(webhook_id) FROM deliveries WHERE owner_id = $1 AND status = 'pending' \
        AND webhook_id > waiting.id) FROM waiting WHERE id IS NOT NULL)
        """

    /// The first due deliveries of each webhook, up to its free slots.
    private func claimable(_ request: ClaimRequest) -> Statement {
        let isUntaken = dialect.isNotIn("id", dialect.list("SELECT id FROM taken"))
        let queue = { (late: String) in
            """
            (SELECT * FROM deliveries WHERE owner_id = $1 AND webhook_id = webhook.number \
            AND status = 'pending' AND late = \(late) AND next_attempt_at <= asked.now \
            AND \(isUntaken) ORDER BY next_attempt_at, id LIMIT greatest(room, 0))
            """
        }
        let sql = """
            \(Self.waiting), asked AS MATERIALIZED (SELECT coalesce($5, \(dialect.now)) AS now), \
            taken AS MATERIALIZED (SELECT id, webhook_id FROM claims, asked WHERE owner_id = $1 \
            AND (until > asked.now OR \(dialect.isIn("id", "$2")) OR \(dialect.isIn("id", "$3")))), \
            busy AS MATERIALIZED (SELECT webhook_id, count(*) AS requests FROM taken \
            WHERE \(dialect.isNotIn("id", "$3")) \
            GROUP BY webhook_id) \
            SELECT room, \(Delivery.columns) FROM asked, LATERAL (SELECT webhooks.id, \
            CASE WHEN \(Webhook.isEmail) THEN least($6, $7) ELSE $6 END \
            - coalesce((SELECT requests FROM busy WHERE webhook_id = webhooks.id), 0) AS room \
            FROM webhooks WHERE owner_id = $1 AND \(isWaiting("id")) \
            AND \(Webhook.isActive) AND coalesce(paused_until <= asked.now, true) \
            AND \(dialect.isNotIn("id", "$4")) \(dialect.fence)) AS webhook (number, room), \
            LATERAL (SELECT * FROM (SELECT * FROM \(queue("false")) AS punctual UNION ALL \
            SELECT * FROM \(queue("true")) AS late) AS queues) AS delivery
            """
        return Statement(
            sql,
            [
                .int(owner), .ids(Array(request.underWay)), .ids(Array(request.ended)),
                .ids(Array(request.pausedWebhooks)), .timestamp(clock?()), .int(request.limitPerWebhook),
                .int(ClaimRequest.limitPerEmail),
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

    public func release(_ claims: [DeliveryClaim]) async {
        if claims.isEmpty { return }
        let statement = Statement(
            dialect.deletion(
                from: "claims", joining: dialect.newRows("id, token"),
                where: "old.owner_id = new.owner_id AND old.id = new.id AND old.token = new.token"),
            [.int(owner), .ids(claims.map(\.deliveryID)), .ints(claims.map(\.token.column))])
        // If this fails, the claims end with their lease.
        _ = try? await client.withConnection(on: .write) { connection in
            try await connection.run(begin + [statement, Statement("COMMIT")])
        }
    }

    public func nextAttempt(after now: Timestamp) async throws -> Timestamp? {
        let sql = """
            \(Self.waiting) SELECT min(greatest(next_attempt_at, paused_until, $2)) FROM webhooks, \
            (VALUES (false), (true)) AS queue (late), LATERAL (SELECT next_attempt_at FROM deliveries \
            WHERE owner_id = $1 AND webhook_id = webhooks.id AND status = 'pending' \
            AND deliveries.late = queue.late \
            AND next_attempt_at > CASE WHEN paused_until > $2 THEN \(dialect.earliest) ELSE $2 END \
            ORDER BY next_attempt_at LIMIT 1) AS next WHERE owner_id = $1 \
            AND \(isWaiting("webhooks.id")) AND \(Webhook.isActive)
            """
        let statement = Statement(sql, [.int(owner), .timestamp(now)])
        guard var columns = try await read([statement])[0].first?.columns else { return nil }
        return try columns.timestampIfPresent()
    }
}
