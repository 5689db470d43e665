/// One message to one webhook, with every attempt to bring it there.
public struct Delivery: Identifiable, Hashable, Sendable {
    /// The number of a delivery.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The length of a body, in bytes.
    public static let bodyBytesMax = 20_000

    /// How far a delivery is.
    public enum Status: String, CaseIterable, Sendable {
        /// An attempt is still to come.
        case pending
        /// A receiver said 2xx.
        case delivered
        /// No attempt is left; it can be sent again by hand.
        case failed
    }

    /// Never used again.
    public package(set) var id: ID
    /// Where it goes.
    public package(set) var webhookID: Webhook.ID
    /// What the receiver tells repetitions by (`webhook-id`): the same on every attempt and after every
    /// crash.
    public package(set) var messageID: String
    /// The `type` in the body.
    public package(set) var event: String
    /// The item it is about; `nil` for a test message.
    public package(set) var itemID: Item.ID?
    /// The bytes that are sent, the same on every attempt.
    public package(set) var body: [UInt8]
    /// Whether it was due while the service was down: such deliveries let those that fall due now go first.
    public package(set) var late: Bool
    /// How far it is.
    public var status: Status
    /// What was tried so far, in order.
    public var attempts: [Attempt]
    /// How many of the attempts were made before it was last sent again by hand: the times between attempts
    /// begin anew from there.
    public var attemptsBefore: Int
    /// When it is tried next, while it is pending.
    public var nextAttemptAt: Timestamp?
    /// When it was queued.
    public package(set) var createdAt: Timestamp
    /// When it was delivered or given up.
    public var completedAt: Timestamp?
    /// The change that last touched it.
    public var revision: Revision

    /// One attempt to deliver.
    public struct Attempt: Hashable, Sendable {
        /// When it began.
        public var at: Timestamp
        /// How long it took, in milliseconds.
        public var durationMilliseconds: Int
        /// The status of the answer, where there was a complete one.
        public var status: Int?
        /// What went wrong; `nil` after a success. Never anything of the receiver's body.
        public var error: String?

        /// When it ended.
        public var endedAt: Timestamp { at.advanced(byMilliseconds: Int64(durationMilliseconds)) }

        /// An attempt.
        public init(at: Timestamp, durationMilliseconds: Int, status: Int?, error: String?) {
            self.at = at
            self.durationMilliseconds = durationMilliseconds
            self.status = status
            self.error = error
        }
    }

    /// A delivery as it is kept.
    public init(
        id: ID, webhookID: Webhook.ID, messageID: String, event: String, itemID: Item.ID?, body: [UInt8],
        late: Bool = false, status: Status = .pending, attempts: [Attempt] = [], attemptsBefore: Int = 0,
        nextAttemptAt: Timestamp?, createdAt: Timestamp, completedAt: Timestamp? = nil, revision: Revision
    ) {
        self.id = id
        self.webhookID = webhookID
        self.messageID = messageID
        self.event = event
        self.itemID = itemID
        self.body = body
        self.late = late
        self.status = status
        self.attempts = attempts
        self.attemptsBefore = attemptsBefore
        self.nextAttemptAt = nextAttemptAt
        self.createdAt = createdAt
        self.completedAt = completedAt
        self.revision = revision
    }
}

// MARK: Attempts

extension Delivery {
    /// Takes in how an attempt went.
    public mutating func apply(_ outcome: AttemptOutcome) {
        attempts.append(outcome.attempt)
        switch outcome.verdict {
        case .retry(let at):
            nextAttemptAt = at
            return
        case .delivered: status = .delivered
        case .failed: status = .failed
        }
        nextAttemptAt = nil
        completedAt = outcome.attempt.endedAt
    }

    /// Sends it again by hand, with all the attempts of a new one.
    public mutating func restart(at now: Timestamp) {
        status = .pending
        attemptsBefore = attempts.count
        nextAttemptAt = now
        completedAt = nil
    }
}

/// How an attempt went and what follows from it, as one change: the attempt joins its delivery's log, the
/// delivery is done, tried again or given up, and the webhook is paused, counted down, turned off or cleared.
public struct AttemptOutcome: Hashable, Sendable {
    /// Which delivery.
    public var deliveryID: Delivery.ID
    /// What was tried.
    public var attempt: Delivery.Attempt
    /// What becomes of the delivery.
    public var verdict: Verdict
    /// Until when the webhook is left alone, where its receiver asked for that.
    public var pauseUntil: Timestamp?
    /// Why the webhook is turned off, where it is.
    public var disableReason: String?
    /// Why there was no answer, for the log; `nil` where there was one.
    public var cause: Cause?

    /// Why there was no answer.
    public struct Cause: Hashable, Sendable {
        /// The kind of the error, which names no host.
        public var kind: String
        /// All that is known, with hosts and addresses.
        public var detail: String

        /// A kind with its detail.
        public init(kind: String, detail: String) {
            self.kind = kind
            self.detail = detail
        }
    }

    /// What becomes of a delivery after an attempt.
    public enum Verdict: Hashable, Sendable {
        case delivered
        case retry(at: Timestamp)
        case failed
    }

    /// An outcome.
    public init(
        deliveryID: Delivery.ID, attempt: Delivery.Attempt, verdict: Verdict, pauseUntil: Timestamp? = nil,
        disableReason: String? = nil, cause: Cause? = nil
    ) {
        self.deliveryID = deliveryID
        self.attempt = attempt
        self.verdict = verdict
        self.pauseUntil = pauseUntil
        self.disableReason = disableReason
        self.cause = cause
    }
}
