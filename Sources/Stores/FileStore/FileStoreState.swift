import Checklists
import MemoryStore

/// What a store's lock protects. Nothing here waits, and nothing reads or writes a file.
struct FileStoreState: ~Copyable {
    /// Everything there is, what is not durable yet among it.
    var memory: MemoryStore
    /// A copy of it with a change that takes long.
    var shadow = ShadowCopy()
    /// Has writes wait for one that takes long.
    var barrier = WriteBarrier()
    /// What is not durable yet.
    var queue: CommitQueue
    /// The files that are not up to date.
    var changed: ChangedFiles
    /// Whether requests are taken.
    var availability = Availability()
    /// What the thread is told that writes the journal.
    var journal = JournalThread()
    /// What the thread is told that makes checkpoints.
    var checkpoints = CheckpointThread()

    /// A store's state after a start.
    init(_ recovery: consuming Recovery, journalEnd: Int, capacity: Capacity) {
        queue = CommitQueue(durable: recovery.revision, offset: journalEnd)
        changed = recovery.changed
        journal.changesSinceRotation = recovery.journal.changes
        journal.bytesSinceRotation = recovery.journal.lastSegment == nil ? journalEnd : recovery.journal.bytes
        memory = recovery.finish()
        memory.capacity = capacity
    }

    /// Makes a change and queues it for the journal.
    ///
    /// - Returns: Whether the journal's thread has to be woken.
    mutating func commit(
        _ change: Change, _ waiter: @escaping @Sendable (CommitQueue.Outcome) -> Void
    ) -> Bool {
        memory.apply(change)
        changed.add(change)
        queue.add(change, waiter)
        return wakeJournal()
    }

    /// Whether the journal's thread has to be woken; from then on it counts as awake.
    mutating func wakeJournal() -> Bool {
        exchange(&journal.isWaiting, with: false)
    }

    /// What the journal's thread has to write.
    struct JournalTask {
        /// The lines, which may be none.
        var lines: [UInt8]
        /// The change that they end with.
        var through: Revision
        /// How many changes they hold; none: it is a seal.
        var count: Int
        /// The segment that begins behind them, and who waits for it.
        var rotation:
            (made: CheckpointStart, waiter: @Sendable (Result<CheckpointStart, StorageError>) -> Void)?
    }

    /// Takes what is queued, to be written behind a journal, and lets a new segment begin if somebody waits
    /// for that.
    mutating func take(behind journal: JournalWriter) -> JournalTask {
        let count = queue.count
        let newest = queue.newest
        var task = JournalTask(lines: queue.take(), through: newest, count: count)
        if let waiter = exchange(&self.journal.rotationWaiter, with: nil) {
            let segment = journal.number + 1
            queue.rotate(headerBytes: JournalSegment.header(number: segment, continues: task.through).count)
            let start = CheckpointStart(
                revision: task.through, segment: segment, changed: exchange(&changed, with: ChangedFiles()))
            task.rotation = (start, waiter)
        }
        return task
    }

    /// Takes a seal, to be written behind a journal while nothing is queued.
    mutating func takeSeal(behind journal: JournalWriter) -> JournalTask {
        let line = journal.sealLine
        queue.takeSeal(bytes: line.count)
        return JournalTask(lines: line, through: journal.last, count: 0)
    }

    /// Notes that what was taken is durable.
    mutating func finish(_ task: inout JournalTask) -> CommitQueue.Waiters {
        journal.changesSinceRotation += task.count
        journal.bytesSinceRotation += task.lines.count
        let waiters = queue.finish(exchange(&task.lines, with: []))
        publishShadow()
        return waiters
    }

    /// Notes that a new segment has begun.
    mutating func finishRotation(journalEnd: Int) {
        journal.bytesBeforeRotation += journal.bytesSinceRotation
        journal.bytesSinceRotation = journalEnd
        journal.changesSinceRotation = 0
        checkpoints.isDue = false
    }

    /// Notes that the segments before a rotation are gone.
    mutating func finishCheckpoint() {
        journal.bytesBeforeRotation = 0
    }

    /// Notes that the files were not brought up to date as a checkpoint would have brought them.
    mutating func putBack(_ start: CheckpointStart) {
        changed.formUnion(start.changed)
    }

    /// Whether the thread of the checkpoints has to be woken, since the journal has become too long.
    mutating func wakeCheckpoints(_ limits: StorageLimits) -> Bool {
        guard !checkpoints.isDue else { return false }
        checkpoints.isDue =
            journal.bytesSinceRotation >= limits.journalBytesMax
            || journal.changesSinceRotation >= limits.journalChangesMax
        return checkpoints.isDue
    }

    /// Takes back everything that is not durable.
    mutating func rollBack(journalEnd: Int, _ outcome: CommitQueue.Outcome) -> CommitQueue.Waiters {
        let (changes, waiters) = queue.rollBack(to: journalEnd, outcome)
        // What was made on the shadow copy is not in the memory.
        memory.revert(changes.filter { $0.revision != shadow.revision }, to: queue.durable)
        shadow.revision = nil
        return waiters
    }
}
