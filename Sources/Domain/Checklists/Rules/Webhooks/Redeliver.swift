extension CallerSession {
    /// Queues the message of a finished delivery again.
    /// - Throws: `notFound`, `conflict`, `idempotencyKeyReused`.
    public func redeliver(
        _ id: Delivery.ID, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Delivery> {
        try await write(Redeliver(id: id), ifMatch: nil, idempotencyKey: key)
    }
}

package struct Redeliver: Operation {
    let id: Delivery.ID

    package var access: Access { .delivery(id) }
    package var needs: [Need] { [.delivery(id)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Delivery> {
        guard let before = transaction.delivery(id) else { throw .notFound(.delivery) }
        guard before.status != .pending else {
            throw .conflict([Violation("", .stillPending)])
        }
        _ = try transaction.activeWebhook(before.webhookID)
        var after = before
        after.restart(at: transaction.now)
        after.revision = transaction.nextRevision
        return Decision([.delivery(before: before, after: after)], after)
    }
}
