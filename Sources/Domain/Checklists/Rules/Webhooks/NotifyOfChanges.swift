extension Store {
    /// Queues deliveries to a webhook about a page of the feed, and moves the webhook's position to the end
    /// of that page, in one commit. A crash neither loses nor repeats a notice.
    ///
    /// - Parameters:
    ///   - webhook: The webhook as it was when the page was read. If another process has moved its position
    ///     since, nothing is queued.
    ///   - notices: The changes to notify of; may be empty.
    ///   - next: The position after the page.
    ///   - hourly: The limit of messages that people read; `nil` for none. A standard webhook gets all,
    ///     because its receiver can keep a copy of the lists.
    ///   - body: Makes the body of the message about a change.
    /// - Returns: Whether the position was moved.
    public func notify(
        _ webhook: Webhook, _ notices: [ChangeNotice], through next: FeedPosition,
        hourly: HourlyLimit? = nil, body: @escaping @Sendable (ChangeNotice, Webhook) -> [UInt8]
    ) async throws -> Bool {
        let messages = notices.map { notice in
            QueuedMessage(
                id: notice.messageID, event: notice.event.rawValue, itemID: notice.itemID,
                checklistID: notice.checklistID
            ) { body(notice, $0) }
        }
        let operation = NotifyOfChanges(
            webhook: webhook, messages: messages, next: next,
            hourly: webhook.format == .standard ? nil : hourly)
        return try await write(operation, as: nil, ifMatch: nil, idempotencyKey: nil).value
    }

    /// Queues the message to a push registration that its list has changed, and moves the registration's
    /// position, in one commit.
    ///
    /// - Parameters:
    ///   - registration: The registration as it was when the feed was read. If another process has moved its
    ///     position since, nothing is queued.
    ///   - update: What changed; `nil` only moves the position.
    ///   - next: The position up to which the feed was read.
    ///   - body: Makes the body of the message.
    /// - Returns: Whether the position was moved.
    public func notify(
        _ registration: Webhook, _ update: CollectionUpdate?, through next: FeedPosition,
        body: @escaping @Sendable (CollectionUpdate) -> [UInt8]
    ) async throws -> Bool {
        let messages = [update].compactMap(\.self).map { update in
            let change = "list\(update.checklistID)_\(next.revision.rawValue)"
            return QueuedMessage(
                id: "chg_\(registration.id)_\(change)", event: update.event, itemID: nil,
                checklistID: update.checklistID
            ) { _ in body(update) }
        }
        let operation = NotifyOfChanges(webhook: registration, messages: messages, next: next, hourly: nil)
        return try await write(operation, as: nil, ifMatch: nil, idempotencyKey: nil).value
    }
}

/// A message to queue together with a change of position.
package struct QueuedMessage: Sendable {
    /// The message id, for deduplication.
    let id: String
    let event: String
    /// The item of the message.
    let itemID: Item.ID?
    let checklistID: Checklist.ID
    /// Makes the body for a webhook.
    let body: @Sendable (Webhook) -> [UInt8]
}

package struct NotifyOfChanges: Operation {
    let webhook: Webhook
    let messages: [QueuedMessage]
    let next: FeedPosition
    let hourly: HourlyLimit?

    package var access: Access { .unrestricted }
    package var needs: [Need] {
        [.webhook(webhook.id)] + (messages.isEmpty ? [] : [.newIDs(.delivery, messages.count)])
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Bool> {
        guard let before = transaction.webhook(webhook.id), before.active, let position = before.position,
            position == webhook.position
        else { return .unchanged(false) }
        var after = before
        after.position = next
        let (now, revision) = (transaction.now, transaction.nextRevision)
        var mutations: [Mutation] = [.webhook(before: before, after: after)]
        var limiter = MessageLimiter(hourly)
        for (message, id) in zip(messages, transaction.allocate(messages.count, Delivery.ID.self)) {
            // What happened to a list that is gone is its last message.
            let list = hourly == nil ? nil : transaction.checklist(message.checklistID)
            if let list, !limiter.admits(before, list, in: &transaction) { continue }
            let delivery = Delivery(
                id: id, webhookID: webhook.id, messageID: message.id, event: message.event,
                itemID: message.itemID, checklistID: list?.id, body: message.body(before),
                nextAttemptAt: now, createdAt: now, revision: revision)
            mutations.append(.delivery(before: nil, after: delivery))
        }
        return Decision(mutations + limiter.summaries(in: &transaction), true)
    }
}

extension ChangeNotice {
    /// The item of the notice.
    fileprivate var itemID: Item.ID? {
        switch subject {
        case .item(let item): item.id
        case .itemRemoved(let id, from: _): id
        default: nil
        }
    }
}

extension Webhook {
    /// Starts at the newest revision if the webhook has just been set to follow changes. Earlier changes are
    /// skipped.
    mutating func follow(from revision: Revision) {
        if !followsChanges {
            position = nil
        } else if position == nil {
            position = FeedPosition(after: revision)
        }
    }
}
