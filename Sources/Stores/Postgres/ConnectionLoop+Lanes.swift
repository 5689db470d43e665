import SQL

// MARK: Waiting callers, and runs in flight

extension ConnectionLoop {
    private static let noResponse = "the server did not respond in time"

    /// Gives waiting callers free connections.
    func dispatch() {
        for lane in lanes.indices {
            // A returned connection with an open transaction is free only after `ROLLBACK`.
            for slot in lanes[lane].slots where slot.lease == nil {
                guard let session = slot.session, session.pipeline.isIdle, session.hasOpenTransaction else {
                    continue
                }
                send("ROLLBACK", on: session)
            }
            while !lanes[lane].waiting.isEmpty, let slot = lanes[lane].free, let session = slot.session,
                let waiting = lanes[lane].waiting.popFirst()
            {
                switch waiting.what {
                case .run(let run): send(run, on: session)
                case .lease(let reply):
                    let lease = nextNumber()
                    slot.lease = lease
                    leases[lease] = slot
                    // A pooler may have changed to another server.
                    let identity = session.isPooled ? lease : session.token
                    reply.resume(returning: .success(.init(number: lease, session: identity)))
                }
            }
        }
    }

    func send(_ run: Run, on session: Session) {
        if !session.isPooled, session.plannedAt + configuration.planTimeMax <= now {
            session.plannedAt = now
            send("DISCARD PLANS", on: session)
            // The connection may fail here, and its runs have been answered then.
            guard session.slot.session === session else {
                return run.answer(.failure(.connectionLost("it was closed")))
            }
        }
        do throws(PostgresError) {
            let (statements, answer) = session.withSettings(run)
            try session.send(statements, deadline: deadline(on: session.slot.lane), answer: answer)
        } catch {
            return lose(session, error.reason)
        }
        // Later runs must not land in a transaction that failed before its `COMMIT`.
        if session.slot.lane == .read, run.statements.contains(where: \.beginsTransaction) {
            send("ROLLBACK", on: session)
        }
    }

    /// Sends a statement whose result is ignored.
    func send(_ sql: String, on session: Session) {
        do throws(PostgresError) {
            let statement = Statement(sql, isPrepared: false)
            try session.send([statement], deadline: deadline(on: session.slot.lane)) { _ in }
        } catch {
            lose(session, error.reason)
        }
    }

    private func deadline(on lane: Lane) -> ContinuousClock.Instant? {
        lane == .long ? nil : now + configuration.runTimeout
    }

    /// Fails runs and attempts past their deadline, and starts attempts whose pause is over.
    func expire() {
        for session in Array(sessions.values) {
            if session.phase != .ready {
                if session.startedAt + Limits.attemptTimeMax <= now { lose(session, Self.noResponse) }
            } else if let deadline = session.pipeline.runs.first?.deadline, deadline <= now {
                lose(session, "the server did not respond within \(configuration.runTimeout)")
            }
        }
        for lane in lanes.indices {
            while let since = lanes[lane].waiting.first?.since, let downSince = lanes[lane].downSince,
                max(since, downSince) + configuration.connectTimeout <= now,
                let waiting = lanes[lane].waiting.popFirst()
            {
                let why = lanes[lane].slots.compactMap(\.failure).first ?? Self.noResponse
                answer(waiting.what, with: .unreachable(why))
            }
            for slot in lanes[lane].slots { dial(slot) }
        }
    }

    func answer(_ waiting: LaneState.Waiting, with error: PostgresError) {
        switch waiting {
        case .run(let run): run.answer(.failure(error))
        case .lease(let reply): reply.resume(returning: .failure(error))
        }
    }

    /// The next deadline that no socket event announces.
    func nextDeadline() -> ContinuousClock.Instant? {
        var deadlines = sessions.values.compactMap { session in
            session.phase == .ready
                ? session.pipeline.runs.first?.deadline : session.startedAt + Limits.attemptTimeMax
        }
        for lane in lanes {
            if let since = lane.waiting.first?.since, let downSince = lane.downSince {
                deadlines.append(max(since, downSince) + configuration.connectTimeout)
            }
            for slot in lane.slots where slot.session == nil {
                if slot.dial == nil { deadlines.append(slot.restUntil) }
                if let dial = slot.dial, dial.isOver { deadlines.append(now) }
                if let dial = slot.dial, !dial.candidates.isEmpty { deadlines.append(dial.nextAt) }
            }
        }
        return deadlines.min()
    }

    var statistics: ConnectionStatistics {
        var statistics = ConnectionStatistics()
        for lane in Lane.allCases {
            let state = lanes[lane.rawValue]
            statistics.connected[lane] = state.slots.count { $0.session != nil }
            statistics.waitingCount += state.waiting.count
            for slot in state.slots { statistics.underWayCount += slot.session?.pipeline.runs.count ?? 0 }
        }
        return statistics
    }
}
