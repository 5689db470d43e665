import Checklists
import MemoryStore
import Postgres
import Synchronization

/// One transaction: the requests of a batch, decided one after the other on one footprint.
struct WriteTransaction: Sendable {
    /// What each request came to, in their order.
    private(set) var decided: [PendingWrite.Decided] = []
    /// What changes, in order.
    private(set) var changes: [Change] = []
    /// Requests that need a transaction of their own after this one.
    private(set) var rest: [PendingWrite] = []
    /// Numbers for new things that are left.
    private(set) var unusedIDs = UnusedIDs()
    private var owner: OwnerState

    /// What is known of the owner while it is locked.
    struct OwnerState {
        var feed: Revision
        var checklistsCount: Int
        var itemsCount: Int
        var dataBytes: Int
        var finishedDeliveriesCount: Int
        var now: Timestamp

        static let columns = """
            feed, checklists_count, items_count, data_bytes, finished_deliveries_count, epoch, \
            clock_timestamp()
            """
    }

    /// Locks the owner, loads, decides, writes and commits.
    ///
    /// - Parameter batch: The requests; whoever waits when the owner is locked joins them.
    /// - Throws: `InDoubt` if the last is not known.
    static func run(_ batch: inout [PendingWrite], in store: PostgresStore) async throws -> WriteTransaction {
        let begin = [
            Statement("BEGIN"),
            Statement(
                "SELECT \(OwnerState.columns) FROM owners WHERE owner_id = $1 FOR UPDATE",
                [.int(store.owner)]),
        ]
        // What an import decides and writes takes longer than anything else may.
        let isLarge = batch.contains { $0.idCounts.items > Limits.statementRowsMax }
        return try await store.client.withConnection(on: isLarge ? .long : .write) { connection in
            let owner = try OwnerState(try await connection.run(begin)[1], epoch: store.epoch)
            if isLarge { _ = try await connection.run([PostgresDatabase.unhurried]) }
            let unused = store.state.withLock { state in
                state.queue.join(&batch)
                return state.unusedIDs
            }
            var transaction = WriteTransaction(owner: owner)
            var footprint = Footprint(
                now: store.clock?() ?? owner.now,
                nextRevision: Revision(rawValue: owner.feed.rawValue + 1))
            footprint.load(finishedDeliveriesCount: owner.finishedDeliveriesCount)
            footprint.load(unused)
            let loading = FootprintLoading(for: batch, without: unused, owner: store.owner)
            try loading.load(try await connection.run(loading.statements), into: &footprint)
            try await transaction.decide(batch, on: &footprint, over: connection, in: store)
            try await transaction.commit(over: connection, in: store)
            return transaction
        }
    }

    private init(owner: OwnerState) { self.owner = owner }

    /// Decides one request after the other, and loads what they are found to need besides.
    private mutating func decide(
        _ batch: [PendingWrite], on footprint: inout Footprint, over connection: Connection,
        in store: PostgresStore
    ) async throws {
        for (number, write) in batch.enumerated() {
            var rounds = write.rounds
            var decision = write.attempt(&footprint)
            while decision == nil {
                rounds.wanted = footprint.misses
                let wanted = try rounds.next(in: footprint)
                // What is due is looked for in what is written, which has to be all.
                if wanted.contains(where: \.isListing), !changes.isEmpty {
                    rest = Array(batch[number...])
                    break
                }
                var counts = IDCounts()
                for need in wanted { counts.add(need) }
                let loading = FootprintLoading(
                    wanted, ids: counts.without(footprint.unusedIDs), into: footprint, owner: store.owner)
                try loading.load(try await connection.run(loading.statements), into: &footprint)
                decision = write.attempt(&footprint)
            }
            guard let decision else { break }
            take(decision, of: write, on: &footprint, capacity: store.limits.capacity)
        }
        unusedIDs = footprint.unusedIDs
    }

    private mutating func take(
        _ decision: PendingWrite.Decided, of write: PendingWrite, on footprint: inout Footprint,
        capacity: Capacity
    ) {
        guard let change = decision.change else { return decided.append(decision) }
        do throws(ChecklistsError) {
            try owner.makeRoom(for: change, within: capacity)
        } catch {
            return decided.append(PendingWrite.Decided(change: nil) { write.fail(error) })
        }
        footprint.apply(change)
        changes.append(change)
        decided.append(decision)
    }

