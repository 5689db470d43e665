extension Requester {
    /// Deletes a webhook with all its deliveries.
    /// - Throws: `notFound`, `revisionMismatch`.
    public func deleteWebhook(_ id: Webhook.ID, ifMatch: Set<Revision>?) async throws {
        _ = try await store.write(DeleteWebhook(id: id), as: principal, ifMatch: ifMatch, once: nil)
    }
}

package struct DeleteWebhook: Operation {
    let id: Webhook.ID

    package var access: Access { .webhook(id) }
    package var needs: [Need] { [.webhook(id), .deliveries(to: id)] }
    package var subject: Subject? { .webhook(id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Void> {
        let webhook = try transaction.existingWebhook(id)
        let deletions = transaction.deliveries(to: id).map { Mutation.delivery(before: $0, after: nil) }
        return Decision(deletions + [.webhook(before: webhook, after: nil)], ())
    }
}
