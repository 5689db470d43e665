import Checklists
import JSON

/// The changes that are not durable yet, and their waiters.
///
/// Requests add changes while they hold the store's lock. The journal's thread takes a batch, writes it and
/// reports the outcome. Changes that are added meanwhile form the next batch.
struct CommitQueue: ~Copyable {
    /// The newest durable change. The store must not return state of later changes.
    private(set) var durable: Revision
    /// The number of rollbacks. A revision names the same change only within one epoch.
    private(set) var epoch = 0

    /// The batch to which changes are added.
    private var gathering = Batch()
    /// The batch that the thread is writing.
    private var writing: Batch?
    /// The lines of `gathering`.
    private var lines: [UInt8] = []
    /// The offset in the segment at which these lines will begin.
    private(set) var offset: Int
    /// The newest change that was added.
    private(set) var newest: Revision
    /// Reused memory for the next lines, and for a line under construction.
    private var spare: [UInt8] = []
    private var scratch = JSONWriter(capacity: 1024)

    /// Changes that become durable with one sync.
    private struct Batch {
        var changes: [Change] = []
        var waiters: [@Sendable (Outcome) -> Void] = []
        /// The changes of the batch, merged.
        var commit: Commit?
    }

    /// The outcome of waiting for a change.
    enum Outcome: Sendable {
        /// The change is durable.
        case durable
        /// The change and everything after it were rolled back, for this reason.
        case rolledBack(ChecklistsError)
        /// A rollback removed the state that the waiter had seen. It must read again.
        case superseded
        /// The store is closed or has given up.
        case closed
    }

    /// The waiters of a batch, to be called outside the lock.
    struct Waiters {
        var waiters: [@Sendable (Outcome) -> Void] = []
        var outcome = Outcome.durable
        /// The changes that became durable, to be published.
        var commit: Commit?

        func send() {
            for waiter in waiters { waiter(outcome) }
        }
    }

    /// Makes an empty queue after the last durable change, at an offset of the journal's last segment.
    init(durable: Revision, offset: Int) {
        self.durable = durable
        newest = durable
        self.offset = offset
    }

    /// The number of changes to write.
    var count: Int { gathering.changes.count }

    /// Adds the change after `newest`.
    ///
    /// - Parameter waiter: Called once, when the change is durable or never will be.
    mutating func add(_ change: Change, _ waiter: @escaping @Sendable (Outcome) -> Void) {
        JournalRecord.append(change, durableOffset: offset, scratch: &scratch, to: &lines)
        gather(change, waiter)
    }

    /// Adds the change after `newest`, with a line that was encoded for `offset`.
    mutating func add(
        _ change: Change, line: [UInt8], _ waiter: @escaping @Sendable (Outcome) -> Void
    ) {
        if lines.isEmpty { lines = line } else { lines += line }
        gather(change, waiter)
    }

    private mutating func gather(_ change: Change, _ waiter: @escaping @Sendable (Outcome) -> Void) {
        precondition(change.firstRevision.rawValue == newest.rawValue + 1, "revisions must be consecutive")
        newest = change.revision
        gathering.changes.append(change)
        if gathering.commit?.join(change) == nil { gathering.commit = Commit(change) }
        gathering.waiters.append(waiter)
    }

    /// Waits for a change that was seen in an epoch.
    ///
    /// A wait never lasts longer than for `newest`, because no visible state is newer.
    /// - Returns: The outcome if there is nothing to wait for. The waiter is not called then.
    mutating func wait(
        for revision: Revision, seenIn epoch: Int, _ waiter: @escaping @Sendable (Outcome) -> Void
    ) -> Outcome? {
        guard epoch == self.epoch else { return .superseded }
        guard min(revision, newest) > durable else { return .durable }
        if let last = writing?.changes.last?.revision, revision <= last {
            writing?.waiters.append(waiter)
        } else {
            gathering.waiters.append(waiter)
        }
        return nil
    }

    /// Takes all added changes, to be written at the end of the journal.
    mutating func take() -> [UInt8] {
        let taken = lines
        lines = exchange(&spare, with: [])
        begin(exchange(&gathering, with: Batch()), bytes: taken.count)
        return taken
    }

    /// Records that a line without a change is being written. The queue must be empty.
    mutating func takeSeal(bytes: Int) {
        precondition(gathering.changes.isEmpty, "encoded lines would name a wrong offset")
        begin(Batch(), bytes: bytes)
    }

    /// Records that a new segment with a header of this size starts behind the taken changes.
    mutating func rotate(headerBytes: Int) {
        precondition(gathering.changes.isEmpty, "encoded lines would name a wrong offset")
        offset = headerBytes
    }

    /// Records that the taken changes are durable.
    ///
    /// - Parameter room: The memory of the taken lines, to be reused.
    mutating func finish(_ room: consuming [UInt8]) -> Waiters {
        let batch = exchange(&writing, with: nil) ?? Batch()
        durable = batch.changes.last?.revision ?? durable
        room.removeAll(keepingCapacity: room.capacity <= Self.roomBytesMax)
        spare = room
        return Waiters(waiters: batch.waiters, commit: batch.commit)
    }

    /// Drops all changes that are not durable. The caller notifies their waiters.
    ///
    /// - Parameter offset: The end of the journal.
    /// - Returns: The changes to undo, in this order.
    mutating func rollBack(to offset: Int, _ outcome: Outcome) -> (changes: [Change], Waiters) {
        let writing = exchange(&writing, with: nil) ?? Batch()
        let gathering = exchange(&gathering, with: Batch())
        lines.removeAll()
        newest = durable
        epoch += 1
        self.offset = offset
        let changes = writing.changes + gathering.changes
        return (changes.reversed(), Waiters(waiters: writing.waiters + gathering.waiters, outcome: outcome))
    }

    private mutating func begin(_ batch: Batch, bytes: Int) {
        precondition(writing == nil, "one batch at a time")
        writing = batch
        offset += bytes
    }

    /// The largest buffer that is kept for reuse, in bytes.
    private static let roomBytesMax = 1 << 20
}
