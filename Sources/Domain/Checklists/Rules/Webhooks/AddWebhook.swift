extension CallerSession {
    /// Creates a webhook.
    /// - Throws: `invalid`, `conflict`, `idempotencyKeyReused`.
    public func addWebhook(
        _ draft: WebhookDraft, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Webhook> {
        try await write(
            AddWebhook(draft: draft, owner: person), ifMatch: nil, idempotencyKey: key)
    }
}

package struct AddWebhook: Operation {
    let draft: WebhookDraft
    let owner: Person.ID

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.webhooks(of: owner), .newIDs(.webhook, 1)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Webhook> {
        let draft = try draft.validated()
        let others = transaction.webhooks(of: owner).count { $0.kind == .webhook }
        guard others < Limits.webhooksMax else {
            throw .conflict([Violation("", .limitReached(Limits.webhooksMax, "webhooks"))])
        }
        var webhook = Webhook(
            id: transaction.allocate(Webhook.ID.self), personID: owner, url: draft.url,
            description: draft.description,
            events: draft.events, checklistIDs: draft.checklistIDs, format: draft.format,
            language: draft.language, authorization: draft.authorization, active: draft.active,
            secret: draft.secret,
            createdAt: transaction.now,
            updatedAt: transaction.now, revision: transaction.nextRevision)
        webhook.follow(from: transaction.nextRevision)
        return Decision([.webhook(before: nil, after: webhook)], webhook)
    }
}
