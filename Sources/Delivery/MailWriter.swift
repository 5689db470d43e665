import Checklists
import HTTPClient
import Mail

/// Writes the mail that attempts hand over.
struct MailWriter: Sendable {
    /// What mail goes out by; `nil` where none does.
    let route: MailRoute?
    let limits: MailLimits

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
            content, from: route.from, to: address, id: delivery.messageID,
            secondsSince1970: Int(delivery.createdAt.milliseconds / 1000))
        return OutgoingMail(message, through: route.server, limits: limits)
    }
}
