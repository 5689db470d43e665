extension CallerSession {
    /// Subscribes a device to the person's reminders. A known endpoint gets the new keys and is turned on
    /// again.
    /// - Throws: `invalid`, `conflict`, `idempotencyKeyReused`, `personNeeded`.
    public func addPushSubscription(
        _ draft: PushSubscriptionDraft, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Webhook> {
        let operation = AddPushSubscription(draft: draft, owner: try person, device: principal.deviceID)
        return try await write(operation, ifMatch: nil, idempotencyKey: key)
    }
}

/// The fields of a push subscription to create.
public struct PushSubscriptionDraft: Hashable, Sendable {
    /// The URL at the device's push service.
    public var endpoint: String
    /// The public key of the device.
    public var publicKey: [UInt8]
    /// The authentication secret of the device (RFC 8291).
    public var authSecret: [UInt8]
    /// The language of the messages.
    public var language: Language
    /// The signing secret of the webhook.
    public var secret: Webhook.Secret

    /// Creates a draft.
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

    /// The rules that the draft breaks.
    public func violations() -> [Violation] {
        Violation.ofPushTarget(endpoint, publicKey: publicKey, authSecret: authSecret)
    }
}

package struct AddPushSubscription: Operation {
    let draft: PushSubscriptionDraft
    let owner: Person.ID
    /// The calling device; the subscription ends with it.
    let device: Device.ID?

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.webhooks(of: owner), .newIDs(.webhook, 1)] }

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
                Violation("", .limitReached(Limits.pushSubscriptionsMax, "push subscriptions"))
            ])
        }
        let subscription = Webhook(
            id: transaction.allocate(Webhook.ID.self), personID: owner, url: draft.endpoint, description: "",
            events: [.reminderDue], format: format, language: draft.language, active: true,
            secret: draft.secret, createdAt: now, updatedAt: now, revision: revision)
        return Decision([.webhook(before: nil, after: subscription)], subscription)
    }
}

extension Principal {
    /// The device of the calling person.
    var deviceID: Device.ID? {
        if case .person(_, device: let id) = self { id } else { nil }
    }
}

extension Webhook.Format {
    /// The signed-in device that receives the messages; `nil` if there is none.
    public var deviceID: Device.ID? {
        switch self {
        case .push(let target): target.deviceID
        case .registration(let registration): registration.target.deviceID
        default: nil
        }
    }
}
