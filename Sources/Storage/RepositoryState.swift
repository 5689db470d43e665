import Checklists

/// What a repository's lock protects. Nothing here waits, and nothing reads or writes a file.
struct RepositoryState: ~Copyable {
    /// Everything there is, what is not durable yet among it.
    var catalogue: Catalogue
    /// A copy of it with a change that takes long, while `asideRevision` names that; else empty, or what is
    /// to be freed.
    var aside = Catalogue()
    /// The change that the copy shows and the catalogue does not.
    var asideRevision: Revision?
    /// Whether writes wait for one that takes long, and who does.
    var isGateClosed = false
    var gateWaiters: [@Sendable (CommitQueue.Ending) -> Void] = []
    /// What is not durable yet.
    var queue: CommitQueue
    /// The files that are not up to date.
    var changed: ChangedFiles
    /// Whether changes are taken.
    var health = StorageState.ok
    /// Whether no more requests are taken.
    var isClosed = false
    /// Whether nobody knows any more what is on the disk.
    var hasGivenUp = false
    /// Whether the journal's thread is to end when nothing is queued any more.
    var isJournalEnding = false
    /// Whether the journal's thread waits to be woken.
    var isJournalWaiting = false
    /// Who waits for a new segment to begin.
    var cutWaiter: (@Sendable (Result<Cut, StorageError>) -> Void)?
    /// Who waits for the next checkpoint.
    var checkpointWaiters: [@Sendable (Result<Void, StorageError>) -> Void] = []
    /// Whether the thread of the checkpoints has been told that one is due.
    var isCheckpointDue = false
    /// How many changes and bytes the journal has since the last cut.
    private(set) var changesSinceCut: Int
    private(set) var bytesSinceCut: Int
    /// How many bytes the journal has that were written before it.
    private(set) var bytesBeforeCut = 0
    /// How many bytes of the journal no files cover yet.
    var journalBytes: Int { bytesBeforeCut + bytesSinceCut }

    /// A moment at which a new segment of the journal began: what a checkpoint has to bring up to date.
    struct Cut: Sendable {
        /// The last change of the segment before.
        var revision: Revision
        /// The segment that goes on behind it.
        var segment: Int
        /// The files that were not up to date then.
        var changed: ChangedFiles
    }

    /// A repository's state after a start.
    init(_ recovery: consuming Recovery, journalEnd: Int) {
        queue = CommitQueue(durable: recovery.revision, offset: journalEnd)
        changed = recovery.changed
        changesSinceCut = recovery.journal.changes
        bytesSinceCut = recovery.journal.lastSegment == nil ? journalEnd : recovery.journal.bytes
        catalogue = recovery.finish()
    }

    /// Makes a change and queues it for the journal.
    ///
    /// - Returns: Whether the journal's thread has to be woken.
    mutating func commit(
        _ change: Change, _ waiter: @escaping @Sendable (CommitQueue.Ending) -> Void
    ) -> Bool {
        catalogue.apply(change)
        changed.add(change)
        queue.add(change, waiter)
        return wakeJournal()
    }

    /// Whether the journal's thread has to be woken; from then on it counts as awake.
    mutating func wakeJournal() -> Bool {
        exchange(&isJournalWaiting, with: false)
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
        var cut: (made: Cut, waiter: @Sendable (Result<Cut, StorageError>) -> Void)?
    }

    /// Takes what is queued, to be written behind a journal, and lets a new segment begin if somebody waits
    /// for that.
    mutating func take(behind journal: JournalWriter) -> JournalTask {
        let count = queue.count
        let newest = queue.newest
        var task = JournalTask(lines: queue.take(), through: newest, count: count)
        if let waiter = exchange(&cutWaiter, with: nil) {
            let segment = journal.number + 1
            queue.turnPage(headerBytes: JournalSegment.header(number: segment, continues: task.through).count)
            let cut = Cut(
                revision: task.through, segment: segment, changed: exchange(&changed, with: ChangedFiles()))
            task.cut = (cut, waiter)
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
    mutating func finish(_ task: inout JournalTask) -> CommitQueue.Wakeups {
        changesSinceCut += task.count
        bytesSinceCut += task.lines.count
        let wakeups = queue.finish(exchange(&task.lines, with: []))
        publishAside()
        return wakeups
    }

    /// Notes that a new segment has begun.
    mutating func finishCut(journalEnd: Int) {
        bytesBeforeCut += bytesSinceCut
        bytesSinceCut = journalEnd
        changesSinceCut = 0
        isCheckpointDue = false
    }

    /// Notes that the segments before a cut are gone.
    mutating func finishCheckpoint() {
        bytesBeforeCut = 0
    }

    /// Notes that the files were not brought up to what a cut would have brought them to.
    mutating func putBack(_ cut: Cut) {
        changed.formUnion(cut.changed)
    }

    /// Whether the thread of the checkpoints has to be woken, since the journal has become too long.
    mutating func wakeCheckpoints(_ limits: StorageLimits) -> Bool {
        guard !isCheckpointDue else { return false }
        isCheckpointDue =
            bytesSinceCut >= limits.journalBytesMax || changesSinceCut >= limits.journalChangesMax
        return isCheckpointDue
    }

    /// Takes back everything that is not durable.
    mutating func takeBack(journalEnd: Int, _ ending: CommitQueue.Ending) -> CommitQueue.Wakeups {
        let (changes, wakeups) = queue.takeBack(to: journalEnd, ending)
        // What was made aside is not in the catalogue.
        for change in changes where change.revision != asideRevision { catalogue.revert(change) }
        asideRevision = nil
        return wakeups
    }
}
