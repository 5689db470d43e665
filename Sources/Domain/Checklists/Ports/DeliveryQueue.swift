/// What the sender of webhooks needs of a store: what is to be sent, and a place for how it went.
///
/// Several senders may work on one store, and each gets deliveries of its own: it claims them for a while.
/// A claim ends with its lease where the sender hangs, and with the heartbeat of its process where that died.
/// Then another sender sends the delivery again under the same message id, as it is promised to receivers.
public protocol DeliveryQueue: Sendable {
    /// Claims pending deliveries that have an attempt due, of active webhooks that are not paused, which
    /// nobody has a claim on: those that are not late first, then by the time of their attempt.
    ///
    /// A sender asks anew whenever an attempt ends, some thousand times a second under load, so that asking
    /// has to cost little: it looks at the first few deliveries of each webhook and not at all that are
    /// pending.
    func claimDeliveries(_ request: ClaimRequest) async throws -> [ClaimedDelivery]
    /// Gives claims back whose attempts never were, so that they can be had at once. Those that are lost by
    /// now do not matter, and a store that cannot take them back lets their leases run out.
    func release(_ claims: [DeliveryClaim]) async
    /// When, after a moment, the next delivery of an active webhook falls due, be it by the time of its
    /// attempt or by the end of a pause; `nil` when none will. Those that are due by then already do not
    /// count, whoever has a claim on them.
    func nextAttempt(after now: Timestamp) async throws -> Timestamp?
    /// Keeps how attempts went, all of them as one change, and ends their claims: `Delivery.apply` and
    /// `Webhook.apply` say what becomes of each.
    ///
    /// An attempt whose claim is lost changes nothing: somebody else has the delivery by now. Deliveries and
    /// webhooks that are gone are passed over.
    func record(_ attempts: [EndedAttempt]) async throws -> RecordedAttempts
}

/// What tells claims on one delivery apart: drawn anew for each request by who claims, so that nobody else
/// has it.
public struct ClaimToken: Hashable, Sendable {
    /// Any number.
    public let rawValue: UInt64

    /// The token with that number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// That somebody sends a delivery, for as long as a lease lasts and nobody else has it.
public struct DeliveryClaim: Hashable, Sendable {
    /// Which delivery.
    public let deliveryID: Delivery.ID
    /// What tells it from other claims on that.
    public let token: ClaimToken

    /// A claim.
    package init(deliveryID: Delivery.ID, token: ClaimToken) {
        self.deliveryID = deliveryID
        self.token = token
    }
}

/// How much a sender wants to have, and what it has.
public struct ClaimRequest: Hashable, Sendable {
    /// What tells the new claims from others.
    public var token: ClaimToken
    /// How long they last; longer than an attempt can.
    public var lease: Duration
    /// How many requests there may be under way to one webhook, those of all senders together. A mail address
    /// has one at a time besides, so that whoever has many messages waits for the next, and nobody else does.
    public var limitPerWebhook: Int
    /// How many deliveries to claim at most.
    public var limit = Int.max
    /// How many of them at most may go to webhooks whose last attempt failed.
    public var failingLimit = Int.max
    /// How many of them at most may be mail.
    public var mailLimit = Int.max
    /// Webhooks to leave alone.
    public var webhooksLeftAlone: Set<Webhook.ID> = []
    /// What the sender is sending. It is not given that again, though a clock that was set, or a machine that
    /// slept, has ended the lease.
    public var underWay: Set<Delivery.ID> = []
    /// What it has sent, where the outcome is still to be recorded: likewise, but it takes no room any more.
    public var ended: Set<Delivery.ID> = []

    /// A request of somebody who has nothing yet.
    public init(token: ClaimToken, lease: Duration, limitPerWebhook: Int) {
        self.token = token
        self.lease = lease
        self.limitPerWebhook = limitPerWebhook
    }
}

extension ClaimRequest {
    /// How many messages there may be under way to one mail address, those of all senders together.
    package static let limitPerEmail = 1

    /// How many requests there may be under way to a webhook.
    package func limit(for webhook: Webhook) -> Int {
        webhook.kind == .email ? min(Self.limitPerEmail, limitPerWebhook) : limitPerWebhook
    }

    /// Which of the first deliveries to each webhook to claim, in the order of their turns.
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
    /// What deliveries to several webhooks are ordered by.
    fileprivate var turn: (Int, Int64, Int) {
        (delivery.late ? 1 : 0, delivery.nextAttemptAt?.milliseconds ?? 0, delivery.id.rawValue)
    }
}

/// A delivery that is to be tried now by who has the claim on it, with what the attempt needs of its webhook.
/// It comes from a store alone.
public struct ClaimedDelivery: Hashable, Sendable {
    /// What to send.
    public let delivery: Delivery
    /// Where to, and what signs it.
    public let webhook: Webhook
    /// The claim on it.
    public let claim: DeliveryClaim

    /// A delivery that is claimed.
    package init(_ delivery: Delivery, to webhook: Webhook, token: ClaimToken) {
        self.delivery = delivery
        self.webhook = webhook
        claim = DeliveryClaim(deliveryID: delivery.id, token: token)
    }

    /// The attempt at it, once it has ended.
    public func ended(_ outcome: AttemptOutcome) -> EndedAttempt {
        precondition(outcome.deliveryID == delivery.id)
        return EndedAttempt(claim: claim, outcome: outcome)
    }
}

/// An attempt that has ended and can be recorded. It comes from a claimed delivery alone.
public struct EndedAttempt: Hashable, Sendable {
    /// The claim that it was made under.
    public let claim: DeliveryClaim
    /// How it went.
    public let outcome: AttemptOutcome

    fileprivate init(claim: DeliveryClaim, outcome: AttemptOutcome) {
        self.claim = claim
        self.outcome = outcome
    }
}

/// That attempts are recorded. It comes from a store alone.
public struct RecordedAttempts: Hashable, Sendable {
    /// The claims that were lost, whose attempts changed nothing.
    public let lost: [DeliveryClaim]

    package init(lost: [DeliveryClaim]) { self.lost = lost }
}
