import Checklists
import Footprints
import SQL
import Synchronization

/// One transaction: the requests of a batch, decided one after the other on one footprint.
struct WriteTransaction: Sendable {
    /// The decisions on the requests, in their order.
    private(set) var decided: [PendingWrite.Decided] = []
    /// The changes, in their order.
    private(set) var changes: [Change] = []
    /// The commit to announce once the changes are durable; `nil` without changes.
    private(set) var announcement: Commit?
    /// Requests that must wait for the next transaction.
    private(set) var rest: [PendingWrite] = []
    /// The first request, if it is too large for the lane of small changes.
    private(set) var large: PendingWrite?
    /// Whether the transaction runs on the lane of small changes.
    let isSmall: Bool
    /// Whether person 1 was the only person that this process knew when the transaction began.
    let wasAlone: Bool
    /// The loaded data, which the next transaction reuses.
    var knowledge: Knowledge
    var owner: OwnerState
    /// The loaded usage of people.
    var usage: KnownUsage

    /// Data loaded from the database, and the connection it came from.
    struct Knowledge: Sendable {
        var footprint: Footprint
        fileprivate let session: UInt64
        /// Whether no other process made changes between this transaction and the one before.
        fileprivate var followsOwn = true
        /// The usage of people after the transaction.
        fileprivate var usage: [Person.ID: Usage] = [:]
        /// The bytes of deliveries and idempotency records after the transaction.
        var kept: KeptBytes?
    }

    /// The owner's row, while it is locked.
    struct OwnerState {
        var history: History
        /// The total usage.
        var usage: Usage
        /// The newest revision that the usage of each person includes.
        var usageFeed: Revision
        /// The approximate bytes of tombstones.
        var tombstonesBytes: Int
        var finishedDeliveriesCount: Int
        var now: Timestamp

        static let columns = """
            \(History.columns), checklists_count, items_count, data_bytes, usage_feed, \
            removals_bytes, finished_deliveries_count
            """
    }

    /// Locks the owner, loads, decides, writes and commits.
    ///
    /// - Parameter batch: The requests; those that wait when the lock is taken join them.
    /// - Throws: `InDoubt` if the outcome of the commit is unknown.
    static func run(_ batch: inout [PendingWrite], in store: SQLStore) async throws -> WriteTransaction {
        let dialect = store.dialect
        let sql = """
            SELECT \(OwnerState.columns), \(dialect.now) FROM owners WHERE owner_id = $1 \(dialect.rowLock)
            """
        let look = Statement(sql, [.int(store.owner)])
        // A large change may exceed the time limits of the other lanes, so it has its own connection.
        let isLarge = batch.contains { $0.isLarge }
        let patience = isLarge ? dialect.unhurried + dialect.patient(Limits.largeChangeLockTime) : []
        return try await store.client.withConnection(on: isLarge ? .long : .write) { connection in
            let (history, known, wasAlone) = store.state.withLock {
                ($0.history, $0.knowledge, $0.people.isOfFirstAlone)
            }
            let begin = [Statement("BEGIN")] + patience + [look]
            let early = isLarge ? nil : early(batch, after: known, session: connection.session, in: store)
            let begun = try await connection.run(begin + (early?.statements ?? []))
            let owner = try OwnerState(begun[begin.count - 1])
            guard history.continues(in: owner.history) else { throw HistoryEnded() }
            let before: Knowledge? = store.state.withLock { state in
                if isLarge { return nil }
                state.queue.join(&batch)
                return exchange(&state.knowledge, with: nil)
            }
            var transaction = WriteTransaction(
                on: owner, now: store.clock?() ?? owner.now, after: before, session: connection.session,
                isSmall: !isLarge, wasAlone: wasAlone)
            try early?.load(begun.dropFirst(begin.count), into: &transaction.knowledge.footprint)
            try await transaction.load(for: batch, over: connection, in: store)
            try await transaction.decide(batch, over: connection, in: store)
            try await transaction.commit(over: connection, in: store)
            return transaction
        }
    }

