import Checklists
import MemoryStore
import Postgres
import Synchronization

extension PostgresStore {
    /// Refuses everything while the database is silent: this process may be cut off from it, or the database
    /// from those that it is to be written to.
    func checkIsHeard() throws(ChecklistsError) {
        let isRefused = state.withLock { state in
            state.isClosed || state.heard.duration(to: .now) > limits.silenceTimeMax
        }
        if isRefused { throw .unavailable }
    }

    /// What was counted until now.
    public var statistics: PostgresStoreStatistics {
        state.withLock { state in
            var statistics = state.statistics
            statistics.heartbeatAge = state.heard.duration(to: .now) / .seconds(1)
            return statistics
        }
    }

    /// Whether everything is answered at present.
    public var isServing: Bool { (try? checkIsHeard()) != nil }

    /// Writes a heartbeat every second, and looks for what others have committed.
    func beat() async {
        var beats = 0
        while !Task.isCancelled {
            let began = ContinuousClock.now
            do {
                try await beatOnce()
                if beats % Self.beatsPerCleaning == 0 { try await clean() }
                beats += 1
            } catch {
                // Whoever watches sees that nothing was heard.
            }
            try? await Task.sleep(until: began.advanced(by: limits.heartbeatInterval), clock: .continuous)
        }
    }

    /// Sees to it that a database that is silent is left, and that operators know.
    func watch() async {
        var wasHeard = true
        while !Task.isCancelled {
            let isHeard = state.withLock { $0.heard.duration(to: .now) } <= limits.silenceTimeMax
            if wasHeard != isHeard { onEvent(isHeard ? .heard : .silent) }
            // Whatever is connected is connected to what does not answer.
            if wasHeard, !isHeard { client.reconnect() }
            wasHeard = isHeard
            try? await Task.sleep(for: limits.heartbeatInterval / 4)
        }
    }

    /// How many heartbeats there are from one cleaning to the next.
    private static let beatsPerCleaning = 3_600

    /// Says that this process is alive, as a commit of its own, and asks for the newest change.
    private func beatOnce() async throws {
        let began = ContinuousClock.now
        let known = state.withLock { $0.history }
        let statement = Statement(
            """
            WITH beat AS (INSERT INTO processes (id, started_at, seen_at) \
            VALUES ($1, $2, clock_timestamp()) ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()) \
            SELECT \(History.columns), clock_timestamp(), people_revision FROM owners WHERE owner_id = $3
            """,
            [.int(processID), .timestamp(servedSince), .int(owner)])
        guard var columns = try await client.run([statement], on: .control)[0].first?.columns else { return }
        let found = try History(from: &columns)
        let time = try columns.timestamp()
        // Before it counts as heard: until then nothing is answered that rests on who there was.
        try await followPeople(try columns.int())
        guard known.goesOn(in: found) else { return try await followHistory() }
        let isNews = state.withLock { state in
            // It was true when it was asked for, whenever the answer came.
            state.heard = max(state.heard, began)
            (state.databaseTime, state.databaseTimeAt) = (time, began)
            defer { state.history.newest = max(state.history.newest, found.newest) }
            return found.newest > state.history.newest
        }
        if isNews { feed.send(Commit(through: found.newest)) }
    }

    /// Forgets what nobody asks for any more.
    private func clean() async throws {
        let day = Double(Limits.idempotencyRecordMillisecondsMax) / 1_000
        let statements = [
            Statement(
                "DELETE FROM commits WHERE at < clock_timestamp() - make_interval(secs => $1)",
                [.double(Limits.commitsKeptTime / .seconds(1))]),
            Statement(
                "DELETE FROM processes WHERE seen_at < clock_timestamp() - make_interval(secs => $1)",
                [.double(day)]),
            Statement(
                """
                DELETE FROM claims WHERE until < coalesce($1, clock_timestamp()) - make_interval(secs => $2)
                """, [.timestamp(clock?()), .double(Limits.claimsKeptTime / .seconds(1))]),
            Statement(
                """
                DELETE FROM idempotency_records WHERE at < coalesce($1, clock_timestamp()) \
                - make_interval(secs => $2)
                """, [.timestamp(clock?()), .double(day)]),
            Statement(
                """
                DELETE FROM idempotency_records WHERE (owner_id, key) IN (SELECT owner_id, key \
                FROM idempotency_records ORDER BY at DESC OFFSET $1)
                """, [.int(Limits.idempotencyRecordsMax)]),
        ]
        _ = try await client.run(statements, on: .long)
    }
}
