extension Store {
    /// Queues deliveries of what a webhook is told of a part of the feed, and moves its position behind that
    /// part, as one durable change: each change is told once, whatever ends between the two.
    ///
    /// - Parameters:
    ///   - webhook: As it was when the part was read. Where another process was faster nothing is queued.
    ///   - notices: What it is told, perhaps nothing.
    ///   - next: Where the part ends.
    ///   - body: What the message about a change says to a webhook.
    /// - Returns: Whether the position was moved.
    public func tell(
        _ webhook: Webhook, _ notices: [ChangeNotice], through next: FeedPosition,
        body: @escaping @Sendable (ChangeNotice, Webhook) -> [UInt8]
    ) async throws -> Bool {
        let messages = notices.map { notice in
            QueuedMessage(id: notice.messageID, event: notice.event.rawValue, itemID: notice.itemID) {
                body(notice, $0)
            }
        }
        let operation = TellChanges(webhook: webhook, messages: messages, next: next)
        return try await write(operation, as: nil, ifMatch: nil, once: nil).value
    }

    /// Queues the message to a push registration that its list has changed, and moves its position behind
    /// the change, as one durable change.
    ///
    /// - Parameters:
    ///   - registration: As it was when the feed was read. Where another process was faster nothing is
    ///     queued.
    ///   - update: What changed; `nil` moves the position alone.
    ///   - next: Up to where the feed was read.
    ///   - body: What the message says.
    /// - Returns: Whether the position was moved.
    public func tell(
        _ registration: Webhook, _ update: CollectionUpdate?, through next: FeedPosition,
        body: @escaping @Sendable (CollectionUpdate) -> [UInt8]
    ) async throws -> Bool {
        let messages = [update].compactMap(\.self).map { update in
            let change = "list\(update.checklistID)_\(next.revision.rawValue)"
            return QueuedMessage(id: "chg_\(registration.id)_\(change)", event: update.event, itemID: nil) {
                _ in body(update)
            }
        }
        let operation = TellChanges(webhook: registration, messages: messages, next: next)
        return try await write(operation, as: nil, ifMatch: nil, once: nil).value
    }
}

/// A message that is queued with a change of position.
package struct QueuedMessage: Sendable {
    /// What the receiver tells repetitions by.
    let id: String
    /// The kind of the message.
    let event: String
    /// The item that it is about.
    let itemID: Item.ID?
    /// What it says to a webhook.
    let body: @Sendable (Webhook) -> [UInt8]
}

package struct TellChanges: Operation {
    let webhook: Webhook
    let messages: [QueuedMessage]
    let next: FeedPosition

    package var access: Access { .unrestricted }
    package var needs: [Need] {
        [.webhook(webhook.id)] + (messages.isEmpty ? [] : [.newDeliveryIDs(messages.count)])
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
        for (message, id) in zip(messages, transaction.allocateDeliveryIDs(messages.count)) {
            let delivery = Delivery(
                id: id, webhookID: webhook.id, messageID: message.id, event: message.event,
                itemID: message.itemID, body: message.body(before), nextAttemptAt: now, createdAt: now,
                revision: revision)
            mutations.append(.delivery(before: nil, after: delivery))
        }
        return Decision(mutations, true)
    }
}

extension ChangeNotice {
    /// The item that it is about.
    fileprivate var itemID: Item.ID? {
        switch subject {
        case .item(let item): item.id
        case .itemRemoved(let id, from: _): id
        default: nil
        }
    }
}

extension Webhook {
    /// Has it told of what changes from now on, where it was not and is to be; what happened in between it is
    /// not told.
    mutating func follow(from revision: Revision) {
        if !followsChanges {
            position = nil
        } else if position == nil {
            position = FeedPosition(after: revision)
        }
    }
}
