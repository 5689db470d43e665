public import Checklists

/// Writes the messages to webhooks, each in the format of its channel.
public struct MessageWriter: Sendable {
    /// Renders a message over the channel of a webhook.
    public typealias Render = @Sendable (Message, Webhook) -> [UInt8]

    /// Where people reach the page, without a slash at its end; `nil` where that is not known.
    let pageAddress: String?
    /// Makes links that do something; `nil` for none.
    let links: MessageLinks?
    private let render: Render

    /// A writer of messages.
    /// - Parameters:
    ///   - pageAddress: Where people reach the page, without a slash at its end; without it no links stand in
    ///     messages that others than this service's own page show.
    ///   - links: Makes links that do something; `nil` for none.
    ///   - render: Renders a message over the channel of a webhook.
    public init(pageAddress: String? = nil, links: MessageLinks? = nil, render: @escaping Render) {
        self.pageAddress = pageAddress
        self.links = links
        self.render = render
    }

    /// A reminder that is due.
    @Sendable public func reminder(_ reminder: DueReminder, to webhook: Webhook) -> [UInt8] {
        write(to: webhook, WebhookMessage.reminder(reminder)) {
            MessageSummary(reminder, for: webhook, links, pageAddress)
        }
    }

    /// Something that has changed.
    @Sendable public func change(_ notice: ChangeNotice, to webhook: Webhook) -> [UInt8] {
        write(to: webhook, WebhookMessage.change(notice)) {
            MessageSummary(notice, in: webhook.language, pageAddress)
        }
    }

    /// A message that says nothing but that it is a test.
    @Sendable public func test(_ webhook: Webhook, _ now: Timestamp) -> [UInt8] {
        write(to: webhook, WebhookMessage.test(webhook, now)) {
            MessageSummary(testAt: now, in: webhook.language, pageAddress)
        }
    }

    /// A message that asks whether a mail address is its receiver's.
    @Sendable func confirmation(_ email: Webhook, _ now: Timestamp) -> [UInt8] {
        let summary = MessageSummary(confirming: email, at: now, links, pageAddress)
        let message = Message(standard: { WebhookMessage.confirmation(email, now) }, summary: { summary })
        return render(message, email)
    }

    private func write(
        to webhook: Webhook, _ standard: @autoclosure @escaping () -> [UInt8],
        summary: @escaping () -> MessageSummary
    ) -> [UInt8] {
        let message = Message(standard: standard) {
            var summary = summary()
            summary.end = end(of: webhook, at: summary.at)
            return summary
        }
        return render(message, webhook)
    }

    /// A link that ends mail to the address of a webhook; `nil` where there is none.
    private func end(of webhook: Webhook, at now: Timestamp) -> MessageSummary.Link? {
        guard let pageAddress, let links, let address = webhook.format.email?.address else { return nil }
        let link = MessageLink.endEmail(MessageLink.AddressDigest(of: address))
        return .init(
            label: link.label(in: webhook.language),
            address: pageAddress + links.path(of: link, for: webhook.personID, at: now))
    }
}
