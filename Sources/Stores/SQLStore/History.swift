import Checklists
import Paging
import SQL
import Synchronization

/// One sequence of changes, as far as it is known.
struct History: Hashable, Sendable {
    var epoch: Epoch
    /// The number of the newest change.
    var newest: Revision

    static let columns = "epoch, feed"

    /// Reads what an owner's row has.
    init(from columns: inout Columns) throws {
        epoch = Epoch(rawValue: UInt64(bitPattern: Int64(try columns.int())))
        newest = try columns.revision()
    }

    /// Whether a history that was found later is this one.
    func goesOn(in other: History) -> Bool { other.epoch == epoch && other.newest >= newest }
}

/// The database no longer has what it had: a standby took over that lacked some of it, or a backup was put in
/// its place.
struct HistoryEnded: SQLError, CustomStringConvertible {
    var failure: SQLFailure { .passing(description) }
    var description: String { "the database was restored or lost changes in a failover" }
}

extension SQLStore {
    /// Goes on with the history that the database has now. Where it has lost changes, its next ones will have
    /// the numbers of those, and a new epoch tells them apart: entity tags from before fit nothing after.
    ///
    /// For up to a heartbeat another process may still answer with tags of the epoch before.
    func followHistory() async throws {
        let known = state.withLock { $0.history }
        let owners = "UPDATE owners SET epoch = $2 WHERE owner_id = $1 AND epoch = $3 AND feed < $4"
        let statements = [
            Statement("BEGIN"), Statement(dialect.lockOwner, [.int(owner)]),
            Statement(
                owners,
                [
                    .int(owner), .int(.random(in: .min ... .max)), .int(known.epoch.column),
                    .int(known.newest.column),
                ]),
            Statement("SELECT \(History.columns) FROM owners WHERE owner_id = $1", [.int(owner)]),
            Statement("COMMIT"),
        ]
        let rows = try await client.withConnection(on: .control) { try await $0.run(statements) }
        guard var columns = rows[3].first?.columns else { return }
        let found = try History(from: &columns)
        state.withLock { state in
            // Somebody else may have followed meanwhile, and gone on.
            if state.history == known { (state.history, state.announced) = (found, found.newest) }
            state.knowledge = nil
            state.totals = RememberedTotals()
            // The next look reads it: the same number may stand for other people now.
            state.people.revision = nil
            state.secret = nil
        }
        if found.newest < known.newest {
            onEvent(.changesLost(known.newest.column - found.newest.column))
        }
        feed.send(Commit(through: found.newest))
    }
}

extension Epoch {
    /// The epoch as a column has it.
    fileprivate var column: Int { Int(truncatingIfNeeded: rawValue) }
}
