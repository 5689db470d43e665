public import Checklists

extension MemoryStore: Transaction {
    /// The revision of the change that is being decided.
    public var nextRevision: Revision { Revision(rawValue: revision.rawValue + 1) }

    /// One checklist.
    public func checklist(_ id: Checklist.ID) -> Checklist? { checklistSlots[id].map { checklists[$0] } }

    /// One item.
    public func item(_ id: Item.ID) -> Item? { itemSlots[id].map { items[$0] } }

    /// The number of the item that a client calls by something.
    public func itemID(of name: Item.Name) -> Item.ID? { itemIDsByName[name] }

    /// All items of a list, by position, shared with the store and not copied.
    public func items(of id: Checklist.ID) -> SnapshotItems {
        guard let positions = listIndexes[id]?.positions else { return SnapshotItems([]) }
        return SnapshotItems(positions, in: items)
    }

    /// The position of the last item of a list.
    public func lastPosition(of id: Checklist.ID) -> Int? {
        guard let order = listIndexes[id]?.positions, let last = order.index(before: order.endIndex) else {
            return nil
        }
        return items[order[last]].position
    }

    /// The items around a place in a list.
    public func neighbours(of placement: ItemPlacement, on id: Checklist.ID, reach: Int) -> Neighbours {
        guard let order = listIndexes[id]?.positions, let start = index(of: placement, in: order) else {
            return Neighbours()
        }
        var around = Neighbours()
        var index = order.index(before: start)
        while let previous = index, around.before.count < reach {
            around.before.append(neighbour(order[previous]))
            index = order.index(before: previous)
        }
        var next = start
        while next < order.endIndex, around.after.count < reach {
            around.after.append(neighbour(order[next]))
            next = order.index(after: next)
        }
        return around
    }

    /// The index of the first item behind a place; `nil` if what it is relative to is not there.
    private func index(of placement: ItemPlacement, in order: SortedIndex<Item>) -> SortedIndex<Item>.Index? {
        switch placement {
        case .first: order.startIndex
        case .last: order.endIndex
        case .before(let id): itemSlots[id].flatMap { order.index(of: $0, in: items) }
        case .after(let id):
            itemSlots[id].flatMap { order.index(of: $0, in: items) }.map { order.index(after: $0) }
        }
    }

    private func neighbour(_ slot: Slot) -> Neighbour {
        let item = items[slot]
        return Neighbour(id: item.id, position: item.position)
    }

    /// The items whose reminders are due: first those since a moment, then the backlog, each by time.
    public mutating func dueReminders(since moment: Timestamp, limit: Int) -> DueReminders {
        let reminders = waiting().reminders
        let border = reminders.partitionPoint(in: items) { $0.remindAt.map { $0 < moment } ?? false }
        let end = reminders.partitionPoint(in: items) { $0.remindAt.map { $0 <= now } ?? false }
        let backlog = reminders.startIndex..<min(border, end)
        let current = min(border, end)..<end
        var slots = Array(reminders.slots(in: current).prefix(limit))
        slots += reminders.slots(in: backlog).prefix(limit - slots.count)
        let taken = Set(slots)
        let next = reminders.slots(in: reminders.startIndex..<reminders.endIndex)
            .first { !taken.contains($0) }
        return DueReminders(items: slots.map { items[$0] }, next: next.flatMap { items[$0].remindAt })
    }

    /// The list that is to be reset first.
    public func dueReset() -> DueReset? {
        guard let first = resets.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return nil }
        let next = resets.filter { $0.key != first.key }.values.min()
        return DueReset(first.key, at: first.value, next: next)
    }

    /// One webhook.
    public func webhook(_ id: Webhook.ID) -> Webhook? { webhooksByID[id] }

    /// All webhooks, by their numbers.
    public func webhooks() -> [Webhook] { webhooksByID.values.sorted { $0.id < $1.id } }

    /// All webhooks of a person, by their numbers.
    public func webhooks(of person: Person.ID) -> [Webhook] {
        (webhooksByPerson[person] ?? []).compactMap { webhooksByID[$0] }
    }

    /// One delivery.
    public func delivery(_ id: Delivery.ID) -> Delivery? { deliveryLog[id] }

    /// What tells the claim on a delivery from others.
    public func claim(on id: Delivery.ID) -> ClaimToken? { claims[id] }

    /// All deliveries to a webhook, newest first.
    public func deliveries(to id: Webhook.ID) -> [Delivery] {
        deliveryLog.all(of: id).slots.map { deliveryLog.table[$0] }
    }

    /// How many deliveries are delivered or given up.
    public func finishedDeliveriesCount() -> Int { deliveryLog.finished.count }

    /// Deliveries that are delivered or given up, the oldest first.
    public func finishedDeliveries(before moment: Timestamp, limit: Int) -> [Delivery] {
        let finished = deliveryLog.finished.slots.reversed().lazy.map { deliveryLog.table[$0] }
        return Array(finished.filter { $0.completedAt.map { $0 < moment } ?? false }.prefix(limit))
    }

    /// Deliveries to a person that are delivered or given up, besides the newest so many.
    public func surplusDeliveries(of person: Person.ID, beyond share: Int, limit: Int) -> [Delivery] {
        let webhooks = webhooksByPerson[person] ?? []
        let surplus = deliveryLog.finishedCount(of: webhooks) - share
        return surplus > 0 ? deliveryLog.oldestFinished(of: webhooks, limit: min(surplus, limit)) : []
    }

    /// What a request with an idempotency key left behind.
    public func idempotencyRecord(_ key: String) -> IdempotencyRecord? { idempotency[key] }

    /// The number of a new list.
    public mutating func allocateChecklistID() -> Checklist.ID { Self.allocate(&allocated.checklist) }

    /// The number of a new item.
    public mutating func allocateItemID() -> Item.ID { Self.allocate(&allocated.item) }

    /// The number of a new person.
    public mutating func allocatePersonID() -> Person.ID { Self.allocate(&allocated.person) }

    /// The number of a new webhook.
    public mutating func allocateWebhookID() -> Webhook.ID { Self.allocate(&allocated.webhook) }

    /// The number of a new delivery.
    public mutating func allocateDeliveryID() -> Delivery.ID { Self.allocate(&allocated.delivery) }

    /// The numbers of new deliveries.
    public mutating func allocateDeliveryIDs(_ count: Int) -> ArraySlice<Delivery.ID> {
        ArraySlice((0..<count).map { _ in allocateDeliveryID() })
    }

    private static func allocate<ID: Identifier>(_ next: inout ID) -> ID {
        defer { next = ID(rawValue: next.rawValue + 1) }
        return next
    }

    /// Has an operation weighed, at that moment.
    /// - Throws: What the rule throws.
    @inlinable package mutating func decide<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: Set<Revision>?, once key: IdempotencyKey?,
        at now: Timestamp
    ) throws(ChecklistsError) -> Outcome<O.Result> {
        begin(at: now, for: principal)
        return try operation.weigh(as: principal, ifMatch: ifMatch, once: key, in: &self)
    }
}
