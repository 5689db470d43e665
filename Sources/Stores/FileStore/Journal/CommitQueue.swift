import Checklists
import JSON

/// What was decided and is not durable yet, and who waits for it.
///
/// Whoever holds the store's lock adds to it. The journal's thread takes a batch from it, writes that,
/// and says how it went; what is added meanwhile is the next batch.
struct CommitQueue: ~Copyable {
    /// The newest change that is durable. Only what it and those before it made may be shown to anybody.
    private(set) var durable: Revision
    /// How often changes were taken back. A revision names the same change only within one epoch.
    private(set) var epoch = 0

    /// What is added now.
    private var gathering = Batch()
    /// What the thread writes at present.
    private var writing: Batch?
    /// The lines of what is gathered.
    private var lines: [UInt8] = []
    /// Where these lines will begin in their segment.
    private(set) var offset: Int
    /// The newest change that was added.
    private(set) var newest: Revision
    /// Room for the next lines, and for a line that is being made.
    private var spare: [UInt8] = []
    private var scratch = JSONWriter(capacity: 1024)

    /// Changes that become durable with one sync.
    private struct Batch {
        var changes: [Change] = []
        var waiters: [@Sendable (Outcome) -> Void] = []
        /// What the changes are together.
        var commit: Commit?
    }

    /// How waiting for a change ended.
    enum Outcome: Sendable {
        /// It is durable.
        case durable
        /// It was taken back, with everything after it, for that reason.
        case rolledBack(ChecklistsError)
        /// What was seen before is true no more, and has to be looked at again.
        case superseded
        /// The store was closed or has given up.
        case closed
    }

    /// Those who waited, to be told outside the lock.
    struct Waiters {
        var waiters: [@Sendable (Outcome) -> Void] = []
        var outcome = Outcome.durable
        /// What became durable, to be told of as well.
        var commit: Commit?

        /// Tells everybody.
        func send() {
            for waiter in waiters { waiter(outcome) }
        }
    }

    /// An empty queue behind a journal that ends with a change, at an offset of its last segment.
    init(durable: Revision, offset: Int) {
        self.durable = durable
        newest = durable
        self.offset = offset
    }

    /// How many changes wait to be taken.
    var count: Int { gathering.changes.count }

    /// Adds the change behind the newest.
    ///
    /// - Parameter waiter: Called once, when the change is durable or will never be.
    mutating func add(_ change: Change, _ waiter: @escaping @Sendable (Outcome) -> Void) {
        JournalRecord.append(change, durableOffset: offset, scratch: &scratch, to: &lines)
        gather(change, waiter)
    }

    /// Adds the change behind the newest, with its line, which was made for `offset`.
    mutating func add(
        _ change: Change, line: [UInt8], _ waiter: @escaping @Sendable (Outcome) -> Void
    ) {
        if lines.isEmpty { lines = line } else { lines += line }
        gather(change, waiter)
    }

    private mutating func gather(_ change: Change, _ waiter: @escaping @Sendable (Outcome) -> Void) {
        precondition(change.revision.rawValue == newest.rawValue + 1, "changes follow one another")
        newest = change.revision
        gathering.changes.append(change)
        if gathering.commit?.join(change) == nil { gathering.commit = Commit(change) }
        gathering.waiters.append(waiter)
    }

    /// Waits for a change that was seen in an epoch.
    ///
    /// Nothing that can be seen is newer than the newest change that was added, so that nobody ever waits for
    /// more than that one.
    /// - Returns: How waiting ended, where there is nothing to wait for and nobody is called.
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

    /// Takes everything that was added, to be written behind all that was written before.
    mutating func take() -> [UInt8] {
        let taken = lines
        lines = exchange(&spare, with: [])
        begin(exchange(&gathering, with: Batch()), bytes: taken.count)
        return taken
    }

    /// Says that a line without a change is written now. Nothing may be waiting to be written.
    mutating func takeSeal(bytes: Int) {
        precondition(gathering.changes.isEmpty, "lines that were made already would name a wrong offset")
        begin(Batch(), bytes: bytes)
    }

    /// Says that a new segment begins behind what was taken, with a header that long.
    mutating func rotate(headerBytes: Int) {
        precondition(gathering.changes.isEmpty, "lines that were made already would name a wrong offset")
        offset = headerBytes
    }

    /// What was taken is durable.
    ///
    /// - Parameter room: The bytes that were taken, to be used again.
    mutating func finish(_ room: consuming [UInt8]) -> Waiters {
        let batch = exchange(&writing, with: nil) ?? Batch()
        durable = batch.changes.last?.revision ?? durable
        room.removeAll(keepingCapacity: room.capacity <= Self.roomBytesMax)
        spare = room
        return Waiters(waiters: batch.waiters, commit: batch.commit)
    }

    /// Forgets everything that is not durable, and tells those who waited for it.
    ///
    /// - Parameter offset: Where the journal ends.
    /// - Returns: What has to be undone, in that order.
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

    /// How much room is kept for the next batch.
    private static let roomBytesMax = 1 << 20
}
