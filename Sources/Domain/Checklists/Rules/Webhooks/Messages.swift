extension Transaction {
    /// A person's channels for reminders whose messages people read. Standard webhooks get only events that
    /// they chose. A channel that got `Limits.noticesPerHourMax` announcements and proposals within an hour
    /// gets no more.
    mutating func readableChannels(of person: Person.ID) -> [Webhook] {
        webhooks(of: person).filter {
            $0.isNotified(of: .reminderDue) && $0.format != .standard
                && recentMessages(to: $0.id).notices < Limits.noticesPerHourMax
        }
    }

    /// Queues one message to channels.
    ///
    /// - Parameter body: Makes the message for a channel.
    mutating func messages(
        _ id: String, _ event: String, to channels: [Webhook], body: (Webhook) -> [UInt8]
    ) -> [Mutation] {
        let (now, revision) = (now, nextRevision)
        return zip(channels, allocate(channels.count, Delivery.ID.self)).map { channel, number in
            .delivery(
                before: nil,
                after: Delivery(
                    id: number, webhookID: channel.id, messageID: id, event: event, itemID: nil,
                    body: body(channel), nextAttemptAt: now, createdAt: now, revision: revision))
        }
    }
}
