public import Checklists
import Foundation
import Synchronization

/// A repository in memory that keeps everything in the files of a folder: whatever was answered, to a write
/// or to a read, is there after a power failure.
///
/// A request changes the catalogue under the lock, puts its line into a queue and waits without blocking. One
/// thread appends what was queued to the journal and syncs it; what is queued meanwhile is the next batch.
/// Another thread brings the files up to date now and then. No caller ever waits for a file.
public final class FileRepository: CatalogueRepository {
    let state: Lock<RepositoryState>
    let folder: DataFolder
    let limits: StorageLimits
    let clock: @Sendable () -> Timestamp
    let uptime: @Sendable () -> ContinuousClock.Instant
    let onEvent: @Sendable (StorageEvent) -> Void
    let onFatal: @Sendable (any Error) -> Void
    /// Told of every change once it is durable, by the task that asked for it.
    let onCommit: @Sendable (Change) -> Void
    /// Wakes the journal's thread.
    let journalSignal = Signal()
    /// Wakes the thread of the checkpoints.
    let checkpointSignal = Signal()
    /// Given when a thread has ended.
    private let journalEnded = Signal()
    private let checkpointsEnded = Signal()
    /// Says once that the repository is closed.
    private let closing = Mutex(false)
    /// The file that is locked. The journal's thread marks in it how far the journal is on the disk.
    let lock: File

    init(
        _ folder: DataFolder, _ state: consuming RepositoryState, lock: File, limits: StorageLimits,
        now clock: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant,
        onEvent: @escaping @Sendable (StorageEvent) -> Void,
        onFatal: @escaping @Sendable (any Error) -> Void,
        onCommit: @escaping @Sendable (Change) -> Void
    ) {
        self.state = Lock(state)
        self.folder = folder
        self.lock = lock
        self.limits = limits
        self.clock = clock
        self.uptime = uptime
        self.onEvent = onEvent
        self.onFatal = onFatal
        self.onCommit = onCommit
    }

    /// Begins to write. Until `close` the threads keep the repository alive.
    func start(_ journal: JournalWriter, _ files: CheckpointFiles) {
        Thread.detachNewThread {
            self.runJournal(journal)
            self.journalEnded.send()
        }
        Thread.detachNewThread {
            self.runCheckpoints(files)
            self.checkpointsEnded.send()
        }
    }

    /// The time that changes are stamped with.
    public func now() -> Timestamp { clock() }

    /// Writes and syncs what was begun, seals the journal and releases the folder. Requests fail from now on.
    public func close() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.stop()
                continuation.resume()
            }
        }
    }

    /// Ends the threads, one after the other: a checkpoint that is under way needs the journal.
    private func stop() {
        let wasClosed = closing.withLock { exchange(&$0, with: true) }
        if wasClosed { return }
        state.withLock { $0.isClosed = true }
        checkpointSignal.send()
        checkpointsEnded.wait()
        state.withLock { $0.isJournalEnding = true }
        journalSignal.send()
        journalEnded.wait()
        folder.fileSystem.close(lock)
    }
}
