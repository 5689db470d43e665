import Checklists
import Synchronization

/// The state of the thread that copies. Any error makes it look at the folder anew.
struct ReplicaWorker: ~Copyable {
    private let settings: ReplicaSettings
    private let source: DataFolder
    private let now: @Sendable () -> Timestamp
    private let uptime: @Sendable () -> ContinuousClock.Instant
    private let onEvent: @Sendable (StorageEvent) -> Void

    /// The followed generation.
    private var generation: ReplicaGeneration?
    /// The locked file of the folder.
    private var lock: File?
    private var checkedAt: ContinuousClock.Instant?
    /// Whether the folder was the copy of this store before.
    private var hasFollowed = false
    /// Whether the disk may lack what was copied.
    private var needsGeneration = false
    /// The reason for which the new generation failed, while the old one is followed.
    private var generationFailure: (error: StorageError, at: ContinuousClock.Instant)?

    private var replica: Replica { settings.replica }

    init(
        _ settings: ReplicaSettings, _ source: DataFolder, now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant,
        onEvent: @escaping @Sendable (StorageEvent) -> Void
    ) {
        self.settings = settings
        self.source = source
        self.now = now
        self.uptime = uptime
        self.onEvent = onEvent
    }

    /// Copies what became durable since the last call.
    mutating func copy(
        for identity: () throws(StorageError) -> String, _ progress: borrowing Mutex<ReplicaProgress>
    ) throws(StorageError) {
        guard let position = progress.withLock({ $0.position }) else { return }
        let isDue = checkedAt.map { uptime() - $0 >= settings.checkInterval } ?? true
        if isDue {
            try checkFolder(identity)
            checkedAt = uptime()
        }
        if generation == nil, !needsGeneration { generation = try continued(at: position) }
        try follow(progress)
        if isDue { try generation?.copyDocuments() }
        try beginGenerationIfDue(progress)
    }

    /// Forgets everything about the folder after an error.
    mutating func reset(after error: StorageError) {
        // After a failed sync, pages that were not written count as written.
        if case .system(let cause) = error, cause.isFailedSync { needsGeneration = true }
        close()
    }

    mutating func close() {
        generation?.close()
        generation = nil
        if let lock { replica.folder.fileSystem.close(lock) }
        lock = nil
        checkedAt = nil
    }

    /// Checks that the folder is the copy of this store. An unused folder becomes one.
    private mutating func checkFolder(_ identity: () throws(StorageError) -> String) throws(StorageError) {
        let identity = try identity()
        if let owner = try replica.owner() {
            guard owner == identity else { throw .foreignReplica(path: replica.folder.path) }
        } else {
            guard try replica.isUnused() else {
                throw .missing(
                    file: replica.folder.path(of: ReplicaFile.name), reason: "the folder has other files")
            }
            close()
            try asStorageError { () throws(FileError) in try replica.begin(for: identity) }
            if hasFollowed { onEvent(.notice(emptyNotice)) }
        }
        if lock == nil {
            lock = try replica.lock()
            try asStorageError { () throws(FileError) in try replica.removePartials() }
        }
        hasFollowed = true
    }

    private var emptyNotice: String {
        """
        The replica in \(replica.folder.path) is gone, and the folder is empty. A new replica begins there. \
        Check that its file system is mounted.
        """
    }

    /// The newest generation, if it can be continued.
    private func continued(at position: JournalPosition) throws(StorageError) -> ReplicaGeneration? {
        let names = try asStorageError { () throws(FileError) in try replica.generations() }
        guard let last = names.last else { return nil }
        return try ReplicaGeneration(continuing: last, of: replica, from: source, to: position)
    }

    /// Copies what waits into the followed generation, if there is one.
    private mutating func follow(_ progress: borrowing Mutex<ReplicaProgress>) throws(StorageError) {
        guard generation != nil, let batch = take(progress) else { return }
        do throws(StorageError) {
            try follow(batch)
        } catch {
            progress.withLock { $0.putBack(batch) }
            throw error
        }
        progress.withLock { generation == nil ? $0.putBack(batch) : $0.finish() }
    }

    /// Copies a batch into the followed generation, if there is one. Drops a generation that lacks something.
    private mutating func follow(_ batch: ReplicaProgress.Batch) throws(StorageError) {
        // Moments come first, so that each copied change has one.
        try generation?.append(batch.moments)
        let isWhole = try asStorageError { () throws(FileError) in
            try generation?.advance(to: batch.position) ?? true
        }
        guard !isWhole else { return }
        generation?.close()
        generation = nil
    }

    private func take(_ progress: borrowing Mutex<ReplicaProgress>) -> ReplicaProgress.Batch? {
        progress.withLock { $0.take(at: now()) }
    }

    private mutating func beginGenerationIfDue(
        _ progress: borrowing Mutex<ReplicaProgress>
    ) throws(StorageError) {
        guard let old = generation else { return try beginGeneration(progress) }
        let bytesMax = max(settings.generationJournalBytesMax, old.baseBytes)
        guard
            now() >= old.name.start.advanced(by: settings.generationAgeMax) || old.journalBytes >= bytesMax
        else {
            generationFailure = nil
            return
        }
        if let failure = generationFailure, uptime() - failure.at < settings.generationRetry {
            throw failure.error
        }
        do throws(StorageError) {
            try beginGeneration(progress)
            generationFailure = nil
        } catch {
            generationFailure = (error, uptime())
            throw error
        }
    }

    /// Makes a new generation, and follows the old one meanwhile.
    private mutating func beginGeneration(
        _ progress: borrowing Mutex<ReplicaProgress>
    ) throws(StorageError) {
        let names = try asStorageError { () throws(FileError) in try replica.generations() }
        // The clock may have been set back.
        let start = max(now(), names.last?.start.advanced(byMilliseconds: 1) ?? .earliest)
        let name = ReplicaGenerationName(start: start)
        do throws(StorageError) {
            var new = try ReplicaGeneration(beginning: name, of: replica, from: source)
            do throws(StorageError) {
                try fill(&new, progress)
            } catch {
                new.close()
                throw error
            }
            generation?.close()
            generation = new
            needsGeneration = false
        } catch {
            replica.remove(partial: name.text + ReplicaGenerationName.partialSuffix)
            throw error
        }
        let kept = now().advanced(by: .zero - settings.keeps)
        try asStorageError { () throws(FileError) in try replica.removeGenerations(endingBefore: kept) }
    }

    /// Copies everything into a new generation.
    private mutating func fill(
        _ new: inout ReplicaGeneration, _ progress: borrowing Mutex<ReplicaProgress>
    ) throws(StorageError) {
        for file in try new.files() {
            try new.copyFile(file)
            try follow(progress)
            guard let position = progress.withLock({ $0.position }) else { continue }
            try Self.advance(&new, to: position)
        }
        // The files show changes up to this one at most.
        guard let batch = take(progress) else { return }
        do throws(StorageError) {
            try follow(batch)
            try Self.advance(&new, to: batch.position)
            try new.copyDocuments()
            try new.complete(at: ReplicaMoment(time: batch.time, revision: batch.through), in: replica)
        } catch {
            progress.withLock { $0.putBack(batch) }
            throw error
        }
        progress.withLock { $0.finish() }
    }

    private static func advance(
        _ generation: inout ReplicaGeneration, to position: JournalPosition
    ) throws(StorageError) {
        let isWhole = try asStorageError { () throws(FileError) in try generation.advance(to: position) }
        guard isWhole else {
            throw .missing(
                file: generation.source.path(of: FileName.segment(generation.position.segment)),
                reason: "a checkpoint removed it before it was copied")
        }
    }
}
