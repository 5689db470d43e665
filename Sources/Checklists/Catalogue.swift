/// Everything there is, in memory: the checklists, their items, the orders they are read in, and what
/// idempotency keys left behind.
///
/// A write is decided by a pure function that reads the catalogue (`addingItem` and its like) and gives the
/// change to make; only `apply` and `revert` change anything that a client sees. It cannot be copied, since a
/// copy would cost as much memory again: `snapshot(of:)` gives the content of one list for little.
public struct Catalogue: ~Copyable, Sendable {
    /// The newest change; zero before the first.
    public internal(set) var revision = Revision.zero
    /// The number that the next checklist gets, one more than any ever had.
    public internal(set) var nextChecklistID = Checklist.ID(rawValue: 1)
    /// The number that the next item gets, one more than any ever had.
    public internal(set) var nextItemID = Item.ID(rawValue: 1)

    var checklists = Table<Checklist>()
    var checklistSlots: [Checklist.ID: Slot] = [:]
    var checklistOrders = KeptOrders<Checklist>()

    var items = Table<Item>()
    var itemSlots: [Item.ID: Slot] = [:]
    /// By list. While a journal is replayed, a list may have items before it is there itself.
    var scopes: [Checklist.ID: ItemScope] = [:]
    /// That of all lists together.
    var allItems = ItemScope()
    /// Made when it is first needed.
    var openItems: OpenItems?
    /// What the items have in their texts. Made when it is first needed where it was not kept from the start.
    var texts: TextIndex? = TextIndex()

    /// The number that the next webhook gets, one more than any ever had.
    public internal(set) var nextWebhookID = Webhook.ID(rawValue: 1)
    /// The number that the next delivery gets, one more than any ever had.
    public internal(set) var nextDeliveryID = Delivery.ID(rawValue: 1)
    var webhooks: [Webhook.ID: Webhook] = [:]
    var deliveries = DeliveryLog()

    /// How somebody wants to see the lists.
    public internal(set) var preferences = Preferences()

    var once = OnceRecords()

    /// An empty catalogue.
    public init() {}

    /// Another catalogue with the same content, for a change that is to be made aside. Only what either of
    /// the two changes from now on is copied.
    public init(copying other: borrowing Catalogue) {
        revision = other.revision
        nextChecklistID = other.nextChecklistID
        nextItemID = other.nextItemID
        checklists = other.checklists
        checklistSlots = other.checklistSlots
        checklistOrders = other.checklistOrders
        items = other.items
        itemSlots = other.itemSlots
        scopes = other.scopes
        allItems = other.allItems
        openItems = other.openItems
        texts = other.texts
        nextWebhookID = other.nextWebhookID
        nextDeliveryID = other.nextDeliveryID
        webhooks = other.webhooks
        deliveries = other.deliveries
        preferences = other.preferences
        once = other.once
    }

    /// Makes a change, and keeps orders, counts and counters.
    ///
    /// Making changes again that are made already, all of them from some revision on, leaves what is there.
    public mutating func apply(_ change: Change) {
        dropOrders(before: change)
        for mutation in change.mutations {
            switch mutation {
            case .checklist(let before, let after):
                place(after, for: (after ?? before)?.id, touching: change.revision)
            case .item(let before, let after):
                place(after, for: (after ?? before)?.id, touching: change.revision)
            case .webhook(let before, let after):
                place(after, for: (after ?? before)?.id)
            case .delivery(let before, let after):
                place(after, for: (after ?? before)?.id)
            case .preferences(_, let after):
                preferences = after
            }
        }
        revision = max(revision, change.revision)
        if let record = change.once { once.insert(record) }
    }

    /// Takes back the newest change, exactly; only idempotency records that were forgotten meanwhile stay so.
    public mutating func revert(_ change: Change) {
        precondition(change.revision == revision, "only the newest change can be taken back")
        dropOrders(before: change)
        revision = Revision(rawValue: revision.rawValue - 1)
        for mutation in change.mutations.reversed() {
            switch mutation {
            case .checklist(let before, let after):
                place(before, for: (before ?? after)?.id, touching: revision)
                if before == nil, let after { nextChecklistID = min(nextChecklistID, after.id) }
            case .item(let before, let after):
                place(before, for: (before ?? after)?.id, touching: revision)
                if before == nil, let after { nextItemID = min(nextItemID, after.id) }
            case .webhook(let before, let after):
                place(before, for: (before ?? after)?.id)
                if before == nil, let after { nextWebhookID = min(nextWebhookID, after.id) }
            case .delivery(let before, let after):
                place(before, for: (before ?? after)?.id)
                if before == nil, let after { nextDeliveryID = min(nextDeliveryID, after.id) }
            case .preferences(let before, _):
                preferences = before
            }
        }
        if let record = change.once { once.remove(record) }
    }
}

