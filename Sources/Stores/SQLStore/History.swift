import Checklists
import Paging
package import SQL
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
    /// Adopts the history of the database. After lost changes it begins a new epoch.
    ///
    /// Other processes may send tags of the old epoch for up to one heartbeat.
    func followHistory() async throws {
        let known = state.withLock { $0.history }
        let look = Statement("SELECT \(History.columns) FROM owners WHERE owner_id = $1", [.int(owner)])
        let begin = [Statement("BEGIN"), Statement(dialect.lockOwner, [.int(owner)]), look]
        let renewal = dialect.renewal(
            of: owner, where: "epoch = $3 AND feed < $4",
            [.int(known.epoch.column), .int(known.newest.column)])
        let rows = try await client.withConnection(on: .control) {
            try await $0.run(begin + renewal + [look, Statement("COMMIT")])
        }
        guard var before = rows[2].first?.columns, var columns = rows[rows.count - 2].first?.columns else {
            return
        }
        let left = try History(from: &before).newest
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
        if left < known.newest { onEvent(.changesLost(known.newest.column - left.column)) }
        feed.send(Commit(through: found.newest))
    }
}

extension Dialect {
    /// The statements that begin a new epoch, beyond all numbers that the lost history can have given.
    ///
    /// - Parameter condition: The condition on the owner's row, over parameters from `$3` on. If it is false,
    ///   nothing changes.
    package func renewal(
        of owner: Int, where condition: String = "true", _ parameters: [Parameter] = []
    ) -> [Statement] {
        let epoch = Parameter.int(.random(in: .min ... .max))
        let skipped = Epoch.skippedNumbers
        let update = """
            UPDATE owners SET epoch = $2, feed = feed + \(skipped), usage_feed = usage_feed + \(skipped) \
            WHERE owner_id = $1 AND \(condition)
            """
        let sequences = Sequences.Kind.allCases.map { kind in
            let next = "(\(nextNumber(of: kind.sequenceName))) + \(skipped)"
            let sql = """
                SELECT \(resumption(of: kind.sequenceName, at: next)) FROM owners \
                WHERE owner_id = $1 AND epoch = $2
                """
            return Statement(sql, [.int(owner), epoch])
        }
        return [Statement(update, [.int(owner), epoch] + parameters)] + sequences
    }
}

extension Epoch {
    fileprivate var column: Int { Int(truncatingIfNeeded: rawValue) }
}
