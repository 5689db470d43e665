import SQL

// MARK: Opening and losing connections

extension ConnectionLoop {
    /// Continues the connection attempts of a slot without a connection.
    func dial(_ slot: Slot) {
        guard slot.session == nil else { return }
        if slot.dial == nil {
            guard slot.restUntil <= now else { return }
            let hosts = [preferredHost] + address.hosts.indices.filter { $0 != preferredHost }
            slot.dial = Slot.Dial(candidates: hosts.map { Slot.Candidate(host: $0) }, nextAt: now)
        }
        while let dial = slot.dial, !dial.candidates.isEmpty, dial.nextAt <= now { tryNext(slot) }
        guard let dial = slot.dial, dial.isOver else { return }
        slot.dial = nil
        let failure = dial.failures.joined(separator: "; ")
        if slot.failure == nil { report(.unreachable(slot.lane, failure)) }
        slot.failure = failure
        rest(slot)
    }

    private func rest(_ slot: Slot) {
        slot.restUntil = now + slot.restTime
        slot.restTime = min(max(slot.restTime * Limits.restGrowth, Limits.restTimeMin), Limits.restTimeMax)
    }

    private func tryNext(_ slot: Slot) {
        guard let candidate = slot.dial?.candidates.removeFirst() else { return }
        let host = address.hosts[candidate.host]
        slot.dial?.nextAt = now + Limits.attemptInterval
        if let name = host.lookup, candidate.number == nil {
            let isLookedUp = lanes.contains { $0.slots.contains { $0.dial?.lookups[name] != nil } }
            slot.dial?.lookups[name] = candidate.host
            if !isLookedUp {
                Resolver.resolve(name) { [mailbox] in mailbox.post(.resolved(host: name, $0)) }
            }
            return
        }
        var parameters = host.parameters(for: slot.lane)
        if let number = candidate.number { parameters["hostaddr"] = number }
        do throws(PostgresError) {
            let session = try Session(
                token: nextNumber(), host: candidate.host, slot: slot, parameters: parameters,
                library: library, now: now)
            sessions[session.token] = session
            slot.dial?.attempts.append(session)
        } catch {
            slot.dial?.failures.append("\(host.name): \(error.reason)")
            slot.dial?.nextAt = now
        }
    }

    /// Takes the IP addresses of a resolved name. The first is dialled at once.
    func take(_ numbers: Result<[String], PostgresError>, of name: String) {
        for slot in lanes.flatMap(\.slots) {
            guard let host = slot.dial?.lookups.removeValue(forKey: name) else { continue }
            slot.dial?.nextAt = now
            switch numbers {
            case .success(let numbers):
                let candidates = numbers.map { Slot.Candidate(host: host, number: $0) }
                slot.dial?.candidates.insert(contentsOf: candidates, at: 0)
            case .failure(let error): slot.dial?.failures.append(error.reason)
            }
        }
    }

    /// Asks a server whether it accepts writes, and for its timeline. Also makes the settings of the lane.
    ///
    /// Behind a pooler the connection leads to a process of the server other than the one that libpq knows.
    /// Another one may execute the next transaction, so the settings are made in each transaction.
    func ask(_ session: Session) throws(PostgresError) {
        let isPooled = "pg_backend_pid() <> \(session.serverProcess ?? 0)"
        let settings = address.hosts[session.host].settings(for: session.slot.lane, configuration)
        session.makeSettings = Self.making(settings, isLocal: "true")
        let question = Statement(
            """
            SELECT pg_is_in_recovery(), current_setting('transaction_read_only') = 'on',
              CASE WHEN pg_is_in_recovery() THEN NULL
              ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END,
              \(isPooled), \(Self.making(settings, isLocal: isPooled))
            """, isPrepared: false)
        try session.send([question], deadline: nil) { [unowned session] in session.check = $0 }
    }

