public import Checklists
import Digest

/// The signature by which a receiver verifies a message (Standard Webhooks 1.0.0, symmetric signatures).
public enum WebhookSignature {
    /// The value of `webhook-signature`: `v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`, for each
    /// secret, joined by a space.
    /// - Parameter seconds: The value of `webhook-timestamp`, in seconds since the Unix epoch.
    public static func header(
        messageID: String, seconds: Int64, body: [UInt8], secrets: [Webhook.Secret]
    ) -> String {
        let message = Array("\(messageID).\(seconds).".utf8) + body
        return secrets.map { secret in
            "v1," + HMAC.sha256(key: secret.bytes, message).base64
        }.joined(separator: " ")
    }
}
