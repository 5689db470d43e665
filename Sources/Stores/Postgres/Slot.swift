import SQL

/// The place of one connection in a lane: what is there, or how it is being made.
final class Slot {
    /// One thing to dial: a host, and the number that its name was found to have.
    struct Candidate {
        var host: Int
        var number: String?
    }

    /// The attempts to have a connection.
    struct Dial {
        var candidates: [Candidate]
        /// Names that are looked up, by their hosts.
        var lookups: [String: Int] = [:]
        var attempts: [Session] = []
        /// When the next candidate is dialled beside those before.
        var nextAt: ContinuousClock.Instant
        var failures: [String] = []

        var isOver: Bool { candidates.isEmpty && lookups.isEmpty && attempts.isEmpty }
    }

    let lane: Lane
    var session: Session?
    var dial: Dial?
    /// When to dial again, where neither of both is there.
    var restUntil: ContinuousClock.Instant
    /// How long to rest after the next failure.
    var restTime = Duration.zero
    /// Why the last attempts failed; `nil` after one that did not.
    var failure: String?
    /// Who has the connection alone.
    var lease: UInt64?

    init(_ lane: Lane, now: ContinuousClock.Instant) {
        self.lane = lane
        restUntil = now
    }

    /// How many runs it could take more.
    var capacity: Int {
        guard let session, lease == nil else { return 0 }
        let runsMax = lane == .read ? Limits.runsUnderWayMax : 1
        return runsMax - session.pipeline.runs.count
    }
}

/// What waits for connections of one kind, and these.
struct LaneState {
    enum Waiting {
        case run(Run)
        case lease(Mailbox.Lease)
    }

    var slots: [Slot]
    var waiting = Queue<(what: Waiting, since: ContinuousClock.Instant)>()
    /// Since when there has been no connection.
    var downSince: ContinuousClock.Instant?

    /// The slot that takes the next run.
    var free: Slot? {
        guard let best = slots.max(by: { $0.capacity < $1.capacity }), best.capacity > 0 else { return nil }
        return best
    }
}
