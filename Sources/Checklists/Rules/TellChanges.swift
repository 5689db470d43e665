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
        let operation = TellChanges(webhook: webhook, notices: notices, next: next, body: body)
        return try await write(operation, as: nil, ifMatch: nil, once: nil).value
    }
}

package struct TellChanges: Operation {
    let webhook: Webhook
    let notices: [ChangeNotice]
    let next: FeedPosition
    let body: @Sendable (ChangeNotice, Webhook) -> [UInt8]

    package var access: Access { .unrestricted }
    package var needs: [Need] {
        [.webhook(webhook.id)] + (notices.isEmpty ? [] : [.newDeliveryIDs(notices.count)])
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
        for (notice, id) in zip(notices, transaction.allocateDeliveryIDs(notices.count)) {
            let delivery = Delivery(
                id: id, webhookID: webhook.id, messageID: notice.messageID, event: notice.event.rawValue,
                itemID: notice.itemID, body: body(notice, before), nextAttemptAt: now, createdAt: now,
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
