import Checklists
import HTTPClient

/// Writes the requests that attempts make, each in the format of its webhook, or the mail that they hand
/// over.
struct RequestWriter: Sendable {
    let userAgent: String
    /// What the service knows its own messages by, in `webhook-sender`.
    let senderMark: String
    let limits: OutgoingLimits
    /// Encrypts for devices; `nil` where there can be none.
    let pushEncryption: (any PushEncryption)?
    let mail: MailWriter

    /// What an attempt sends.
    enum Message {
        case request(OutgoingRequest)
        case mail(OutgoingMail)
    }

    /// The message of an attempt.
    /// - Throws: where it cannot be made.
    func message(for attempt: Attempt) async throws(OutgoingError) -> Message {
        let (delivery, webhook) = (attempt.claimed.delivery, attempt.claimed.webhook)
        switch webhook.format {
        case .standard:
            return .request(request(of: delivery.body, "application/json", to: webhook.url, for: attempt))
        case .ntfy:
            // The topic stands in the content, which goes to what is above it.
            let topic = webhook.url.ntfyTopic ?? ""
            let content = try Self.content(delivery.body, topic: topic)
            let root = String(webhook.url.dropLast(topic.count))
            return .request(request(of: content, "application/json", to: root, for: attempt))
        case .template(let template):
            return .request(request(of: delivery.body, template.contentType, to: webhook.url, for: attempt))
        case .push(let target):
            // What its push service still has about the same item is replaced.
            let topic = attempt.claimed.delivery.itemID.map { "item-\($0)" }
            return .request(
                try await pushRequest(
                    to: target, for: attempt, type: "application/octet-stream", urgency: "high",
                    topic: topic))
        case .registration(let registration):
            let delivery = attempt.claimed.delivery
            // Each kind of message replaces its own alone: a content update says less than one that tells of
            // properties as well. The number differs between people, so that a push service cannot see who
            // has the same list.
            return .request(
                try await pushRequest(
                    to: registration.target, for: attempt, type: "application/xml; charset=\"UTF-8\"",
                    urgency: "normal", topic: "\(delivery.event)-\(delivery.webhookID)"))
        case .email(let target):
            return .mail(try mail.mail(for: attempt, to: target))
        }
    }

    /// What ntfy publishes, with the topic that the address has now. Of letters, digits, `_` and `-` as it
    /// is, it needs no escapes.
    /// - Throws: where it is no object.
    private static func content(_ object: [UInt8], topic: String) throws(OutgoingError) -> [UInt8] {
        guard object.first == UInt8(ascii: "{") else {
            throw .invalidRequest("what was to be sent is no message for ntfy")
        }
        return Array(#"{"topic":"\#(topic)","#.utf8) + object.dropFirst()
    }

    /// A message that is signed (Standard Webhooks).
    private func request(
        of content: [UInt8], _ type: String, to url: String, for attempt: Attempt
    ) -> OutgoingRequest {
        let (delivery, webhook) = (attempt.claimed.delivery, attempt.claimed.webhook)
        let seconds = attempt.began.milliseconds / 1000
        let signature = WebhookSignature.header(
            messageID: delivery.messageID, seconds: seconds, body: content,
            secrets: webhook.secrets(at: attempt.began))
        var fields = [
            HeaderField("content-type", type),
            HeaderField("user-agent", userAgent),
            HeaderField("webhook-id", delivery.messageID),
            HeaderField("webhook-timestamp", "\(seconds)"),
            HeaderField("webhook-signature", signature),
            HeaderField("webhook-attempt", "\(delivery.attempts.count + 1)"),
            HeaderField("webhook-sender", senderMark),
        ]
        if let authorization = webhook.authorization {
            fields.append(HeaderField("authorization", authorization.value))
        }
        return OutgoingRequest(.post(content), url, fields: fields, limits: limits)
    }

    /// A message to a device (RFC 8030).
    /// - Parameter topic: What its push service replaces undelivered messages by; `nil` replaces none.
    private func pushRequest(
        to target: Webhook.PushTarget, for attempt: Attempt, type: String, urgency: String, topic: String?
    ) async throws(OutgoingError) -> OutgoingRequest {
        let (delivery, webhook) = (attempt.claimed.delivery, attempt.claimed.webhook)
        guard let pushEncryption else { throw .invalidRequest("messages to devices are not encrypted here") }
        let content: [UInt8]
        let authorization: String
        do {
            content = try await pushEncryption.encrypted(delivery.body, for: target)
            authorization = try await pushEncryption.authorization(
                for: webhook.url, until: attempt.began.advanced(by: Limits.pushAuthorizationTime))
        } catch {
            throw .invalidRequest("\(error)")
        }
        var fields = [
            HeaderField("content-type", type),
            HeaderField("content-encoding", "aes128gcm"),
            HeaderField("user-agent", userAgent),
            HeaderField("ttl", "\(Limits.pushTimeToLive.components.seconds)"),
            HeaderField("urgency", urgency),
            HeaderField("authorization", authorization),
        ]
        if let topic { fields.append(HeaderField("topic", topic)) }
        return OutgoingRequest(.post(content), webhook.url, fields: fields, limits: limits)
    }
}
