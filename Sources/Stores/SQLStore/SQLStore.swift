public import Checklists
import Paging
public import SQL
import Synchronization

/// A store in an SQL database, on which any number of processes work together.
///
/// What a request changes is decided here, on a footprint of what it needs, by the same rules as in every
/// store. Requests that come together share a transaction of two round trips: the first locks the owner and
/// loads what they need, the second writes what they change. The lock is what makes the changes of an owner
/// one sequence without gaps, whichever processes make them: the number of a change is its place in it.
///
/// This module is the store's statements, and what becomes of a request when the database fails. An engine
/// gives it connections, a dialect and a schema (`SQLEngine`).
public final class SQLStore: Store {
    /// Since when some process has been serving this store without a break.
    public let servedSince: Timestamp
    public var retention: Retention { limits.retention }
    let engine: any SQLEngine
    let client: any SQLClient
    let tables: Tables
    let limits: SQLStoreLimits
    let state: Mutex<State>
    let feed = CommitFeed()
    let onEvent: @Sendable (SQLStoreEvent) -> Void
    /// The number of this process among those alive.
    let processID: Int
    /// The time that changes are stamped with; `nil` for the database's.
    let clock: (@Sendable () -> Timestamp)?
    /// Whose everything is: that of the whole store.
    let owner = 1
    private let tasks = Mutex(Tasks())

    /// What runs as long as the store is open.
    private struct Tasks {
        var heartbeat: [Task<Void, Never>] = []
        var work: [Task<Void, Never>] = []
    }

    /// What requests share.
    struct State {
        var queue = WriteQueue()
        /// Large changes, which wait for each other.
        var largeQueue = WriteQueue()
        /// What the last transaction knew; nothing after a failure.
        var knowledge: WriteTransaction.Knowledge?
        /// Who gets in by what.
        var people: KnownPeople
        /// How many looks at them have begun.
        var looksAtPeople = 0
        /// The time by the database's clock, and when it was that.
        var databaseTime: Timestamp
        var databaseTimeAt: ContinuousClock.Instant
        /// How far the history is known here.
        var history: History
        /// The newest change that `commits` covers: it has named this change and every one before it.
        var announced: Revision
        /// When the database acknowledged a heartbeat last.
        var heard: ContinuousClock.Instant
        /// Since when it has acknowledged heartbeats without a silence.
        var heardSince: ContinuousClock.Instant
        /// The settings of the server that are off although they must not be.
        var unsafeSettings: [UnsafeSetting] = []
        /// Whether there was no room for the last change.
        var isFull = false
        var isClosed = false
        var totals = RememberedTotals()
        /// What only those know who serve the store, once somebody has asked for it.
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
                announced: found.history.newest, heard: .now, heardSince: .now))
    }

    var dialect: any Dialect { tables.dialect }

    public var epoch: Epoch { state.withLock { $0.history.epoch } }

    /// Every commit from now on, of all processes, until the store is closed.
    public func commits() -> AsyncStream<Commit> { feed.stream() }

    /// Nothing: to tell it the database has to be asked.
    public func currentRevision(of dependency: CacheDependency) -> Revision? { nil }

    /// Begins to show that this process is alive.
    func start() {
        tasks.withLock { tasks in
            tasks.heartbeat = [Task { await beat() }, Task { await watch() }]
            tasks.work = [Task { await clean() }]
        }
    }

    /// Finishes what has begun and leaves the database. Requests fail from now on.
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
        // What takes long ends with its connection.
        for task in running.work { await task.value }
        feed.finish()
    }
}

/// Something that operators should know of.
public enum SQLStoreEvent: Sendable {
    /// A connection came or went.
    case connection(ConnectionEvent)
    /// Nothing is answered any more: the database is silent.
    case silent
    /// It answers again.
    case heard
    /// A transaction was tried again, for that reason.
    case retried(String)
    /// Whether a transaction was committed was not known; it was found out.
    case settled(wasCommitted: Bool)
    /// There is no room for changes.
    case full
    /// There is room again.
    case roomAgain
    /// The database has forgotten changes that it had said were durable: so many, at the least.
    case changesLost(Int)
    /// The database was restored or copied while no process served it: a new epoch begins.
    case restored
    /// A setting of the server is off, so that a crash may lose commits. `isRefused` says whether everything
    /// is refused: this program overrides `synchronous_commit` alone.
    case unsafeSetting(String, isRefused: Bool)
    /// That setting is on again.
    case safeAgain(String)
    /// Something should be looked at.
    case notice(String)
}

/// What was counted since the store was opened.
public struct SQLStoreStatistics: Sendable {
    /// Transactions that were committed.
    public var transactions = 0
    /// Requests in them.
    public var requests = 0
    /// Requests of the largest.
    public var largestBatch = 0
    /// Transactions that were tried again.
    public var retries = 0
    /// Transactions whose outcome was not known at first.
    public var inDoubt = 0
    /// Seconds since the database acknowledged a heartbeat.
    public var heartbeatAge = 0.0
}
