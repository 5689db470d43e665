public import Checklists

/// Writes the messages to webhooks, each in the format of its channel.
public struct MessageWriter: Sendable {
    /// Renders a message over the channel of a webhook.
    public typealias Render = @Sendable (Message, Webhook) -> [UInt8]

    /// The address of the page, without a trailing slash; `nil` if unknown.
    let pageAddress: String?
    /// Makes action links; `nil` for none.
    let links: MessageLinks?
    private let render: Render

    /// Creates a writer.
    /// - Parameters:
    ///   - pageAddress: The address of the page, without a trailing slash. Without it, messages shown outside
    ///     of the page have no links.
    ///   - links: Makes action links; `nil` for none.
    ///   - render: Renders a message over the channel of a webhook.
    public init(pageAddress: String? = nil, links: MessageLinks? = nil, render: @escaping Render) {
        self.pageAddress = pageAddress
        self.links = links
        self.render = render
    }

    /// The message for a due reminder.
    @Sendable public func reminder(_ reminder: DueReminder, to webhook: Webhook) -> [UInt8] {
        write(to: webhook, WebhookMessage.reminder(reminder)) {
            MessageSummary(reminder, for: webhook, links, pageAddress)
        }
    }

    /// The message for a change.
    @Sendable public func change(_ notice: ChangeNotice, to webhook: Webhook) -> [UInt8] {
        write(to: webhook, WebhookMessage.change(notice)) {
            MessageSummary(notice, in: webhook.language, pageAddress)
        }
    }

    /// The message that stands for others about a list.
    @Sendable public func withheld(
        _ count: Int, _ checklist: Checklist, at now: Timestamp, to webhook: Webhook
    ) -> [UInt8] {
        write(to: webhook, WebhookMessage.withheld(count, checklist.id, at: now)) {
            MessageSummary(withheld: count, checklist, at: now, in: webhook.language, pageAddress)
        }
    }

    /// The message about a proposal of an assistant.
    @Sendable public func proposal(_ proposal: Proposal, by name: String?, to webhook: Webhook) -> [UInt8] {
        write(to: webhook, WebhookMessage.proposal(proposal)) {
            MessageSummary(proposal, by: name, for: webhook, links, pageAddress)
        }
    }

    /// The message about an announcement of a member to the others.
    @Sendable public func announcement(
        _ announcement: Announcement, on checklist: Checklist, by name: String, to webhook: Webhook
    ) -> [UInt8] {
        write(to: webhook, WebhookMessage.announcement(announcement, on: checklist)) {
            MessageSummary(announcement, on: checklist, by: name, in: webhook.language, pageAddress)
        }
    }

    /// A test message.
    @Sendable public func test(_ webhook: Webhook, _ now: Timestamp) -> [UInt8] {
        write(to: webhook, WebhookMessage.test(webhook, now)) {
            MessageSummary(testAt: now, in: webhook.language, pageAddress)
        }
    }

    /// The message that asks the receiver to confirm a mail address.
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

    /// A link that stops mail to the address of a webhook; `nil` for other channels.
    private func end(of webhook: Webhook, at now: Timestamp) -> MessageSummary.Link? {
        guard let pageAddress, let links, let address = webhook.format.email?.address else { return nil }
        let link = MessageLink.endEmail(MessageLink.AddressDigest(of: address))
        return .init(
            label: link.label(in: webhook.language),
            address: pageAddress + links.path(of: link, for: webhook.personID, at: now))
    }
}
