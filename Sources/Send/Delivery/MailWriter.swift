import Checklists
import Digest
import HTTPClient
import Mail

/// Writes the mail that attempts hand over.
struct MailWriter: Sendable {
    /// What mail goes out by; `nil` where none does.
    let route: MailRoute?
    let limits: MailLimits

    /// How much of what tells mails apart stands in their name, in octets.
    private static let tagBytes = 8

    /// The mail of an attempt. It is the same on every attempt, so that receivers can tell repetitions.
    /// - Throws: where it cannot be made.
    func mail(for attempt: Attempt, to target: Webhook.EmailTarget) throws(OutgoingError) -> OutgoingMail {
        guard let route else { throw .invalidRequest("no mail is sent from here; see --smtp") }
        let delivery = attempt.claimed.delivery
        guard let content = MailContent(json: delivery.body) else {
            throw .invalidRequest("what was to be sent is no mail")
        }
        let address: MailAddress
        do throws(MailError) {
            address = try MailAddress(target.address)
        } catch {
            throw .invalidRequest("\(error)")
        }
        let message = MailMessage(
            content, from: route.from, to: address, id: Self.id(of: delivery, to: attempt.claimed.webhook),
            secondsSince1970: Int(delivery.createdAt.milliseconds / 1000))
        return OutgoingMail(message, through: route.server, limits: limits)
    }

    /// What mail programs know it by: another one for each address, and when it is sent again by hand, since
    /// they drop what they have already (RFC 5322 §3.6.4).
    private static func id(of delivery: Delivery, to webhook: Webhook) -> String {
        let sent = Array("\(delivery.messageID)\n\(delivery.attemptsBefore)".utf8)
        let tag = Array(HMAC.sha256(key: webhook.secret.bytes, sent).prefix(tagBytes))
        return "\(delivery.messageID)_\(tag.hexadecimal)"
    }
}
