public import Checklists

// Loading rows into a footprint, and applying changes to it.

// MARK: Loading

extension Footprint {
    /// The item, if it is loaded. Does not record a miss.
    package func knownItem(_ id: Item.ID) -> Item? { items[id] ?? nil }

    /// The list, if it is loaded. Does not record a miss.
    package func knownChecklist(_ id: Checklist.ID) -> Checklist? { checklists[id] ?? nil }

    /// The payers of the loaded lists.
    package var knownPayers: Set<Person.ID> { Set(checklists.values.compactMap { $0?.payer }) }

    /// How many ids are loaded and unused, by kind.
    package var unusedIDs: IDCounts {
        var counts = IDCounts()
        for kind in Sequences.Kind.allCases { counts[kind] = numbers[kind].count }
        return counts
    }

    /// Takes over the unused ids of the previous transaction's footprint.
    package mutating func load(unusedIDsOf before: Footprint) {
        numbers = before.numbers
    }

    /// Takes over the lists and the ends of lists of the previous footprint. The caller must know that no
    /// change was written since.
    package mutating func load(listsOf before: Footprint) {
        guard max(before.checklists.count, before.extracts.count) <= Limits.checklistsCarriedOverMax else {
            return
        }
        checklists = before.checklists
        extracts = before.extracts.compactMapValues(\.end)
    }

    /// Whether a need is loaded. Always `false` for parts of lists and for queries.
    public func isLoaded(_ need: Need) -> Bool {
        switch need {
        case .checklist(let id): checklists[id] != nil
        case .item(let id): items[id] != nil
        case .itemID(let name): itemIDsByName[name] != nil
        case .items(let id): knownItems(of: id) != nil
        case .subtasks(let id): knownSubtasks(of: id) != nil
        case .lastPosition(let id): extracts[id]?.neighbours(of: .last, at: nil, reach: 1) != nil
        case .neighbours, .taggedItems, .dueReminders, .dueReset, .finishedDeliveries, .surplusDeliveries,
            .staleTombstones, .trash, .allTrash, .undoRecords:
            false
        case .preferences(let person): preferencesByPerson[person] != nil
        case .person(let id): people[id] != nil
        case .tombstone(let id): tombstones[id] != nil
        case .checklistIDs(let person): checklistIDsByPerson[person] != nil
        case .owner(let digest): secretHolders[digest] != nil
        case .webhook(let id): webhooksByID[id] != nil
        case .webhooks(let person): listings.peopleWithWebhooks.contains(person)
        case .delivery(let id): deliveriesByID[id] != nil
        case .claim(let id): claims[id] != nil
        case .deliveries(let id): listings.webhooksWithDeliveries.contains(id)
        case .recentMessages(let id): listings.recentMessages[id] != nil
        case .finishedDeliveriesCount: listings.finishedCount != nil
        case .idempotencyRecord(let key): idempotencyRecords[key] != nil
        case .newIDs(let kind, let count): numbers[kind].count >= count
        }
    }

    /// Loads a checklist; `nil` if the store has none with that id.
    public mutating func load(_ checklist: Checklist?, for id: Checklist.ID) {
        if checklists[id] == nil { checklists[id] = .some(checklist) }
    }

    /// Loads an item; `nil` if the store has none with that id.
    public mutating func load(_ item: Item?, for id: Item.ID) {
        if items[id] == nil { items[id] = .some(item) }
    }

    /// Loads the id of the item with a name; `nil` if there is none.
    public mutating func load(_ id: Item.ID?, of name: Item.Name) {
        if itemIDsByName[name] == nil { itemIDsByName[name] = .some(id) }
    }

    /// Loads all items of a list.
    public mutating func load(allItems all: [Item], of id: Checklist.ID) {
        for item in all { load(item, for: item.id) }
        let present = items.values.compactMap(\.self).filter { $0.checklistID == id }
        extracts[id] = ListExtract(all: present.filter { !$0.isSubtask })
        for item in present where item.hasSubtasks { subtaskIDs[item.id] = [] }
        for item in present {
            if let parent = item.parentID { subtaskIDs[parent, default: []].insert(item.id) }
        }
    }

