public import Checklists

/// A store's transaction over everything there is, in memory: the checklists, their items, the indexes that
/// they are read by, and what idempotency keys left behind.
///
/// A rule only reads it; `apply` and `revert` alone change what a client sees. Chunks of it are shared by its
/// copies until one of them is written to, so that a copy costs little, and a change that takes long can be
/// made on one.
///
/// This module is an engine in memory: tables, sorted indexes, an index of trigrams, and pages read by
/// them. It touches nothing; the domain is all it knows.
public struct MemoryStore: Sendable {
    /// The newest change; zero before the first.
    public internal(set) var revision = Revision.zero
    /// The time of the request that is being decided.
    public private(set) var now = Timestamp(milliseconds: 0)
    public private(set) var author: Principal?

    /// How much there may be of what clients make.
    public var capacity = Capacity()

    var checklists = Table<Checklist>()
    /// About how many bytes the checklists themselves take in files.
    var checklistBytes = 0
    var checklistSlots: [Checklist.ID: Slot] = [:]

    /// When lists are to be reset, of which few are.
    var resets: [Checklist.ID: Timestamp] = [:]

    var items = Table<Item>()
    var itemSlots: [Item.ID: Slot] = [:]
    /// By list. While a journal is replayed, a list may have items before it is there itself.
    var listIndexes = ListIndexes()
    /// The items that clients call by something.
    var itemIDsByName: [Item.Name: Item.ID] = [:]
    /// How many items there are.
    var itemTally = ItemTally()
    /// The items with a reminder to come. Made when it is first needed.
    var openItems: OpenItems?

    var peopleByID: [Person.ID: Person] = [:]
    /// What each of them sees.
    var personIndexes = PersonIndexes()
    var secrets = Secrets()
    /// What the items have in their texts. After a start it is made beside the store, while that goes on.
    var texts: TextIndex? = TextIndex()

    /// What went out of sight.
    var removals = Removals()

    var webhooksByID: [Webhook.ID: Webhook] = [:]
    /// By whose they are, ascending.
    var webhooksByPerson: [Person.ID: [Webhook.ID]] = [:]
    var deliveryLog = DeliveryLog()
    var claims = DeliveryClaims()

    /// How people want to see the lists who ever said so.
    var preferencesByPerson: [Person.ID: Preferences] = [:]

    /// What only those know who serve the store; `nil` as long as nobody has asked for it. Only what takes
    /// everything from one store to another has it here.
    public var secret: StoreSecret?

    var idempotency = IdempotencyRecords()
    /// The indexes that are being built.
    var builds = IndexBuilds()

    public internal(set) var sequences = Sequences()
    /// The same, less those that the request that is being decided has taken.
    var allocated = Sequences()

    /// An empty store.
    public init() {}

    /// Begins to decide on a request.
    ///
    /// - Parameter author: Who has it decided; `nil` for the service itself.
    public mutating func begin(at now: Timestamp, for author: Principal? = nil) {
        self.now = now
        self.author = author
        allocated = sequences
    }

    /// Makes a change, and keeps orders, counts and counters.
    ///
    /// Making changes again that are made already, all of them from some revision on, leaves what is there.
    public mutating func apply(_ change: Change) {
        dropOrders(before: change)
        // By their indexes, so that none is copied.
        for index in change.mutations.indices { make(change.mutations[index], touching: change.revision) }
        revision = max(revision, change.revision)
        if let record = change.idempotencyRecord { idempotency.insert(record) }
    }

    private mutating func make(_ mutation: Mutation, touching revision: Revision) {
        switch mutation {
        case .checklist(let before, let after):
            put(after, for: after?.id ?? before?.id, touching: revision)
        case .item(let before, let after):
            put(after, for: after?.id ?? before?.id, touching: revision)
        case .webhook(let before, let after):
            put(after, for: after?.id ?? before?.id)
        case .delivery(let before, let after):
            put(after, for: after?.id ?? before?.id)
        case .preferences(_, let after):
            put(after)
        case .person(let before, let after):
            put(after, for: after?.id ?? before?.id)
        case .removal(let before, let after):
            put(after, before: before)
        }
    }

