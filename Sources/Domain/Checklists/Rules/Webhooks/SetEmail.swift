extension CallerSession {
    /// Sets the mail address for the person's reminders. It receives none before its reader confirms it.
    ///
    /// A new address replaces the old one with all its deliveries. The same address gets another confirmation
    /// message while it is unconfirmed, and is turned on again.
    ///
    /// - Parameters:
    ///   - address: A valid mail address.
    ///   - language: The language of the messages.
    ///   - secret: The signing secret of the webhook.
    ///   - confirmation: Makes the confirmation message for an address at a moment.
    /// - Throws: `personNeeded`.
    public func setEmail(
        _ address: String, in language: Language = .english, secret: Webhook.Secret,
        confirmation: @escaping @Sendable (Webhook, Timestamp) -> [UInt8]
    ) async throws -> Webhook {
        let operation = SetEmail(
            address: address, language: language, secret: secret, owner: try person,
            confirmation: confirmation)
        return try await write(operation, ifMatch: nil, idempotencyKey: nil).value
    }

    /// The mail address of the person.
    /// - Throws: `notFound`, `personNeeded`.
    public func email() async throws -> Webhook {
        let page = try await store.webhooks(PageRequest(limit: .max), of: person, .email)
        guard let email = page.elements.first else { throw ChecklistsError.notFound(.email) }
        return email
    }
}

package struct SetEmail: Operation {
    let address: String
    let language: Language
    let secret: Webhook.Secret
    let owner: Person.ID
    let confirmation: @Sendable (Webhook, Timestamp) -> [UInt8]

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.webhooks(of: owner), .newIDs(.webhook, 1), .newIDs(.delivery, 1)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Webhook> {
        let (now, revision) = (transaction.now, transaction.nextRevision)
        let old = transaction.webhooks(of: owner).first { $0.kind == .email }
        if let old, old.format.email?.address == address {
            var after = old
            after.language = language
            if !after.active { after.turnOn() }
            if after != old {
                after.updatedAt = now
                after.revision = revision
            }
            let change: [Mutation] = after == old ? [] : [.webhook(before: old, after: after)]
            if after.isConfirmed { return change.isEmpty ? .unchanged(old) : Decision(change, after) }
            return Decision(change + [message(to: after, in: &transaction)], after)
        }
        // The new address gets a new record: messages to the old one prove nothing about it.
        let end = old.map { transaction.deletion(of: $0) } ?? []
        let target = Webhook.EmailTarget(address: address)
        let email = Webhook(
            id: transaction.allocate(Webhook.ID.self), personID: owner, url: target.url, description: "",
            events: [.reminderDue], format: .email(target), language: language, active: true,
            secret: secret, createdAt: now, updatedAt: now, revision: revision)
        return Decision(
            end + [.webhook(before: nil, after: email), message(to: email, in: &transaction)], email)
    }

    /// The message that asks for a confirmation.
    private func message(to email: Webhook, in transaction: inout some Transaction) -> Mutation {
        let (now, revision) = (transaction.now, transaction.nextRevision)
        let delivery = Delivery(
            id: transaction.allocate(Delivery.ID.self), webhookID: email.id,
            messageID: "confirm_\(email.id)_\(revision.rawValue)", event: Delivery.confirmationEvent,
            itemID: nil, body: confirmation(email, now), nextAttemptAt: now, createdAt: now,
            revision: revision)
        return .delivery(before: nil, after: delivery)
    }
}

extension Delivery {
    /// The event of a confirmation message.
    public static let confirmationEvent = "email.confirm"
}
