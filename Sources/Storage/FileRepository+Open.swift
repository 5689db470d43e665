public import Checklists
import Foundation

extension FileRepository {
    /// Opens a data folder, and makes it if it is missing. In a folder without any change the first lists are
    /// made.
    ///
    /// Torn ends of the journal are cut off and kept beside it, and `onEvent` says so.
    /// - Parameters:
    ///   - path: The folder. One process works on it at a time.
    ///   - limits: How far journal and checkpoints go.
    ///   - now: The time that changes are stamped with.
    ///   - uptime: What durations are measured by.
    ///   - onEvent: Called on the store's own threads with what happens.
    ///   - onCommit: Told of every change once it is durable, before whoever asked for it.
    ///   - onFatal: Called when nobody knows any more what is on the disk. It has to end the process:
    ///     everybody who
    ///     waits would be told something that may not be true.
    /// - Throws: `StorageError`, which says what to do. Nothing was changed then, but for what was to be put
    ///   in order
    ///   after a crash.
    public static func open(
        at path: String, limits: StorageLimits = StorageLimits(),
        now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        onEvent: @escaping @Sendable (StorageEvent) -> Void = { _ in },
        onCommit: @escaping @Sendable (Change) -> Void = { _ in },
        onFatal: @escaping @Sendable (any Error) -> Void
    ) async throws -> FileRepository {
        let repository = try await open(
            DataFolder(at: path), limits: limits, now: now, uptime: uptime, onEvent: onEvent,
            onCommit: onCommit, onFatal: onFatal
        )
        do {
            let moment = now()
            _ = try await repository.write { catalogue in
                if let change = catalogue.firstStart(at: moment) { return .change(change, ()) }
                return .unchanged((), asOf: .zero)
            }
            return repository
        } catch {
            await repository.close()
            throw error
        }
    }

    /// Opens a data folder without making first lists.
    package static func open(
        _ folder: DataFolder, limits: StorageLimits = StorageLimits(),
        now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        onEvent: @escaping @Sendable (StorageEvent) -> Void = { _ in },
        onCommit: @escaping @Sendable (Change) -> Void = { _ in },
        onFatal: @escaping @Sendable (any Error) -> Void
    ) async throws -> FileRepository {
        try await withCheckedThrowingContinuation { continuation in
            // Files are read on a thread of their own: this may take seconds.
            Thread.detachNewThread {
                do throws(StorageError) {
                    let repository = try begin(
                        folder, limits: limits, now: now, uptime: uptime, onEvent: onEvent,
                        onCommit: onCommit, onFatal: onFatal
                    )
                    continuation.resume(returning: repository)
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    /// Locks a folder, reads it, puts it in order and begins to write.
    private static func begin(
        _ folder: DataFolder, limits: StorageLimits, now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant,
        onEvent: @escaping @Sendable (StorageEvent) -> Void,
        onCommit: @escaping @Sendable (Change) -> Void, onFatal: @escaping @Sendable (any Error) -> Void
    ) throws(StorageError) -> FileRepository {
        try asStorageError { () throws(FileError) in try folder.make() }
        let lock = try folder.lock()
        do throws(StorageError) {
            let moment = now()
            let recovery = try Recovery.read(folder, now: moment, threads: limits.readingThreadsMax)
            for notice in recovery.notices { onEvent(.notice(notice)) }
            let (journal, notices) = try recovery.putInOrder(at: moment)
            for notice in notices { onEvent(.notice(notice)) }
            let files = recovery.checkpointFiles
            let repository = FileRepository(
                folder, RepositoryState(recovery, journalEnd: journal.end), lock: lock, limits: limits,
                now: now, uptime: uptime, onEvent: onEvent, onFatal: onFatal, onCommit: onCommit
            )
            repository.start(journal, files)
            return repository
        } catch {
            folder.fileSystem.close(lock)
            throw error
        }
    }
}
