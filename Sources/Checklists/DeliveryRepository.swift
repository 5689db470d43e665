/// What the sender of webhooks needs of the store: what is to be sent, and a place for how it went.
///
/// One sender works on a repository at a time; in a database that several processes share, a claim would be exclusive.
public protocol DeliveryRepository: Sendable {
    /// The pending deliveries that have an attempt due by a moment, of active webhooks that are not paused then: those
    /// that are not late first, then by the time of their attempt, at most `limitPerWebhook` for each webhook, without
    /// those that are being tried already. Durable when returned.
    func dueDeliveries(
        at now: Timestamp, limitPerWebhook: Int, excluding: Set<Delivery.ID>
    ) async throws -> [DueDelivery]
    /// When the next attempt of any pending delivery is due, pauses taken into account; `nil` when none is pending.
    func nextAttempt(after now: Timestamp, excluding: Set<Delivery.ID>) async throws -> Timestamp?
    /// Keeps how attempts went, all of them as one change. Deliveries and webhooks that are gone by now are passed over.
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
