public import Checklists

/// An event of the store, for log and metrics. The store's threads call the receiver and wait for it.
public enum StorageEvent: Sendable {
    /// A sync made changes durable. The duration includes the write.
    case synced(changes: Int, bytes: Int, duration: Duration)
    /// The journal was sealed: recovery detects any damage before this point.
    case sealed
    /// A checkpoint through a change wrote or removed files.
    case checkpoint(Revision, files: Int, duration: Duration)
    /// A checkpoint failed and will be retried.
    case checkpointFailed(any Error)
    /// The store began or stopped to accept changes.
    case stateChanged(StorageState, because: FileError?)
    /// The start made a new store, because the folder had none.
    case storeMade(folder: String)
    /// The replica began to follow the store, or does so again.
    case replicaFollows
    /// The replica cannot be written, for a new reason. The server tries again each second.
    case replicaFailed(StorageError)
    /// Changes wait for this time for the replica.
    case replicaLate(Duration)
    /// A notice for the operator, as a sentence.
    case notice(String)
}

/// Whether the store accepts changes.
public enum StorageState: String, Hashable, Sendable {
    /// The store accepts changes.
    case ok
    /// The disk is full. The store accepts changes again as soon as there is space.
    case full
    /// The disk refuses changes. Only a restart tries again.
    case readOnly
    /// The folder was moved, deleted or replaced. Only a restart accepts changes again.
    case moved

    /// Whether only a restart accepts changes again.
    var isFinal: Bool { self == .readOnly || self == .moved }
}