    /// Loads the items of some lists that have a tag.
    public mutating func load(_ found: [Item], tagged key: String, on lists: [Checklist.ID]) {
        for item in found { load(item, for: item.id) }
        listings.taggedItems[.taggedItems(key, on: lists)] = found.map(\.id)
    }

    /// Loads all subtasks of an item.
    public mutating func load(subtasks: [Item], of id: Item.ID) {
        if subtaskIDs[id] != nil { return }
        for item in subtasks { load(item, for: item.id) }
        // The loaded items may have changes that the store's rows lack.
        subtaskIDs[id] = Set(items.values.compactMap(\.self).filter { $0.parentID == id }.map(\.id))
    }

    /// The items of a list, each followed by its subtasks; `nil` unless all are loaded.
    func knownItems(of id: Checklist.ID) -> [Item]? {
        guard let ids = extracts[id]?.all else { return nil }
        var known: [Item] = []
        known.reserveCapacity(ids.count)
        for id in ids {
            guard let item = knownItem(id) else { return nil }
            known.append(item)
            guard item.hasSubtasks else { continue }
            guard let subtasks = knownSubtasks(of: id) else { return nil }
            known += subtasks
        }
        return known
    }

    /// The subtasks of an item, by position; `nil` unless all are loaded.
    func knownSubtasks(of id: Item.ID) -> [Item]? {
        subtaskIDs[id].map { ids in
            ids.compactMap { knownItem($0) }.sorted { ($0.position, $0.id) < ($1.position, $1.id) }
        }
    }

    /// Loads the items around a placement in a list, up to `reach` on either side.
    public mutating func load(
        _ neighbours: Neighbours, of placement: ItemPlacement, on id: Checklist.ID, reach: Int
    ) {
        extracts[id, default: ListExtract()].add(neighbours, of: placement, reach: reach) { neighbour in
            guard let known = items[neighbour.id] else { return true }
            return known?.checklistID == id && known?.position == neighbour.position
        }
    }

    /// Loads the due reminders of a query.
    public mutating func load(_ due: DueReminders, since moment: Timestamp, limit: Int) {
        for item in due.items { load(item, for: item.id) }
        listings.dueReminders[.dueReminders(since: moment, limit: limit)] = due
    }

    /// Loads the earliest reset of a list; `nil` if no list has one.
    public mutating func load(_ due: DueReset?) { listings.dueReset = .some(due) }

    /// Loads the preferences of a person.
    public mutating func load(_ preferences: Preferences) {
        let id = preferences.personID
        if preferencesByPerson[id] == nil { preferencesByPerson[id] = preferences }
    }

    /// Loads a person; `nil` if the store has none with that id.
    public mutating func load(_ person: Person?, for id: Person.ID) {
        if people[id] == nil { people[id] = .some(person) }
    }

    /// Loads a tombstone; `nil` if the store has none with that id.
    public mutating func load(_ tombstone: Tombstone?, for id: Tombstone.ID) {
        if tombstones[id] == nil { tombstones[id] = .some(tombstone) }
    }

    /// Loads all tombstones that can be restored.
    public mutating func load(allTrash: [Tombstone]) {
        for tombstone in allTrash { load(tombstone, for: tombstone.id) }
        listings.allTrash = allTrash
    }

    /// Loads the tombstones that are past an age.
    public mutating func load(_ tombstones: [Tombstone], stale age: TombstoneAge) {
        listings.staleTombstones[age] = tombstones
    }

    /// Loads the restorable deletions of lists that a person owned alone.
    public mutating func load(_ tombstones: [Tombstone], ownedBy person: Person.ID) {
        listings.ownedTrash[person] = tombstones
    }