// MARK: Placing

extension Catalogue {
    /// Makes a checklist what it is as of a revision; `nil` if it is no more.
    mutating func place(_ new: Checklist?, for id: Checklist.ID?, touching revision: Revision) {
        guard let id else { return }
        switch (checklistSlots[id], new) {
        case (nil, nil):
            return
        case (nil, let new?):
            let slot = checklists.insert(new)
            checklistSlots[id] = slot
            checklistOrders.insert(slot, in: checklists)
            addScopeIfMissing(id)
            nextChecklistID = max(nextChecklistID, Checklist.ID(rawValue: id.rawValue + 1))
        case (let slot?, let new?):
            let old = checklists[slot]
            checklistOrders.prepareChange(of: slot, from: old, to: new, in: checklists)
            checklists[slot] = new
            checklistOrders.finishChange(of: slot, from: old, to: new, in: checklists)
        case (let slot?, nil):
            checklistOrders.remove(slot, in: checklists)
            checklists.remove(slot)
            checklistSlots[id] = nil
            dropScopeIfUnused(id)
        }
        scopes[id]?.lastTouched = revision
    }

    /// Makes an item what it is as of a revision; `nil` if it is no more.
    mutating func place(_ new: Item?, for id: Item.ID?, touching revision: Revision) {
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
        itemSlots[item.id] = slot
        texts?.add(item, in: slot)
        addScopeIfMissing(item.checklistID)
        scopes[item.checklistID]?.insert(slot, in: items, touching: revision)
        allItems.insert(slot, in: items, touching: revision)
        openItems?.insert(slot, in: items)
        nextItemID = max(nextItemID, Item.ID(rawValue: item.id.rawValue + 1))
    }

    private mutating func remove(_ slot: Slot, _ item: Item, touching revision: Revision) {
        openItems?.remove(slot, in: items)
        texts?.remove(item, in: slot)
        allItems.remove(slot, in: items, touching: revision)
        scopes[item.checklistID]?.remove(slot, in: items, touching: revision)
        itemSlots[item.id] = nil
        items.remove(slot)
        dropScopeIfUnused(item.checklistID)
    }

    private mutating func change(_ slot: Slot, from old: Item, to new: Item, touching revision: Revision) {
        let isOpenChange = OpenItems.tellsApart(old, new)
        if isOpenChange { openItems?.remove(slot, in: items) }
        if !old.text.isSame(as: new.text) || !old.notes.isSame(as: new.notes) {
            texts?.remove(old, in: slot)
            texts?.add(new, in: slot)
        }
        allItems.prepareChange(of: slot, from: old, to: new, in: items)
        scopes[old.checklistID]?.prepareChange(of: slot, from: old, to: new, in: items)
        items[slot] = new
        scopes[old.checklistID]?.finishChange(of: slot, from: old, to: new, in: items, touching: revision)
        allItems.finishChange(of: slot, from: old, to: new, in: items, touching: revision)
        if isOpenChange { openItems?.insert(slot, in: items) }
    }

    private mutating func addScopeIfMissing(_ id: Checklist.ID) {
        if scopes[id] == nil { scopes[id] = ItemScope(list: [], in: items) }
    }

    private mutating func dropScopeIfUnused(_ id: Checklist.ID) {
        if checklistSlots[id] == nil, scopes[id]?.tally.total == 0 { scopes[id] = nil }
    }

    /// Forgets the orders that a large change would take longer to keep up than to make anew.
    private mutating func dropOrders(before change: Change) {
        let changed = change.mutations.count
        guard changed > Limits.chunkEntriesMax else { return }
        if changed > allItems.tally.total / 4 {
            allItems.orders.removeAll()
            openItems = nil
        }
        for id in change.checklistIDs where changed > (scopes[id]?.tally.total ?? 0) / 4 {
            scopes[id]?.orders.removeAll()
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
            case .webhook, .delivery, .preferences:
                break
            }
        }
        return ids
    }
}