    /// Takes back the newest changes, exactly; only idempotency records that were forgotten meanwhile stay
    /// so.
    ///
    /// Whatever any of them touched counts as touched by the change before them, whichever lists the others
    /// were about: nothing is left that names a change which is no more.
    /// - Parameters:
    ///   - changes: All changes after a revision, the newest first.
    ///   - revision: That revision.
    public mutating func revert(_ changes: [Change], to revision: Revision) {
        for change in changes { revert(change, touching: revision) }
        self.revision = revision
    }

    private mutating func revert(_ change: Change, touching revision: Revision) {
        dropOrders(before: change)
        // What a change has restored had its numbers before.
        let givesNumbers = !change.isRestoration
        let horizon = removals.horizon
        for mutation in change.mutations.reversed() {
            switch mutation {
            case .checklist(let before, let after):
                put(before, for: (before ?? after)?.id, touching: revision)
                if before == nil, givesNumbers, let after {
                    sequences.checklist = min(sequences.checklist, after.id)
                }
            case .item(let before, let after):
                put(before, for: (before ?? after)?.id, touching: revision)
                if before == nil, givesNumbers, let after {
                    sequences.item = min(sequences.item, after.id)
                }
            case .webhook(let before, let after):
                put(before, for: (before ?? after)?.id)
                if before == nil, let after { sequences.webhook = min(sequences.webhook, after.id) }
            case .delivery(let before, let after):
                put(before, for: (before ?? after)?.id)
                if before == nil, let after { sequences.delivery = min(sequences.delivery, after.id) }
            case .preferences(let before, _):
                put(before)
            case .person(let before, let after):
                put(before, for: (before ?? after)?.id)
                if before == nil, let after, after.id != .first {
                    sequences.person = min(sequences.person, after.id)
                }
            case .removal(let before, let after):
                put(before, before: after)
            }
        }
        // What is taken back was never seen, and nothing of it is forgotten.
        removals.horizon = horizon
        if let record = change.idempotencyRecord { idempotency.remove(record) }
    }
}

// MARK: Placing

extension MemoryStore {
    /// Makes a checklist what it is as of a revision; `nil` if it is no more.
    mutating func put(_ new: Checklist?, for id: Checklist.ID?, touching revision: Revision) {
        guard let id else { return }
        let slot = checklistSlots[id]
        if new?.resetAt != nil || !resets.isEmpty { resets[id] = new?.resetAt }
        let moreBytes = (new?.storedBytes ?? 0) - (slot.map { checklists[$0].storedBytes } ?? 0)
        checklistBytes += moreBytes
        switch (slot, new) {
        case (nil, nil):
            return
        case (nil, let new?):
            let slot = checklists.insert(new)
            checklistSlots[id] = slot
            addScopeIfMissing(id)
            follow(nil, new, in: slot)
            sequences.checklist = max(sequences.checklist, Checklist.ID(rawValue: id.rawValue + 1))
        case (let slot?, let new?):
            let old = checklists[slot]
            let viewers = listIndexes[id]?.viewers ?? []
            for number in viewers {
                personIndexes[number].checklistOrders.prepareChange(
                    of: slot, from: old, to: new, in: checklists)
            }
            checklists[slot] = new
            for number in viewers {
                if moreBytes != 0 { personIndexes[number].checklistBytes += moreBytes }
                personIndexes[number].checklistOrders.finishChange(
                    of: slot, from: old, to: new, in: checklists)
            }
            follow(old, new, in: slot)
        case (let slot?, nil):
            follow(checklists[slot], nil, in: slot)
            checklists.remove(slot)
            checklistSlots[id] = nil
            dropScopeIfUnused(id)
        }
        listIndexes[id]?.lastTouched = revision
    }

    /// Makes an item what it is as of a revision; `nil` if it is no more.
    mutating func put(_ new: Item?, for id: Item.ID?, touching revision: Revision) {
        guard let id else { return }
        guard let slot = itemSlots[id] else {
            if let new { insert(new, touching: revision) }
            return
        }
        let old = items[slot]
        if let new, new.checklistID == old.checklistID {
            change(slot, from: old, to: new, touching: revision)
        } else {
            remove(slot, old, touching: revision)
            if let new { insert(new, touching: revision) }
        }
    }

