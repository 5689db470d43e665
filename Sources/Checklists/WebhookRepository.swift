/// Who is told what happens, and what they were told. Every method is a transaction, as with
/// `ChecklistRepository`.
public protocol WebhookRepository: Sendable {
    /// All webhooks by identifier; there are never more than `Limits.webhooksMax`.
    func webhooks(_ page: PageRequest) async throws -> Page<Webhook>
    /// One webhook.
    func webhook(_ id: Webhook.ID) async throws -> Webhook
    /// Makes a webhook.
    func addWebhook(_ draft: WebhookDraft, once key: IdempotencyKey?) async throws -> Once<Webhook>
    /// Changes what the patch names. Turning it on clears why it was turned off.
    func updateWebhook(
        _ id: Webhook.ID, _ patch: WebhookPatch, ifMatch: Set<Revision>?
    ) async throws -> Webhook
    /// Deletes a webhook with all its deliveries.
    func deleteWebhook(_ id: Webhook.ID, ifMatch: Set<Revision>?) async throws
    /// Gives a webhook a new secret; the old one signs beside it for 24 hours.
    func rotateSecret(
        of id: Webhook.ID, to secret: Webhook.Secret, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Once<Webhook>
    /// Queues a message that says nothing but that it is a test.
    ///
    /// - Parameter body: What it says, of a webhook at a moment.
    func testWebhook(
        _ id: Webhook.ID, once key: IdempotencyKey?, body: @Sendable (Webhook, Timestamp) -> [UInt8]
    ) async throws -> Once<Delivery>

    /// A page of a webhook's deliveries, newest first; `nil` finds those of every status.
    func deliveries(
        of webhook: Webhook.ID, status: Delivery.Status?, _ page: PageRequest
    ) async throws -> Page<Delivery>
    /// One delivery.
    func delivery(_ id: Delivery.ID) async throws -> Delivery
    /// Queues the message of a delivery that is delivered or given up once more, as a delivery of its own.
    func redeliver(_ id: Delivery.ID, once key: IdempotencyKey?) async throws -> Once<Delivery>
    /// Forgets deliveries that were delivered or given up before a moment, and tells how many.
    func forgetDeliveries(completedBefore moment: Timestamp) async throws -> Int
}

/// What somebody who makes a webhook says of it.
public struct WebhookDraft: Hashable, Sendable {
    /// Where messages go.
    public var url: String
    /// What it is for.
    public var description = ""
    /// What it is told.
    public var events = Webhook.Event.allCases
    /// Whether it is told anything at once.
    public var active = true
    /// What signs its messages.
    public var secret: Webhook.Secret

    /// A webhook that is yet to be made.
    public init(url: String, secret: Webhook.Secret) {
        self.url = url
        self.secret = secret
    }
}

/// What a change of a webhook names; `nil` stays as it is.
public struct WebhookPatch: Hashable, Sendable {
    /// The new address.
    public var url: String?
    /// The new description.
    public var description: String?
    /// What it is told from now on.
    public var events: [Webhook.Event]?
    /// Whether it is told anything.
    public var active: Bool?

    /// A change of nothing, to be filled in.
    public init() {}
}
