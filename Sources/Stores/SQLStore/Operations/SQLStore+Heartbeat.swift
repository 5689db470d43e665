import Checklists
import Paging
import SQL
import Synchronization

extension SQLStore {
    /// Throws `unavailable` while the database is silent: this process may be cut off, or the database from
    /// its standbys. It also throws while a server setting may lose commits.
    func checkIsHeard() throws(ChecklistsError) {
        let isRefused = state.withLock { state in
            state.isClosed || state.heard.duration(to: .now) > limits.silenceTimeMax
                || state.unsafeSettings.contains { !$0.isOverridden }
        }
        if isRefused { throw .unavailable }
    }

    /// The counters until now.
    public var statistics: SQLStoreStatistics {
        state.withLock { state in
            var statistics = state.statistics
            statistics.heartbeatAge = state.heard.duration(to: .now) / .seconds(1)
            return statistics
        }
    }

    /// Whether the store responds to requests now.
    public var isServing: Bool { (try? checkIsHeard()) != nil && !isLocked }

    /// Whether another session has locked a table for a while, so that requests wait in vain.
    public var isLocked: Bool {
        state.withLock { $0.unlocked.duration(to: .now) > limits.silenceTimeMax }
    }

    /// Looks for commits of other processes, twice a heartbeat and after notifications. One look after the
    /// other: commits are announced in their order.
    func beat() async {
        let interval = limits.heartbeatInterval
        // A tick may come a little early.
        var heartbeatDue = ContinuousClock.now.advanced(by: interval * 3 / 4)
        await looking.run {
            let began = ContinuousClock.now
            do {
                guard began >= heartbeatDue else { return try await look() }
                heartbeatDue = began.advanced(by: interval * 3 / 4)
                try await look(writing: heartbeat)
                try await followSettings()
                await lookForLocks()
                try await endClaimsOfDeadProcesses()
            } catch {
                // `watch` sees that no heartbeat was acknowledged.
            }
        }
    }

