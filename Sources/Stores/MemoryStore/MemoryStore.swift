public import Checklists

/// All data of a store in memory, and a transaction over it.
///
/// A rule only reads it; only `apply` and `revert` change what a client sees. Copies share chunks until one
/// of them writes to a chunk. A copy is therefore cheap, and a long change can run on one.
///
/// This module is an in-memory engine: tables, sorted indexes, a trigram index, and pages that are read
/// through them. It does no input or output, and depends only on the domain.
public struct MemoryStore: Sendable {
    /// The newest revision; zero before the first change.
    public internal(set) var revision = Revision.zero
    /// The time of the request that is being decided.
    public private(set) var now = Timestamp(milliseconds: 0)
    public private(set) var author: Principal?

    /// The limits for what clients create.
    public var capacity = Capacity()

    var checklists = Table<Checklist>()
    /// The approximate size of the lists without their items, in files, in bytes.
    var checklistBytes = 0
    var checklistSlots: [Checklist.ID: Slot] = [:]

    /// The next reset of each list that has one.
    var resets: [Checklist.ID: Timestamp] = [:]

    var items = Table<Item>()
    var itemKinds = ItemKinds()
    var itemSlots = ItemSlots()
    /// By list. During a replay of the journal, items may precede their list.
    var listIndexes = ListIndexes()
    /// The items by the names that clients gave them.
    var itemIDsByName: [Item.Name: Item.ID] = [:]
    /// The counts of all items.
    var itemTally = ItemTally()
    /// The items with a scheduled reminder; `nil` until they are first needed. Without due dates.
    var openItems: OpenItems?

    var peopleByID: [Person.ID: Person] = [:]
    /// The lists and items that each person sees.
    var personIndexes = PersonIndexes()
    var secrets = Secrets()
    /// The text index. After a start it is `nil` until `prepareSearch` or a search builds it.
    var texts: TextIndex? = TextIndex()

    /// The tombstones.
    var tombstones = Tombstones()

    var webhooksByID: [Webhook.ID: Webhook] = [:]
    /// Webhook ids by person, ascending.
    var webhooksByPerson: [Person.ID: [Webhook.ID]] = [:]
    var deliveryLog = DeliveryLog()
    var claims = DeliveryClaims()

    /// The preferences of the people who have changed them.
    var preferencesByPerson: [Person.ID: Preferences] = [:]

    /// The secret that the servers of a store share; `nil` if none was drawn. Only a copy of all data between
    /// two stores sets it.
    public var secret: StoreSecret?

    var idempotency = IdempotencyRecords()
    /// How many items the current query may examine.
    var examination = Examination()
    /// The builds of indexes in progress.
    var builds = IndexBuilds()

    public internal(set) var sequences = Sequences()
    /// The sequences less the ids that the current request has allocated.
    var allocated = Sequences()
    /// The changes that the current request has staged.
    var staged: [Change] = []

    /// An empty store.
    public init() {}

    /// Begins to decide a request.
    ///
    /// - Parameter author: The author of the request; `nil` for the server.
    public mutating func begin(at now: Timestamp, for author: Principal? = nil) {
        self.now = now
        self.author = author
        allocated = sequences
    }

