import Checklists
import MemoryStore

// The parts of a store's state. Each part groups values that change together.

/// Whether the store accepts requests and changes.
struct Availability {
    var health = StorageState.ok
    var isClosed = false
    /// Whether a failed sync has left the content of the disk unknown.
    var hasGivenUp = false
}

/// A copy of the memory with a large change, until that change is durable.
struct ShadowCopy {
    /// The copy while `revision` is set; otherwise empty, or memory to free.
    var memory = MemoryStore()
    /// The change that the copy shows and the memory does not.
    var revision: Revision?
}

/// Makes writes wait for a large one.
struct WriteBarrier {
    var isUp = false
    var waiters: [@Sendable (CommitQueue.Outcome) -> Void] = []
}

/// The requests to the journal's thread, and its progress.
struct JournalThread {
    /// Whether the thread ends when the queue is empty.
    var isEnding = false
    /// Whether the thread sleeps until it is woken.
    var isWaiting = false
    /// The checkpoint that waits for a new segment.
    var rotationWaiter: (@Sendable (Result<CheckpointStart, StorageError>) -> Void)?
    /// The changes and bytes written since the last rotation.
    var changesSinceRotation = 0
    var bytesSinceRotation = 0
    /// The bytes written before the last rotation that no files cover yet.
    var bytesBeforeRotation = 0

    /// The bytes of the journal that no files cover yet.
    var bytes: Int { bytesBeforeRotation + bytesSinceRotation }
}

/// The requests to the thread of the checkpoints.
struct CheckpointThread {
    /// Whether the thread has been woken for a due checkpoint.
    var isDue = false
    /// The callers that wait for the next checkpoint.
    var waiters: [@Sendable (Result<Void, StorageError>) -> Void] = []
}

/// The start of a checkpoint: a rotation of the journal.
struct CheckpointStart: Sendable {
    /// The last change of the segment before the rotation.
    var revision: Revision
    /// The segment that the rotation started.
    var segment: Int
    /// The files that were outdated at the rotation.
    var changed: ChangedFiles
}
