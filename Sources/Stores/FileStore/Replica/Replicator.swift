import Checklists
import Synchronization

/// Keeps a replica up to date, on a thread of its own. Nothing waits for it.
final class Replicator: Sendable {
    private let replica: Replica
    private let source: DataFolder
    private let settings: ReplicaSettings
    private let now: @Sendable () -> Timestamp
    private let uptime: @Sendable () -> ContinuousClock.Instant
    private let onEvent: @Sendable (StorageEvent) -> Void
    private let progress = Mutex(ReplicaProgress())
    private let semaphore = Semaphore()
    private let ended = Semaphore()

    init(
        _ settings: ReplicaSettings, of source: DataFolder, now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant,
        onEvent: @escaping @Sendable (StorageEvent) -> Void
    ) {
        replica = settings.replica
        self.source = source
        self.settings = settings
        self.now = now
        self.uptime = uptime
        self.onEvent = onEvent
    }

    /// Records that the journal is durable up to a position. Called before the changes are acknowledged.
    ///
    /// - Parameter time: A time by which the changes were durable; `nil` for now.
    func record(_ position: JournalPosition, through revision: Revision?, by time: Timestamp? = nil) {
        let instant = uptime()
        let now = now()
        let moment = revision.map { ReplicaMoment(time: min(now, time ?? now), revision: $0) }
        let lag: Duration? = progress.withLock { progress in
            progress.record(position, moment, at: instant)
            let lag = progress.lag(at: instant)
            if progress.isKnownLate || progress.failure != nil || lag < settings.lagMax { return nil }
            progress.isKnownLate = true
            return lag
        }
        // The thread of the replica may hang in a system call and report nothing.
        if let lag { onEvent(.replicaLate(lag)) }
    }

    var status: ReplicaStatus {
        let instant = uptime()
        return progress.withLock { progress in
            ReplicaStatus(
                failure: progress.failure?.summary, lag: progress.lag(at: instant),
                failures: progress.failures, lastSuccess: progress.lastSuccess)
        }
    }

    /// Copies until `stop`.
    ///
    /// - Parameter identity: Returns the identity of the store.
    func run(_ identity: () throws(StorageError) -> String) {
        progress.withLock { $0.lastSuccessAt = uptime() }
        var worker = ReplicaWorker(settings, source, now: now, uptime: uptime, onEvent: onEvent)
        while true {
            let (isEnding, hasJournal, isHalted) = progress.withLock {
                ($0.isEnding, $0.position != nil, $0.isHalted)
            }
            if isHalted { break }
            var failure: StorageError?
            do throws(StorageError) {
                try worker.copy(for: identity, progress)
            } catch {
                failure = error
                worker.reset(after: error)
            }
            // Before the journal is open, nothing is copied.
            if hasJournal { report(failure) }
            if isEnding { break }
            semaphore.wait(secondsMax: failure == nil ? settings.pauseSeconds : settings.retrySeconds)
        }
        worker.close()
        ended.send()
    }

    /// Ends the thread without a further copy: the folder may be that of another store.
    func halt() {
        progress.withLock { $0.isHalted = true }
        semaphore.send()
    }

    /// Copies the rest and ends the thread, unless it hangs.
    func stop() {
        progress.withLock { $0.isEnding = true }
        semaphore.send()
        ended.wait(secondsMax: settings.stopSeconds)
    }

    /// Reports a change of the state.
    private func report(_ failure: StorageError?) {
        let time = now()
        let instant = uptime()
        let isNews = progress.withLock { progress in
            let old = exchange(&progress.failure, with: failure)
            guard let failure else {
                let isFirst = progress.lastSuccess == nil
                progress.lastSuccess = time
                progress.lastSuccessAt = instant
                return exchange(&progress.isKnownLate, with: false) || old != nil || isFirst
            }
            progress.failures += 1
            return old?.summary != failure.summary
        }
        if isNews { onEvent(failure.map { .replicaFailed($0) } ?? .replicaFollows) }
    }
}

/// The folder of a replica, and every size and wait.
public struct ReplicaSettings: Sendable {
    /// The folder of the copy.
    public var replica: Replica
    /// The time for which a replica keeps moments: 7 days.
    public var keeps = Duration.seconds(7 * 86_400)
    /// The age at which a new generation begins: a day.
    public var generationAgeMax = Duration.seconds(86_400)
    /// The size of a copied journal at which a new generation begins, if the other files are not larger:
    /// 512 MiB.
    public var generationJournalBytesMax = 512 << 20
    /// The pause between two copies: 0.2 s.
    public var pauseSeconds = 0.2
    /// The pause after a failed copy: 1 s.
    public var retrySeconds = 1.0
    /// The pause after a failed new generation, while the old one is followed: 60 s.
    public var generationRetry = Duration.seconds(60)
    /// The time between two checks that the folder is still the same: 1 s.
    public var checkInterval = Duration.seconds(1)
    /// The age of a waiting change that is reported: 10 s.
    public var lagMax = Duration.seconds(10)
    /// How long a stop waits for the last copy: 5 s.
    public var stopSeconds = 5.0

    /// Makes the default settings.
    public init(_ replica: Replica) {
        self.replica = replica
    }
}

extension StorageError {
    /// The reason in a few words, without a path.
    var summary: String {
        switch self {
        case .system(let error): error.reason
        case .foreignReplica: "the folder has the copy of another store"
        case .locked: "another process writes into the folder"
        case .missing, .exists: "the folder has other files"
        default: "a file is damaged"
        }
    }
}
