/// What the sender of webhooks needs of the store: what is to be sent, and a place for how it went.
///
/// One sender works on a repository at a time; in a database that several processes share, a claim would be
/// exclusive. The sender asks anew whenever an attempt ends, some thousand times a second under load, so that
/// asking has to cost little: it looks at the first few deliveries of each webhook and not at all that are
/// pending.
public protocol DeliveryRepository: Sendable {
    /// The pending deliveries that have an attempt due by a moment, of active webhooks that are not paused
    /// then: those that are not late first, then by the time of their attempt. For each webhook there are at
    /// most `limitPerWebhook` besides those that are excluded. Durable when returned.
    func dueDeliveries(
        at now: Timestamp, limitPerWebhook: Int, excluding: Set<Delivery.ID>
    ) async throws -> [DueDelivery]
    /// When, after a moment, the next delivery of an active webhook falls due, be it by the time of its
    /// attempt or by the end of a pause; `nil` when none will. Those that are due by then already do not
    /// count.
    func nextAttempt(after now: Timestamp) async throws -> Timestamp?
    /// Keeps how attempts went, all of them as one change: `Delivery.apply` and `Webhook.apply` say what
    /// becomes of each. Deliveries and webhooks that are gone by now are passed over.
    func record(_ outcomes: [AttemptOutcome]) async throws
}

/// A delivery that is to be tried now, with what its attempt needs of its webhook.
public struct DueDelivery: Hashable, Sendable {
    /// What to send.
    public var delivery: Delivery
    /// Where to, and what signs it.
    public var webhook: Webhook

    /// A delivery with its webhook.
    public init(delivery: Delivery, webhook: Webhook) {
        self.delivery = delivery
        self.webhook = webhook
    }
}
