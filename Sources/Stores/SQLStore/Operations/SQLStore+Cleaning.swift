import Checklists
import SQL
import Synchronization

extension SQLStore {
    /// Deletes records that no request needs, every minute.
    ///
    /// It runs apart from the heartbeat, which never waits for it.
    func clean() async {
        while !Task.isCancelled {
            await cleanOnce()
            try? await Task.sleep(for: Limits.cleaningInterval)
        }
    }

    func cleanOnce() async {
        for deletion in deletions {
            // The next round retries a failed deletion.
            try? await deletePiecewise(deletion)
        }
        // The deletion freed bytes: measure them again.
        state.withLock { $0.knowledge?.kept = nil }
    }

    /// Deletes some thousand rows at a time, each time in a separate transaction.
    private func deletePiecewise(_ deletion: Statement) async throws {
        while !Task.isCancelled {
            let rows = try await client.run([deletion], on: .long)[0]
            if rows.changedCount < Limits.cleanedRowsMax { return }
        }
    }

    /// The deletions, each of at most `Limits.cleanedRowsMax` rows.
    ///
    /// The outer conditions repeat the inner ones, so that a row that is renewed meanwhile stays.
    private var deletions: [Statement] {
        let day = Double(Limits.idempotencyRecordMillisecondsMax) / 1_000
        let limit = Parameter.int(Limits.cleanedRowsMax)
        let oldCommits = """
            SELECT revision FROM \
            (SELECT revision, at FROM commits WHERE owner_id = $1 ORDER BY revision LIMIT $3) AS oldest \
            WHERE at < \(dialect.moment(dialect.now, minus: "$2"))
            """
        let endOfClaims = dialect.moment("coalesce($1, \(dialect.now))", minus: "$2")
        let endOfRecords = dialect.moment("coalesce($2, \(dialect.now))", minus: "$3")
        return [
            Statement(
                """
                DELETE FROM commits WHERE owner_id = $1 AND \(dialect.isIn("revision", query: oldCommits))
                """, [.int(owner), .double(Limits.commitsKeptTime / .seconds(1)), limit]),
            Statement(
                """
                DELETE FROM claims WHERE until < \(endOfClaims) \
                AND (owner_id, id) IN (SELECT owner_id, id FROM claims \
                WHERE until < \(endOfClaims) LIMIT $3)
                """, [.timestamp(clock?()), .double(Limits.claimsKeptTime / .seconds(1)), limit]),
            Statement(
                """
                DELETE FROM idempotency_records \
                WHERE at < \(endOfRecords) \
                AND (owner_id, key) IN (SELECT owner_id, key FROM idempotency_records WHERE owner_id = $1 \
                AND at < \(endOfRecords) ORDER BY at LIMIT $4)
                """, [.int(owner), .timestamp(clock?()), .double(day), limit]),
            // The query numbers each person's records only if the total exceeds one person's share.
            Statement(
                """
                DELETE FROM idempotency_records WHERE (owner_id, key, at) IN (SELECT owner_id, key, at FROM \
                (SELECT owner_id, key, at, row_number() OVER (PARTITION BY \
                \(dialect.beforeLineFeed("key")) ORDER BY at DESC) \
                AS place FROM idempotency_records WHERE owner_id = $1 AND EXISTS \
                (SELECT 1 FROM idempotency_records WHERE owner_id = $1 OFFSET $2)) AS shares \
                WHERE place > $2 LIMIT $3)
                """, [.int(owner), .int(Limits.idempotencyRecordsPerPersonMax), limit]),
        ]
    }
}
