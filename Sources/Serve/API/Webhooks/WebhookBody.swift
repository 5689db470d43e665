import Checklists
import JSON

/// A webhook in JSON. Its secret is present when it is new.
struct WebhookBody: JSONWritable {
    let webhook: Webhook
    let showsSecret: Bool

    init(_ webhook: Webhook, showsSecret: Bool = false) {
        self.webhook = webhook
        self.showsSecret = showsSecret
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", webhook.id.rawValue)
            json.member("url", webhook.url)
            json.member("description", webhook.description)
            json.member("events", webhook.events.map(\.rawValue))
            json.member("checklistIds", webhook.checklistIDs?.map(\.rawValue))
            json.member("format", webhook.formatName.rawValue)
            if let template = webhook.template { json.member("template", TemplateBody(template)) }
            if webhook.format != .standard { json.member("language", webhook.language.rawValue) }
            // The description identifies the value without its secret.
            json.member("authorization", webhook.authorization?.description)
            json.member("active", webhook.active)
            json.member("disabledReason", webhook.disabledReason)
            json.member("createdAt", TimestampBody(webhook.createdAt))
            json.member("updatedAt", TimestampBody(webhook.updatedAt))
            if showsSecret { json.member("secret", webhook.secret.text) }
        }
    }
}

/// The body that creates a webhook.
struct WebhookDraftBody: RequestBody {
    static let noun = "a webhook"
    static let readOnlyFields = webhookReadOnlyFields

    private let url: String
    private let description: String
    private let events: [Webhook.Event]
    private let checklistIDs: [Checklist.ID]?
    private let format: Webhook.Format
    private let language: Language?
    private let authorization: Webhook.Authorization?
    private let active: Bool
    private let secret: Webhook.Secret?

    init(from fields: inout FieldReader) {
        url = fields.required("url", .string) ?? ""
        description = fields.optional("description", .string) ?? ""
        events = fields.optional("events", .events) ?? [.reminderDue]
        checklistIDs = fields.nullable("checklistIds", .checklists) ?? nil
        let name = fields.optional("format", .choice(of: FormatName.self)) ?? .standard
        let template = fields.template(isWhole: false)
        switch name {
        case .standard: format = .standard
        case .ntfy: format = .ntfy
        case .template: format = .template(template ?? Webhook.Template(body: ""))
        }
        switch (name, template) {
        case (.template, nil) where !fields.hasFault("template"): fields.note("template", .missing)
        case (.standard, _?), (.ntfy, _?): fields.note("template", .notForFormat(["template"]))
        default: break
        }
        language = fields.optional("language", .choice(of: Language.self))
        if name == .standard, language != nil {
            fields.note("language", .notForFormat(["ntfy", "template"]))
        }
        authorization = fields.nullable("authorization", .authorization) ?? nil
        active = fields.optional("active", .boolean) ?? true
        secret = fields.optional("secret", .secret)
    }

    /// The draft, with a new secret if the body has none.
    func draft(_ makeSecret: () -> Webhook.Secret) -> WebhookDraft {
        var draft = WebhookDraft(url: url, secret: secret ?? makeSecret())
        draft.description = description
        draft.events = events
        draft.checklistIDs = checklistIDs
        draft.format = format
        draft.language = language ?? .english
        draft.authorization = authorization
        draft.active = active
        return draft
    }
}

/// The body that changes a webhook.
struct WebhookPatchBody: RequestBody {
    static let noun = "a webhook"
    /// `authorization` as it is shown is read-only.
    static let readOnlyFields = webhookReadOnlyFields + ["format", "secret", "authorization"]

    private(set) var patch = WebhookPatch()

    var violations: [Violation] { patch.violations() }

    init(from fields: inout FieldReader) {
        patch.url = fields.optional("url", .string)
        patch.description = fields.nullable("description", .string).map { $0 ?? "" }
        patch.events = fields.optional("events", .events)
        patch.checklistIDs = fields.nullable("checklistIds", .checklists)
        patch.template = fields.template(isWhole: true)
        patch.language = fields.optional("language", .choice(of: Language.self))
        if fields.peek("authorization")?.hasSuffix(Webhook.Authorization.placeholder) != true {
            patch.authorization = fields.nullable("authorization", .authorization)
        }
        patch.active = fields.optional("active", .boolean)
    }
}

/// The name of a webhook's format.
enum FormatName: String, CaseIterable {
    case standard, ntfy, template
}

extension Webhook {
    /// The name of the format.
    fileprivate var formatName: FormatName {
        switch format {
        case .standard, .push, .registration, .email: .standard
        case .ntfy: .ntfy
        case .template: .template
        }
    }

    /// The template, if the format has one.
    fileprivate var template: Template? {
        if case .template(let template) = format { template } else { nil }
    }
}

/// A template in JSON.
private struct TemplateBody: JSONWritable {
    let template: Webhook.Template

    init(_ template: Webhook.Template) {
        self.template = template
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("contentType", template.contentType)
            json.member("body", template.body)
        }
    }
}

extension FieldReader {
    /// Reads a template.
    /// - Parameter isWhole: Whether all fields are required.
    fileprivate mutating func template(isWhole: Bool) -> Webhook.Template? {
        optionalObject("template", of: "a template") { fields in
            let type =
                isWhole ? fields.required("contentType", .string) : fields.optional("contentType", .string)
            let template = Webhook.Template(
                contentType: type ?? Webhook.Template.usualContentType,
                body: fields.required("body", .string) ?? "")
            if !template.isJSONAsItSays {
                fields.note("body", .notJSON)
            }
            return template
        }
    }
}

private let webhookReadOnlyFields = ["id", "disabledReason", "createdAt", "updatedAt"]

extension FieldType<[Webhook.Event]> {
    /// Names of events, at least one.
    fileprivate static var events: Self {
        Self({ _ in .notASetOf(Webhook.Event.allCases.map(\.rawValue)) }) { value in
            guard case .array(let elements) = value, !elements.isEmpty else { return nil }
            var events: [Webhook.Event] = []
            for element in elements {
                guard case .string(let name) = element, let event = Webhook.Event(rawValue: name),
                    !events.contains(event)
                else { return nil }
                events.append(event)
            }
            return events
        }
    }
}

extension FieldType<[Checklist.ID]> {
    /// Ids of lists.
    fileprivate static var checklists: Self {
        Self({ _ in .wrongType(.ids) }) { value in
            guard case .array(let elements) = value else { return nil }
            let numbers = elements.compactMap(FieldType<Checklist.ID>.identifier.read)
            return numbers.count == elements.count ? numbers : nil
        }
    }
}

extension FieldType<Webhook.Authorization> {
    /// The value of `Authorization` for the receiver. Errors do not repeat it.
    fileprivate static var authorization: Self {
        Self({ _ in .notPrintableASCII(max: 1000, example: "Bearer 3f9a") }) { value in
            guard case .string(let text) = value else { return nil }
            return Webhook.Authorization(text)
        }
    }
}

extension FieldType<Webhook.Secret> {
    /// The secret of a webhook. Errors do not repeat it.
    fileprivate static var secret: Self {
        Self({ _ in .notASecret }) { value in
            guard case .string(let text) = value else { return nil }
            return Webhook.Secret(text)
        }
    }
}
