/// The part of a store that the sender of webhooks uses: it claims deliveries and records their attempts.
///
/// Several senders may share a store. Each claims other deliveries for a while. A claim ends with its lease
/// if the sender hangs, and with the heartbeat of its process if that died. Another sender then sends the
/// delivery again with the same message id (at-least-once delivery).
public protocol DeliveryQueue: Sendable {
    /// Claims due deliveries of active, unpaused webhooks that have no claim: punctual ones first, then by
    /// the time of their attempt.
    ///
    /// A sender calls this after every attempt, some thousand times a second under load. The call must be
    /// cheap: it reads the first few deliveries of each webhook, never all pending ones.
    func claimDeliveries(_ request: ClaimRequest) async throws -> [ClaimedDelivery]
    /// Releases claims without an attempt, so that another sender gets the deliveries at once. It ignores
    /// lost claims. A store that cannot release them lets their leases expire.
    func release(_ claims: [DeliveryClaim]) async
    /// The time at which the next delivery of an active webhook falls due, by its attempt or the end of a
    /// pause; `nil` if there is none. Deliveries that are due at `now` do not count, claimed or not.
    func nextAttempt(after now: Timestamp) async throws -> Timestamp?
    /// Records the outcomes of attempts as one change, and releases their claims. `Delivery.apply` and
    /// `Webhook.apply` define the effects.
    ///
    /// An attempt whose claim is lost changes nothing: another sender has the delivery. The store ignores
    /// deleted deliveries and webhooks.
    func record(_ attempts: [EndedAttempt]) async throws -> RecordedAttempts
}

/// A random number that distinguishes claims on one delivery. The sender draws one for each request.
public struct ClaimToken: Hashable, Sendable {
    /// A random number.
    public let rawValue: UInt64

    /// Creates a token.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The exclusive right to send a delivery until the lease ends.
public struct DeliveryClaim: Hashable, Sendable {
    /// The delivery.
    public let deliveryID: Delivery.ID
    /// The token of the claim.
    public let token: ClaimToken

    package init(deliveryID: Delivery.ID, token: ClaimToken) {
        self.deliveryID = deliveryID
        self.token = token
    }
}

/// A sender's request for claims, with its current load.
public struct ClaimRequest: Hashable, Sendable {
    /// The token of the new claims.
    public var token: ClaimToken
    /// The duration of the claims. It must be longer than any attempt.
    public var lease: Duration
    /// The maximum number of concurrent requests to one webhook, from all senders together. A mail address
    /// has one at a time, so that a person with many messages delays only themselves.
    public var limitPerWebhook: Int
    /// The maximum number of deliveries to claim.
    public var limit = Int.max
    /// The maximum number of them for webhooks whose last attempt failed.
    public var failingLimit = Int.max
    /// The maximum number of mails among them.
    public var mailLimit = Int.max
    /// Webhooks to skip.
    public var pausedWebhooks: Set<Webhook.ID> = []
    /// The deliveries that the sender is sending. It must not get them again, even if a clock change or a
    /// suspended machine has ended the lease.
    public var underWay: Set<Delivery.ID> = []
    /// The deliveries that it has sent but not recorded. It must not get them again either; they no longer
    /// count towards the limit for each webhook.
    public var ended: Set<Delivery.ID> = []

    /// Creates a request of an idle sender.
    public init(token: ClaimToken, lease: Duration, limitPerWebhook: Int) {
        self.token = token
        self.lease = lease
        self.limitPerWebhook = limitPerWebhook
    }
}

extension ClaimRequest {
    /// The maximum number of concurrent messages to one mail address, from all senders together.
    package static let limitPerEmail = 1

    /// The maximum number of concurrent requests to a webhook.
    package func limit(for webhook: Webhook) -> Int {
        webhook.kind == .email ? min(Self.limitPerEmail, limitPerWebhook) : limitPerWebhook
    }

    /// The deliveries to claim among the first ones of each webhook, in the order of sending.
    package func choice(among claimable: [ClaimedDelivery]) -> [ClaimedDelivery] {
        var chosen: [ClaimedDelivery] = []
        var (failingCount, mailCount) = (0, 0)
        for next in claimable.sorted(by: { $0.turn < $1.turn }) where chosen.count < limit {
            let isFailing = next.webhook.failingSince != nil
            let isMail = next.webhook.kind == .email
            if isFailing, failingCount >= failingLimit { continue }
            if isMail, mailCount >= mailLimit { continue }
            failingCount += isFailing ? 1 : 0
            mailCount += isMail ? 1 : 0
            chosen.append(next)
        }
        return chosen
    }
}

extension ClaimedDelivery {
    /// The sort key across webhooks.
    fileprivate var turn: (Int, Int64, Int) {
        (delivery.late ? 1 : 0, delivery.nextAttemptAt?.milliseconds ?? 0, delivery.id.rawValue)
    }
}

/// A claimed delivery with its webhook. Only a store creates one.
public struct ClaimedDelivery: Hashable, Sendable {
    /// The delivery.
    public let delivery: Delivery
    /// The receiver, with the signing secret.
    public let webhook: Webhook
    /// The claim.
    public let claim: DeliveryClaim

    package init(_ delivery: Delivery, to webhook: Webhook, token: ClaimToken) {
        self.delivery = delivery
        self.webhook = webhook
        claim = DeliveryClaim(deliveryID: delivery.id, token: token)
    }

    /// The attempt with its outcome.
    public func ended(_ outcome: AttemptOutcome) -> EndedAttempt {
        precondition(outcome.deliveryID == delivery.id)
        return EndedAttempt(claim: claim, outcome: outcome)
    }
}

/// An attempt with its outcome, ready to be recorded. Only a claimed delivery creates one.
public struct EndedAttempt: Hashable, Sendable {
    /// The claim of the attempt.
    public let claim: DeliveryClaim
    /// The outcome.
    public let outcome: AttemptOutcome

    fileprivate init(claim: DeliveryClaim, outcome: AttemptOutcome) {
        self.claim = claim
        self.outcome = outcome
    }
}

/// The result of recording attempts. Only a store creates one.
public struct RecordedAttempts: Hashable, Sendable {
    /// The lost claims. Their attempts changed nothing.
    public let lost: [DeliveryClaim]

    package init(lost: [DeliveryClaim]) { self.lost = lost }
}
