public import Checklists
import Foundation
import MemoryStore

extension FileStore {
    /// Opens a data folder, and makes it if it is missing. In a folder without any change the first lists are
    /// made.
    ///
    /// Torn ends of the journal are cut off and kept beside it, and `onEvent` says so.
    /// - Parameters:
    ///   - path: The folder. One process works on it at a time.
    ///   - limits: How far journal and checkpoints go.
    ///   - background: Where long work is done, so that no connection waits for it.
    ///   - now: The time that changes are stamped with.
    ///   - uptime: What durations are measured by.
    ///   - makeEpoch: Draws an epoch, for a folder that has none.
    ///   - makeSecret: Draws a secret, for a folder that has none.
    ///   - onEvent: Called on the store's own threads with what happens.
    ///   - onFatal: Called when nobody knows any more what is on the disk. It has to end the process:
    ///     everybody who
    ///     waits would be told something that may not be true.
    /// - Throws: `StorageError`, which says what to do. Nothing was changed then, but for what was to be put
    ///   in order
    ///   after a crash.
    public static func open(
        at path: String, limits: StorageLimits = StorageLimits(),
        background: any TaskExecutor = globalConcurrentExecutor,
        now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        makeEpoch: @escaping @Sendable () -> Epoch,
        makeSecret: @escaping @Sendable () -> StoreSecret = StoreSecret.drawn,
        onEvent: @escaping @Sendable (StorageEvent) -> Void = { _ in },
        onFatal: @escaping @Sendable (any Error) -> Void
    ) async throws -> FileStore {
        let store = try await open(
            DataFolder(at: path), limits: limits, background: background, now: now, uptime: uptime,
            makeEpoch: makeEpoch, makeSecret: makeSecret, onEvent: onEvent, onFatal: onFatal
        )
        do {
            _ = try await store.write(MakeFirstList(), as: nil, ifMatch: nil, once: nil)
            // It ends early only because the store is closed.
            Task(executorPreference: background) { try? await store.prepareSearch() }
            return store
        } catch {
            await store.close()
            throw error
        }
    }

    /// Opens a data folder without making first lists.
    package static func open(
        _ folder: DataFolder, limits: StorageLimits = StorageLimits(),
        background: any TaskExecutor = globalConcurrentExecutor,
        now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        makeEpoch: @escaping @Sendable () -> Epoch,
        makeSecret: @escaping @Sendable () -> StoreSecret = StoreSecret.drawn,
        onEvent: @escaping @Sendable (StorageEvent) -> Void = { _ in },
        onFatal: @escaping @Sendable (any Error) -> Void
    ) async throws -> FileStore {
        try await withCheckedThrowingContinuation { continuation in
            // Files are read on a thread of their own: this may take seconds.
            Thread.detachNewThread {
                do throws(StorageError) {
                    let store = try begin(
                        folder, limits: limits, background: background, now: now, uptime: uptime,
                        makeEpoch: makeEpoch, makeSecret: makeSecret, onEvent: onEvent, onFatal: onFatal
                    )
                    continuation.resume(returning: store)
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    /// Locks a folder, reads it, puts it in order and begins to write.
    private static func begin(
        _ folder: DataFolder, limits: StorageLimits, background: any TaskExecutor,
        now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant, makeEpoch: @Sendable () -> Epoch,
        makeSecret: @escaping @Sendable () -> StoreSecret,
        onEvent: @escaping @Sendable (StorageEvent) -> Void,
        onFatal: @escaping @Sendable (any Error) -> Void
    ) throws(StorageError) -> FileStore {
        try asStorageError { () throws(FileError) in try folder.make() }
        let lock = try folder.lock()
        do throws(StorageError) {
            let moment = now()
            let recovery = try Recovery.read(folder, now: moment, threads: limits.readingThreadsMax)
            // Without a readable secret, signed links and push subscriptions would end silently.
            _ = try folder.secret()
            // What clients saw of a revision may not be what a file says of it that was repaired by hand.
            let oldEpoch: Epoch? = if recovery.isRepaired { nil } else { try folder.epoch() }
            for notice in recovery.notices { onEvent(.notice(notice)) }
            let (journal, notices) = try recovery.putInOrder(at: moment)
            for notice in notices { onEvent(.notice(notice)) }
            let epoch = oldEpoch ?? makeEpoch()
            if oldEpoch == nil { folder.begin(epoch) }
            let files = recovery.checkpointFiles
            let state = FileStoreState(recovery, journalEnd: journal.end, capacity: limits.capacity)
            let store = FileStore(
                folder, state, epoch: epoch, lock: lock, limits: limits,
                background: background, now: now, uptime: uptime, makeSecret: makeSecret,
                onEvent: onEvent, onFatal: onFatal
            )
            store.start(journal, files)
            return store
        } catch {
            folder.fileSystem.close(lock)
            throw error
        }
    }
}
