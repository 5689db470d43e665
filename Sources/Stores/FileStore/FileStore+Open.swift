public import Checklists
import Foundation
import MemoryStore

extension FileStore {
    /// Opens a data folder, and creates it if it is missing. In a folder without changes it adds the first
    /// lists.
    ///
    /// It truncates torn ends of the journal, keeps them beside it, and reports them to `onEvent`.
    /// - Parameters:
    ///   - path: The folder. One process at a time can use it.
    ///   - limits: The limits of journal and checkpoints.
    ///   - replica: The second copy to keep up to date; `nil` for none.
    ///   - background: Runs long computations, so that they block no connection.
    ///   - now: The clock for the timestamps of changes.
    ///   - uptime: The clock for durations.
    ///   - makeEpoch: Draws an epoch, for a folder without one.
    ///   - makeSecret: Draws a secret, for a folder without one.
    ///   - onEvent: Called on the store's threads with events.
    ///   - onFatal: Called when the content of the disk is unknown. It must end the process: otherwise
    ///     waiting callers would get responses that may be false.
    /// - Throws: `StorageError`, which says what to do. Nothing has changed then, except for repairs after a
    ///   crash.
    public static func open(
        at path: String, limits: StorageLimits = StorageLimits(),
        replica: ReplicaSettings? = nil, background: any TaskExecutor = globalConcurrentExecutor,
        now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        makeEpoch: @escaping @Sendable () -> Epoch,
        makeSecret: @escaping @Sendable () -> StoreSecret = StoreSecret.drawn,
        onEvent: @escaping @Sendable (StorageEvent) -> Void = { _ in },
        onFatal: @escaping @Sendable (any Error) -> Void
    ) async throws -> FileStore {
        let store = try await open(
            DataFolder(at: path), limits: limits, replica: replica, background: background, now: now,
            uptime: uptime, makeEpoch: makeEpoch, makeSecret: makeSecret, onEvent: onEvent, onFatal: onFatal
        )
        do {
            _ = try await store.write(MakeFirstList(), as: nil, ifMatch: nil, idempotencyKey: nil)
            // The search preparation throws only if the store is closed.
            Task(executorPreference: background) { try? await store.prepareSearch() }
            return store
        } catch {
            await store.close()
            throw error
        }
    }

    /// Opens a data folder without adding the first lists.
    package static func open(
        _ folder: DataFolder, limits: StorageLimits = StorageLimits(),
        replica: ReplicaSettings? = nil, background: any TaskExecutor = globalConcurrentExecutor,
        now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        makeEpoch: @escaping @Sendable () -> Epoch,
        makeSecret: @escaping @Sendable () -> StoreSecret = StoreSecret.drawn,
        onEvent: @escaping @Sendable (StorageEvent) -> Void = { _ in },
        onFatal: @escaping @Sendable (any Error) -> Void
    ) async throws -> FileStore {
        try await withCheckedThrowingContinuation { continuation in
            // A separate thread reads the files, because this can take seconds.
            Thread.detachNewThread {
                do throws(StorageError) {
                    let store = try begin(
                        folder, limits: limits, replica: replica, background: background, now: now,
                        uptime: uptime, makeEpoch: makeEpoch, makeSecret: makeSecret, onEvent: onEvent,
                        onFatal: onFatal
                    )
                    continuation.resume(returning: store)
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    /// Locks a folder, recovers its content and starts the threads.
    private static func begin(
        _ folder: DataFolder, limits: StorageLimits, replica: ReplicaSettings?,
        background: any TaskExecutor, now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant, makeEpoch: @Sendable () -> Epoch,
        makeSecret: @escaping @Sendable () -> StoreSecret,
        onEvent: @escaping @Sendable (StorageEvent) -> Void,
        onFatal: @escaping @Sendable (any Error) -> Void
    ) throws(StorageError) -> FileStore {
        try asStorageError { () throws(FileError) in try folder.make() }
        let lock = try folder.lock()
        do throws(StorageError) {
            let moment = now()
            var recovery = try Recovery.read(folder, now: moment, threads: limits.readingThreadsMax)
            // Read before the repairs, which write too.
            let writtenAt = recovery.journalWrittenAt
            let knownEpoch = try folder.epoch()
            try recovery.makeUncovered(makeSecret)
            for notice in recovery.notices { onEvent(.notice(notice)) }
            var (journal, notices) = try recovery.putInOrder(at: moment)
            for notice in notices { onEvent(.notice(notice)) }
            if recovery.isNew { onEvent(.storeMade(folder: folder.path)) }
            if knownEpoch == nil, recovery.revision > .zero {
                try recovery.beginHistory(&journal)
                onEvent(.notice("\(FileName.epoch) is missing: new numbers skip those in use."))
            }
            // A manual repair can give a revision another content than clients have seen.
            let oldEpoch = recovery.isRepaired ? nil : knownEpoch
            let epoch = oldEpoch ?? makeEpoch()
            if oldEpoch == nil {
                try asStorageError { () throws(FileError) in try folder.begin(epoch) }
            }
            let files = recovery.checkpointFiles
            let state = FileStoreState(recovery, journalEnd: journal.end, capacity: limits.capacity)
            let store = FileStore(
                folder, state, epoch: epoch, lock: lock, limits: limits,
                replica: replica, background: background, now: now, uptime: uptime, makeSecret: makeSecret,
                onEvent: onEvent, onFatal: onFatal
            )
            store.start(journal, files, writtenAt: writtenAt)
            return store
        } catch {
            folder.fileSystem.close(lock)
            throw error
        }
    }
}