    private mutating func insert(_ item: Item, touching revision: Revision) {
        let slot = items.insert(item)
        builds.touch(slot)
        itemSlots[item.id] = slot
        noteNames(of: item)
        texts?.add(item, in: slot)
        addScopeIfMissing(item.checklistID)
        listIndexes[item.checklistID]?.insert(slot, in: items, touching: revision)
        itemTally.add(item)
        updateViewers(of: item.checklistID) { $0.insert(slot, in: $1, touching: revision) }
        openItems?.insert(slot, in: items)
        sequences.item = max(sequences.item, Item.ID(rawValue: item.id.rawValue + 1))
    }

    private mutating func remove(_ slot: Slot, _ item: Item, touching revision: Revision) {
        builds.touch(slot)
        openItems?.remove(slot, in: items)
        texts?.remove(item, in: slot)
        itemTally.remove(item)
        updateViewers(of: item.checklistID) { $0.remove(slot, in: $1, touching: revision) }
        listIndexes[item.checklistID]?.remove(slot, in: items, touching: revision)
        itemSlots[item.id] = nil
        forgetNames(of: item)
        items.remove(slot)
        dropScopeIfUnused(item.checklistID)
    }

    private mutating func change(_ slot: Slot, from old: Item, to new: Item, touching revision: Revision) {
        builds.touch(slot)
        let isOpenChange = OpenItems.tellsApart(old, new)
        if isOpenChange {
            openItems?.remove(slot, in: items)
            updateViewers(of: old.checklistID) { $0.openItems?.remove(slot, in: $1) }
        }
        if !old.text.isSame(as: new.text) || !old.notes.isSame(as: new.notes) {
            texts?.remove(old, in: slot)
            texts?.add(new, in: slot)
        }
        if new.hasCalendarObject || old.hasCalendarObject {
            forgetNames(of: old)
            noteNames(of: new)
        }
        updateViewers(of: old.checklistID) { $0.items.prepareChange(of: slot, from: old, to: new, in: $1) }
        listIndexes[old.checklistID]?.prepareChange(of: slot, from: old, to: new, in: items)
        items[slot] = new
        listIndexes[old.checklistID]?.finishChange(
            of: slot, from: old, to: new, in: items, touching: revision)
        itemTally.remove(old)
        itemTally.add(new)
        updateViewers(of: old.checklistID) {
            $0.items.finishChange(of: slot, from: old, to: new, in: $1, touching: revision)
        }
        if isOpenChange {
            openItems?.insert(slot, in: items)
            updateViewers(of: old.checklistID) { $0.openItems?.insert(slot, in: $1) }
        }
    }

    /// Notes what clients call an item by. While changes are made again, a name may be that of another one by
    /// now, which keeps it.
    mutating func noteNames(of item: Item) {
        for name in item.names where itemIDsByName[name] == nil { itemIDsByName[name] = item.id }
    }

    private mutating func forgetNames(of item: Item) {
        for name in item.names where itemIDsByName[name] == item.id { itemIDsByName[name] = nil }
    }

    private mutating func addScopeIfMissing(_ id: Checklist.ID) {
        if listIndexes[id] == nil { listIndexes[id] = ListIndex(list: [], in: items) }
    }

    private mutating func dropScopeIfUnused(_ id: Checklist.ID) {
        if checklistSlots[id] == nil, listIndexes[id]?.tally.total == 0 { listIndexes[id] = nil }
    }

    /// Forgets the orders that a large change would take longer to keep up than to make anew.
    private mutating func dropOrders(before change: Change) {
        let changed = change.mutations.count
        guard changed > Limits.chunkEntriesMax else { return }
        if changed > itemTally.total / 4 { openItems = nil }
        for id in change.checklistIDs {
            guard let index = listIndexes[id] else { continue }
            if changed > index.tally.total / 4 { listIndexes[id]?.orders.removeAll() }
            for number in index.viewers where changed > personIndexes[number].items.tally.total / 4 {
                personIndexes[number].dropOrders()
            }
        }
    }
}

extension Change {
    /// The lists in which it changes anything.
    fileprivate var checklistIDs: Set<Checklist.ID> {
        var ids: Set<Checklist.ID> = []
        for mutation in mutations {
            switch mutation {
            case .checklist(let before, let after):
                if let id = (after ?? before)?.id { ids.insert(id) }
            case .item(let before, let after):
                if let before { ids.insert(before.checklistID) }
                if let after { ids.insert(after.checklistID) }
            case .webhook, .delivery, .preferences, .person, .removal:
                break
            }
        }
        return ids
    }
}
