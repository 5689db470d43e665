/// One message to one webhook, with all its attempts.
public struct Delivery: Identifiable, Hashable, Sendable {
    /// The number of a delivery.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The size of a body, in bytes.
    public static let bodyBytesMax = 20_000

    /// The status of a delivery.
    public enum Status: String, CaseIterable, Sendable {
        /// At least one more attempt follows.
        case pending
        /// The receiver answered 2xx.
        case delivered
        /// The last attempt failed. A person can send the message again.
        case failed
    }

    /// The identifier; it is not reused.
    public package(set) var id: ID
    /// The receiving webhook.
    public package(set) var webhookID: Webhook.ID
    /// The message id (`webhook-id`) for deduplication: the same for every attempt and after every crash.
    public package(set) var messageID: String
    /// The `type` in the body.
    public package(set) var event: String
    /// The item of the event; `nil` for a test message.
    public package(set) var itemID: Item.ID?
    /// The list whose hourly limit the message counts for; `nil` for none.
    public package(set) var checklistID: Checklist.ID?
    /// The number of messages that a summary stands for.
    public package(set) var withheld: Int
    /// The body, the same for every attempt.
    public package(set) var body: [UInt8]
    /// Whether it fell due while the server was down. Deliveries that fall due now go first.
    public package(set) var late: Bool
    /// The status.
    public var status: Status
    /// The attempts so far, in order.
    public var attempts: [Attempt]
    /// The number of attempts before a person last sent the message again. The retry schedule starts over
    /// from there.
    public var attemptsBefore: Int
    /// The time of the next attempt, while it is pending.
    public var nextAttemptAt: Timestamp?
    /// When the server queued the delivery.
    public package(set) var createdAt: Timestamp
    /// When it was delivered or failed.
    public var completedAt: Timestamp?
    /// The revision that last changed the delivery.
    public var revision: Revision

    /// One attempt to deliver.
    public struct Attempt: Hashable, Sendable {
        /// The start of the attempt.
        public var at: Timestamp
        /// The duration, in milliseconds.
        public var durationMilliseconds: Int
        /// The HTTP status; `nil` without a complete response.
        public var status: Int?
        /// The error; `nil` after a success. It never contains the response body.
        public var error: String?

        /// The end of the attempt.
        public var endedAt: Timestamp { at.advanced(byMilliseconds: Int64(durationMilliseconds)) }

        /// Creates an attempt.
        public init(at: Timestamp, durationMilliseconds: Int, status: Int?, error: String?) {
            self.at = at
            self.durationMilliseconds = durationMilliseconds
            self.status = status
            self.error = error
        }
    }

    /// Creates a delivery from its stored fields.
    public init(
        id: ID, webhookID: Webhook.ID, messageID: String, event: String, itemID: Item.ID?,
        checklistID: Checklist.ID? = nil, withheld: Int = 0, body: [UInt8],
        late: Bool = false, status: Status = .pending, attempts: [Attempt] = [], attemptsBefore: Int = 0,
        nextAttemptAt: Timestamp?, createdAt: Timestamp, completedAt: Timestamp? = nil, revision: Revision
    ) {
        self.id = id
        self.webhookID = webhookID
        self.messageID = messageID
        self.event = event
        self.itemID = itemID
        self.checklistID = checklistID
        self.withheld = withheld
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
    /// Records the outcome of an attempt.
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

    /// Queues the delivery again, with a fresh retry schedule.
    public mutating func restart(at now: Timestamp) {
        status = .pending
        attemptsBefore = attempts.count
        nextAttemptAt = now
        completedAt = nil
    }
}

/// The outcome of an attempt, applied as one change. The delivery logs the attempt and is delivered, retried
/// or failed. The webhook counts or clears failures, pauses or is turned off.
public struct AttemptOutcome: Hashable, Sendable {
    /// The delivery.
    public var deliveryID: Delivery.ID
    /// The attempt.
    public var attempt: Delivery.Attempt
    /// The next state of the delivery.
    public var verdict: Verdict
    /// Until when the server pauses the webhook, if its receiver asked for that.
    public var pauseUntil: Timestamp?
    /// Why the server turns the webhook off; `nil` if it does not.
    public var disableReason: String?
    /// Why there was no response, for the log; `nil` if there was one.
    public var cause: Cause?

    /// Why there was no response.
    public struct Cause: Hashable, Sendable {
        /// The kind of the error, without a host name.
        public var kind: String
        /// The complete error, with hosts and addresses.
        public var detail: String

        /// Creates a cause.
        public init(kind: String, detail: String) {
            self.kind = kind
            self.detail = detail
        }
    }

    /// The next state of a delivery after an attempt.
    public enum Verdict: Hashable, Sendable {
        case delivered
        case retry(at: Timestamp)
        case failed
    }

    /// Creates an outcome.
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
