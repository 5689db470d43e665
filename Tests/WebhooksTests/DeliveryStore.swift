import Checklists
import Webhooks

/// Deliveries in memory, with what a test wants to see of its use.
actor DeliveryStore: DeliveryRepository {
    struct Full: Error {}

    private(set) var webhooks: [Webhook.ID: Webhook] = [:]
    private(set) var deliveries: [Delivery.ID: Delivery] = [:]
    /// What is pending for each webhook, in the order it is to be sent.
    private var pending: [Webhook.ID: [Delivery.ID]] = [:]
    /// How many outcomes came in each call of `record` that succeeded.
    private(set) var batches: [Int] = []
    /// How often `record` was called.
    private(set) var recordCalls = 0
    /// Whether `record` fails.
    var isFull = false
    /// What `record` waits for before it does anything.
    private var gate: AsyncStream<Void>?

    init(_ webhooks: [Webhook] = [], _ deliveries: [Delivery] = []) {
        for webhook in webhooks { self.webhooks[webhook.id] = webhook }
        for delivery in deliveries { self.deliveries[delivery.id] = delivery }
        pending = Dictionary(grouping: deliveries.map(\.id)) { [all = self.deliveries] in
            all[$0]?.webhookID ?? Webhook.ID(rawValue: 0)
        }
    }

    func add(_ delivery: Delivery) {
        deliveries[delivery.id] = delivery
        insert(delivery)
    }

    func setFull(_ isFull: Bool) { self.isFull = isFull }

    /// Lets `record` wait from now on for one element of a stream each time.
    func setGate(_ gate: AsyncStream<Void>) { self.gate = gate }

    func dueDeliveries(
        at now: Timestamp, limitPerWebhook: Int, excluding: Set<Delivery.ID>
    ) -> [DueDelivery] {
        pending.flatMap { webhookID, ids -> [DueDelivery] in
            guard let webhook = webhooks[webhookID], webhook.active, webhook.pausedUntil ?? now <= now else {
                return []
            }
            return ids.lazy.filter { !excluding.contains($0) }.compactMap { self.deliveries[$0] }
                .filter { $0.nextAttemptAt ?? now <= now }.prefix(limitPerWebhook)
                .map { DueDelivery(delivery: $0, webhook: webhook) }
        }.sorted { Self.key($0.delivery) < Self.key($1.delivery) }
    }

    func nextAttempt(after now: Timestamp) -> Timestamp? {
        pending.compactMap { webhookID, ids -> Timestamp? in
            guard let webhook = webhooks[webhookID], webhook.active else { return nil }
            return ids.lazy.compactMap { self.deliveries[$0]?.nextAttemptAt }
                .map { max($0, webhook.pausedUntil ?? $0) }.first { $0 > now }
        }.min()
    }

    func record(_ outcomes: [AttemptOutcome]) async throws {
        recordCalls += 1
        if let gate { for await _ in gate { break } }
        guard !isFull else { throw Full() }
        batches.append(outcomes.count)
        for outcome in outcomes {
            guard var delivery = deliveries[outcome.deliveryID] else { continue }
            pending[delivery.webhookID]?.removeAll { $0 == delivery.id }
            delivery.apply(outcome)
            deliveries[delivery.id] = delivery
            if delivery.status == .pending { insert(delivery) }
            _ = webhooks[delivery.webhookID]?.apply(outcome)
        }
    }

    private func insert(_ delivery: Delivery) {
        var queue = pending[delivery.webhookID] ?? []
        let key = Self.key(delivery)
        let place = queue.firstIndex { deliveries[$0].map { Self.key($0) > key } ?? false } ?? queue.endIndex
        queue.insert(delivery.id, at: place)
        pending[delivery.webhookID] = queue
    }

    private static func key(_ delivery: Delivery) -> (Int, Int64, Int) {
        (delivery.late ? 1 : 0, delivery.nextAttemptAt?.milliseconds ?? 0, delivery.id.rawValue)
    }
}