    /// Applies a change, and updates orders, counts and sequences.
    ///
    /// Idempotent: replaying all changes from some revision on leaves the data as it is.
    public mutating func apply(_ change: Change) {
        dropOrders(before: change)
        // By index, so that no mutation is copied.
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
        case .tombstone(let before, let after):
            put(after, before: before)
        }
    }

    /// Reverts the newest changes exactly, except for idempotency records that were evicted since.
    ///
    /// Every list that a change touched gets the revision before the changes, so no data refers to a reverted
    /// revision.
    /// - Parameters:
    ///   - changes: All changes after the revision, newest first.
    ///   - revision: The revision to return to.
    public mutating func revert(_ changes: [Change], to revision: Revision) {
        for change in changes { revert(change, touching: revision) }
        self.revision = revision
    }

    private mutating func revert(_ change: Change, touching revision: Revision) {
        dropOrders(before: change)
        // A restoration reuses ids, so reverting it must not free them.
        let givesNumbers = !change.isRestoration
        let horizon = tombstones.horizon
        for mutation in change.mutations.reversed() {
            switch mutation {
            case .checklist(let before, let after):
                put(before, for: (before ?? after)?.id, touching: revision)
                if before == nil, givesNumbers, let after {
                    sequences.free(after.id)
                }
            case .item(let before, let after):
                put(before, for: (before ?? after)?.id, touching: revision)
                if before == nil, givesNumbers, let after {
                    sequences.free(after.id)
                }
            case .webhook(let before, let after):
                put(before, for: (before ?? after)?.id)
                if before == nil, let after { sequences.free(after.id) }
            case .delivery(let before, let after):
                put(before, for: (before ?? after)?.id)
                if before == nil, let after { sequences.free(after.id) }
            case .preferences(let before, _):
                put(before)
            case .person(let before, let after):
                put(before, for: (before ?? after)?.id)
                if before == nil, let after, after.id != .first {
                    sequences.free(after.id)
                }
            case .tombstone(let before, let after):
                put(before, before: after)
            }
        }
        // Clients never saw a reverted change, so its tombstones were not evicted.
        tombstones.horizon = horizon
        if let record = change.idempotencyRecord { idempotency.remove(record) }
    }
}

// MARK: Upserts

extension MemoryStore {
    /// Upserts a checklist as of a revision; `nil` removes it.
    mutating func put(_ new: Checklist?, for id: Checklist.ID?, touching revision: Revision) {
        guard let id else { return }
        let slot = checklistSlots[id]
        if let slot, let new, new.sharesSettings(with: checklists[slot]) {
            change(slot, to: new, touching: revision)
            return
        }
        if new?.resetAt != nil || !resets.isEmpty { resets[id] = new?.resetAt }
        let moreBytes = (new?.storedBytes ?? 0) - (slot.map { checklists[$0].storedBytes } ?? 0)
        checklistBytes += moreBytes
        switch (slot, new) {
        case (nil, nil):
            return
        case (nil, let new?):
            let slot = checklists.insert(new)
            checklistSlots[id] = slot
            _ = scope(of: id)
            follow(nil, new, in: slot)
            sequences.raise(above: id)
        case (let slot?, let new?):
            let old = checklists[slot]
            if moreBytes != 0 {
                for number in listIndexes[id]?.members ?? [] {
                    personIndexes[number].checklistBytes += moreBytes
                }
            }
            change(slot, to: new, touching: revision)
            follow(old, new, in: slot)
        case (let slot?, nil):
            follow(checklists[slot], nil, in: slot)
            checklists.remove(slot)
            checklistSlots[id] = nil
            dropScopeIfUnused(id)
        }
        listIndexes[id]?.lastTouched = revision
    }

    /// Replaces a list in the table and in the orders of its members.
    private mutating func change(_ slot: Slot, to new: Checklist, touching revision: Revision) {
        let old = checklists[slot]
        let members = listIndexes[new.id]?.members ?? []
        for number in members {
            personIndexes[number].checklistOrders.prepareChange(
                of: slot, from: old, to: new, in: checklists)
        }
        checklists[slot] = new
        for number in members {
            personIndexes[number].checklistOrders.finishChange(of: slot, from: old, to: new, in: checklists)
        }
        listIndexes[new.id]?.lastTouched = revision
    }

