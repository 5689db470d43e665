public import Checklists
import Foundation
public import MemoryStore
import Paging
import Synchronization

/// A store in memory that persists everything in the files of a folder. All data that a read or a write has
/// returned survives a power failure.
///
/// A request changes the memory under the lock, queues its journal line and waits without blocking. One
/// thread appends the queued lines to the journal and syncs it; lines that are queued meanwhile form the next
/// batch. Another thread makes checkpoints. No caller blocks a thread on file I/O.
///
/// This module is durability: journal, checkpoints, recovery, backup and replica. It accesses only the files
/// of the data folder and of its copies.
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
    /// Draws a secret, for a folder without one.
    let makeSecret: @Sendable () -> StoreSecret
    /// The secret, once it has been read.
    let knownSecret = Mutex<StoreSecret?>(nil)
    /// Runs long computations, so that they block no connection.
    let background: any TaskExecutor
    /// Publishes durable changes.
    let feed = CommitFeed()
    /// Copies the journal to a second folder; `nil` without one.
    let replicator: Replicator?
    let journalSemaphore = Semaphore()
    let checkpointSemaphore = Semaphore()
    /// Signalled when the thread has ended.
    private let journalEnded = Semaphore()
    private let checkpointsEnded = Semaphore()
    /// Whether `close` has been called.
    private let closing = Mutex(false)
    /// The locked file. The journal's thread writes the durable watermark into it.
    let lock: File

    init(
        _ folder: DataFolder, _ state: consuming FileStoreState, epoch: Epoch, lock: File,
        limits: StorageLimits, replica: ReplicaSettings?, background: any TaskExecutor,
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
        replicator = replica.map {
            Replicator($0, of: folder, now: clock, uptime: uptime, onEvent: onEvent)
        }
    }

    /// Starts the threads. They keep the store alive until `close`.
    ///
    /// - Parameter writtenAt: The time of the last write to the journal before the start, if it is known.
    func start(_ journal: JournalWriter, _ files: CheckpointFiles, writtenAt: Timestamp?) {
        Thread.detachNewThread {
            self.runJournal(journal, writtenAt: writtenAt)
            self.journalEnded.send()
        }
        Thread.detachNewThread {
            self.runCheckpoints(files)
            self.checkpointsEnded.send()
        }
        guard let replicator else { return }
        Thread.detachNewThread { replicator.run(self.identity) }
    }

    public func commits() -> AsyncStream<Commit> { feed.stream() }

    public func now() -> Timestamp { clock() }

    /// Completes queued writes, seals the journal and releases the folder. Later requests fail.
    public func close() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.stop()
                continuation.resume()
            }
        }
    }

    /// Ends the threads one after the other, because a running checkpoint needs the journal.
    private func stop() {
        let wasClosed = closing.withLock { exchange(&$0, with: true) }
        if wasClosed { return }
        state.withLock { $0.availability.isClosed = true }
        checkpointSemaphore.send()
        checkpointsEnded.wait()
        state.withLock { $0.journal.isEnding = true }
        journalSemaphore.send()
        journalEnded.wait()
        replicator?.stop()
        folder.fileSystem.close(lock)
        feed.finish()
    }
}