    /// Loads records by their ids in the round trip that takes the lock, if the previous transaction did not
    /// load them. What is missing after that is loaded in another round trip.
    private static func early(
        _ batch: [PendingWrite], after known: Knowledge?, session: UInt64, in store: SQLStore
    ) -> FootprintLoading {
        // These needs do not depend on the time or the revision.
        var footprint = Footprint(now: .earliest, nextRevision: .zero)
        if let known, known.session == session {
            footprint.load(unusedIDsOf: known.footprint)
            // While other processes write, the known lists are probably out of date.
            if known.followsOwn { footprint.load(listsOf: known.footprint) }
        }
        var needs: Set<Need> = []
        var counts = IDCounts()
        for write in batch where !write.isAlone {
            needs.formUnion(write.rounds.wanted.filter(\.isOfOneRecord))
            if write.idCounts.sum <= store.limits.smallChangeSizeMax { counts.add(write.idCounts) }
        }
        return FootprintLoading(needs, ids: counts, into: footprint, owner: store.owner, store.dialect)
    }

    /// Reuses the data of the previous transaction if the connection is the same, because another server may
    /// have another history. Loaded lists are reused only if no change was made since.
    private init(
        on owner: OwnerState, now: Timestamp, after before: Knowledge?, session: UInt64, isSmall: Bool,
        wasAlone: Bool
    ) {
        self.owner = owner
        self.isSmall = isSmall
        self.wasAlone = wasAlone
        let revision = Revision(rawValue: owner.history.newest.rawValue + 1)
        var footprint = Footprint(now: now, nextRevision: revision)
        usage = KnownUsage(ofAll: owner.usage)
        if let before, before.session == session {
            usage.kept = before.kept
            footprint.load(unusedIDsOf: before.footprint)
            if before.footprint.nextRevision == revision {
                footprint.load(listsOf: before.footprint)
                usage.byPerson = before.usage
            }
        }
        footprint.load(finishedDeliveriesCount: owner.finishedDeliveriesCount)
        let followsOwn = before.map { $0.footprint.nextRevision == revision } ?? true
        knowledge = Knowledge(footprint: footprint, session: session, followsOwn: followsOwn)
    }

    /// Loads the data that the requests of a batch need.
    private mutating func load(
        for batch: [PendingWrite], over connection: any SQLConnection, in store: SQLStore
    ) async throws {
        var needs: Set<Need> = []
        var counts = IDCounts()
        // Requests that run alone are loaded later: their size is checked first.
        for write in batch where !write.isAlone {
            needs.formUnion(write.rounds.wanted)
            // A large request draws its ids in its own transaction: ids must ascend with revisions.
            if write.idCounts.sum <= store.limits.smallChangeSizeMax { counts.add(write.idCounts) }
        }
        try await load(needs, counts, over: connection, in: store)
    }

    mutating func load(
        _ needs: Set<Need>, _ counts: IDCounts, over connection: any SQLConnection, in store: SQLStore
    ) async throws {
        let loading = FootprintLoading(
            needs, ids: counts, into: knowledge.footprint, owner: store.owner, store.dialect)
        if loading.statements.isEmpty { return }
        try loading.load(try await connection.run(loading.statements), into: &knowledge.footprint)
    }