    /// Loads the tombstones with undo records of a person's assistants.
    public mutating func load(_ tombstones: [Tombstone], undoneBy person: Person.ID) {
        for tombstone in tombstones { load(tombstone, for: tombstone.id) }
        listings.undoRecords[person] = tombstones
    }

    /// Loads the lists that a person is a member of.
    public mutating func load(_ ids: [Checklist.ID], of person: Person.ID) {
        if checklistIDsByPerson[person] != nil { return }
        var ids = Set(ids)
        // The loaded lists may have changes that the store's rows lack.
        for (id, checklist) in checklists {
            if checklist?.member(person) == nil { ids.remove(id) } else { ids.insert(id) }
        }
        checklistIDsByPerson[person] = ids
    }

    /// Loads the person or the list that a link's secret opens; `nil` if there is none.
    public mutating func load(_ holder: SecretOwner?, ofSecret digest: [UInt8]) {
        if secretHolders[digest] == nil { secretHolders[digest] = .some(holder) }
    }

    /// Loads a webhook; `nil` if the store has none with that id.
    public mutating func load(_ webhook: Webhook?, for id: Webhook.ID) {
        if webhooksByID[id] == nil { webhooksByID[id] = .some(webhook) }
    }

    /// Loads all webhooks of a person.
    public mutating func load(allWebhooks all: [Webhook], of person: Person.ID) {
        for webhook in all { load(webhook, for: webhook.id) }
        listings.peopleWithWebhooks.insert(person)
    }

    /// Loads a delivery; `nil` if the store has none with that id.
    public mutating func load(_ delivery: Delivery?, for id: Delivery.ID) {
        if deliveriesByID[id] == nil { deliveriesByID[id] = .some(delivery) }
    }

    /// Loads the token of the claim on a delivery; `nil` if the delivery is not claimed.
    public mutating func load(_ claim: ClaimToken?, for id: Delivery.ID) {
        if claims[id] == nil { claims[id] = .some(claim) }
    }

    /// Loads all deliveries to a webhook.
    public mutating func load(allDeliveries all: [Delivery], to id: Webhook.ID) {
        for delivery in all { load(delivery, for: delivery.id) }
        listings.webhooksWithDeliveries.insert(id)
    }

    /// Loads the recent messages to a webhook.
    public mutating func load(_ recent: RecentMessages, to id: Webhook.ID) {
        listings.recentMessages[id] = recent
    }

    /// Loads the number of deliveries that succeeded or were given up.
    public mutating func load(finishedDeliveriesCount count: Int) { listings.finishedCount = count }

    /// Loads the result of a query for finished deliveries, the oldest first.
    public mutating func load(finishedDeliveries: [Delivery], for need: Need) {
        listings.finished[need] = finishedDeliveries
    }

    /// Loads the idempotency record of a key; `nil` if there is none.
    public mutating func load(_ record: IdempotencyRecord?, for key: String) {
        if idempotencyRecords[key] == nil { idempotencyRecords[key] = .some(record) }
    }

    /// Adds unused ids.
    public mutating func load(_ new: [Int], of kind: Sequences.Kind) { numbers[kind].add(new) }
}

// MARK: Changes

extension Footprint {
    /// Applies a decided change, so that later operations on the footprint see it.
    public mutating func apply(_ change: Change) {
        for mutation in change.mutations {
            switch mutation {
            case .checklist(let before, let after): apply(before, after)
            case .item(let before, let after): apply(before, after)
            case .webhook(let before, let after):
                if let id = (after ?? before)?.id { webhooksByID[id] = .some(after) }
                if before == nil, let after {
                    use(after.id.rawValue, of: .webhook)
                    listings.webhooksWithDeliveries.insert(after.id)
                }
            case .delivery(let before, let after):
                if let id = (after ?? before)?.id { deliveriesByID[id] = .some(after) }
                if before == nil, let after { use(after.id.rawValue, of: .delivery) }
                let finished = { (delivery: Delivery?) in (delivery?.status ?? .pending) == .pending ? 0 : 1 }
                listings.finishedCount? += finished(after) - finished(before)
                listings.finished = [:]
                listings.recentMessages = [:]
            case .preferences(_, let after): preferencesByPerson[after.personID] = after
            case .person(let before, let after): apply(before, after)
            case .tombstone(let before, let after):
                if let id = (after ?? before)?.id { tombstones[id] = .some(after) }
                listings.staleTombstones = [:]
                listings.ownedTrash = [:]
                listings.undoRecords = [:]
                listings.allTrash = nil
            }
        }
        if let record = change.idempotencyRecord { idempotencyRecords[record.key.key] = .some(record) }
        nextRevision = max(nextRevision, Revision(rawValue: change.revision.rawValue + 1))
    }

