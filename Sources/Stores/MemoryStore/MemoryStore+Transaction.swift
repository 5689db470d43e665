public import Checklists

extension MemoryStore: Transaction {
    public var nextRevision: Revision { Revision(rawValue: revision.rawValue + 1) }

    public func checklist(_ id: Checklist.ID) -> Checklist? { checklistSlots[id].map { checklists[$0] } }

    public func item(_ id: Item.ID) -> Item? { itemSlots[id].map { items[$0] } }

    public func itemID(of name: Item.Name) -> Item.ID? { itemIDsByName[name] }

    /// All items of a list, by position. They share their chunks with the store.
    public func items(of id: Checklist.ID) -> SnapshotItems {
        guard let positions = listIndexes[id]?.positions else { return SnapshotItems([]) }
        return SnapshotItems(positions, in: items)
    }

    public func lastPosition(of id: Checklist.ID) -> Int? {
        guard let number = listIndexes.number(of: id) else { return nil }
        return listIndexes[number: number]?.positions?.last.map { items[$0].anchorPosition }
    }

    public func items(tagged key: String, on lists: [Checklist.ID]) -> [Item] {
        var marked = MarkedItems([.tag(key)])
        for list in lists {
            if let index = listIndexes[list]?.marks { marked.add(index, of: list, having: [.tag(key)]) }
        }
        var found: [Item] = []
        marked.forEach { found.append(items[$0]) }
        return found
    }

    public func subtasks(of id: Item.ID) -> [Item] {
        guard let slot = itemSlots[id], let order = listIndexes[items[slot].checklistID]?.positions,
            let parent = order.index(of: slot, in: items)
        else { return [] }
        var subtasks: [Item] = []
        var index = order.index(after: parent)
        while index < order.endIndex, case let item = items[order[index]], item.parentID == id {
            subtasks.append(item)
            index = order.index(after: index)
        }
        return subtasks
    }

    public func neighbours(of placement: ItemPlacement, on id: Checklist.ID, reach: Int) -> Neighbours {
        guard let order = listIndexes[id]?.positions, let start = index(of: placement, in: order) else {
            return Neighbours()
        }
        var around = Neighbours()
        var index = order.index(before: start)
        while let previous = index, around.before.count < reach {
            if let neighbour = neighbour(order[previous]) { around.before.append(neighbour) }
            index = order.index(before: previous)
        }
        var next = start
        while next < order.endIndex, around.after.count < reach {
            if let neighbour = neighbour(order[next]) { around.after.append(neighbour) }
            next = order.index(after: next)
        }
        return around
    }

    /// The index of the first item behind a placement; `nil` if its reference item is not in the list.
    private func index(of placement: ItemPlacement, in order: SortedIndex<Item>) -> SortedIndex<Item>.Index? {
        switch placement {
        case .first: order.startIndex
        case .last: order.endIndex
        case .before(let id): itemSlots[id].flatMap { order.index(of: $0, in: items) }
        case .after(let id):
            itemSlots[id].flatMap { order.index(of: $0, in: items) }.map { order.index(after: $0) }
        }
    }

    /// The item of a slot as a neighbour; `nil` for a subtask.
    private func neighbour(_ slot: Slot) -> Neighbour? {
        let item = items[slot]
        return item.isSubtask ? nil : Neighbour(id: item.id, position: item.position)
    }

    /// The due reminders: first those at or after a moment, then the backlog, each by time.
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

    public func dueReset() -> DueReset? {
        guard let first = resets.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return nil }
        let next = resets.filter { $0.key != first.key }.values.min()
        return DueReset(first.key, at: first.value, next: next)
    }

    public func webhook(_ id: Webhook.ID) -> Webhook? { webhooksByID[id] }

    public func webhooks() -> [Webhook] { webhooksByID.values.sorted { $0.id < $1.id } }

    public func webhooks(of person: Person.ID) -> [Webhook] {
        (webhooksByPerson[person] ?? []).compactMap { webhooksByID[$0] }
    }

    public func delivery(_ id: Delivery.ID) -> Delivery? { deliveryLog[id] }

    public func claim(on id: Delivery.ID) -> ClaimToken? { claims[id] }

    public func deliveries(to id: Webhook.ID) -> [Delivery] {
        deliveryLog.all(of: id).slots.map { deliveryLog.table[$0] }
    }

    public func recentMessages(to id: Webhook.ID) -> RecentMessages {
        var messages = RecentMessages()
        let oldest = now.advanced(byMilliseconds: -2 * Limits.hourMilliseconds)
        for delivery in deliveryLog.all(of: id).slots.lazy.map({ deliveryLog.table[$0] }) {
            if delivery.createdAt <= oldest { break }
            guard delivery.isRecent(at: now) else { continue }
            messages.add(1, delivery.event, delivery.checklistID, newest: delivery.id)
        }
        return messages
    }

    public func finishedDeliveriesCount() -> Int { deliveryLog.finished.count }

    public func finishedDeliveries(before moment: Timestamp, limit: Int) -> [Delivery] {
        let finished = deliveryLog.finished.slots.reversed().lazy.map { deliveryLog.table[$0] }
        return Array(finished.filter { $0.completedAt.map { $0 < moment } ?? false }.prefix(limit))
    }

    public func surplusDeliveries(of person: Person.ID, beyond share: Int, limit: Int) -> [Delivery] {
        let webhooks = webhooksByPerson[person] ?? []
        let surplus = deliveryLog.finishedCount(of: webhooks) - share
        return surplus > 0 ? deliveryLog.oldestFinished(of: webhooks, limit: min(surplus, limit)) : []
    }

    public func idempotencyRecord(_ key: String) -> IdempotencyRecord? { idempotency[key] }

    public var lacksRows: Bool { false }

    /// Makes the staged changes and reverts them: a copy of the indexes would take longer.
    public mutating func staging<Value>(_ body: (inout MemoryStore) -> Value) -> Value {
        let before = revision
        allocated = sequences
        defer {
            revert(staged.reversed(), to: before)
            staged = []
        }
        return body(&self)
    }

    public mutating func stage(_ change: Change) {
        apply(change)
        staged.append(change)
    }

    public mutating func allocate(_ kind: Sequences.Kind) -> Int { allocated.allocate(kind) }

    public mutating func allocate(_ count: Int, _ kind: Sequences.Kind) -> ArraySlice<Int> {
        ArraySlice((0..<count).map { _ in allocated.allocate(kind) })
    }

    /// Decides an operation at a moment.
    /// - Throws: The error of the rule.
    @inlinable package mutating func decide<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: KnownState?,
        idempotencyKey key: IdempotencyKey?,
        at now: Timestamp
    ) throws(ChecklistsError) -> Outcome<O.Result> {
        begin(at: now, for: principal)
        return try operation.weigh(as: principal, ifMatch: ifMatch, idempotencyKey: key, in: &self)
    }
}