    /// Wakes `beat` twice a heartbeat. Notifications only make it look earlier.
    func tick() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: limits.heartbeatInterval / Self.looksPerHeartbeat)
            looking.signal()
        }
    }

    /// Notifies the other processes of commits, and of the start of this process.
    ///
    /// If it fails, they see the commits within half a heartbeat.
    func hint() async {
        guard let hint = dialect.hint else { return }
        await hinting.run {
            _ = try? await client.run([hint], on: .hint)
            try? await Task.sleep(for: Limits.hintInterval)
        }
    }

    /// Reconnects when the database falls silent, and reports it to operators.
    func watch() async {
        var wasHeard = true
        while !Task.isCancelled {
            let silence = state.withLock { $0.heard.duration(to: .now) }
            let isHeard = silence <= limits.silenceTimeMax
            if wasHeard != isHeard { onEvent(isHeard ? .heard : .silent) }
            // Every open connection leads to a server that no longer responds.
            if wasHeard, !isHeard { client.reconnect() }
            wasHeard = isHeard
            // No silence can exceed the limit before this time has passed.
            let wait = isHeard ? limits.silenceTimeMax - silence : .zero
            try? await Task.sleep(for: max(wait, limits.heartbeatInterval / 4))
        }
    }

    /// The number of looks for a newer revision in one heartbeat interval.
    private static let looksPerHeartbeat = 2

    /// The statement of a heartbeat, run as a separate transaction.
    private var heartbeat: Statement {
        Statement(
            """
            INSERT INTO processes (id, started_at, seen_at, schema_version) \
            VALUES ($1, $2, \(dialect.now), $3) \
            ON CONFLICT (id) DO UPDATE SET seen_at = \(dialect.now)
            """, [.int(processID), .timestamp(servedSince), .int(engine.neededVersion.number)])
    }

    /// Reads the newest revision, and announces commits of other processes.
    ///
    /// - Parameter heartbeat: A statement to run before that.
    private func look(writing heartbeat: Statement? = nil) async throws {
        let began = ContinuousClock.now
        let known = state.withLock { $0.history }
        let newest = Statement(
            """
            SELECT \(History.columns), \(dialect.now), people_revision FROM owners WHERE owner_id = $1
            """, [.int(owner)])
        let results = try await client.run([heartbeat, newest].compactMap(\.self), on: .control)
        guard var columns = results.last?.first?.columns else { return }
        let found = try History(from: &columns)
        let time = try columns.timestamp()
        // People come first: until they are known, no request may count on the old ones.
        try await followPeople(try columns.int())
        guard known.continues(in: found) else { return try await followHistory() }
        let announced = state.withLock { state -> Revision? in
            // The reading dates from before the query, however late the answer arrives.
            (state.databaseTime, state.databaseTimeAt) = (time, began)
            if heartbeat != nil { state.hear(at: began, within: limits.silenceTimeMax) }
            guard state.history.epoch == found.epoch else { return nil }
            state.history.newest = max(state.history.newest, found.newest)
            guard found.newest > state.announced else { return nil }
            return exchange(&state.announced, with: found.newest)
        }
        if let announced { feed.send(await commit(after: announced, through: found.newest)) }
    }

    /// Tries the locks of a change, and waits for none. Migrations and `VACUUM FULL` hold others.
    private func lookForLocks() async {
        let statements = [
            Statement("BEGIN"), dialect.writeLock(engine.tableNames), Statement("ROLLBACK"),
        ]
        do {
            _ = try await client.run(statements, on: .control)
        } catch {
            if error.isConflict { return }
        }
        state.withLock { $0.unlocked = .now }
    }

    /// Ends the claims of processes whose heartbeat has stopped, so that this process sends their deliveries.
    ///
    /// After a silence of the database all heartbeats are old. A process judges others only after it has been
    /// heard for as long itself.
    private func endClaimsOfDeadProcesses() async throws {
        let heardSince = state.withLock { $0.heardSince }
        guard heardSince.duration(to: .now) > limits.processSilenceTimeMax else { return }
        let sql = """
            WITH dead AS (DELETE FROM processes WHERE id <> $2 \
            AND seen_at < \(dialect.moment(dialect.now, minus: "$4")) RETURNING id), \
            ended AS (\(endingClaims) IN (SELECT id FROM dead) RETURNING id) SELECT count(*) FROM ended
            """
        let parameters: [Parameter] = [
            .int(owner), .int(processID), .timestamp(clock?()),
            .double(limits.processSilenceTimeMax / .seconds(1)),
        ]
        let rows = try await client.run([Statement(sql, parameters)], on: .control)
        guard var columns = rows[0].first?.columns, try columns.int() > 0 else { return }
        feed.send(Commit(through: state.withLock { $0.history.newest }))
    }

    /// Removes this process and ends its claims.
    func leave() async {
        let parameters: [Parameter] = [.int(owner), .int(processID), .timestamp(clock?())]
        let statements = [
            Statement("\(endingClaims) = $2", parameters),
            Statement("DELETE FROM processes WHERE id = $1", [.int(processID)]),
        ]
        // If this fails, the other processes notice the missing heartbeat.
        _ = try? await client.run(statements, on: .control)
    }

    /// An update that ends claims now; the caller appends the condition on `process_id`. It clears
    /// `process_id`: a process of an older version that takes a claim over sets none, and its claim must not
    /// be ended again.
    private var endingClaims: String {
        """
        UPDATE claims SET until = least(until, coalesce($3, \(dialect.now))), process_id = NULL \
        WHERE owner_id = $1 AND process_id
        """
    }
}

extension SQLStore.State {
    /// Records a heartbeat that was sent at `moment` and acknowledged.
    fileprivate mutating func hear(at moment: ContinuousClock.Instant, within silenceTimeMax: Duration) {
        if heard.duration(to: moment) > silenceTimeMax { heardSince = moment }
        heard = max(heard, moment)
    }
}
