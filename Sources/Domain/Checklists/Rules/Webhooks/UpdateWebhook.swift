extension CallerSession {
    /// Applies a patch to a webhook. Turning it on clears the reason why it was turned off.
    /// - Throws: `notFound`, `revisionMismatch`, `invalid`.
    public func updateWebhook(
        _ id: Webhook.ID, _ patch: WebhookPatch, ifMatch: KnownState?
    ) async throws -> Webhook {
        try await write(
            UpdateWebhook(id: id, patch: patch), ifMatch: ifMatch, idempotencyKey: nil
        )
        .value
    }
}

package struct UpdateWebhook: Operation {
    let id: Webhook.ID
    let patch: WebhookPatch

    package var access: Access { .webhook(id) }
    package var needs: [Need] { [.webhook(id)] }
    package var subject: Subject? { .webhook(id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Webhook> {
        let before = try transaction.existingWebhook(id)
        var after = try patch.applied(to: before)
        after.follow(from: transaction.nextRevision)
        if after == before { return .unchanged(before) }
        after.updatedAt = transaction.now
        after.revision = transaction.nextRevision
        return Decision([.webhook(before: before, after: after)], after)
    }
}
