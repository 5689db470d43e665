import Checklists
import Dates
import Digest
import HTTP
import XML

/// Registers a calendar app for notifications about a list.
struct PushRegister {
    private let call: Call

    init(_ call: Call) { self.call = call }

    /// Stores the subscription in the content, or updates its registration.
    func register() async throws -> Response {
        let calendar = try await call.calendar()
        guard let document = try call.request.xml, document.name == .push("push-register") else {
            throw DAVFault(.badRequest, nil, "The content must be a push-register element.")
        }
        guard let push = call.environment.push, await call.pushKey != nil else {
            throw DAVFault(
                .forbidden, .push("push-not-available"),
                "Push needs a person's token with the scope write, and libcrypto on the server.")
        }
        let draft = try document.draft(secret: push.makeSecret(), at: call.now)
        do {
            // Checked before storing: otherwise the app would wait for messages that cannot be sent.
            try await push.encryption.check(draft.endpoint)
            _ = try await push.encryption.encrypted(
                [], for: Webhook.PushTarget(publicKey: draft.publicKey, authSecret: draft.authSecret))
        } catch PushEncryptionError.invalidKey {
            throw DAVFault.invalidSubscription("The subscription-public-key must be a point on P-256.")
        } catch PushEncryptionError.unavailable(let reason) {
            throw DAVFault(.forbidden, .push("push-not-available"), "\(reason).")
        }
        let registration: Webhook
        do {
            registration = try await call.session.registerPush(draft, on: calendar.checklist.id)
        } catch ChecklistsError.invalid(let violations) {
            throw DAVFault.invalidSubscription(violations.map(\.detail).joined(separator: "; ") + ".")
        } catch ChecklistsError.conflict(let violations) {
            throw DAVFault(
                .forbidden, .push("push-not-available"),
                violations.map(\.detail).joined(separator: "; ") + ".")
        }
        let origin = push.address ?? call.request.head.origin
        let end = registration.registration?.expiresAt ?? call.now
        return Response(
            .noContent,
            fields: [
                .location: origin + call.paths.path(of: registration.id), "Expires": end.httpDate.text,
                .cacheControl: "no-store",
            ])
    }
}

extension XMLElement {
    /// Parses a `push-register`.
    /// - Throws: `DAVFault` with `invalid-subscription` or `no-supported-trigger`.
    fileprivate func draft(secret: Webhook.Secret, at now: Timestamp) throws(DAVFault)
        -> PushRegistrationDraft
    {
        guard let web = child(.push("subscription"))?.child(.push("web-push-subscription")) else {
            throw .invalidSubscription("push-register must have a subscription with a web-push-subscription.")
        }
        let value = { (name: String) in web.child(.push(name))?.trimmedText }
        if let coding = value("content-encoding"), coding != "aes128gcm" {
            throw .invalidSubscription("The content-encoding must be aes128gcm.")
        }
        let key = web.child(.push("subscription-public-key"))
        guard key?.attribute(XMLName("", "type")) ?? "p256dh" == "p256dh" else {
            throw .invalidSubscription("The type of the subscription-public-key must be p256dh.")
        }
        let draft = PushRegistrationDraft(
            endpoint: value("push-resource") ?? "", publicKey: key?.octets ?? [],
            authSecret: web.child(.push("auth-secret"))?.octets ?? [], triggers: try triggers,
            expiresAt: try expires(at: now), secret: secret)
        let violations = draft.violations(at: now)
        if !violations.isEmpty {
            throw .invalidSubscription(
                violations.map { "\($0.pointer) \($0.detail)" }.joined(separator: "; ") + ".")
        }
        return draft
    }

    /// The events that trigger a notification. DAVx5 sends no `trigger`, which earlier drafts define as both.
    private var triggers: Set<PushTrigger> {
        get throws(DAVFault) {
            guard let trigger = child(.push("trigger")) else { return Set(PushTrigger.allCases) }
            var triggers: Set<PushTrigger> = []
            if trigger.child(.push("content-update")) != nil { triggers.insert(.contentUpdate) }
            if trigger.child(.push("property-update")) != nil { triggers.insert(.propertyUpdate) }
            if triggers.isEmpty {
                throw DAVFault(
                    .forbidden, .push("no-supported-trigger"),
                    "The trigger must have a content-update or a property-update.")
            }
            return triggers
        }
    }

    /// The requested expiry; `nil` without one.
    private func expires(at now: Timestamp) throws(DAVFault) -> Timestamp? {
        guard let text = child(.push("expires"))?.trimmedText else { return nil }
        guard let date = HTTPDate(text, now: now.httpDate) else {
            throw .invalidSubscription(
                "The expires must be an HTTP date, for example Wed, 20 Dec 2023 10:03:31 GMT.")
        }
        return Timestamp(milliseconds: Int64(date.secondsSince1970) * 1_000)
    }

    /// Decodes base64url, with or without padding.
    private var octets: [UInt8]? {
        var text = trimmedText[...]
        while text.hasSuffix("=") { text.removeLast() }
        return [UInt8](base64URL: String(text))
    }
}

extension DAVFault {
    /// The subscription is unusable for push messages.
    fileprivate static func invalidSubscription(_ detail: String) -> DAVFault {
        DAVFault(.forbidden, .push("invalid-subscription"), detail)
    }
}

extension RequestHead {
    /// The origin that the client used, according to proxies and `Host`. DAVx5 needs absolute URLs.
    fileprivate var origin: String {
        (cameToProxyByTLS == true ? "https://" : "http://") + (fields[.host] ?? "")
    }
}
