import SQL

/// The slot of one connection in a lane: the connection or the attempts to open it.
final class Slot {
    /// A host to dial, with an IP address if its name was resolved.
    struct Candidate {
        var host: Int
        var number: String?
    }

    /// A round of connection attempts.
    struct Dial {
        var candidates: [Candidate]
        /// Names being resolved, with the indexes of their hosts.
        var lookups: [String: Int] = [:]
        var attempts: [Session] = []
        /// When the next candidate is dialled in parallel.
        var nextAt: ContinuousClock.Instant
        var failures: [String] = []

        var isOver: Bool { candidates.isEmpty && lookups.isEmpty && attempts.isEmpty }
    }

    let lane: Lane
    var session: Session?
    var dial: Dial?
    /// When to dial again, if there is neither a session nor a dial.
    var restUntil: ContinuousClock.Instant
    /// The pause after the next failure.
    var restTime = Duration.zero
    /// The reason why the last attempts failed; `nil` after a success.
    var failure: String?
    /// The loan of the connection; `nil` if it is not lent.
    var lease: UInt64?

    init(_ lane: Lane, now: ContinuousClock.Instant) {
        self.lane = lane
        restUntil = now
    }

    /// The number of further runs that the connection accepts.
    var capacity: Int {
        guard let session, lease == nil else { return 0 }
        let runsMax = lane == .read ? Limits.runsUnderWayMax : 1
        return runsMax - session.pipeline.runs.count
    }
}

/// The slots of one lane, and the callers that wait for them.
struct LaneState {
    enum Waiting {
        case run(Run)
        case lease(Mailbox.Lease)
    }

    var slots: [Slot]
    var waiting = Queue<(what: Waiting, since: ContinuousClock.Instant)>()
    /// Since when the lane has had no connection; `nil` if it has one.
    var downSince: ContinuousClock.Instant?

    /// The slot for the next run; `nil` if all are busy.
    var free: Slot? {
        guard let best = slots.max(by: { $0.capacity < $1.capacity }), best.capacity > 0 else { return nil }
        return best
    }
}
