extension CatalogueRepository {
    /// All webhooks by identifier.
    public func webhooks(_ page: PageRequest) async throws -> Page<Webhook> {
        try await read { catalogue in (try catalogue.webhooks(page), asOf: catalogue.revision) }
    }

    /// One webhook.
    public func webhook(_ id: Webhook.ID) async throws -> Webhook {
        try await read { catalogue in
            let webhook = try catalogue.webhook(id)
            return (webhook, asOf: webhook.revision)
        }
    }

    /// Makes a webhook.
    public func addWebhook(_ draft: WebhookDraft, once key: IdempotencyKey?) async throws -> Once<Webhook> {
        let now = now()
        return try await write { catalogue in try catalogue.addingWebhook(draft, once: key, at: now) }
    }

    /// Changes what the patch names.
    public func updateWebhook(
        _ id: Webhook.ID, _ patch: WebhookPatch, ifMatch: Set<Revision>?
    ) async throws -> Webhook {
        let now = now()
        return try await write { catalogue in
            try catalogue.updatingWebhook(id, patch, ifMatch: ifMatch, at: now)
        }.value
    }

    /// Deletes a webhook with all its deliveries.
    public func deleteWebhook(_ id: Webhook.ID, ifMatch: Set<Revision>?) async throws {
        _ = try await write { catalogue in try catalogue.deletingWebhook(id, ifMatch: ifMatch) }
    }

    /// Gives a webhook a new secret beside the old one.
    public func rotateSecret(
        of id: Webhook.ID, to secret: Webhook.Secret, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Once<Webhook> {
        let now = now()
        return try await write { catalogue in
            try catalogue.rotatingSecret(of: id, to: secret, ifMatch: ifMatch, once: key, at: now)
        }
    }

    /// Queues a message that is only a test.
    public func testWebhook(
        _ id: Webhook.ID, once key: IdempotencyKey?, body: @Sendable (Webhook, Timestamp) -> [UInt8]
    ) async throws -> Once<Delivery> {
        let now = now()
        return try await write { catalogue in
            try catalogue.testingWebhook(id, once: key, at: now, body: body)
        }
    }

    /// A page of a webhook's deliveries, newest first.
    public func deliveries(
        of webhook: Webhook.ID, status: Delivery.Status?, _ page: PageRequest
    ) async throws -> Page<Delivery> {
        try await read { catalogue in
            (try catalogue.deliveries(of: webhook, status: status, page), asOf: catalogue.revision)
        }
    }

    /// One delivery.
    public func delivery(_ id: Delivery.ID) async throws -> Delivery {
        try await read { catalogue in
            let delivery = try catalogue.delivery(id)
            return (delivery, asOf: delivery.revision)
        }
    }

    /// Queues a message once more.
    public func redeliver(_ id: Delivery.ID, once key: IdempotencyKey?) async throws -> Once<Delivery> {
        let now = now()
        return try await write { catalogue in try catalogue.redelivering(id, once: key, at: now) }
    }

    /// Forgets what was delivered or given up before a moment.
    public func forgetDeliveries(completedBefore moment: Timestamp) async throws -> Int {
        try await write { catalogue in catalogue.forgettingDeliveries(completedBefore: moment) }.value
    }

    /// What is to be tried now.
    public func dueDeliveries(
        at now: Timestamp, limitPerWebhook: Int, excluding: Set<Delivery.ID>
    ) async throws -> [DueDelivery] {
        try await read { catalogue in
            let due = catalogue.dueDeliveries(at: now, limitPerWebhook: limitPerWebhook, excluding: excluding)
            return (due, asOf: due.map { max($0.delivery.revision, $0.webhook.revision) }.max() ?? .zero)
        }
    }

    /// When more than that will be.
    public func nextAttempt(after now: Timestamp) async throws -> Timestamp? {
        try await read { catalogue in (catalogue.nextAttempt(after: now), asOf: .zero) }
    }

    /// Keeps how attempts went.
    public func record(_ outcomes: [AttemptOutcome]) async throws {
        _ = try await write { catalogue in catalogue.recording(outcomes) }
    }
}