    /// Decides the requests one after the other, and loads further data that they need.
    private mutating func decide(
        _ batch: [PendingWrite], over connection: any SQLConnection, in store: SQLStore
    ) async throws {
        for (number, write) in batch.enumerated() {
            var rounds = write.rounds
            let size = try await size(of: write, over: connection, in: store)
            if size > store.limits.changeSizeMax, !write.isOfService {
                let error = ChecklistsError.tooLarge(size: size, limit: store.limits.changeSizeMax)
                decided.append(PendingWrite.Decided(change: nil) { write.fail(error) })
                continue
            }
            if size > store.limits.smallChangeSizeMax, !write.isLarge {
                large = number == 0 ? write : nil
                rest = Array(batch[number...].dropFirst(number == 0 ? 1 : 0))
                break
            }
            if write.isAlone { try await load(rounds.wanted, write.idCounts, over: connection, in: store) }
            var decision = write.attempt(&knowledge.footprint)
            while decision == nil {
                rounds.wanted = knowledge.footprint.misses
                let wanted = try rounds.next(in: knowledge.footprint)
                // Such queries read written rows only, so earlier changes must be written first.
                if wanted.contains(where: \.isListing), !changes.isEmpty {
                    rest = Array(batch[number...])
                    break
                }
                var counts = IDCounts()
                for need in wanted { counts.add(need) }
                try await load(wanted, counts, over: connection, in: store)
                decision = write.attempt(&knowledge.footprint)
            }
            guard let decision else { break }
            if let change = decision.change {
                guard try await loadUsage(for: change, over: connection, in: store) else {
                    rest = Array(batch[number...])
                    break
                }
            }
            take(decision, of: write, capacity: store.limits.capacity)
        }
        knowledge.usage = usage.byPerson
        knowledge.kept = usage.kept
    }

    /// The approximate number of records that a request changes.
    private mutating func size(
        of write: PendingWrite, over connection: any SQLConnection, in store: SQLStore
    ) async throws -> Int {
        var rounds = write.rounds
        while true {
            if let size = write.size(&knowledge.footprint) { return size }
            rounds.wanted = knowledge.footprint.misses
            let wanted = try rounds.next(in: knowledge.footprint)
            var counts = IDCounts()
            for need in wanted { counts.add(need) }
            try await load(wanted, counts, over: connection, in: store)
        }
    }

    private mutating func take(
        _ decision: PendingWrite.Decided, of write: PendingWrite, capacity: Capacity
    ) {
        guard let change = decision.change else { return decided.append(decision) }
        do throws(ChecklistsError) {
            try makeRoom(for: change, within: capacity)
        } catch {
            return decided.append(PendingWrite.Decided(change: nil) { write.fail(error) })
        }
        knowledge.footprint.apply(change)
        changes.append(change)
        decided.append(decision)
    }

    private mutating func commit(over connection: any SQLConnection, in store: SQLStore) async throws {
        guard let newest = changes.last?.revision else {
            _ = try await connection.run([Statement("ROLLBACK")])
            return
        }
        announcement = changes.dropFirst().reduce(into: changes.first.map { Commit($0) }) { $0?.join($1) }
        let token = Int.random(in: .min ... .max)
        let usageFeed = owner.knowsUsage ? newest : owner.usageFeed
        let ends = [
            Statement(
                """
                UPDATE owners SET feed = $2, checklists_count = $3, items_count = $4, data_bytes = $5, \
                finished_deliveries_count = $6, usage_feed = $7, removals_bytes = $8 WHERE owner_id = $1
                """,
                [
                    .int(store.owner), .int(newest.column), .int(owner.usage.checklists),
                    .int(owner.usage.items), .int(owner.usage.dataBytes),
                    .int(owner.finishedDeliveriesCount), .int(usageFeed.column),
                    .int(owner.tombstonesBytes),
                ]),
            CommitRow.insertion(
                of: announcement ?? Commit(through: newest), token: token, owner: store.owner, store.dialect),
            Statement("COMMIT"),
        ]
        var writing = ChangeWriting(changes, owner: store.owner, store.tables)
        writing.count(growth(of: changes))
        do {
            _ = try await connection.run(writing.statements + ends)
        } catch {
            guard error.leavesDoubt else { throw error }
            throw InDoubt(transaction: self, revision: newest, token: token)
        }
    }
}

extension WriteTransaction.OwnerState {
    /// Reads the locked row of the owner.
    fileprivate init(_ rows: Rows) throws {
        guard var columns = rows.first?.columns else {
            throw MalformedResult("the row of the owner is missing")
        }
        history = try History(from: &columns)
        usage = Usage(
            checklists: try columns.int(), items: try columns.int(), dataBytes: try columns.int())
        usageFeed = try columns.revision()
        tombstonesBytes = try columns.int()
        finishedDeliveriesCount = try columns.int()
        now = try columns.timestamp()
    }
}
