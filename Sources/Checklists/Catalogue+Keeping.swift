// MARK: For a checkpoint

extension Catalogue {
    /// The numbers of all checklists, ascending.
    public var checklistIDs: [Checklist.ID] { checklistSlots.keys.sorted() }

    /// The content of one list as it is now, shared with the catalogue and not copied; `nil` if it is not
    /// there.
    public func snapshot(of id: Checklist.ID) -> ChecklistSnapshot? {
        guard let slot = checklistSlots[id], let positions = scopes[id]?.positions else { return nil }
        return ChecklistSnapshot(
            checklist: checklists[slot], items: SnapshotItems(positions: positions, table: items))
    }

    /// What idempotency keys left behind, oldest first.
    public var onceRecords: [OnceRecord] { once.all }

    /// Forgets what idempotency keys left behind more than 24 hours ago.
    public mutating func forgetOnceRecords(at now: Timestamp) { once.forget(at: now) }
}

/// One list as it was at some moment.
public struct ChecklistSnapshot: Sendable {
    /// The list.
    public let checklist: Checklist
    /// Its items by position.
    public let items: SnapshotItems
}

/// The items of a list by position, as they were at some moment.
///
/// While it is held, the first change of any 64 items in the catalogue copies those.
public struct SnapshotItems: Sequence, Sendable {
    fileprivate let positions: Order<Item>
    fileprivate let table: Table<Item>

    /// How many there are.
    public var count: Int { positions.count }

    /// Walks the items from the first position to the last.
    public func makeIterator() -> some IteratorProtocol<Item> {
        positions.slots(in: positions.startIndex..<positions.endIndex).lazy.map { table[$0] }.makeIterator()
    }
}

// MARK: At the start

extension Catalogue {
    /// Puts a list into a catalogue that is being restored, with its items in any order.
    ///
    /// Its items are counted anew. An item that is already there, in whichever list, stays what the newer
    /// revision says, since a checkpoint may be cut off between the files of two lists.
    public mutating func restore(_ checklist: Checklist, items restored: [Item]) {
        let id = checklist.id
        openItems = nil
        texts = nil
        allItems.orders.removeAll()
        var known: [Item] = []
        var slots: [Slot] = []
        slots.reserveCapacity(restored.count)
        let isNew = scopes[id] == nil
        for var item in restored {
            item.checklistID = id
            guard isNew, itemSlots[item.id] == nil else {
                known.append(item)
                continue
            }
            let slot = items.insert(item)
            itemSlots[item.id] = slot
            allItems.count(item)
            nextItemID = max(nextItemID, Item.ID(rawValue: item.id.rawValue + 1))
            slots.append(slot)
        }
        if scopes[id] == nil { scopes[id] = ItemScope(list: slots, in: items) }
        place(recounted(checklist), for: id, touching: .zero)
        for item in known { restoreAgain(item) }
    }

    /// Puts what an idempotency key left behind into a catalogue that is being restored, oldest first.
    public mutating func restore(_ record: OnceRecord) { once.insert(record) }

    /// Puts the preferences into a catalogue that is being restored.
    public mutating func restore(_ preferences: Preferences) { self.preferences = preferences }

    /// Raises the counters of a catalogue that is being restored to what they were, and makes ready what
    /// takes long to make of all items.
    ///
    /// - Parameter spread: Does the parts of that work, at once if it can.
    public mutating func restore(
        revision: Revision, nextChecklistID: Checklist.ID, nextItemID: Item.ID,
        _ spread: Spread = { count, part in (0..<count).forEach(part) }
    ) {
        self.revision = max(self.revision, revision)
        self.nextChecklistID = max(self.nextChecklistID, nextChecklistID)
        self.nextItemID = max(self.nextItemID, nextItemID)
        openItems = OpenItems(in: items)
        texts = TextIndex(of: items, spread)
    }

    /// Does so many parts of some work, in any order, each by calling the closure with its number, and
    /// returns when all are done.
    public typealias Spread = (_ count: Int, _ part: @Sendable (Int) -> Void) -> Void

    /// Keeps the newer of two states of an item, and the counts of both its lists.
    private mutating func restoreAgain(_ item: Item) {
        let old = itemSlots[item.id].map { items[$0] }
        if let old, old.revision >= item.revision { return }
        place(item, for: item.id, touching: .zero)
        for id in Set([old?.checklistID, item.checklistID].compactMap(\.self)) {
            guard let slot = checklistSlots[id] else { continue }
            place(recounted(checklists[slot]), for: id, touching: .zero)
        }
    }

    private func recounted(_ checklist: Checklist) -> Checklist {
        var checklist = checklist
        let tally = scopes[checklist.id]?.tally ?? ItemTally()
        checklist.itemsCount = tally.total
        checklist.uncheckedItemsCount = tally.count(checked: false)
        return checklist
    }
}
