extension CallerSession {
    /// Confirms a mail address of the person. It receives their reminders from then on.
    ///
    /// - Parameter ifMatch: The revision when the server sent the confirmation message, so that the link
    ///   confirms no later state.
    /// - Throws: `notFound`, `revisionMismatch`.
    @discardableResult public func confirmEmail(
        _ id: Webhook.ID, ifMatch: KnownState?
    ) async throws -> Webhook {
        try await write(ConfirmEmail(id: id), ifMatch: ifMatch, idempotencyKey: nil)
            .value
    }
}

package struct ConfirmEmail: Operation {
    let id: Webhook.ID

    package var access: Access { .webhook(id, .email) }
    package var needs: [Need] { [.webhook(id)] }
    package var subject: Subject? { .webhook(id) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Webhook> {
        let before = try transaction.existingWebhook(id)
        guard var target = before.format.email, target.confirmedAt == nil else { return .unchanged(before) }
        target.confirmedAt = transaction.now
        var after = before
        after.format = .email(target)
        after.updatedAt = transaction.now
        after.revision = transaction.nextRevision
        return Decision([.webhook(before: before, after: after)], after)
    }
}
