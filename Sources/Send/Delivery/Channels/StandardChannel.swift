import Checklists
import HTTPClient

/// Signed JSON for programs (Standard Webhooks 1.0.0).
struct StandardChannel: Channel {
    func body(of message: Message) -> [UInt8] { message.standard() }

    func outgoing(for attempt: Attempt, from service: SendingService) -> Outgoing {
        .signed(
            attempt.claimed.delivery.body, "application/json", to: attempt.claimed.webhook.url, for: attempt,
            from: service)
    }
}

extension Outgoing {
    /// A request with the signature of Standard Webhooks.
    static func signed(
        _ content: [UInt8], _ type: String, to url: String, for attempt: Attempt, from service: SendingService
    ) -> Outgoing {
        let (delivery, webhook) = (attempt.claimed.delivery, attempt.claimed.webhook)
        let seconds = attempt.began.milliseconds / 1000
        let signature = WebhookSignature.header(
            messageID: delivery.messageID, seconds: seconds, body: content,
            secrets: webhook.secrets(at: attempt.began))
        var fields = [
            HeaderField("content-type", type),
            HeaderField("user-agent", service.userAgent),
            HeaderField("webhook-id", delivery.messageID),
            HeaderField("webhook-timestamp", "\(seconds)"),
            HeaderField("webhook-signature", signature),
            HeaderField("webhook-attempt", "\(delivery.attempts.count + 1)"),
            HeaderField("webhook-sender", service.mark),
        ]
        if let authorization = webhook.authorization {
            fields.append(HeaderField("authorization", authorization.value))
        }
        return .request(OutgoingRequest(.post(content), url, fields: fields, limits: service.limits.request))
    }
}
