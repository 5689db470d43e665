extension Requester {
    /// Has a device shown what the person is reminded of. One that is known by its address already gets new
    /// keys, and is turned on where it was off.
    /// - Throws: `invalid`, `conflict`, `idempotencyKeyReused`, `personNeeded`.
    public func addPushSubscription(
        _ draft: PushSubscriptionDraft, once key: IdempotencyKey?
    ) async throws -> Idempotent<Webhook> {
        let operation = AddPushSubscription(draft: draft, owner: try person, device: principal.deviceID)
        return try await store.write(operation, as: principal, ifMatch: nil, once: key)
    }
}

/// What a device says of itself that is to be shown something.
public struct PushSubscriptionDraft: Hashable, Sendable {
    /// Where its push service takes messages for it.
    public var endpoint: String
    /// Its public key.
    public var publicKey: [UInt8]
    /// The secret that it shares with this service.
    public var authSecret: [UInt8]
    /// What it is shown messages in.
    public var language: Language
    /// A secret for the webhook that it is kept as.
    public var secret: Webhook.Secret

    /// A device at an address, with its keys.
    public init(
        endpoint: String, publicKey: [UInt8], authSecret: [UInt8], language: Language = .english,
        secret: Webhook.Secret
    ) {
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.authSecret = authSecret
        self.language = language
        self.secret = secret
    }

    /// What breaks the rules.
    public func violations() -> [Violation] {
        Violation.ofPushTarget(endpoint, publicKey: publicKey, authSecret: authSecret)
    }
}

package struct AddPushSubscription: Operation {
    let draft: PushSubscriptionDraft
    let owner: Person.ID
    /// What the person asks by, and what the subscription ends with.
    let device: Device.ID?

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.webhooks(of: owner), .newWebhookIDs(1)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Webhook> {
        try draft.violations().throwIfAny()
        let (now, revision) = (transaction.now, transaction.nextRevision)
        let format = Webhook.Format.push(
            Webhook.PushTarget(
                publicKey: draft.publicKey, authSecret: draft.authSecret, deviceID: device))
        let others = transaction.webhooks(of: owner).filter { $0.kind == .pushSubscription }
        if let before = others.first(where: { $0.url == draft.endpoint }) {
            var after = before
            after.format = format
            after.language = draft.language
            if !after.active { after.turnOn() }
            if after == before { return .unchanged(before) }
            after.updatedAt = now
            after.revision = revision
            return Decision([.webhook(before: before, after: after)], after)
        }
        guard others.count < Limits.pushSubscriptionsMax else {
            throw .conflict([
                Violation(
                    "",
                    "there are \(Limits.pushSubscriptionsMax) push subscriptions already; delete one first")
            ])
        }
        let subscription = Webhook(
            id: transaction.allocateWebhookID(), personID: owner, url: draft.endpoint, description: "",
            events: [.reminderDue], format: format, language: draft.language, active: true,
            secret: draft.secret, createdAt: now, updatedAt: now, revision: revision)
        return Decision([.webhook(before: nil, after: subscription)], subscription)
    }
}

extension Principal {
    /// The device that a person asks by.
    var deviceID: Device.ID? {
        if case .person(_, device: let id) = self { id } else { nil }
    }
}

extension Webhook.Format {
    /// The device that it shows something, where that is signed in.
    public var deviceID: Device.ID? {
        switch self {
        case .push(let target): target.deviceID
        case .registration(let registration): registration.target.deviceID
        default: nil
        }
    }
}
