public import Checklists

/// The limits of an SQL store.
public struct SQLStoreLimits: Sendable {
    /// How long deleted records are kept.
    public var retention = Retention()
    /// The maximum amount of data.
    public var capacity = Capacity()
    /// How long a request is retried while the database is unreachable or the outcome is unknown.
    public var retryTime = Duration.seconds(5)
    /// How long a request waits for a free connection.
    public var connectionTimeMax = Duration.seconds(5)
    /// How long the database may take to answer before the client closes the connection. The long lane has no
    /// such limit.
    public var answerTimeMax = Duration.seconds(12)
    /// How long heartbeats may stay unacknowledged before the store refuses all requests. This process may be
    /// cut off then, and its data out of date.
    public var silenceTimeMax = Duration.seconds(3)
    /// The interval between heartbeats.
    public var heartbeatInterval = Duration.seconds(1)

    /// How long a process may go without a heartbeat before the others end its delivery claims. It exceeds
    /// `silenceTimeMax`, because a process may have to reconnect meanwhile.
    public var processSilenceTimeMax = Duration.seconds(5)

    /// The maximum number of records in a change on the lane of small changes, where each waits for the one
    /// before.
    public var smallChangeSizeMax = 5_000
    /// The maximum number of records in one change, as in files. All other changes wait while its rows are
    /// written; at this size a client waits some seconds.
    public var changeSizeMax = Limits.itemsChangedMax

    /// Up to this number of items the store counts all lists of a person for each request. That is as fast as
    /// reading the commits of other processes.
    public var itemsRecountedMax = 2_000

    /// The default limits.
    public init() {}
}

extension Limits {
    /// The maximum number of requests in one transaction.
    static let batchRequestsMax = 64
    /// The maximum number of new items in a request that shares its transaction.
    static let batchedItemsMax = 100
    /// How long a large change waits for the owner's lock. Other large changes may hold it; the limit guards
    /// against a lock that is never released.
    static let largeChangeLockTime = Duration.seconds(60)
    /// The maximum number of rows that one statement writes.
    static let statementRowsMax = 5_000
    /// The minimum interval between two notifications about commits.
    static let hintInterval = Duration.milliseconds(20)
    /// The pause before a retry after a database failure.
    static let retryInterval = Duration.milliseconds(20)
    /// How long an upgrade of the tables waits for their locks at a time: less than `deadlock_timeout`.
    static let upgradeLockTime = Duration.milliseconds(500)
    /// The pause before it tries again. Requests that waited for it are answered meanwhile.
    static let upgradeRetryInterval = Duration.seconds(1)
    /// How long an upgrade tries to get the locks. A backup holds them while it reads.
    static let upgradeRetryTime = Duration.seconds(600)
    /// The maximum age of the heartbeat of a live process.
    package static let aliveTimeMax = Duration.seconds(10)
    /// How long rows of `commits` are kept: far longer than a commit stays in doubt.
    static let commitsKeptTime = Duration.seconds(3_600)
    /// How long a claim is kept after its lease has run out. Its sender no longer runs.
    static let claimsKeptTime = Duration.seconds(3_600)
    /// The maximum number of lists or people that a row of `commits` names. A larger commit counts as
    /// touching all.
    static let touchedMax = 1_000
    /// The interval between two deletions of records that no request needs.
    static let cleaningInterval = Duration.seconds(60)
    /// The maximum number of rows that one cleaning transaction deletes.
    static let cleanedRowsMax = 5_000
    /// Up to this number of lists, the database sorts a person's items after finding them. Beyond it, it
    /// reads them in index order.
    static let listsSortedMax = 64
    /// Up to this number of matches, the database sorts the items of a query after finding them.
    static let rowsSortedMax = 1_000
    /// The same for the items of a few lists in an order that has no index by list.
    static let listedRowsSortedMax = 4_000
    /// The least number of items for each match of such a query that is sorted.
    static let rowsPerMatchMin = 8
    /// Up to this number of changes, reading all recent changes is faster than reading all items of a person.
    static let recentChangesMax: UInt64 = 5_000
    /// The maximum number of queries whose totals are remembered.
    static let totalsRememberedMax = 1_000
    /// The maximum number of lists with remembered totals, over all queries: about 10 MB.
    static let listTotalsRememberedMax = 250_000
    /// Up to this number of later changes, only the lists that they touch are counted again.
    private static let changesRecountedMax = 5_000

    /// The number of later changes up to which only touched lists are counted again. For few rows it is
    /// lower, because a full count is then faster than reading the commits.
    static func changesRecountedMax(of count: Int) -> UInt64 {
        UInt64(min(max(count, 100), changesRecountedMax))
    }

    /// The maximum number of lists and due times whose counts are remembered, over all people: some 10 MB.
    static let countsRememberedMax = 100_000
    /// How many rows a search reads in index order before it sorts all matches instead.
    static let rowsWalkedMax = 20_000
    /// The maximum number of callers whose tags are remembered.
    static let tagTotalsRememberedMax = 10
    /// How many bytes of a text's sort key the indexes contain.
    static let indexedKeyBytes = 64
}
