import Checklists
import Paging
import SQL
import Synchronization

extension SQLStore {
    /// Refuses everything while the database is silent: this process may be cut off from it, or the database
    /// from those that it is to be written to. Likewise while a setting of the server endangers commits.
    func checkIsHeard() throws(ChecklistsError) {
        let isRefused = state.withLock { state in
            state.isClosed || state.heard.duration(to: .now) > limits.silenceTimeMax
                || state.unsafeSettings.contains { !$0.isOverridden }
        }
        if isRefused { throw .unavailable }
    }

    /// What was counted until now.
    public var statistics: SQLStoreStatistics {
        state.withLock { state in
            var statistics = state.statistics
            statistics.heartbeatAge = state.heard.duration(to: .now) / .seconds(1)
            return statistics
        }
    }

    /// Whether everything is answered at present.
    public var isServing: Bool { (try? checkIsHeard()) != nil }

    /// Looks for commits of other processes, twice as often as it writes a heartbeat.
    func beat() async {
        var looks = 0
        while !Task.isCancelled {
            let began = ContinuousClock.now
            let interval = limits.heartbeatInterval / Self.looksPerHeartbeat
            try? await Task.sleep(until: began.advanced(by: interval), clock: .continuous)
            if Task.isCancelled { return }
            looks += 1
            do {
                guard looks % Self.looksPerHeartbeat == 0 else {
                    try await look()
                    continue
                }
                try await look(writing: heartbeat)
                try await followSettings()
                try await endClaimsOfDeadProcesses()
            } catch {
                // `watch` sees that no heartbeat was acknowledged.
            }
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

    /// How often the newest change is asked for, from one heartbeat to the next.
    private static let looksPerHeartbeat = 2

    /// Says that this process is alive, as a commit of its own.
    private var heartbeat: Statement {
        Statement(
            """
            INSERT INTO processes (id, started_at, seen_at, schema_version) \
            VALUES ($1, $2, \(dialect.now), $3) \
            ON CONFLICT (id) DO UPDATE SET seen_at = \(dialect.now)
            """, [.int(processID), .timestamp(servedSince), .int(engine.neededVersion.number)])
    }

    /// Asks for the newest change, and announces what others have committed.
    ///
    /// - Parameter heartbeat: A statement that is committed together with that.
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
        // Before it counts as heard: until then nothing is answered that rests on who there was.
        try await followPeople(try columns.int())
        guard known.goesOn(in: found) else { return try await followHistory() }
        let announced = state.withLock { state -> Revision? in
            // It was true when it was asked for, whenever the answer came.
            (state.databaseTime, state.databaseTimeAt) = (time, began)
            if heartbeat != nil { state.hear(at: began, within: limits.silenceTimeMax) }
            guard state.history.epoch == found.epoch else { return nil }
            state.history.newest = max(state.history.newest, found.newest)
            guard found.newest > state.announced else { return nil }
            return exchange(&state.announced, with: found.newest)
        }
        if let announced { feed.send(await commit(after: announced, through: found.newest)) }
    }

    /// Ends the claims of processes whose heartbeat has stopped, so that this one sends what they were
    /// sending.
    ///
    /// After a silence of the database all heartbeats are old: only a process that has been heard for as long
    /// itself judges others.
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

    /// Says that this process is gone, with its claims.
    func leave() async {
        let parameters: [Parameter] = [.int(owner), .int(processID), .timestamp(clock?())]
        let statements = [
            Statement("\(endingClaims) = $2", parameters),
            Statement("DELETE FROM processes WHERE id = $1", [.int(processID)]),
        ]
        // Otherwise the others find out by its heartbeat.
        _ = try? await client.run(statements, on: .control)
    }

    /// Ends claims now, up to the condition on the process that has them. Without a process they are not
    /// ended again when a program of an older version, which names none, takes them over.
    private var endingClaims: String {
        """
        UPDATE claims SET until = least(until, coalesce($3, \(dialect.now))), process_id = NULL \
        WHERE owner_id = $1 AND process_id
        """
    }
}

extension SQLStore.State {
    /// Notes that the database acknowledged a heartbeat that was sent at a moment.
    fileprivate mutating func hear(at moment: ContinuousClock.Instant, within silenceTimeMax: Duration) {
        if heard.duration(to: moment) > silenceTimeMax { heardSince = moment }
        heard = max(heard, moment)
    }
}
