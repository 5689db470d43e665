import Checklists
import MemoryStore

// What a store's state is made of: each part has what changes together.

/// Whether the store takes requests.
struct Availability {
    /// Whether changes are taken.
    var health = StorageState.ok
    /// Whether no more requests are taken.
    var isClosed = false
    /// Whether nobody knows any more what is on the disk.
    var hasGivenUp = false
}

/// A copy of the memory that shows a change which takes long, until that is durable.
struct ShadowCopy {
    /// The copy, while `revision` names a change; else empty, or what is to be freed.
    var memory = MemoryStore()
    /// The change that the copy shows and the memory does not.
    var revision: Revision?
}

/// Has writes wait for one that takes long.
struct WriteBarrier {
    /// Whether they do.
    var isUp = false
    /// Who does.
    var waiters: [@Sendable (CommitQueue.Outcome) -> Void] = []
}

/// What the journal's thread is told, and how far it is.
struct JournalThread {
    /// Whether it is to end when nothing is queued any more.
    var isEnding = false
    /// Whether it waits to be woken.
    var isWaiting = false
    /// Who waits for a new segment to begin.
    var rotationWaiter: (@Sendable (Result<CheckpointStart, StorageError>) -> Void)?
    /// How many changes and bytes it has written since the last rotation.
    var changesSinceRotation = 0
    var bytesSinceRotation = 0
    /// How many bytes there are that were written before it.
    var bytesBeforeRotation = 0

    /// How many bytes of the journal no files cover yet.
    var bytes: Int { bytesBeforeRotation + bytesSinceRotation }
}

/// What the thread of the checkpoints is told.
struct CheckpointThread {
    /// Whether it has been told that a checkpoint is due.
    var isDue = false
    /// Who waits for the next one.
    var waiters: [@Sendable (Result<Void, StorageError>) -> Void] = []
}

/// A moment at which a new segment of the journal began: what a checkpoint has to bring up to date.
struct CheckpointStart: Sendable {
    /// The last change of the segment before.
    var revision: Revision
    /// The segment that goes on behind it.
    var segment: Int
    /// The files that were not up to date then.
    var changed: ChangedFiles
}
