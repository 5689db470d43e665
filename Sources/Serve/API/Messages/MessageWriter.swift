public import Checklists
import Mail

/// Writes what webhooks are told, each in its format.
public struct MessageWriter: Sendable {
    /// Where people reach the page, without a slash at its end; `nil` where that is not known.
    let pageAddress: String?
    /// Makes links that do something; `nil` for none.
    let links: MessageLinks?

    /// A writer of messages.
    /// - Parameters:
    ///   - pageAddress: Where people reach the page, without a slash at its end; without it no links stand in
    ///     messages that others than this service's own page show.
    ///   - links: Makes links that do something; `nil` for none.
    public init(pageAddress: String? = nil, links: MessageLinks? = nil) {
        self.pageAddress = pageAddress
        self.links = links
    }

    /// A reminder that is due.
    @Sendable public func reminder(_ reminder: DueReminder, to webhook: Webhook) -> [UInt8] {
        write(MessageSummary(reminder, for: webhook, links, pageAddress), to: webhook) {
            WebhookMessage.reminder(reminder)
        }
    }

    /// Something that has changed.
    @Sendable public func change(_ notice: ChangeNotice, to webhook: Webhook) -> [UInt8] {
        write(MessageSummary(notice, in: webhook.language, pageAddress), to: webhook) {
            WebhookMessage.change(notice)
        }
    }

    /// A message that says nothing but that it is a test.
    @Sendable public func test(_ webhook: Webhook, _ now: Timestamp) -> [UInt8] {
        write(MessageSummary(testAt: now, in: webhook.language, pageAddress), to: webhook) {
            WebhookMessage.test(webhook, now)
        }
    }

    /// A message that asks whether a mail address is somebody's.
    @Sendable func confirmation(_ email: Webhook, _ now: Timestamp) -> [UInt8] {
        let language = email.language
        var text = MailText(language: language)
        text.paragraphs = [language.text(.isAsked), language.text(.howToConfirm)]
        let link = MessageLink.confirmEmail(email.id, email.revision)
        if let address = address(of: link, for: email.personID, at: now) {
            text.links = [MailText.Link(label: link.label(in: language), address: address)]
        }
        return text.content(subject: language.text(.confirmAddress)).json
    }

    /// Where a link leads; `nil` where nobody knows.
    private func address(of link: MessageLink, for person: Person.ID, at now: Timestamp) -> String? {
        guard let pageAddress, let links else { return nil }
        return pageAddress + links.path(of: link, for: person, at: now)
    }

    private func write(
        _ summary: @autoclosure () -> MessageSummary, to webhook: Webhook, standard: () -> [UInt8]
    ) -> [UInt8] {
        switch webhook.format {
        // A push registration has messages of its own, which calendar apps understand.
        case .standard, .registration: standard()
        case .ntfy: summary().ntfyMessage
        case .template(let template): template.filled(with: summary())
        case .push: summary().pushMessage
        case .email: mail(summary(), to: webhook)
        }
    }

    private func mail(_ summary: MessageSummary, to email: Webhook) -> [UInt8] {
        let digest = MessageLink.AddressDigest(of: email.format.email?.address ?? "")
        let end = address(of: .endEmail(digest), for: email.personID, at: summary.at)
        return summary.mail(end: end).json
    }
}
