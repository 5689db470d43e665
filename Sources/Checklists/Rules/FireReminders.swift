extension Store {
    /// Takes reminders that are due and queues a delivery of each for every active webhook that is told of
    /// them, all as one durable change.
    ///
    /// That change is the claim: it takes the reminders from their items, so that of several processes on one
    /// store each gets reminders of its own, and no lease can run out.
    ///
    /// Those that fell due since `startedAt` go out first, so that a backlog never delays them.
    ///
    /// - Parameters:
    ///   - startedAt: Since when somebody has been looking; what was due before is late.
    ///   - limit: How many at most.
    ///   - body: What the message about a reminder says.
    public func fireReminders(
        startedAt: Timestamp, limit: Int, body: @escaping @Sendable (DueReminder) -> [UInt8]
    ) async throws -> ReminderFiring {
        try await write(
            FireReminders(startedAt: startedAt, limit: limit, body: body), ifMatch: nil, once: nil
        ).value
    }
}

package struct FireReminders: Operation {
    let startedAt: Timestamp
    let limit: Int
    let body: @Sendable (DueReminder) -> [UInt8]

    package var needs: [Need] { [.dueReminders(since: startedAt, limit: limit), .webhooks] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<ReminderFiring> {
        let due = transaction.dueReminders(since: startedAt, limit: limit)
        if due.items.isEmpty {
            return .unchanged(ReminderFiring(fired: [], deliveriesCount: 0, next: due.next))
        }
        let told = transaction.webhooks().filter { $0.active && $0.events.contains(.reminderDue) }
        let reminders = due.items.compactMap { reminder(of: $0, in: &transaction) }
        let (now, revision) = (transaction.now, transaction.nextRevision)
        var mutations = reminders.map { fired($0.item, by: revision) }
        var ids = transaction.allocateDeliveryIDs(reminders.count * told.count)
        let firing = ReminderFiring(fired: reminders, deliveriesCount: ids.count, next: due.next)
        for reminder in reminders where !ids.isEmpty {
            let content = body(reminder)
            for (webhook, id) in zip(told, ids) {
                let delivery = Delivery(
                    id: id, webhookID: webhook.id, messageID: reminder.occurrenceID,
                    event: Webhook.Event.reminderDue.rawValue, itemID: reminder.item.id, body: content,
                    late: reminder.late, nextAttemptAt: now, createdAt: now, revision: revision)
                mutations.append(.delivery(before: nil, after: delivery))
            }
            ids = ids.dropFirst(told.count)
        }
        return Decision(mutations, firing)
    }

    private func reminder(
        of item: Item, in transaction: inout some Transaction
    ) -> DueReminder? {
        guard let scheduledFor = item.remindAt, let occurrenceID = item.occurrenceID,
            let checklist = transaction.checklist(item.checklistID)
        else { return nil }
        let now = transaction.now
        let late =
            scheduledFor < startedAt
            || now.milliseconds - scheduledFor.milliseconds > Limits.punctualMilliseconds
        return DueReminder(
            occurrenceID: occurrenceID, item: item, checklist: checklist, scheduledFor: scheduledFor,
            firedAt: now, late: late)
    }

    /// The item without the reminder that goes out. Its revision is that of what clients see of it.
    private func fired(_ before: Item, by revision: Revision) -> Mutation {
        var after = before
        after.change { item in
            item.remindAt = nil
            guard item.snoozedUntil != nil else { return }
            item.snoozedUntil = nil
            item.revision = revision
        }
        return .item(before: before, after: after)
    }
}