    /// Upserts an item as of a revision; `nil` removes it.
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
        itemKinds.note(item, in: slot)
        builds.touch(slot)
        itemSlots[item.id] = slot
        noteNames(of: item)
        texts?.add(item, in: slot)
        let (share, list) = (ItemTally.Share(item), scope(of: item.checklistID))
        listIndexes[number: list]?.insert(slot, in: items, share, touching: revision)
        itemTally.add(share)
        updateViewers(of: list) { $0.items.insert(slot, in: $1, share, touching: revision) }
        openItems?.insert(slot, in: items)
        sequences.raise(above: item.id)
    }

    private mutating func remove(_ slot: Slot, _ item: Item, touching revision: Revision) {
        builds.touch(slot)
        openItems?.remove(slot, in: items)
        texts?.remove(item, in: slot)
        let (share, list) = (ItemTally.Share(item), scope(of: item.checklistID))
        itemTally.remove(share)
        updateViewers(of: list) { $0.items.remove(slot, in: $1, share, touching: revision) }
        listIndexes[number: list]?.remove(slot, in: items, share, touching: revision)
        itemSlots[item.id] = nil
        forgetNames(of: item)
        items.remove(slot)
        dropScopeIfUnused(item.checklistID)
    }

    private mutating func change(_ slot: Slot, from old: Item, to new: Item, touching revision: Revision) {
        builds.touch(slot)
        let isOpenChange = OpenItems.distinguishes(old, new)
        if isOpenChange { openItems?.remove(slot, in: items) }
        if !old.hasSameSearchText(as: new) {
            texts?.remove(old, in: slot)
            texts?.add(new, in: slot)
        }
        if new.hasCalendarObject || old.hasCalendarObject, old.names != new.names {
            forgetNames(of: old)
            noteNames(of: new)
        }
        let (shares, list) = ((ItemTally.Share(old), ItemTally.Share(new)), scope(of: old.checklistID))
        updateViewers(of: list) { $0.items.prepareChange(of: slot, from: old, to: new, in: $1) }
        listIndexes[number: list]?.prepareChange(of: slot, from: old, to: new, in: items)
        items[slot] = new
        itemKinds.note(new, in: slot)
        listIndexes[number: list]?.finishChange(
            of: slot, from: old, to: new, in: items, shares, touching: revision)
        itemTally.remove(shares.0)
        itemTally.add(shares.1)
        updateViewers(of: list) {
            $0.items.finishChange(of: slot, from: old, to: new, in: $1, shares, touching: revision)
        }
        if isOpenChange { openItems?.insert(slot, in: items) }
    }

    /// Indexes the names of an item. During a replay a name may already belong to another item, which keeps
    /// it.
    mutating func noteNames(of item: Item) {
        for name in item.names where itemIDsByName[name] == nil { itemIDsByName[name] = item.id }
    }

    private mutating func forgetNames(of item: Item) {
        for name in item.names where itemIDsByName[name] == item.id { itemIDsByName[name] = nil }
    }

    /// The number of the index of a list. During a replay items may precede their list.
    private mutating func scope(of id: Checklist.ID) -> Int {
        listIndexes.number(of: id) ?? listIndexes.add(ListIndex(list: [], in: items), of: id)
    }

    private mutating func dropScopeIfUnused(_ id: Checklist.ID) {
        if checklistSlots[id] == nil, listIndexes[id]?.tally.total == 0 { listIndexes[id] = nil }
    }

    /// Drops the orders for which updating would take longer than rebuilding, before a large change.
    private mutating func dropOrders(before change: Change) {
        let changed = change.mutations.count
        guard changed > Limits.chunkEntriesMax else { return }
        if changed > itemTally.total / 4 { openItems = nil }
        for id in change.checklistIDs {
            guard let index = listIndexes[id] else { continue }
            if changed > index.tally.total / 4 { listIndexes[id]?.dropOrders() }
            for number in index.viewers where changed > personIndexes[number].items.tally.total / 4 {
                personIndexes[number].items.dropOrders()
            }
        }
    }
}

extension Change {
    /// The lists that the change touches, or whose items it touches.
    fileprivate var checklistIDs: Set<Checklist.ID> {
        var ids: Set<Checklist.ID> = []
        for mutation in mutations {
            switch mutation {
            case .checklist(let before, let after):
                if let id = (after ?? before)?.id { ids.insert(id) }
            case .item(let before, let after):
                if let before { ids.insert(before.checklistID) }
                if let after { ids.insert(after.checklistID) }
            case .webhook, .delivery, .preferences, .person, .tombstone:
                break
            }
        }
        return ids
    }
}
