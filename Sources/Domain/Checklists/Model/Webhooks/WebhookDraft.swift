/// What somebody who makes a webhook says of it.
public struct WebhookDraft: Hashable, Sendable {
    /// Where messages go.
    public var url: String
    /// What it is for.
    public var description = ""
    /// What it is told.
    public var events: [Webhook.Event] = [.reminderDue]
    /// The lists that it is told about; `nil` for all.
    public var checklistIDs: [Checklist.ID]?
    /// What its messages are written as.
    public var format = Webhook.Format.standard
    /// What messages are written in that people read.
    public var language = Language.english
    /// What its receiver asks for besides a signature.
    public var authorization: Webhook.Authorization?
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
    /// The lists that it is told about from now on, or all.
    public var checklistIDs: [Checklist.ID]??
    /// The text that is filled in from now on, where it is a template.
    public var template: Webhook.Template?
    /// What messages are written in from now on, where people read them.
    public var language: Language?
    /// What its receiver asks for from now on, or nothing. A new address at another server is shown what
    /// this names, and never what the one before asked for.
    public var authorization: Webhook.Authorization??
    /// Whether it is told anything.
    public var active: Bool?

    /// A change of nothing, to be filled in.
    public init() {}
}
