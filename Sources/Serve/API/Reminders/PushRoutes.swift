import Checklists
import Digest
import HTTP
import JSON

/// The routes of push subscriptions, by which devices show reminders.
struct PushRoutes {
    let makeSecret: @Sendable () -> Webhook.Secret
    /// Encrypts push messages; `nil` for no push.
    let encryption: (any PushEncryption)?
    let sending: SendingLimits
    let messages: MessageWriter
    let tags: RevisionTags

    var endpoints: [Endpoint] {
        let all = "/v1/push-subscriptions"
        let one = "/v1/push-subscriptions/{subscriptionId}"
        let small = Limits.smallBodyBytesMax
        // Only callers who may send messages may see where they go.
        return [
            Endpoint(.get, all, .persons(.write), handler: list),
            Endpoint(.post, all, .persons(.write), bodyBytesMax: small, handler: add),
            Endpoint(.get, "\(all)/key", .read, handler: showKey),
            Endpoint(.get, one, .persons(.write), handler: show),
            Endpoint(.delete, one, .persons(.write), gives: nil, handler: remove),
            Endpoint(.post, "\(one)/test", .persons(.write), bodyBytesMax: small, handler: test),
        ]
    }

    private func list(
        _ call: Call<Fixed>, _ page: PageRequest, _ precondition: Precondition
    ) async throws -> Response {
        try .page(
            try await call.session.webhooks(page, .pushSubscription), of: "/v1/push-subscriptions",
            for: call, precondition, as: PushSubscriptionBody.init)
    }

    private func add(_ call: Call<Fixed>, _ body: PushSubscriptionDraftBody) async throws -> Response {
        let draft = body.draft(makeSecret())
        // The check precedes storing: otherwise the device would wait for messages that cannot be sent.
        if draft.violations().isEmpty {
            let target = Webhook.PushTarget(publicKey: draft.publicKey, authSecret: draft.authSecret)
            _ = try await withEncryption { encryption in
                try await encryption.check(draft.endpoint)
                return try await encryption.encrypted([], for: target)
            }
        }
        let result = try await call.session.addPushSubscription(draft, idempotencyKey: call.idempotencyKey)
        let subscription = result.value
        return .created(
            PushSubscriptionBody(subscription), tags.tag(of: subscription.revision),
            at: "/v1/push-subscriptions/\(subscription.id)"
        )
        .replayed(result.isReplay)
    }

    private func showKey(_ call: Call<Fixed>, _ precondition: Precondition) async throws -> Response {
        let key = try await withEncryption { try await $0.publicKey() }
        return try .ok(PushKeyBody(key: key), precondition)
    }

    private func show(_ call: Call<Webhook.ID>, _ precondition: Precondition) async throws -> Response {
        let subscription = try await call.session.webhook(call.id, .pushSubscription)
        let etag = tags.tag(of: subscription.revision)
        return try precondition.answer(etag, with: .ok(PushSubscriptionBody(subscription), etag))
    }

    private func remove(_ call: Call<Webhook.ID>, _ precondition: Precondition) async throws -> Response {
        let expected = try await precondition.expectedRevisions(tags) {
            try await call.session.webhook(call.id, .pushSubscription).revision
        }
        try await call.session.deleteWebhook(call.id, .pushSubscription, ifMatch: expected)
        return .noContent
    }

    private func test(_ call: Call<Webhook.ID>, _ body: EmptyBody) async throws -> Response {
        _ = try await call.session.webhook(call.id, .pushSubscription)
        try sending.count(.test, for: try call.session.person)
        let result = try await call.session.testWebhook(
            call.id, .pushSubscription, idempotencyKey: call.idempotencyKey, body: messages.test)
        return .created(
            DeliveryBody(result.value), tags.tag(of: result.value.revision),
            at: "/v1/deliveries/\(result.value.id)"
        )
        .replayed(result.isReplay)
    }

    /// Runs `body` with the encryption.
    /// - Throws: `Problem` 501 with the reason if it is unavailable; `ChecklistsError.invalid` for a bad key.
    private func withEncryption<Value: Sendable>(
        _ body: (any PushEncryption) async throws -> Value
    ) async throws -> Value {
        do {
            guard let encryption else {
                throw PushEncryptionError.unavailable("this server has no encryption for devices")
            }
            return try await body(encryption)
        } catch let error as PushEncryptionError {
            switch error {
            case .invalidKey:
                throw ChecklistsError.invalid([Violation("/keys/p256dh", .notAPublicKey)])
            case .unavailable(let why):
                throw Problem(.noPush, "This server cannot send push messages: \(why).")
            case .failed: throw error
            }
        }
    }
}

/// A push subscription in JSON, without its keys.
private struct PushSubscriptionBody: JSONWritable {
    let subscription: Webhook

    init(_ subscription: Webhook) {
        self.subscription = subscription
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", subscription.id.rawValue)
            json.member("endpoint", subscription.url)
            json.member("deviceId", subscription.format.deviceID?.rawValue)
            json.member("language", subscription.language.rawValue)
            json.member("active", subscription.active)
            json.member("disabledReason", subscription.disabledReason)
            json.member("createdAt", TimestampBody(subscription.createdAt))
            json.member("updatedAt", TimestampBody(subscription.updatedAt))
        }
    }
}

/// The public key of the server for push services, in JSON.
private struct PushKeyBody: JSONWritable {
    let key: [UInt8]

    func write(to json: inout JSONWriter) {
        json.object { json in json.member("publicKey", key.base64URL) }
    }
}

/// The body that adds a push subscription, in the form of `PushSubscription.toJSON()`.
private struct PushSubscriptionDraftBody: RequestBody {
    static let noun = "a push subscription"
    static let readOnlyFields = [
        "id", "deviceId", "active", "disabledReason", "createdAt", "updatedAt",
    ]

    private let endpoint: String
    private let publicKey: [UInt8]
    private let authSecret: [UInt8]
    private let language: Language

    init(from fields: inout FieldReader) {
        endpoint = fields.required("endpoint", .string) ?? ""
        let keys = fields.object("keys", of: "the keys of a device") { fields in
            (
                fields.required("p256dh", .base64URL) ?? [],
                fields.required("auth", .base64URL) ?? []
            )
        }
        if keys == nil, !fields.hasFault("keys") { fields.note("keys", .missing) }
        (publicKey, authSecret) = (keys ?? nil) ?? ([], [])
        language = fields.optional("language", .choice(of: Language.self)) ?? .english
        // Browsers send it. It is ignored: the push service reports expiry.
        _ = fields.nullable("expirationTime", .number)
    }

    /// The draft with a secret.
    func draft(_ secret: Webhook.Secret) -> PushSubscriptionDraft {
        PushSubscriptionDraft(
            endpoint: endpoint, publicKey: publicKey, authSecret: authSecret, language: language,
            secret: secret)
    }
}

extension FieldType<[UInt8]> {
    /// Base64url (RFC 4648 §5) without padding. Errors do not repeat the value.
    fileprivate static var base64URL: Self {
        Self({ _ in .notBase64URL() }) { value in
            guard case .string(let text) = value else { return nil }
            return [UInt8](base64URL: text)
        }
    }
}
