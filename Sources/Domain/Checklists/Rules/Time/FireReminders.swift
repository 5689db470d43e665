extension Store {
    /// Fires due reminders: clears them on their items and queues a delivery to each active webhook for
    /// reminders, in one durable change.
    ///
    /// That change is the claim. If several processes share a store, each fires other reminders, and there is
    /// no lease that can expire.
    ///
    /// Reminders that fell due since `startedAt` come first, so that a backlog never delays them.
    ///
    /// - Parameters:
    ///   - startedAt: Since when a scheduler has been running. Reminders due before are late.
    ///   - limit: The maximum number of reminders to fire.
    ///   - deliveriesMax: The maximum number of deliveries to queue. The first reminder fires regardless of
    ///     its number of deliveries. Reminders left over stay due, which `next` reports.
    ///   - hourly: The limit of messages to a webhook; `nil` for none.
    ///   - body: Makes the message about a reminder for a webhook.
    public func fireReminders(
        startedAt: Timestamp, limit: Int, deliveriesMax: Int, hourly: HourlyLimit? = nil,
        body: @escaping @Sendable (DueReminder, Webhook) -> [UInt8]
    ) async throws -> ReminderFiring {
        try await write(
            FireReminders(
                startedAt: startedAt, limit: limit, deliveriesMax: deliveriesMax, hourly: hourly, body: body),
            as: nil, ifMatch: nil, idempotencyKey: nil
        ).value
    }
}

package struct FireReminders: Operation {
    let startedAt: Timestamp
    let limit: Int
    let deliveriesMax: Int
    let hourly: HourlyLimit?
    let body: @Sendable (DueReminder, Webhook) -> [UInt8]

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.dueReminders(since: startedAt, limit: limit)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<ReminderFiring> {
        let due = transaction.dueReminders(since: startedAt, limit: limit)
        if due.items.isEmpty {
            return .unchanged(ReminderFiring(fired: [], deliveriesCount: 0, next: due.next))
        }
        var limiter = MessageLimiter(hourly)
        let taken = take(due.items, &limiter, in: &transaction)
        let (now, revision) = (transaction.now, transaction.nextRevision)
        var mutations = taken.reminders.map { fired($0.reminder.item, at: now, by: revision) }
        var ids = transaction.allocate(taken.deliveriesCount, Delivery.ID.self)
        let next = ([due.next, taken.nextLeft] + mutations.map(\.nextReminder)).compactMap(\.self).min()
        let firing = ReminderFiring(
            fired: taken.reminders.map(\.reminder), deliveriesCount: ids.count, next: next)
        for (reminder, told) in taken.reminders where !ids.isEmpty {
            for (webhook, id) in zip(told, ids) {
                let delivery = Delivery(
                    id: id, webhookID: webhook.id, messageID: reminder.occurrenceID,
                    event: Webhook.Event.reminderDue.rawValue, itemID: reminder.item.id,
                    checklistID: reminder.checklist.id, body: body(reminder, webhook), late: reminder.late,
                    nextAttemptAt: now, createdAt: now, revision: revision)
                mutations.append(.delivery(before: nil, after: delivery))
            }
            ids = ids.dropFirst(told.count)
        }
        return Decision(mutations + limiter.summaries(in: &transaction), firing)
    }

    /// The reminders of one commit.
    private struct Taken {
        var reminders: [(reminder: DueReminder, told: [Webhook])] = []
        var deliveriesCount = 0
        /// The earliest due time of the reminders left over.
        var nextLeft: Timestamp?
    }

    /// The first due reminders whose deliveries fit the limit.
    private func take(
        _ items: [Item], _ limiter: inout MessageLimiter, in transaction: inout some Transaction
    ) -> Taken {
        var taken = Taken()
        for (index, item) in items.enumerated() {
            guard let reminder = reminder(of: item, in: &transaction) else { continue }
            let known = limiter
            let told = told(of: reminder, in: &transaction).filter {
                limiter.admits($0, reminder.checklist, in: &transaction)
            }
            let count = taken.deliveriesCount + told.count
            if count > deliveriesMax, !taken.reminders.isEmpty {
                limiter = known
                taken.nextLeft = items[index...].compactMap(\.remindAt).min()
                break
            }
            taken.reminders.append((reminder, told))
            taken.deliveriesCount = count
        }
        return taken
    }

    /// The webhooks that are notified of a reminder.
    private func told(of reminder: DueReminder, in transaction: inout some Transaction) -> [Webhook] {
        reminder.checklist.reminded(of: reminder.item).flatMap { person in
            transaction.webhooks(of: person).filter {
                $0.isNotified(of: .reminderDue, on: reminder.checklist.id)
            }
        }
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
            firedAt: now, late: late,
            revision: item.snoozedUntil == nil ? item.revision : transaction.nextRevision)
    }

    /// The item with its next reminder scheduled.
    ///
    /// It gets a new revision only if clients see a difference.
    private func fired(_ before: Item, at now: Timestamp, by revision: Revision) -> Mutation {
        var after = before
        after.takeReminder(at: now)
        if before.snoozedUntil != nil {
            after.change { item in
                item.changedAt = now
                item.changedBy = nil
                item.revision = revision
            }
        }
        return .item(before: before, after: after)
    }
}

extension Mutation {
    /// The time of the item's next reminder.
    fileprivate var nextReminder: Timestamp? {
        if case .item(_, let after?) = self { after.remindAt } else { nil }
    }
}
