extension CallerSession {
    /// Deletes a webhook of a kind with all its deliveries.
    /// - Throws: `notFound`, `revisionMismatch`.
    public func deleteWebhook(
        _ id: Webhook.ID, _ kind: Webhook.Kind = .webhook, ifMatch: KnownState?
    ) async throws {
        let operation = DeleteWebhook(id: id, kind: kind)
        _ = try await write(operation, ifMatch: ifMatch, idempotencyKey: nil)
    }
}

package struct DeleteWebhook: Operation {
    let id: Webhook.ID
    let kind: Webhook.Kind

    package var access: Access { .webhook(id, kind) }
    package var needs: [Need] { [.webhook(id), .deliveries(to: id)] }
    package var subject: Subject? { .webhook(id) }

    package func size(in transaction: inout some Transaction) -> Int {
        transaction.deliveries(to: id).count
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Void> {
        Decision(transaction.deletion(of: try transaction.existingWebhook(id)), ())
    }
}

extension Transaction {
    /// The deletion of a webhook and its deliveries.
    mutating func deletion(of webhook: Webhook) -> [Mutation] {
        deliveries(to: webhook.id).map { .delivery(before: $0, after: nil) } + [
            .webhook(before: webhook, after: nil)
        ]
    }
}
