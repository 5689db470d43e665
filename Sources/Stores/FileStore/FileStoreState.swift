import Checklists
import MemoryStore

/// The state that the store's lock protects. Nothing here blocks or does file I/O.
struct FileStoreState: ~Copyable {
    /// The current state, including changes that are not durable yet.
    var memory: MemoryStore
    var shadow = ShadowCopy()
    var barrier = WriteBarrier()
    var queue: CommitQueue
    var changed: ChangedFiles
    var availability = Availability()
    var journal = JournalThread()
    var checkpoints = CheckpointThread()

    init(_ recovery: consuming Recovery, journalEnd: Int, capacity: Capacity) {
        queue = CommitQueue(durable: recovery.revision, offset: journalEnd)
        changed = recovery.changed
        journal.changesSinceRotation = recovery.journal.changes
        journal.bytesSinceRotation = recovery.journal.lastSegment == nil ? journalEnd : recovery.journal.bytes
        var items = recovery.journal.replay.items
        memory = recovery.finish()
        memory.capacity = capacity
        // Frees the items on several threads. One thread takes 0.2 s for 1,000,000 items.
        items.removeAll()
    }

    /// Applies a change and queues it for the journal.
    ///
    /// - Returns: Whether the caller must wake the journal's thread.
    mutating func commit(
        _ change: Change, _ waiter: @escaping @Sendable (CommitQueue.Outcome) -> Void
    ) -> Bool {
        memory.apply(change)
        changed.add(change)
        queue.add(change, waiter)
        return wakeJournal()
    }

    /// Whether the caller must wake the journal's thread. From then on the thread counts as awake.
    mutating func wakeJournal() -> Bool {
        exchange(&journal.isWaiting, with: false)
    }

    /// A write for the journal's thread.
    struct JournalTask {
        /// The lines; may be empty.
        var lines: [UInt8]
        /// The last change in the lines.
        var through: Revision
        /// The number of changes in the lines; 0 for a seal.
        var count: Int
        /// The segment that starts behind the lines, and the checkpoint that waits for it.
        var rotation:
            (made: CheckpointStart, waiter: @Sendable (Result<CheckpointStart, StorageError>) -> Void)?
    }

    /// Takes the queued changes, to be written at the end of a journal. Rotates if a checkpoint waits for it.
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

    /// Takes a seal, to be written at the end of a journal while the queue is empty.
    mutating func takeSeal(behind journal: JournalWriter) -> JournalTask {
        let line = journal.sealLine
        queue.takeSeal(bytes: line.count)
        return JournalTask(lines: line, through: journal.last, count: 0)
    }

    /// Records that a task is durable.
    mutating func finish(_ task: inout JournalTask) -> CommitQueue.Waiters {
        journal.changesSinceRotation += task.count
        journal.bytesSinceRotation += task.lines.count
        let waiters = queue.finish(exchange(&task.lines, with: []))
        publishShadow()
        return waiters
    }

    /// Records that a new segment has begun.
    mutating func finishRotation(journalEnd: Int) {
        journal.bytesBeforeRotation += journal.bytesSinceRotation
        journal.bytesSinceRotation = journalEnd
        journal.changesSinceRotation = 0
        checkpoints.isDue = false
    }

    /// Records that the segments before a rotation are removed.
    mutating func finishCheckpoint() {
        journal.bytesBeforeRotation = 0
    }

    /// Returns the outdated files of a failed checkpoint.
    mutating func putBack(_ start: CheckpointStart) {
        changed.formUnion(start.changed)
    }

    /// Whether the caller must wake the thread of the checkpoints, because the journal exceeds a limit.
    mutating func wakeCheckpoints(_ limits: StorageLimits) -> Bool {
        guard !checkpoints.isDue else { return false }
        checkpoints.isDue =
            journal.bytesSinceRotation >= limits.journalBytesMax
            || journal.changesSinceRotation >= limits.journalChangesMax
        return checkpoints.isDue
    }

    /// Rolls back everything that is not durable.
    mutating func rollBack(journalEnd: Int, _ outcome: CommitQueue.Outcome) -> CommitQueue.Waiters {
        let (changes, waiters) = queue.rollBack(to: journalEnd, outcome)
        // The memory does not contain the change of the shadow copy.
        memory.revert(changes.filter { $0.revision != shadow.revision }, to: queue.durable)
        shadow.revision = nil
        return waiters
    }
}
