public import Checklists

/// Every size, count and wait of the store.
public struct StorageLimits: Hashable, Sendable {
    /// How large the journal grows before a checkpoint is made.
    public var journalBytesMax = 128 << 20
    /// How many changes come together before a checkpoint is made.
    public var journalChangesMax = 250_000
    /// How long changes wait for a checkpoint, so that the files follow what happens.
    public var checkpointSecondsMax = 600.0
    /// How long a checkpoint that failed, or that a backup kept away, waits to be tried again.
    public var checkpointRetrySeconds = 30.0
    /// How long nothing is written before the journal is sealed.
    public var sealIdleSeconds = 1.0
    /// How long a full disk is left alone before the store looks whether there is room again.
    public var roomRetrySeconds = 1.0
    /// How many lists a checkpoint looks at while everybody else waits, and how many files it has open then;
    /// the server leaves room for twice as many.
    public var checkpointListsMax = 32
    /// How many things a write may change while everybody else waits; what changes more is made on a copy.
    public var changesUnderLockMax = 1_000
    /// How many threads read files at the start.
    public var readingThreadsMax = 4

    /// For how long is kept what was deleted.
    public var retention = Retention()
    /// How much there may be of what clients make.
    public var capacity = Capacity()

    /// The usual ones.
    public init() {}
}