    private mutating func apply(_ before: Checklist?, _ after: Checklist?) {
        guard let id = (after ?? before)?.id else { return }
        checklists[id] = .some(after)
        for member in before?.members ?? [] { checklistIDsByPerson[member.personID]?.remove(id) }
        for member in after?.members ?? [] { checklistIDsByPerson[member.personID]?.insert(id) }
        for key in before?.secretKeys ?? [] { secretHolders[key] = .some(nil) }
        for key in after?.secretKeys ?? [] { secretHolders[key] = .checklist(id) }
        if before == nil {
            extracts[id] = ListExtract(all: [])
            use(id.rawValue, of: .checklist)
        }
        if after == nil { extracts[id] = nil }
        if before?.resetAt != after?.resetAt { listings.dueReset = nil }
    }

    private mutating func apply(_ before: Person?, _ after: Person?) {
        guard let id = (after ?? before)?.id else { return }
        people[id] = .some(after)
        for link in before?.signInLinks ?? [] { secretHolders[link.secretDigest] = .some(nil) }
        for link in after?.signInLinks ?? [] { secretHolders[link.secretDigest] = .person(id) }
        if before == nil {
            use(id.rawValue, of: .person)
            checklistIDsByPerson[id] = checklistIDsByPerson[id] ?? []
            listings.peopleWithWebhooks.insert(id)
        }
    }

    private mutating func apply(_ before: Item?, _ after: Item?) {
        guard let id = (after ?? before)?.id else { return }
        items[id] = .some(after)
        if before == nil { use(id.rawValue, of: .item) }
        for name in before?.names ?? [] { itemIDsByName[name] = .some(nil) }
        for name in after?.names ?? [] { itemIDsByName[name] = .some(id) }
        if let before {
            if let parent = before.parentID {
                subtaskIDs[parent]?.remove(id)
            } else {
                extracts[before.checklistID]?.remove(before)
            }
        }
        if let after {
            if let parent = after.parentID {
                subtaskIDs[parent]?.insert(id)
            } else {
                extracts[after.checklistID, default: ListExtract()].insert(after)
            }
        }
        if before == nil { subtaskIDs[id] = [] }
        listings.dueReminders = [:]
        retag(before, after)
    }

    /// Updates the loaded results of queries for tags.
    private mutating func retag(_ before: Item?, _ after: Item?) {
        guard !listings.taggedItems.isEmpty, before?.hasDetails ?? false || after?.hasDetails ?? false else {
            return
        }
        for case .taggedItems(let key, let lists) in listings.taggedItems.keys {
            let isTagged = { (item: Item?) in
                item.map { item in
                    lists.contains(item.checklistID) && item.tags.contains { Tag.key(of: $0) == key }
                } ?? false
            }
            let need = Need.taggedItems(key, on: lists)
            switch (isTagged(before), isTagged(after)) {
            case (false, true): if let after { listings.taggedItems[need]?.append(after.id) }
            case (true, false): listings.taggedItems[need]?.removeAll { $0 == before?.id }
            case (false, false), (true, true): break
            }
        }
    }

    /// Removes the numbers up to one that a change used.
    private mutating func use(_ number: Int, of kind: Sequences.Kind) {
        if !isStaging { numbers[kind].remove(through: number) }
    }
}
