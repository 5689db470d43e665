import Checklists
import HTTP
import JSON
import Mail

/// The routes of a person's mail address for reminders, which the person has to confirm.
struct EmailRoutes {
    let makeSecret: @Sendable () -> Webhook.Secret
    let sending: SendingLimits
    let messages: MessageWriter
    let tags: RevisionTags

    var endpoints: [Endpoint] {
        let one = "/v1/me/email"
        let small = Limits.smallBodyBytesMax
        return [
            // Only callers who may send messages may see where they go.
            Endpoint(.get, one, .persons(.write), handler: show),
            Endpoint(.put, one, .persons(.write), bodyBytesMax: small, handler: set),
            Endpoint(.delete, one, .persons(.write), gives: nil, handler: remove),
            Endpoint(.post, "\(one)/test", .persons(.write), bodyBytesMax: small, handler: test),
        ]
    }

    /// Why the server cannot send mail to new addresses, with the remedy; `nil` if it can.
    var obstacle: String? {
        if !sending.sendsMail { return "start the server with --smtp and --smtp-from" }
        if messages.pageAddress == nil {
            return "start the server with --url, so that messages can say where an address is confirmed"
        }
        return messages.links == nil ? "the key of its links could not be stored; restart the server" : nil
    }

    private func show(_ call: Call<Fixed>, _ precondition: Precondition) async throws -> Response {
        let email = try await call.session.email()
        let etag = tags.tag(of: email.revision)
        return try precondition.answer(etag, with: .ok(EmailBody(email), etag))
    }

    private func set(
        _ call: Call<Fixed>, _ update: ResourceUpdate<EmailDraftBody>
    ) async throws -> Response {
        let (person, body) = (try call.session.person, update.body)
        let sending = try requireMail()
        let known = try await known(in: call.session)
        try update.check(against: known.map(EmailBody.init))
        // A confirmed address gets no message.
        if !(known?.isConfirmed ?? false) || known?.format.email?.address != body.address {
            try sending.count(.confirmation, for: person)
        }
        let email = try await call.session.setEmail(
            body.address, in: body.language, secret: makeSecret(), confirmation: messages.confirmation)
        return .ok(EmailBody(email), tags.tag(of: email.revision))
    }

    private func known(in session: Session) async throws -> Webhook? {
        do {
            return try await session.email()
        } catch ChecklistsError.notFound {
            return nil
        }
    }

    private func remove(_ call: Call<Fixed>, _ precondition: Precondition) async throws -> Response {
        let email = try await call.session.email()
        let expected = try await precondition.expectedRevisions(tags) { email.revision }
        try await call.session.deleteWebhook(email.id, .email, ifMatch: expected)
        return .noContent
    }

    private func test(_ call: Call<Fixed>, _ body: EmptyBody) async throws -> Response {
        let person = try call.session.person
        let email = try await call.session.email()
        let sending = try requireMail()
        // An unconfirmed or disabled address gets no test. `testWebhook` throws the reason.
        if email.isConfirmed, email.active { try sending.count(.test, for: person) }
        let result = try await call.session.testWebhook(
            email.id, .email, idempotencyKey: call.idempotencyKey, body: messages.test)
        return .created(
            DeliveryBody(result.value), tags.tag(of: result.value.revision),
            at: "/v1/deliveries/\(result.value.id)"
        )
        .replayed(result.isReplay)
    }

    /// The limits of mail.
    /// - Throws: `Problem` 501 with the obstacle.
    private func requireMail() throws(Problem) -> SendingLimits {
        if obstacle == nil { return sending }
        throw Problem(.noMail, "This server sends no mail: \(obstacle ?? "").")
    }
}

/// A mail address in JSON.
private struct EmailBody: JSONWritable {
    let email: Webhook

    init(_ email: Webhook) {
        self.email = email
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("address", email.format.email?.address)
            json.member("language", email.language.rawValue)
            json.member("confirmed", email.isConfirmed)
            json.member("active", email.active)
            json.member("disabledReason", email.disabledReason)
            json.member("createdAt", TimestampBody(email.createdAt))
            json.member("updatedAt", TimestampBody(email.updatedAt))
        }
    }
}

/// The body that sets a mail address.
private struct EmailDraftBody: RequestBody {
    static let noun = "a mail address"
    static let readOnlyFields = ["confirmed", "active", "disabledReason", "createdAt", "updatedAt"]

    let address: String
    let language: Language

    init(from fields: inout FieldReader) {
        address = fields.required("address", .mailAddress) ?? ""
        language = fields.optional("language", .choice(of: Language.self)) ?? .english
    }
}

extension FieldType<String> {
    /// A mail address without a display name.
    fileprivate static var mailAddress: Self {
        Self({ _ in .notAMailAddress }) { value in
            guard case .string(let text) = value, (try? MailAddress(text)) != nil else { return nil }
            return text
        }
    }
}
