public import Checklists

/// Every size, count and wait of the store.
public struct StorageLimits: Hashable, Sendable {
    /// The size of the journal that makes a checkpoint due: 128 MiB.
    public var journalBytesMax = 128 << 20
    /// The number of changes that makes a checkpoint due: 250,000.
    public var journalChangesMax = 250_000
    /// The longest time between a change and its checkpoint: 600 s.
    public var checkpointSecondsMax = 600.0
    /// The pause after a failed checkpoint, or one that a backup blocked: 30 s.
    public var checkpointRetrySeconds = 30.0
    /// The idle time after which the journal is sealed: 1 s.
    public var sealIdleSeconds = 1.0
    /// The pause before a full disk is tested for space: 1 s.
    public var roomRetrySeconds = 1.0
    /// The pause between two checks that the path of the folder leads to the open files: 1 s.
    public var placeCheckSeconds = 1.0
    /// The number of lists that a checkpoint reads under the lock, and of files that it opens at once: 32.
    /// The server reserves descriptors for twice as many.
    public var checkpointListsMax = 32
    /// The number of records that a write may change under the lock: 1,000. A larger write uses a copy.
    public var changesUnderLockMax = 1_000
    /// The number of threads that read files at the start: 4.
    public var readingThreadsMax = 4

    /// How long deleted data is kept.
    public var retention = Retention()
    /// The limits on what clients create.
    public var capacity = Capacity()

    /// Makes the default limits.
    public init() {}
}