    private func commit(over connection: Connection, in store: PostgresStore) async throws {
        guard let newest = changes.last?.revision else {
            _ = try await connection.run([Statement("ROLLBACK")])
            return
        }
        let token = Int.random(in: .min ... .max)
        let ends = [
            Statement(
                """
                UPDATE owners SET feed = $2, checklists_count = $3, items_count = $4, data_bytes = $5, \
                finished_deliveries_count = $6 WHERE owner_id = $1
                """,
                [
                    .int(store.owner), .int(newest.column), .int(owner.checklistsCount),
                    .int(owner.itemsCount), .int(owner.dataBytes), .int(owner.finishedDeliveriesCount),
                ]),
            Statement(
                "INSERT INTO commits (owner_id, revision, token, at) VALUES ($1, $2, $3, clock_timestamp())",
                [.int(store.owner), .int(newest.column), .int(token)]),
            Statement("COMMIT"),
        ]
        let writing = ChangeWriting(changes, owner: store.owner)
        do {
            _ = try await connection.run(writing.statements + ends)
        } catch PostgresError.connectionLost, PostgresError.warned {
            throw InDoubt(transaction: self, revision: newest, token: token)
        }
    }
}

extension WriteTransaction.OwnerState {
    /// Reads what is known of the owner.
    fileprivate init(_ rows: Rows, epoch: Epoch) throws {
        guard var columns = rows.first?.columns else {
            throw PostgresError.malformedResult("the owner is gone")
        }
        feed = try columns.revision()
        checklistsCount = try columns.int()
        itemsCount = try columns.int()
        dataBytes = try columns.int()
        finishedDeliveriesCount = try columns.int()
        guard Epoch(column: try columns.int()) == epoch else {
            throw PostgresError.malformedResult("the database was replaced by another one; start again")
        }
        now = try columns.timestamp()
    }

    /// Counts what a change brings.
    /// - Throws: `full`.
    fileprivate mutating func makeRoom(
        for change: Change, within capacity: Capacity
    ) throws(ChecklistsError) {
        var new = self
        for mutation in change.mutations {
            switch mutation {
            case .checklist(let before, let after):
                new.checklistsCount += (after == nil ? 0 : 1) - (before == nil ? 0 : 1)
                new.dataBytes += (after?.storedBytes ?? 0) - (before?.storedBytes ?? 0)
            case .item(let before, let after):
                new.itemsCount += (after == nil ? 0 : 1) - (before == nil ? 0 : 1)
                new.dataBytes += (after?.storedBytes ?? 0) - (before?.storedBytes ?? 0)
            case .delivery(let before, let after):
                let finished = { (delivery: Delivery?) in (delivery?.status ?? .pending) == .pending ? 0 : 1 }
                new.finishedDeliveriesCount += finished(after) - finished(before)
            case .webhook, .preferences: break
            }
        }
        try check(.checklists, checklistsCount, new.checklistsCount, atMost: capacity.checklistsMax)
        try check(.items, itemsCount, new.itemsCount, atMost: capacity.itemsMax)
        try check(.dataBytes, dataBytes, new.dataBytes, atMost: capacity.dataBytesMax)
        self = new
    }

    private func check(
        _ kind: Capacity.Kind, _ used: Int, _ new: Int, atMost limit: Int
    ) throws(ChecklistsError) {
        if new > used, new > limit { throw .full(kind, used: used, limit: limit) }
    }
}

extension FootprintLoading {
    /// What requests say that they need.
    fileprivate init(for batch: [PendingWrite], without unused: UnusedIDs, owner: Int) {
        var needs: Set<Need> = []
        var counts = IDCounts()
        for write in batch {
            needs.formUnion(write.rounds.wanted)
            counts.add(write.idCounts)
        }
        self.init(needs, ids: counts.without(unused), into: nil, owner: owner)
    }
}

extension Footprint {
    /// Adds numbers that were left by the transaction before.
    fileprivate mutating func load(_ ids: UnusedIDs) {
        load(ids.checklists)
        load(ids.items)
        load(ids.webhooks)
        load(ids.deliveries)
    }
}

extension Epoch {
    /// The epoch that a column has.
    init(column: Int) { self.init(rawValue: UInt64(bitPattern: Int64(column))) }

    /// The epoch as a column has it.
    var column: Int { Int(truncatingIfNeeded: rawValue) }
}

/// Statements that several need.
enum SQL {
    /// Keeps everybody else from changing anything of an owner, to the end of the transaction.
    static let lockOwner = "SELECT 1 FROM owners WHERE owner_id = $1 FOR UPDATE"
}
