public import Checklists
import Foundation
public import MemoryStore
import Paging
import Synchronization

/// A store in memory that keeps everything in the files of a folder: whatever was answered, to a write
/// or to a read, is there after a power failure.
///
/// A request changes the memory under the lock, puts its line into a queue and waits without blocking. One
/// thread appends what was queued to the journal and syncs it; what is queued meanwhile is the next batch.
/// Another thread brings the files up to date now and then. No caller ever waits for a file.
///
/// This module is what makes that durable: journal, checkpoints, recovery, backup. It touches the files of
/// its folder and nothing else.
public final class FileStore: IndexedStore {
    public let epoch: Epoch
    public let servedSince: Timestamp
    public let retention: Retention
    let state: Lock<FileStoreState>
    let folder: DataFolder
    let limits: StorageLimits
    let clock: @Sendable () -> Timestamp
    let uptime: @Sendable () -> ContinuousClock.Instant
    let onEvent: @Sendable (StorageEvent) -> Void
    let onFatal: @Sendable (any Error) -> Void
    /// Draws a secret, for a folder that has none.
    let makeSecret: @Sendable () -> StoreSecret
    /// The secret, once somebody has asked for it.
    let knownSecret = Mutex<StoreSecret?>(nil)
    /// Where long work is done, so that no connection waits for it.
    let background: any TaskExecutor
    /// Tells of what became durable.
    let feed = CommitFeed()
    /// Wakes the journal's thread.
    let journalSemaphore = Semaphore()
    /// Wakes the thread of the checkpoints.
    let checkpointSemaphore = Semaphore()
    /// Given when a thread has ended.
    private let journalEnded = Semaphore()
    private let checkpointsEnded = Semaphore()
    /// Says once that the store is closed.
    private let closing = Mutex(false)
    /// The file that is locked. The journal's thread marks in it how far the journal is on the disk.
    let lock: File

    init(
        _ folder: DataFolder, _ state: consuming FileStoreState, epoch: Epoch, lock: File,
        limits: StorageLimits, background: any TaskExecutor,
        now clock: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant,
        makeSecret: @escaping @Sendable () -> StoreSecret,
        onEvent: @escaping @Sendable (StorageEvent) -> Void,
        onFatal: @escaping @Sendable (any Error) -> Void
    ) {
        self.state = Lock(state)
        self.epoch = epoch
        servedSince = clock()
        retention = limits.retention
        self.folder = folder
        self.lock = lock
        self.limits = limits
        self.background = background
        self.clock = clock
        self.uptime = uptime
        self.makeSecret = makeSecret
        self.onEvent = onEvent
        self.onFatal = onFatal
    }

    /// Begins to write. Until `close` the threads keep the store alive.
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

    public func commits() -> AsyncStream<Commit> { feed.stream() }

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
        state.withLock { $0.availability.isClosed = true }
        checkpointSemaphore.send()
        checkpointsEnded.wait()
        state.withLock { $0.journal.isEnding = true }
        journalSemaphore.send()
        journalEnded.wait()
        folder.fileSystem.close(lock)
        feed.finish()
    }
}
