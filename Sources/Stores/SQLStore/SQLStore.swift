public import Checklists
import Paging
public import SQL
import Synchronization

/// A store in an SQL database that any number of processes share.
///
/// This process decides each request on its footprint, by the rules that every store uses. Waiting requests
/// share a transaction of two round trips: the first locks the owner and loads their footprints, the second
/// writes their changes. The lock orders the changes of all processes in one sequence without gaps; a
/// revision is the place in it.
///
/// This module has the store's statements and handles failures of the database. An engine provides
/// connections, a dialect and a schema (`SQLEngine`).
public final class SQLStore: Store {
    /// The start of the uninterrupted time in which at least one process has served this store.
    public let servedSince: Timestamp
    public var retention: Retention { limits.retention }
    let engine: any SQLEngine
    let client: any SQLClient
    let tables: Tables
    let limits: SQLStoreLimits
    let state: Mutex<State>
    let feed = CommitFeed()
    /// Wakes the loop that looks for commits of other processes.
    let looking = WakeUp()
    /// Wakes the loop that notifies the other processes of commits.
    let hinting = WakeUp()
    let onEvent: @Sendable (SQLStoreEvent) -> Void
    /// The random number that identifies this process in `processes`.
    let processID: Int
    /// The clock for changes; `nil` for the database's clock.
    let clock: (@Sendable () -> Timestamp)?
    /// The owner of all data in this store.
    let owner = 1
    private let tasks = Mutex(Tasks())

    /// Tasks that run while the store is open.
    private struct Tasks {
        var heartbeat: [Task<Void, Never>] = []
        var work: [Task<Void, Never>] = []
    }

    /// State that requests share, behind the lock.
    struct State {
        var queue = WriteQueue()
        /// Large changes, which run one after the other.
        var largeQueue = WriteQueue()
        /// The data that the last small transaction loaded; `nil` after a failure.
        var knowledge: WriteTransaction.Knowledge?
        /// The known people and tokens.
        var people: KnownPeople
        /// The number of reads of `people` that have begun.
        var looksAtPeople = 0
        /// A reading of the database's clock; `databaseTimeAt` is the local instant of that reading.
        var databaseTime: Timestamp
        var databaseTimeAt: ContinuousClock.Instant
        /// The newest point of the history that this process knows.
        var history: History
        /// The newest revision that `commits` has announced, with all before it.
        var announced: Revision
        /// The time of the last acknowledged heartbeat.
        var heard: ContinuousClock.Instant
        /// The last time at which no table was locked against changes.
        var unlocked: ContinuousClock.Instant
        /// The start of the current period of acknowledged heartbeats without a silence.
        var heardSince: ContinuousClock.Instant
        /// The server settings that are off and may lose commits.
        var unsafeSettings: [UnsafeSetting] = []
        /// Whether the last change failed for lack of storage.
        var isFull = false
        var isClosed = false
        /// The totals of recent queries, by the digest of the query.
        var totals = RecentCounts<UInt64, ListTotals>(
            countsMax: Limits.totalsRememberedMax, sizeMax: Limits.listTotalsRememberedMax)
        /// The counts of recent callers with many items.
        var counts = RecentCounts<Person.ID, PersonCounts>(sizeMax: Limits.countsRememberedMax)
        var tags = RememberedTags()
        /// The secret of the store; `nil` until the first request for it.
        var secret: StoreSecret?
        var statistics = SQLStoreStatistics()
    }

    init(
        _ engine: any SQLEngine, _ found: Opening.Found, limits: SQLStoreLimits,
        now clock: (@Sendable () -> Timestamp)?,
        onEvent: @escaping @Sendable (SQLStoreEvent) -> Void
    ) {
        self.engine = engine
        client = engine.client
        tables = Tables(engine.dialect)
        self.limits = limits
        self.clock = clock
        self.onEvent = onEvent
        servedSince = found.servedSince
        processID = found.processID
        state = Mutex(
            State(
                people: found.people, databaseTime: found.now, databaseTimeAt: .now, history: found.history,
                announced: found.history.newest, heard: .now,
                unlocked: .now, heardSince: .now))
    }

    var dialect: any Dialect { tables.dialect }

    public var epoch: Epoch { state.withLock { $0.history.epoch } }

    /// Every commit of all processes from now on, until the store is closed.
    public func commits() -> AsyncStream<Commit> { feed.stream() }

    /// Always `nil`: the revision is known only to the database.
    public func currentRevision(of dependency: CacheDependency) -> Revision? { nil }

    /// Starts the heartbeat and the cleaning.
    func start() {
        tasks.withLock { tasks in
            tasks.heartbeat = [
                Task { await beat() }, Task { await tick() }, Task { await watch() }, Task { await hint() },
                Task { for await _ in client.hints { looking.signal() } },
            ]
            tasks.work = [Task { await clean() }]
        }
    }

    /// Ends the background tasks and disconnects. Waiting and later requests fail with `unavailable`.
    public func close() async {
        let wasClosed = state.withLock { exchange(&$0.isClosed, with: true) }
        if wasClosed { return }
        let running = tasks.withLock { $0 }
        for task in running.heartbeat + running.work { task.cancel() }
        for task in running.heartbeat { await task.value }
        for write in state.withLock({ $0.queue.close() + $0.largeQueue.close() }) {
            write.fail(ChecklistsError.unavailable)
        }
        await leave()
        await client.stop()
        // Long statements end with their connection.
        for task in running.work { await task.value }
        feed.finish()
    }
}

/// An event for the operator's log.
public enum SQLStoreEvent: Sendable {
    /// A connection was opened or closed.
    case connection(ConnectionEvent)
    /// The database stopped acknowledging heartbeats; the store refuses requests.
    case silent
    /// The database acknowledges heartbeats again.
    case heard
    /// A transaction is retried, for this reason.
    case retried(String)
    /// The unknown outcome of a commit was determined.
    case settled(wasCommitted: Bool)
    /// The database has no storage left for changes.
    case full
    /// A change succeeded after `full`.
    case roomAgain
    /// The database lost at least this number of committed changes.
    case changesLost(Int)
    /// The start made a new store, because the database had none.
    case storeMade
    /// The database was restored or copied while no process served it; a new epoch began.
    case restored
    /// A server setting is off, so that a crash may lose commits. `isRefused`: the store refuses all
    /// requests, because it can override only `synchronous_commit`.
    case unsafeSetting(String, isRefused: Bool)
    /// The setting is on again.
    case safeAgain(String)
    /// A message of the database that needs attention.
    case notice(String)
}

/// Counters since the store was opened.
public struct SQLStoreStatistics: Sendable {
    /// Committed transactions.
    public var transactions = 0
    /// Requests in committed transactions.
    public var requests = 0
    /// Requests in the largest transaction.
    public var largestBatch = 0
    /// Retries of transactions.
    public var retries = 0
    /// Transactions whose outcome was unknown at first.
    public var inDoubt = 0
    /// Seconds since the last acknowledged heartbeat.
    public var heartbeatAge = 0.0
}
