import Checklists

/// An attempt in progress. Only the queue makes one, from a claimed delivery.
struct Attempt: Sendable {
    /// The delivery with its claim and webhook.
    let claimed: ClaimedDelivery
    /// When the attempt began.
    let began: Timestamp

    fileprivate init(_ claimed: ClaimedDelivery, began: Timestamp) {
        self.claimed = claimed
        self.began = began
    }

    /// Whether the last attempt to that webhook failed.
    fileprivate var isToFailingWebhook: Bool { claimed.webhook.failingSince != nil }

    /// Whether the attempt goes to a mail server.
    fileprivate var isMail: Bool { claimed.webhook.kind == .email }
}

/// The attempts in progress, the free capacity, and the outcomes that are not recorded.
///
/// A delivery passes through four types: `ClaimedDelivery`, `Attempt`, `EndedAttempt` and `RecordedAttempts`.
/// A value of each is made only from the one before it.
struct AttemptQueue {
    /// A webhook without further attempts, until its outcome is in the store and the store itself delays it.
    private struct Hold {
        var until: Timestamp
        var deliveryID: Delivery.ID
    }

    /// When to call a store again after it failed.
    struct Backoff {
        let limits: SenderLimits
        private var failures = 0
        private(set) var until: Timestamp?

        init(limits: SenderLimits) {
            self.limits = limits
        }

        /// Whether the store may be called. A wait longer than the maximum comes from a clock that was set
        /// back, and is over.
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

    /// The backoff of claims.
    var reading: Backoff
    /// The backoff of recording.
    var recordingBackoff: Backoff

    private let limits: SenderLimits
    private var underWay: Set<Delivery.ID> = []
    private var failingCount = 0
    private var mailCount = 0
    private var holds: [Webhook.ID: Hold] = [:]
    /// Deliveries whose attempt has ended and is not recorded.
    private var unrecorded: Set<Delivery.ID> = []
    private var ended: [EndedAttempt] = []
    private var beingRecorded: [EndedAttempt] = []

    init(limits: SenderLimits) {
        self.limits = limits
        reading = Backoff(limits: limits)
        recordingBackoff = Backoff(limits: limits)
    }

    /// The next claim: as many deliveries as may be sent now; `nil` if there is no capacity, or the store has
    /// just failed.
    mutating func request(_ token: ClaimToken, at now: Timestamp) -> ClaimRequest? {
        // After an outcome is recorded, the store itself delays the webhook.
        holds = holds.filter { unrecorded.contains($0.value.deliveryID) }
        guard reading.allows(at: now), underWay.count < limits.requestsMax,
            unrecorded.count < limits.unrecordedOutcomesMax
        else { return nil }
        var request = ClaimRequest(
            token: token, lease: limits.lease, limitPerWebhook: limits.requestsPerWebhookMax)
        request.limit = limits.requestsMax - underWay.count
        request.failingLimit = limits.failingRequestsMax - failingCount
        request.mailLimit = limits.mailsMax - mailCount
        request.pausedWebhooks = Set(holds.lazy.filter { $0.value.until > now }.map(\.key))
        request.underWay = underWay
        request.ended = unrecorded
        return request
    }

    /// Begins an attempt at each claimed delivery, in their order.
    ///
    /// - Returns: The attempts, and the claims to give back. Their receivers asked for a pause during the
    ///   claim.
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

    /// Ends an attempt: frees its capacity and queues its outcome for recording.
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

    /// Drops an attempt that was cut off. It does not count, and its delivery is still due.
    ///
    /// - Returns: The claim to give back.
    mutating func cutOff(_ attempt: Attempt) -> DeliveryClaim {
        _ = leave(attempt)
        return attempt.claimed.claim
    }

    /// All queued outcomes, to be recorded in one commit; none while others are being recorded, or soon after
    /// the store failed.
    mutating func attemptsToRecord(at now: Timestamp) -> [EndedAttempt] {
        guard beingRecorded.isEmpty, recordingBackoff.allows(at: now) else { return [] }
        swap(&beingRecorded, &ended)
        return beingRecorded
    }

    /// Removes the outcomes that the store has processed.
    mutating func finish(_ recorded: RecordedAttempts) {
        unrecorded.subtract(beingRecorded.lazy.map(\.claim.deliveryID))
        beingRecorded = []
        recordingBackoff.succeeded()
    }

    /// Queues the outcomes again that the store could not record.
    mutating func recordingFailed(at now: Timestamp) {
        ended = beingRecorded + ended
        beingRecorded = []
        recordingBackoff.failed(at: now)
    }

    /// When to run again without a signal: when the next delivery is due or the store may be called again,
    /// but soon enough to notice a changed clock.
    func nextWake(nextAttempt: Timestamp?, at now: Timestamp) -> Timestamp {
        let latest = now.advanced(by: limits.timerTimeMax)
        // What was due in the past is in progress and needs no timer.
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