    /// The select list that makes settings.
    ///
    /// A configuration reload does not change a value set by the session. Commits stay durable even if
    /// `synchronous_commit` is turned off for the server, the database or the role.
    private static func making(_ settings: [String: String], isLocal: String) -> String {
        let durable = """
            CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' \
            ELSE current_setting('synchronous_commit') END
            """
        let all = settings.mapValues { "'\($0)'" }.merging(["synchronous_commit": durable]) { $1 }
        return all.sorted { $0.key < $1.key }.map { "set_config('\($0.key)', \($0.value), \(isLocal))" }
            .joined(separator: ", ")
    }

    /// Accepts the server that answered, or closes the connection.
    func judge(_ session: Session, _ answer: Result<[Rows], PostgresError>) {
        let slot = session.slot
        let host = address.hosts[session.host].name
        do {
            (session.timeline, session.isPooled) = try timeline(answer)
        } catch {
            let reason = (error as? PostgresError)?.reason ?? "\(error)"
            report(.refusedServer(host: host, reason: reason))
            return lose(session, reason)
        }
        if session.timeline > newestTimeline {
            newestTimeline = session.timeline
            for other in Array(sessions.values) where other.phase == .ready && other.timeline < newestTimeline
            {
                lose(other, "another server was promoted")
            }
        }
        slot.dial?.attempts.removeAll { $0 === session }
        giveUp(slot.dial)
        slot.dial = nil
        slot.failure = nil
        slot.session = session
        session.phase = .ready
        session.readySince = now
        preferredHost = session.host
        lanes[slot.lane.rawValue].downSince = nil
        report(.connected(slot.lane, host: host))
        // A server or a pooler that refuses this sends no notifications.
        if slot.lane == .hint, let channel = configuration.channel {
            send("LISTEN \(channel)", on: session)
        }
    }

    private func timeline(
        _ answer: Result<[Rows], PostgresError>
    ) throws -> (timeline: Int, isPooled: Bool) {
        guard let row = try answer.get().first?.first else { throw MalformedResult("no row") }
        var columns = row.columns
        guard try !columns.bool() else { throw PostgresError.unreachable("it is a standby") }
        guard try !columns.bool() else { throw PostgresError.unreachable("it is read-only") }
        guard let timeline = Int(try columns.text(), radix: 16) else {
            throw MalformedResult("the timeline is not a number")
        }
        guard timeline >= newestTimeline else {
            throw PostgresError.unreachable(
                "it is on timeline \(timeline), older than timeline \(newestTimeline)")
        }
        return (timeline, try columns.bool())
    }

    /// Closes attempts that are no longer needed.
    func giveUp(_ dial: Slot.Dial?) {
        for session in dial?.attempts ?? [] {
            sessions[session.token] = nil
            session.close()
        }
    }

    /// Closes a failed connection, and prepares the next attempt.
    func lose(_ session: Session, _ why: String) {
        guard sessions[session.token] != nil else { return }
        let slot = session.slot
        remove(session, why)
        guard session.phase == .ready else {
            slot.dial?.attempts.removeAll { $0 === session }
            slot.dial?.failures.append("\(address.hosts[session.host].name): \(why)")
            slot.dial?.nextAt = now
            return
        }
        if let lease = slot.lease { leases[lease] = nil }
        slot.lease = nil
        slot.session = nil
        if lanes[slot.lane.rawValue].slots.allSatisfy({ $0.session == nil }) {
            lanes[slot.lane.rawValue].downSince = now
        }
        // Reconnects at once if the connection was stable.
        if let since = session.readySince, now - since >= Limits.restTimeMax { slot.restTime = .zero }
        rest(slot)
        report(.lost(slot.lane, why))
    }

    /// Closes a connection, and fails its runs in flight.
    func remove(_ session: Session, _ why: String) {
        sessions[session.token] = nil
        session.close()
        while let run = session.pipeline.runs.popFirst() {
            run.answer(.failure(run.failure ?? .connectionLost(why)))
        }
    }
}
