public import Checklists

/// What the journal's thread and the thread of the replica share.
struct ReplicaProgress {
    /// The durable end of the journal; `nil` before it is open.
    private(set) var position: JournalPosition?
    /// The newest durable change.
    private(set) var through = Revision.zero
    /// The moments that are not copied yet.
    private var moments: [ReplicaMoment] = []
    /// The time since which changes wait for their copy; `nil` if none waits.
    private(set) var waitsSince: ContinuousClock.Instant?
    /// That time for the changes that are being copied.
    private var copiesSince: ContinuousClock.Instant?
    /// Whether the thread copies the rest and ends.
    var isEnding = false
    /// Whether the thread ends without a further copy.
    var isHalted = false
    /// Whether the operator knows that the copy is late.
    var isKnownLate = false
    /// The reason for which the last attempt failed.
    var failure: StorageError?
    var failures = 0
    /// The time of the last successful attempt, or of the start.
    var lastSuccess: Timestamp?
    var lastSuccessAt: ContinuousClock.Instant?

    /// The number of moments that wait at most, for 20 s of 3,000 syncs a second.
    private static let momentsMax = 1 << 16

    /// What is to be copied.
    struct Batch {
        var time: Timestamp
        var position: JournalPosition
        var through: Revision
        var moments: [ReplicaMoment]
    }

    /// Records that the journal is durable up to a position.
    ///
    /// - Parameter moment: A time before the changes are acknowledged, and the newest of them; `nil` for
    ///   none.
    mutating func record(
        _ position: JournalPosition, _ moment: ReplicaMoment?, at instant: ContinuousClock.Instant
    ) {
        self.position = position
        guard let moment else { return }
        through = moment.revision
        if waitsSince == nil { waitsSince = instant }
        // While the copy waits, every other moment is dropped: a restore then reaches a moment just before.
        if moments.count >= Self.momentsMax {
            moments = moments.indices.filter { !$0.isMultiple(of: 2) }.map { moments[$0] }
        }
        moments.append(moment)
    }

    /// Takes what is to be copied; `nil` before the journal is open.
    /// - Parameter time: The current time. Later moments are not before it.
    mutating func take(at time: Timestamp) -> Batch? {
        guard let position else { return nil }
        copiesSince = copiesSince ?? waitsSince
        waitsSince = nil
        return Batch(
            time: time, position: position, through: through, moments: exchange(&moments, with: []))
    }

    /// Records that a batch was copied.
    mutating func finish() { copiesSince = nil }

    /// Returns a batch that was not copied.
    mutating func putBack(_ batch: Batch) {
        moments = batch.moments + moments
        waitsSince = copiesSince ?? waitsSince
        copiesSince = nil
    }

    /// The age of the oldest change that is not copied.
    func lag(at instant: ContinuousClock.Instant) -> Duration {
        let since = [copiesSince, waitsSince, failure == nil ? nil : lastSuccessAt].compactMap(\.self).min()
        return since.map { instant - $0 } ?? .zero
    }
}

/// The state of a replica, for metrics and the readiness check.
public struct ReplicaStatus: Sendable {
    /// The reason for which the last attempt to copy failed, without a path; `nil` if it succeeded.
    public var failure: String?
    /// The age of the oldest change that the replica lacks.
    public var lag: Duration
    /// The number of failed attempts since the start.
    public var failures: Int
    /// The time of the last successful attempt; `nil` if there was none.
    public var lastSuccess: Timestamp?
}
