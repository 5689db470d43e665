import Checklists

/// An attempt that is under way. It comes from a claimed delivery alone, by way of the queue.
struct Attempt: Sendable {
    /// What is sent, and by whose leave.
    let claimed: ClaimedDelivery
    /// When it began.
    let began: Timestamp

    fileprivate init(_ claimed: ClaimedDelivery, began: Timestamp) {
        self.claimed = claimed
        self.began = began
    }

    /// Whether the last attempt to reach that webhook failed.
    fileprivate var isToFailingWebhook: Bool { claimed.webhook.failingSince != nil }

    /// Whether it goes to a mail server.
    fileprivate var isMail: Bool { claimed.webhook.kind == .email }
}

/// What is being sent, what may be sent now, and what is still to be recorded.
///
/// A delivery goes from one state to the next, each of which is a type that only the one before it makes:
/// `ClaimedDelivery`, `Attempt`, `EndedAttempt`, and then it is one of the `RecordedAttempts`.
struct AttemptQueue {
    /// A webhook that is left alone, until its outcome is in the store and the store says so itself.
    private struct Hold {
        var until: Timestamp
        var deliveryID: Delivery.ID
    }

    /// When a store that failed is asked again.
    struct Backoff {
        let limits: SenderLimits
        private var failures = 0
        private(set) var until: Timestamp?

        init(limits: SenderLimits) {
            self.limits = limits
        }

        /// Whether it may be asked. A wait that is longer than any is due to a clock that was set back, and
        /// over.
        func allows(at now: Timestamp) -> Bool {
            guard let until else { return true }
            return until <= now || now.advanced(by: limits.storeRetryTimeMax) < until
        }

        mutating func failed(at now: Timestamp) {
            let time = min(limits.storeRetryTimeMax, limits.storeRetryTimeMin * (1 << min(failures, 16)))
            failures += 1
            until = now.advanced(by: time)
        }

        mutating func succeeded() {
            failures = 0
            until = nil
        }
    }

    /// Whether and when the store may be asked what is due.
    var reading: Backoff
    /// Whether and when the store may be asked to record.
    var recordingBackoff: Backoff

    private let limits: SenderLimits
    private var underWay: Set<Delivery.ID> = []
    private var failingCount = 0
    private var mailCount = 0
    private var holds: [Webhook.ID: Hold] = [:]
    /// What has ended and is not recorded.
    private var unrecorded: Set<Delivery.ID> = []
    private var ended: [EndedAttempt] = []
    private var beingRecorded: [EndedAttempt] = []

    init(limits: SenderLimits) {
        self.limits = limits
        reading = Backoff(limits: limits)
        recordingBackoff = Backoff(limits: limits)
    }

    /// What to ask the store for: as much as may be sent now; `nil` where that is nothing, or the store has
    /// just failed.
    mutating func request(_ token: ClaimToken, at now: Timestamp) -> ClaimRequest? {
        // What the store says from now on, it says knowing of what is recorded.
        holds = holds.filter { unrecorded.contains($0.value.deliveryID) }
        guard reading.allows(at: now), underWay.count < limits.requestsMax,
            unrecorded.count < limits.unrecordedOutcomesMax
        else { return nil }
        var request = ClaimRequest(
            token: token, lease: limits.lease, limitPerWebhook: limits.requestsPerWebhookMax)
        request.limit = limits.requestsMax - underWay.count
        request.failingLimit = limits.failingRequestsMax - failingCount
        request.mailLimit = limits.mailsMax - mailCount
        request.webhooksLeftAlone = Set(holds.lazy.filter { $0.value.until > now }.map(\.key))
        request.underWay = underWay
        request.ended = unrecorded
        return request
    }

    /// Begins an attempt at each delivery that was claimed, in their order.
    ///
    /// - Returns: The attempts, and the claims on what is not to be sent now after all: its receiver asked to
    ///   be left alone while the store was asked.
    mutating func begin(
        _ claimed: [ClaimedDelivery], at now: Timestamp
    ) -> (attempts: [Attempt], returned: [DeliveryClaim]) {
        var attempts: [Attempt] = []
        var returned: [DeliveryClaim] = []
        for claimed in claimed {
            if let hold = holds[claimed.webhook.id], hold.until > now {
                returned.append(claimed.claim)
                continue
            }
            let attempt = Attempt(claimed, began: now)
            underWay.insert(claimed.delivery.id)
            failingCount += attempt.isToFailingWebhook ? 1 : 0
            mailCount += attempt.isMail ? 1 : 0
            attempts.append(attempt)
        }
        return (attempts, returned)
    }

    /// An attempt has ended: its place is free, and its outcome waits to be recorded.
    mutating func end(_ attempt: Attempt, _ outcome: AttemptOutcome) {
        guard leave(attempt) else { return }
        ended.append(attempt.claimed.ended(outcome))
        unrecorded.insert(outcome.deliveryID)
        let isOff = outcome.disableReason != nil
        guard let until = isOff ? Timestamp(milliseconds: .max) : outcome.pauseUntil else { return }
        let webhook = attempt.claimed.webhook.id
        if let hold = holds[webhook], hold.until > until { return }
        holds[webhook] = Hold(until: until, deliveryID: outcome.deliveryID)
    }

    /// An attempt was cut off: it never was, and its delivery is still due.
    ///
    /// - Returns: The claim that is to be given back.
    mutating func cutOff(_ attempt: Attempt) -> DeliveryClaim {
        _ = leave(attempt)
        return attempt.claimed.claim
    }

    /// All outcomes that wait, to be recorded as one change; none while others are being recorded, or soon
    /// after the store failed.
    mutating func attemptsToRecord(at now: Timestamp) -> [EndedAttempt] {
        guard beingRecorded.isEmpty, recordingBackoff.allows(at: now) else { return [] }
        swap(&beingRecorded, &ended)
        return beingRecorded
    }

    /// The store is done with the outcomes that were asked for.
    mutating func finish(_ recorded: RecordedAttempts) {
        unrecorded.subtract(beingRecorded.lazy.map(\.claim.deliveryID))
        beingRecorded = []
        recordingBackoff.succeeded()
    }

    /// The outcomes that were asked for are not in the store, and wait again.
    mutating func recordingFailed(at now: Timestamp) {
        ended = beingRecorded + ended
        beingRecorded = []
        recordingBackoff.failed(at: now)
    }

    /// When to look again, if nothing happens before: when the next delivery is due or the store may be asked
    /// again, but soon enough to notice that the clock was set.
    func nextWake(nextAttempt: Timestamp?, at now: Timestamp) -> Timestamp {
        let latest = now.advanced(by: limits.timerTimeMax)
        // What should have happened by now is happening, and needs no timer.
        return [nextAttempt, reading.until, recordingBackoff.until].compactMap(\.self).filter { $0 > now }
            .reduce(latest, min)
    }

    private mutating func leave(_ attempt: Attempt) -> Bool {
        guard underWay.remove(attempt.claimed.delivery.id) != nil else { return false }
        failingCount -= attempt.isToFailingWebhook ? 1 : 0
        mailCount -= attempt.isMail ? 1 : 0
        return true
    }
}
