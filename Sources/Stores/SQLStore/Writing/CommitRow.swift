import Checklists
import SQL

/// A row of `commits`: what a commit touches. The other processes read it to announce the commit too.
enum CommitRow {
    /// The bits of `kinds`.
    private enum Kind {
        static let reminders = 1
        static let resets = 2
        static let deliveries = 4
        static let webhooks = 8
        /// The commit touches too many records to name them.
        static let anything = 16
    }

    static func insertion(
        of commit: Commit, token: Int, owner: Int, _ dialect: any Dialect
    ) -> Statement {
        var kinds = commit.schedulesReminders ? Kind.reminders : 0
        kinds |= commit.schedulesResets ? Kind.resets : 0
        kinds |= commit.queuesDeliveries ? Kind.deliveries : 0
        kinds |= commit.changesWebhooks ? Kind.webhooks : 0
        let named = commit.touched.flatMap { touched in
            max(touched.lists.count, touched.people.count) <= Limits.touchedMax ? touched : nil
        }
        kinds |= named == nil ? Kind.anything : 0
        let touched = named ?? Commit.Touched()
        let sql = """
            INSERT INTO commits (owner_id, revision, token, at, kinds, lists, people) \
            VALUES ($1, $2, $3, \(dialect.now), $4, $5, $6)
            """
        return Statement(
            sql,
            [
                .int(owner), .int(commit.revision.column), .int(token), .int(kinds), .ids(touched.lists),
                .ids(touched.people),
            ])
    }

    static let columns = "revision, kinds, lists, people"

    /// SQL condition: the commit does not name all that it touches.
    static let touchesAnything = "(kinds IS NULL OR kinds & \(Kind.anything) <> 0)"

    /// Reads a commit. A process of an older version leaves `kinds` empty; the commit then counts as touching
    /// all.
    static func commit(from columns: inout Columns) throws -> Commit {
        let revision = try columns.revision()
        let kinds = try columns.intIfPresent()
        let (lists, people) = (try columns.intsIfPresent() ?? [], try columns.intsIfPresent() ?? [])
        guard let kinds else { return Commit(through: revision) }
        let touched = Commit.Touched(
            lists: lists.map(Checklist.ID.init), people: people.map(Person.ID.init))
        return Commit(
            through: revision, schedulesReminders: kinds & Kind.reminders != 0,
            schedulesResets: kinds & Kind.resets != 0, queuesDeliveries: kinds & Kind.deliveries != 0,
            changesWebhooks: kinds & Kind.webhooks != 0,
            touched: kinds & Kind.anything == 0 ? touched : nil)
    }
}

extension SQLStore {
    /// The commits of all processes after a revision, joined into one.
    func commit(after known: Revision, through newest: Revision) async -> Commit {
        // After a silence there may be very many.
        let count = newest.rawValue - min(known, newest).rawValue
        if count > UInt64(Limits.touchedMax) { return Commit(through: newest) }
        let sql = """
            SELECT \(CommitRow.columns) FROM commits WHERE owner_id = $1 AND revision > $2 \
            AND revision <= $3 ORDER BY revision
            """
        let query = Statement(sql, [.int(owner), .int(known.column), .int(newest.column)])
        var all: Commit?
        do {
            for row in try await client.run([query], on: .control)[0] {
                var columns = row.columns
                let commit = try CommitRow.commit(from: &columns)
                if all == nil { all = commit } else { all?.join(commit) }
                if all?.touched.map({ $0.lists.count > Limits.touchedMax }) ?? true {
                    return Commit(through: newest)
                }
            }
        } catch {
            // Without the rows, the commit counts as touching all.
            all = nil
        }
        if let all, all.revision == newest { return all }
        return Commit(through: newest)
    }
}
