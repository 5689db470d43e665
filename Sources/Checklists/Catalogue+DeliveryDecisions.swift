extension Catalogue {
    /// One delivery.
    /// - Throws: `notFound`.
    public func delivery(_ id: Delivery.ID) throws(ChecklistsError) -> Delivery {
        guard let delivery = deliveries[id] else { throw .notFound(.delivery) }
        return delivery
    }

    /// Decides on a message to an active webhook that says nothing but that it is a test.
    /// - Throws: `notFound`, `conflict`, `idempotencyKeyReused`.
    public func testingWebhook(
        _ id: Webhook.ID, once key: IdempotencyKey?, at now: Timestamp, body: (Webhook, Timestamp) -> [UInt8]
    ) throws(ChecklistsError) -> Decision<Delivery> {
        if let replay = try replayOfDelivery(key, at: now) { return replay }
        let webhook = try activeWebhook(id)
        let delivery = Delivery(
            id: nextDeliveryID, webhookID: id, messageID: "test_\(id)_\(nextRevision.rawValue)",
            event: Delivery.testEvent, itemID: nil, body: body(webhook, now), nextAttemptAt: now,
            createdAt: now, revision: nextRevision)
        return change(
            [.delivery(before: nil, after: delivery)], delivery,
            once: record(key, .delivery(delivery), at: now))
    }

    /// Decides on sending a message once more.
    /// - Throws: `notFound`, `conflict`, `idempotencyKeyReused`.
    public func redelivering(
        _ id: Delivery.ID, once key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Delivery> {
        if let replay = try replayOfDelivery(key, at: now) { return replay }
        let before = try delivery(id)
        guard before.status != .pending else {
            throw .conflict([Violation("", "is still pending; it will be tried again by itself")])
        }
        _ = try activeWebhook(before.webhookID)
        var after = before
        after.restart(at: now)
        after.revision = nextRevision
        return change(
            [.delivery(before: before, after: after)], after, once: record(key, .delivery(after), at: now))
    }

    /// Decides on what attempts lead to, and on the end of finished deliveries beyond the number that is
    /// kept.
    public func recording(_ outcomes: [AttemptOutcome]) -> Decision<Void> {
        var changed: [Delivery.ID: Delivery] = [:]
        var called: [Webhook.ID: Webhook] = [:]
        for outcome in outcomes {
            guard var delivery = changed[outcome.deliveryID] ?? deliveries[outcome.deliveryID] else {
                continue
            }
            delivery.apply(outcome)
            delivery.revision = nextRevision
            changed[delivery.id] = delivery
            guard var webhook = called[delivery.webhookID] ?? webhooks[delivery.webhookID] else { continue }
            if webhook.apply(outcome) { webhook.revision = nextRevision }
            called[webhook.id] = webhook
        }
        var mutations: [Mutation] = []
        for (id, after) in changed.sorted(by: { $0.key < $1.key }) {
            mutations.append(.delivery(before: deliveries[id], after: after))
        }
        for (id, after) in called.sorted(by: { $0.key < $1.key }) where after != webhooks[id] {
            mutations.append(.webhook(before: webhooks[id], after: after))
        }
        if mutations.isEmpty { return .unchanged((), asOf: .zero) }
        let excess = deliveries.finished.count - Limits.finishedDeliveriesMax
        return change(mutations + forgetting(atMost: excess) { changed[$0.id] == nil }, ())
    }

    /// Decides on the end of what was delivered or given up before a moment, and counts it.
    public func forgettingDeliveries(completedBefore moment: Timestamp) -> Decision<Int> {
        let deletions = forgetting(atMost: Limits.finishedDeliveriesMax) { delivery in
            delivery.completedAt.map { $0 < moment } ?? false
        }
        if deletions.isEmpty { return .unchanged(0, asOf: .zero) }
        return change(deletions, deletions.count)
    }

    /// The deletion of the oldest deliveries that are finished and satisfy a condition.
    private func forgetting(atMost count: Int, where condition: @escaping (Delivery) -> Bool) -> [Mutation] {
        guard count > 0 else { return [] }
        let deliveries = deliveries
        return deliveries.finished.slots.reversed().lazy.map { deliveries.table[$0] }.filter(condition)
            .prefix(count).map { .delivery(before: $0, after: nil) }
    }

    private func activeWebhook(_ id: Webhook.ID) throws(ChecklistsError) -> Webhook {
        let webhook = try webhook(id)
        guard webhook.active else {
            throw .conflict([Violation("", "the webhook is turned off; set active to true first")])
        }
        return webhook
    }

    /// What the same request was answered before.
    private func replayOfDelivery(
        _ key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Delivery>? {
        guard let record = try once.record(of: key, at: now) else { return nil }
        guard case .delivery(let delivery) = record.result else { throw .idempotencyKeyReused }
        return .replay(delivery, of: record.revision)
    }
}

extension Delivery {
    /// The event of a message that only tests.
    public static let testEvent = "webhook.test"
}
