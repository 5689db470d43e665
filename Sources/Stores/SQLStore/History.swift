import Checklists
import Paging
import SQL
import Synchronization

/// The newest point that this process knows in a sequence of changes.
struct History: Hashable, Sendable {
    var epoch: Epoch
    /// The newest revision.
    var newest: Revision

    static let columns = "epoch, feed"

    /// Whether `other`, read later, continues this history.
    func continues(in other: History) -> Bool { other.epoch == epoch && other.newest >= newest }
}

extension History {
    /// Reads a row of `owners`.
    init(from columns: inout Columns) throws {
        self.init(
            epoch: Epoch(rawValue: UInt64(bitPattern: Int64(try columns.int()))),
            newest: try columns.revision())
    }
}

/// The database lost changes: a standby took over that lacked some, or an operator restored a backup.
struct HistoryEnded: SQLError, CustomStringConvertible {
    var failure: SQLFailure { .passing(description) }
    var description: String { "the database was restored or lost changes in a failover" }
}

extension SQLStore {
    /// Adopts the history of the database. After lost changes, later changes reuse their revisions. A new
    /// epoch keeps old entity tags from matching them.
    ///
    /// Other processes may send tags of the old epoch for up to one heartbeat.
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
            // Another task may have adopted it meanwhile and made changes.
            if state.history == known { (state.history, state.announced) = (found, found.newest) }
            state.knowledge = nil
            state.totals.removeAll()
            state.counts.removeAll()
            // The next look reads people again: after a loss the same revision can mean other people.
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
    fileprivate var column: Int { Int(truncatingIfNeeded: rawValue) }
}
