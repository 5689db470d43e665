public import Checklists

/// What the store tells about itself, for log and metrics. It is told on the store's own threads, which wait
/// meanwhile.
public enum StorageEvent: Sendable {
    /// That many changes became durable with one sync that took that long, the write included.
    case synced(changes: Int, bytes: Int, duration: Duration)
    /// The journal was sealed: damage to anything before is seen from now on.
    case sealed
    /// The files were brought up to a change; that many were written or removed.
    case checkpoint(Revision, files: Int, duration: Duration)
    /// The files could not be brought up to date; it will be tried again.
    case checkpointFailed(any Error)
    /// The store takes changes, or stopped to.
    case stateChanged(StorageState, because: FileError?)
    /// Something that an operator should know, as a sentence.
    case notice(String)
}

/// Whether the store takes changes.
public enum StorageState: String, Hashable, Sendable {
    /// It takes changes.
    case ok
    /// There is no room for changes; it goes on by itself when there is.
    case full
    /// The disk refuses changes. Only a restart makes another attempt.
    case readOnly
}
