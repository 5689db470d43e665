extension CallerSession {
    /// Queues a test message to an active webhook of a kind.
    ///
    /// - Parameter body: Makes the message for a webhook at a moment.
    /// - Throws: `notFound`, `conflict`, `idempotencyKeyReused`.
    public func testWebhook(
        _ id: Webhook.ID, _ kind: Webhook.Kind = .webhook, idempotencyKey key: IdempotencyKey?,
        body: @escaping @Sendable (Webhook, Timestamp) -> [UInt8]
    ) async throws -> Idempotent<Delivery> {
        try await write(
            TestWebhook(id: id, kind: kind, body: body), ifMatch: nil, idempotencyKey: key)
    }
}

package struct TestWebhook: Operation {
    let id: Webhook.ID
    let kind: Webhook.Kind
    let body: @Sendable (Webhook, Timestamp) -> [UInt8]

    package var access: Access { .webhook(id, kind) }
    package var needs: [Need] { [.webhook(id), .newIDs(.delivery, 1)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Delivery> {
        let webhook = try transaction.activeWebhook(id)
        let (now, revision) = (transaction.now, transaction.nextRevision)
        let delivery = Delivery(
            id: transaction.allocate(Delivery.ID.self), webhookID: id,
            messageID: "test_\(id)_\(revision.rawValue)",
            event: Delivery.testEvent, itemID: nil, body: body(webhook, now), nextAttemptAt: now,
            createdAt: now, revision: revision)
        return Decision([.delivery(before: nil, after: delivery)], delivery)
    }
}

extension Delivery {
    /// The event of a test message.
    public static let testEvent = "webhook.test"
}
