/// The fields of a webhook to create.
public struct WebhookDraft: Hashable, Sendable {
    /// The receiver.
    public var url: String
    /// The purpose, for people.
    public var description = ""
    /// The event types that the webhook receives.
    public var events: [Webhook.Event] = [.reminderDue]
    /// The lists that the webhook is restricted to; `nil` for all.
    public var checklistIDs: [Checklist.ID]?
    /// The format of the messages.
    public var format = Webhook.Format.standard
    /// The language of messages for people.
    public var language = Language.english
    /// The header that the receiver requires besides the signature.
    public var authorization: Webhook.Authorization?
    /// Whether the webhook is turned on at once.
    public var active = true
    /// The key that signs the messages.
    public var secret: Webhook.Secret

    /// Creates a draft of a standard webhook for reminders.
    public init(url: String, secret: Webhook.Secret) {
        self.url = url
        self.secret = secret
    }
}

/// A partial update of a webhook; `nil` leaves a field unchanged.
public struct WebhookPatch: Hashable, Sendable {
    /// The new URL. A URL at another origin drops the old `authorization`.
    public var url: String?
    /// The new description.
    public var description: String?
    /// The new event types.
    public var events: [Webhook.Event]?
    /// The new restriction to lists; `.some(nil)` for all lists.
    public var checklistIDs: [Checklist.ID]??
    /// The new template, for a webhook of that format.
    public var template: Webhook.Template?
    /// The new language, for a format that people read.
    public var language: Language?
    /// The new `authorization` header; `.some(nil)` removes it.
    public var authorization: Webhook.Authorization??
    /// Whether the webhook is turned on.
    public var active: Bool?

    /// Creates an empty patch.
    public init() {}
}
