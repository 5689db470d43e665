public import Checklists
import SQL
import Synchronization

/// Who gets in by what, as far as this process knows.
struct KnownPeople: Sendable {
    /// Who shows which token.
    var holders: [[UInt8]: TokenCaller] = [:]
    /// Whether there is nobody but the first person, who then sees everything.
    var isOfFirstAlone = true
    /// Which change of them it is; `nil` before the first look.
    var revision: Int?
    /// Which look at the database it comes from, by the order in which those began.
    var look = 0

    /// Whether any person has a device.
    var hasDevices: Bool { holders.values.contains { $0.caller.principal.personID != nil } }
}

extension SQLStore {
    public func caller(ofToken digest: [UInt8]) -> TokenCaller? {
        state.withLock { $0.people.holders[digest] }
    }

    public var hasDevices: Bool { state.withLock { $0.people.hasDevices } }

    /// Whether there is nobody but the first person.
    ///
    /// It is never true for longer than it is: whoever adds the second person waits until all processes know,
    /// or refuse everything since they hear nothing.
    var isOfFirstAlone: Bool { state.withLock { $0.people.isOfFirstAlone } }

    /// Whether somebody is the first person and alone, so that nothing has to be left out for them.
    func seesEverything(_ principal: Principal) -> Bool {
        principal.personID == .first && isOfFirstAlone
    }

    /// The time by which links end: the database's, going on from the last heartbeat.
    func now() -> Timestamp {
        if let clock { return clock() }
        let (time, at) = state.withLock { ($0.databaseTime, $0.databaseTimeAt) }
        return time.advanced(byMilliseconds: Int64(at.duration(to: .now) / .milliseconds(1)))
    }

    /// Learns who there is, if that has changed.
    ///
    /// Of several looks at once the one that began last counts, whichever ends last: it has seen all that was
    /// there when the others began.
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

    /// Who there is, as the database has it.
    static func people(in engine: any SQLEngine, owner: Int) async throws -> KnownPeople {
        // The number first: what is read behind it may be newer, and is read once more then.
        let statements = [
            Statement("SELECT people_revision FROM owners WHERE owner_id = $1", [.int(owner)]),
            Statement(
                "SELECT \(Secret.tokenColumns(engine.dialect)) FROM secrets WHERE owner_id = $1 AND is_token",
                [.int(owner)]),
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

    /// Returns when all processes know who there is by now.
    ///
    /// They look once a heartbeat; one that hears nothing refuses everything. Where the second person comes,
    /// who makes lists of its own, nobody may go on for a moment as if there was one alone.
    func spread() async throws {
        let wasAlone = isOfFirstAlone
        let statements = [
            Statement("SELECT people_revision FROM owners WHERE owner_id = $1", [.int(owner)]),
            Statement(
                """
                SELECT count(*) FROM processes WHERE id <> $1 \
                AND \(dialect.isAlive("$2"))
                """, [.int(processID), .double(Limits.aliveTimeMax / .seconds(1))]),
        ]
        let rows = try await client.run(statements, on: .control)
        guard var revision = rows[0].first?.columns, var others = rows[1].first?.columns else { return }
        try await followPeople(try revision.int())
        guard try others.int() > 0 else { return }
        let isFirstOfOthers = wasAlone && !isOfFirstAlone
        let wait =
            isFirstOfOthers ? limits.silenceTimeMax + limits.heartbeatInterval : limits.heartbeatInterval
        try? await Task.sleep(for: wait + limits.heartbeatInterval / 5)
    }
}
