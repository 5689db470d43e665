extension Catalogue {
    /// One webhook.
    /// - Throws: `notFound`.
    public func webhook(_ id: Webhook.ID) throws(ChecklistsError) -> Webhook {
        guard let webhook = webhooks[id] else { throw .notFound(.webhook) }
        return webhook
    }

    /// Decides on a new webhook.
    /// - Throws: `invalid`, `conflict`, `idempotencyKeyReused`.
    public func addingWebhook(
        _ draft: WebhookDraft, once key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Webhook> {
        if let replay = try replayOfWebhook(key, at: now) { return replay }
        let draft = try draft.validated()
        guard webhooks.count < Limits.webhooksMax else {
            throw .conflict([
                Violation("", "there are \(Limits.webhooksMax) webhooks already; delete one first")
            ])
        }
        let webhook = Webhook(
            id: nextWebhookID, url: draft.url, description: draft.description, events: draft.events,
            active: draft.active, secret: draft.secret, createdAt: now, updatedAt: now, revision: nextRevision
        )
        return change(
            [.webhook(before: nil, after: webhook)], webhook, once: record(key, .webhook(webhook), at: now))
    }

    /// Decides on a change of a webhook.
    /// - Throws: `notFound`, `revisionMismatch`, `invalid`.
    public func updatingWebhook(
        _ id: Webhook.ID, _ patch: WebhookPatch, ifMatch: Set<Revision>?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Webhook> {
        let before = try webhook(id, ifMatch: ifMatch)
        var after = try patch.applied(to: before)
        if after == before { return .unchanged(before, asOf: before.revision) }
        after.updatedAt = now
        after.revision = nextRevision
        return change([.webhook(before: before, after: after)], after)
    }

    /// Decides on the end of a webhook and of all its deliveries.
    /// - Throws: `notFound`, `revisionMismatch`.
    public func deletingWebhook(
        _ id: Webhook.ID, ifMatch: Set<Revision>?
    ) throws(ChecklistsError) -> Decision<Void> {
        let webhook = try webhook(id, ifMatch: ifMatch)
        let all = deliveries.all(of: id)
        let deletions = all.slots(in: all.startIndex..<all.endIndex).map {
            Mutation.delivery(before: deliveries.table[$0], after: nil)
        }
        return change(deletions + [.webhook(before: webhook, after: nil)], ())
    }

    /// Decides on a new secret, beside which the old one signs for 24 hours.
    /// - Throws: `notFound`, `revisionMismatch`, `idempotencyKeyReused`.
    public func rotatingSecret(
        of id: Webhook.ID, to secret: Webhook.Secret, ifMatch: Set<Revision>?, once key: IdempotencyKey?,
        at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Webhook> {
        if let replay = try replayOfWebhook(key, at: now) { return replay }
        let before = try webhook(id, ifMatch: ifMatch)
        var after = before
        after.previousSecret = .init(
            secret: before.secret, until: now.advanced(byMilliseconds: Limits.secretOverlapMilliseconds))
        after.secret = secret
        after.updatedAt = now
        after.revision = nextRevision
        return change(
            [.webhook(before: before, after: after)], after, once: record(key, .webhook(after), at: now))
    }

    private func webhook(_ id: Webhook.ID, ifMatch: Set<Revision>?) throws(ChecklistsError) -> Webhook {
        let webhook = try webhook(id)
        if let ifMatch, !ifMatch.contains(webhook.revision) { throw .revisionMismatch }
        return webhook
    }

    /// What the same request was answered before.
    private func replayOfWebhook(
        _ key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Webhook>? {
        guard let record = try once.record(of: key, at: now) else { return nil }
        guard case .webhook(let webhook) = record.result else { throw .idempotencyKeyReused }
        return .replay(webhook, of: record.revision)
    }
}
