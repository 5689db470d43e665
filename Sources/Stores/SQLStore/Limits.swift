public import Checklists

/// How far this store goes.
public struct SQLStoreLimits: Sendable {
    /// For how long is kept what was deleted.
    public var retention = Retention()
    /// How much there may be.
    public var capacity = Capacity()
    /// How long a request is tried again while the database cannot be reached, or its outcome is not known.
    public var retryTime = Duration.seconds(5)
    /// How long a request waits for a connection while there is none.
    public var connectionTimeMax = Duration.seconds(5)
    /// How long the database may take to answer until the connection is given up. It may take any time on the
    /// long lane.
    public var answerTimeMax = Duration.seconds(12)
    /// How long the database may leave heartbeats unacknowledged until everything is refused: this process
    /// may be cut off, and what it would tell may be out of date.
    public var silenceTimeMax = Duration.seconds(3)
    /// How often a heartbeat is written.
    public var heartbeatInterval = Duration.seconds(1)

    /// How long a process writes no heartbeat until the others end its claims on deliveries: longer than
    /// `silenceTimeMax`, since its connections may have to be made anew meanwhile.
    public var processSilenceTimeMax = Duration.seconds(5)

    /// Of how many things a change may be to share the lane of small changes, each of which waits for the one
    /// before it.
    public var smallChangeSizeMax = 5_000
    /// Of how many things one change may be: while its rows are written no other change is made, and a client
    /// waits some seconds for that at most.
    public var changeSizeMax = 100_000

    /// The usual limits.
    public init() {}
}

extension Limits {
    /// How many requests share a transaction at most.
    static let batchRequestsMax = 64
    /// How many new items one request may bring that shares its transaction with others.
    static let batchedItemsMax = 100
    /// How long a large change waits for its turn: for other large ones, and not for a lock that is never
    /// released.
    static let largeChangeLockTime = Duration.seconds(60)
    /// How many rows one statement writes at most.
    static let statementRowsMax = 5_000
    /// How long after a failure of the database the next try is.
    static let retryInterval = Duration.milliseconds(20)
    /// How old the heartbeat of a process may be that counts as alive.
    package static let aliveTimeMax = Duration.seconds(10)
    /// How long it is known which transactions were committed: far longer than anybody is in doubt.
    static let commitsKeptTime = Duration.seconds(3_600)
    /// How long a claim that nobody ended is kept after its lease: who sent it is gone.
    static let claimsKeptTime = Duration.seconds(3_600)
    /// How many lists or people are named that a commit touches; beyond that it may be all of them.
    static let touchedMax = 1_000
    /// How often records that no request needs are looked for.
    static let cleaningInterval = Duration.seconds(60)
    /// How many of them one transaction deletes.
    static let cleanedRowsMax = 5_000
    /// On how many lists of a person items are sorted as they are found; on more they are found in order.
    static let listsSortedMax = 64
    /// How many changes back it is faster to look at all of them than at all of somebody's.
    static let recentChangesMax: UInt64 = 5_000
    /// How many totals of searches are remembered.
    static let totalsRememberedMax = 1_000
    /// How much of the key of a text is in an index.
    static let indexedKeyBytes = 64
    /// How many IDs of items one query of a walk over all items spans.
    static let itemIDsWalkedAtOnceMax = 5_000
    /// How many items one query of that walk returns.
    static let unreadSeriesAtOnceMax = 100
}
