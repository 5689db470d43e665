import Checklists

/// What is being sent, what may be sent now, and what is still to be recorded.
struct AttemptQueue {
    private struct Attempt {
        var webhookID: Webhook.ID
        var isFailing: Bool
    }

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
            return until <= now
                || now.advanced(byMilliseconds: Int64(limits.storeRetrySecondsMax) * 1000) < until
        }

        mutating func failed(at now: Timestamp) {
            let seconds = min(limits.storeRetrySecondsMax, limits.storeRetrySecondsMin << min(failures, 16))
            failures += 1
            until = now.advanced(byMilliseconds: Int64(seconds) * 1000)
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
    /// What the store is not to give out: what is under way, and what has ended but is not recorded.
    private(set) var excluded: Set<Delivery.ID> = []

    private let limits: SenderLimits
    private var underWay: [Delivery.ID: Attempt] = [:]
    private var lanes: [Webhook.ID: Int] = [:]
    private var failingCount = 0
    private var holds: [Webhook.ID: Hold] = [:]
    private var ended: [AttemptOutcome] = []
    private var beingRecorded: [AttemptOutcome] = []

    init(limits: SenderLimits) {
        self.limits = limits
        reading = Backoff(limits: limits)
        recordingBackoff = Backoff(limits: limits)
    }

    /// Forgets the holds that the store knows of by now; to be called before it is asked what is due.
    mutating func releaseHolds() {
        holds = holds.filter { excluded.contains($0.value.deliveryID) }
    }

    /// Takes from what is due as much as may be sent now, in its order, and counts it as under way.
    mutating func admit(_ due: [DueDelivery], at now: Timestamp) -> [DueDelivery] {
        guard ended.count + beingRecorded.count < limits.unrecordedOutcomesMax else { return [] }
        return due.filter { due in
            let id = due.delivery.id
            let webhook = due.webhook
            let isFailing = webhook.failingSince != nil
            guard underWay.count < limits.requestsMax,
                !isFailing || failingCount < limits.failingRequestsMax,
                lanes[webhook.id, default: 0] < limits.requestsPerWebhookMax,
                holds[webhook.id].map({ $0.until <= now }) ?? true,
                excluded.insert(id).inserted
            else { return false }
            underWay[id] = Attempt(webhookID: webhook.id, isFailing: isFailing)
            lanes[webhook.id, default: 0] += 1
            failingCount += isFailing ? 1 : 0
            return true
        }
    }

    /// An attempt has ended: its place is free, and its outcome waits to be recorded.
    mutating func end(_ outcome: AttemptOutcome) {
        guard let attempt = leave(outcome.deliveryID) else { return }
        ended.append(outcome)
        let isOff = outcome.disableReason != nil
        guard let until = isOff ? Timestamp(milliseconds: .max) : outcome.pauseUntil else { return }
        if let hold = holds[attempt.webhookID], hold.until > until { return }
        holds[attempt.webhookID] = Hold(until: until, deliveryID: outcome.deliveryID)
    }

    /// An attempt was cut off: it never was, and its delivery is still due.
    mutating func cutOff(_ id: Delivery.ID) {
        guard leave(id) != nil else { return }
        excluded.remove(id)
    }

    /// All outcomes that wait, to be recorded as one change; none while others are being recorded, or soon
    /// after the store failed.
    mutating func outcomesToRecord(at now: Timestamp) -> [AttemptOutcome] {
        guard beingRecorded.isEmpty, recordingBackoff.allows(at: now) else { return [] }
        swap(&beingRecorded, &ended)
        return beingRecorded
    }

    /// The outcomes that were asked for are in the store.
    mutating func recorded() {
        excluded.subtract(beingRecorded.lazy.map(\.deliveryID))
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
        let latest = now.advanced(byMilliseconds: Int64(limits.timerSecondsMax) * 1000)
        // What should have happened by now is happening, and needs no timer.
        return [nextAttempt, reading.until, recordingBackoff.until].compactMap(\.self).filter { $0 > now }
            .reduce(latest, min)
    }

    private mutating func leave(_ id: Delivery.ID) -> Attempt? {
        guard let attempt = underWay.removeValue(forKey: id) else { return nil }
        lanes[attempt.webhookID, default: 0] -= 1
        if lanes[attempt.webhookID] == 0 { lanes[attempt.webhookID] = nil }
        failingCount -= attempt.isFailing ? 1 : 0
        return attempt
    }
}
