public import Checklists
import SQL
import Synchronization

/// The people and access tokens, as this process knows them.
struct KnownPeople: Sendable {
    /// The caller of each token, by the token's digest, and of each account, by its key.
    var holders: [[UInt8]: TokenCaller] = [:]
    /// Whether person 1 is the only person, and so sees everything.
    var isOfFirstAlone = true
    /// The value of `people_revision`; `nil` before the first read.
    var revision: Int?
    /// The number of the read that found this, in the order in which reads began.
    var look = 0

    var hasDevices: Bool { holders.values.contains { $0.caller.principal.personID != nil } }
}

extension SQLStore {
    public func caller(ofToken digest: [UInt8]) -> TokenCaller? {
        state.withLock { $0.people.holders[digest] }
    }

    public var hasDevices: Bool { state.withLock { $0.people.hasDevices } }

    /// Whether person 1 is the only person.
    ///
    /// It never stays true too long: the request that adds the second person waits until every process knows
    /// that person or refuses all requests.
    var isOfFirstAlone: Bool { state.withLock { $0.people.isOfFirstAlone } }

    /// Whether the caller is person 1 and the only person, so that no query needs a restriction.
    func seesEverything(_ principal: Principal) -> Bool {
        principal.personID == .first && isOfFirstAlone
    }

    /// The time by which links expire: the database's clock, extrapolated from the last look.
    func now() -> Timestamp {
        if let clock { return clock() }
        let (time, at) = state.withLock { ($0.databaseTime, $0.databaseTimeAt) }
        return time.advanced(byMilliseconds: Int64(at.duration(to: .now) / .milliseconds(1)))
    }

    /// Reads people and tokens if they have changed.
    ///
    /// Of several reads at once, the one that began last wins, because it saw everything that the others saw.
    func followPeople(_ revision: Int) async throws {
        let look: Int? = state.withLock { state in
            if state.people.revision == revision { return nil }
            state.looksAtPeople += 1
            return state.looksAtPeople
        }
        guard let look else { return }
        var people = try await Self.people(in: engine, owner: owner)
        people.look = look
        state.withLock { state in
            if state.people.look < look { state.people = people }
        }
    }

    /// Reads the people and tokens from the database.
    static func people(in engine: any SQLEngine, owner: Int) async throws -> KnownPeople {
        // The revision is read first. If people change between the queries, the next look reads them again.
        let statements = [
            Statement("SELECT people_revision FROM owners WHERE owner_id = $1", [.int(owner)]),
            Statement(
                """
                SELECT \(Secret.tokenColumns(engine.dialect)) FROM secrets \
                WHERE owner_id = $1 AND (is_token OR is_account AND EXISTS (SELECT 1 FROM people \
                WHERE people.owner_id = secrets.owner_id AND people.id = secrets.person_id))
                """, [.int(owner)]),
            Statement("SELECT EXISTS (SELECT 1 FROM people WHERE owner_id = $1 AND id <> 1)", [.int(owner)]),
        ]
        let rows = try await engine.client.run(statements, on: .control)
        var people = KnownPeople()
        for row in rows[1] {
            var columns = row.columns
            let (digest, holder) = try Secret.token(from: &columns)
            people.holders[digest] = holder
        }
        guard var revision = rows[0].first?.columns, var others = rows[2].first?.columns else {
            throw MalformedResult("the row of the owner is missing")
        }
        people.revision = try revision.int()
        people.isOfFirstAlone = try !others.bool()
        return people
    }

    /// Returns when all processes know the current people.
    ///
    /// They look once a heartbeat, and a process without heartbeats refuses requests. When the second person
    /// is added, the wait is longer: no process may act as if person 1 were alone.
    ///
    /// The change is committed already, so a failure of the database does not fail the request. A process
    /// that cannot read for as long as this one tries refuses all requests.
    ///
    /// - Parameter wasAlone: Whether person 1 was the only person before the change.
    func spread(wasAlone: Bool) async {
        let statements = [
            Statement("SELECT people_revision FROM owners WHERE owner_id = $1", [.int(owner)]),
            Statement(
                """
                SELECT count(*) FROM processes WHERE id <> $1 \
                AND \(dialect.isAlive("$2"))
                """, [.int(processID), .double(Limits.aliveTimeMax / .seconds(1))]),
        ]
        let deadline = ContinuousClock.now.advanced(by: limits.retryTime)
        while ContinuousClock.now < deadline, !state.withLock({ $0.isClosed }) {
            do {
                let rows = try await client.run(statements, on: .control)
                guard var revision = rows[0].first?.columns, var others = rows[1].first?.columns else {
                    return
                }
                try await followPeople(try revision.int())
                guard try others.int() > 0 else { return }
                let isFirstOfOthers = wasAlone && !isOfFirstAlone
                let wait =
                    isFirstOfOthers
                    ? limits.silenceTimeMax + limits.heartbeatInterval : limits.heartbeatInterval
                try? await Task.sleep(for: wait + limits.heartbeatInterval / 5)
                return
            } catch {
                try? await Task.sleep(for: Limits.retryInterval)
            }
        }
    }
}
