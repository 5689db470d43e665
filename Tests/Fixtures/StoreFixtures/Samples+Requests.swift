package import Checklists

extension IdempotencyKey {
    /// A key, with the fingerprint of one of two requests.
    package static func sample(_ key: String = "key", ofAnotherRequest: Bool = false) -> IdempotencyKey {
        IdempotencyKey(key: key, fingerprint: ofAnotherRequest ? [2] : [1])
    }
}

extension ClaimRequest {
    /// A claim request of the sender with a token, for 60 seconds.
    package static func sample(limitPerWebhook: Int = 100, by token: UInt64) -> ClaimRequest {
        ClaimRequest(
            token: ClaimToken(rawValue: token), lease: .seconds(60), limitPerWebhook: limitPerWebhook)
    }
}

extension PushSubscriptionDraft {
    /// The subscription of a numbered device.
    package static func sample(_ number: UInt8, keys: UInt8 = 0) -> PushSubscriptionDraft {
        PushSubscriptionDraft(
            endpoint: "https://push.example.org/\(number)",
            publicKey: [4] + Array(repeating: number &+ keys, count: 64),
            authSecret: Array(repeating: number, count: 16), secret: .sample(number))
    }
}

extension PushRegistrationDraft {
    /// The registration of a numbered calendar app.
    package static func sample(_ number: UInt8) -> PushRegistrationDraft {
        let device = PushSubscriptionDraft.sample(number)
        return PushRegistrationDraft(
            endpoint: device.endpoint, publicKey: device.publicKey, authSecret: device.authSecret,
            triggers: [.contentUpdate], secret: device.secret)
    }
}

extension Webhook.Secret {
    /// A numbered secret.
    package static func sample(_ number: UInt8) -> Webhook.Secret {
        Webhook.Secret(bytes: Array(repeating: number, count: 32))
    }
}
