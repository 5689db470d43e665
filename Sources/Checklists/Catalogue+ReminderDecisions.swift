extension Catalogue {
    /// Decides on putting a reminder off.
    /// - Throws: `notFound`, `revisionMismatch`, `conflict`, `idempotencyKeyReused`.
    public func snoozingItem(
        _ id: Item.ID, until moment: Timestamp, ifMatch: Set<Revision>?, once key: IdempotencyKey?,
        at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Item> {
        if let replay = try replayOfItem(key, at: now) { return replay }
        let before = try item(id, ifMatch: ifMatch)
        guard moment > now else { throw .conflict([Violation("/until", "must lie ahead")]) }
        guard before.shouldRemind, !before.checked else {
            throw .conflict([Violation("", "needs an unchecked item with shouldRemind")])
        }
        var after = before
        after.snoozedUntil = moment
        after.reschedule(from: before, at: now)
        after.updatedAt = now
        after.revision = nextRevision
        return change([.item(before: before, after: after)], after, once: record(key, .item(after), at: now))
    }

    /// Decides on the reminders that go out now: each is taken from its item, and a delivery is queued for
    /// every active webhook that is told of it. Those that are not due before `startedAt` come first.
    public mutating func firingReminders(
        startedAt: Timestamp, limit: Int, at now: Timestamp, body: (DueReminder) -> [UInt8]
    ) -> Decision<ReminderFiring> {
        let due = remindersDue(startedAt: startedAt, limit: limit, at: now)
        guard !due.isEmpty else {
            return .unchanged(
                ReminderFiring(fired: [], deliveriesCount: 0, next: nextReminder(without: [])), asOf: .zero)
        }
        let told = webhooks.values.filter { $0.active && $0.events.contains(.reminderDue) }.sorted {
            $0.id < $1.id
        }
        var mutations: [Mutation] = []
        var deliveryID = nextDeliveryID
        for reminder in due {
            mutations.append(firing(reminder.item))
            guard !told.isEmpty else { continue }
            let content = body(reminder)
            for webhook in told {
                let delivery = Delivery(
                    id: deliveryID, webhookID: webhook.id, messageID: reminder.occurrenceID,
                    event: Webhook.Event.reminderDue.rawValue, itemID: reminder.item.id, body: content,
                    late: reminder.late, nextAttemptAt: now, createdAt: now, revision: nextRevision)
                mutations.append(.delivery(before: nil, after: delivery))
                deliveryID = Delivery.ID(rawValue: deliveryID.rawValue + 1)
            }
        }
        let firing = ReminderFiring(
            fired: due, deliveriesCount: due.count * told.count, next: nextReminder(without: due))
        return change(mutations, firing)
    }

    /// When the next reminder goes out, besides these.
    private func nextReminder(without due: [DueReminder]) -> Timestamp? {
        guard let reminders = openItems?.reminders else { return nil }
        let taken = Set(due.map(\.item.id))
        for slot in reminders.slots(in: reminders.startIndex..<reminders.endIndex)
        where !taken.contains(items[slot].id) {
            return items[slot].remindAt
        }
        return nil
    }

    /// The item without the reminder that goes out. Its revision is that of what clients see of it.
    private func firing(_ before: Item) -> Mutation {
        var after = before
        after.remindAt = nil
        if after.snoozedUntil != nil {
            after.snoozedUntil = nil
            after.revision = nextRevision
        }
        return .item(before: before, after: after)
    }

    /// The reminders that are due: first those since `startedAt`, then the backlog, each by time.
    private mutating func remindersDue(startedAt: Timestamp, limit: Int, at now: Timestamp) -> [DueReminder] {
        let reminders = waiting().reminders
        let border = reminders.partitionPoint(in: items) { $0.remindAt.map { $0 < startedAt } ?? false }
        let end = reminders.partitionPoint(in: items) { $0.remindAt.map { $0 <= now } ?? false }
        let backlog = reminders.startIndex..<min(border, end)
        let current = min(border, end)..<end
        let slots = Array(reminders.slots(in: current).prefix(limit))
        return (slots + reminders.slots(in: backlog).prefix(limit - slots.count)).compactMap { slot in
            let item = items[slot]
            guard let scheduledFor = item.remindAt, let occurrenceID = item.occurrenceID,
                let list = checklistSlots[item.checklistID]
            else { return nil }
            let late =
                scheduledFor < startedAt
                || now.milliseconds - scheduledFor.milliseconds > Limits.punctualMilliseconds
            return DueReminder(
                occurrenceID: occurrenceID, item: item, checklist: checklists[list],
                scheduledFor: scheduledFor,
                firedAt: now, late: late)
        }
    }

    /// A page of the reminders to come, soonest first.
    /// - Throws: `invalidCursor`.
    public mutating func reminders(_ page: PageRequest) throws(ChecklistsError) -> Page<Reminder> {
        let order = waiting().reminders
        let walk = try PageWalk(
            order, in: items, page, digest: 0, range: order.startIndex..<order.endIndex
        ) { id in itemSlots[id].map { items[$0] } }
        return walk.page(total: order.count).compactMap { item in
            item.remindAt.map {
                Reminder(itemID: item.id, checklistID: item.checklistID, text: item.text, at: $0)
            }
        }
    }
}

extension Page {
    /// The same page of what is made of its elements.
    func compactMap<Other: Sendable>(_ transform: (Element) -> Other?) -> Page<Other> {
        Page<Other>(elements: elements.compactMap(transform), total: total, next: next)
    }
}
