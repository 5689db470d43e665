extension CallerSession {
    /// Gives a webhook a new secret. The old one signs beside it for 24 hours.
    /// - Throws: `notFound`, `revisionMismatch`, `idempotencyKeyReused`.
    public func rotateSecret(
        of id: Webhook.ID, to secret: Webhook.Secret, ifMatch: KnownState?,
        idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Webhook> {
        try await write(
            RotateSecret(id: id, secret: secret), ifMatch: ifMatch, idempotencyKey: key)
    }
}

package struct RotateSecret: Operation {
    let id: Webhook.ID
    let secret: Webhook.Secret

    package var access: Access { .webhook(id) }
    package var needs: [Need] { [.webhook(id)] }
    package var subject: Subject? { .webhook(id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Webhook> {
        let before = try transaction.existingWebhook(id)
        let now = transaction.now
        var after = before
        after.previousSecret = .init(
            secret: before.secret, until: now.advanced(byMilliseconds: Limits.secretOverlapMilliseconds))
        after.secret = secret
        after.updatedAt = now
        after.revision = transaction.nextRevision
        return Decision([.webhook(before: before, after: after)], after)
    }
}
