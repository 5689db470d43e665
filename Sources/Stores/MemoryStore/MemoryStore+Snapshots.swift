// MARK: For a checkpoint

public import Checklists

extension MemoryStore {
    public var checklistIDs: [Checklist.ID] { checklistSlots.keys.sorted() }

    /// The content of one list as it is now, shared with the memory and not copied; `nil` if it is not
    /// there.
    public func snapshot(of id: Checklist.ID) -> ChecklistSnapshot? {
        guard let slot = checklistSlots[id], let positions = listIndexes[id]?.positions else { return nil }
        return ChecklistSnapshot(
            checklist: checklists[slot], items: SnapshotItems(positions, in: items))
    }

    /// What idempotency keys left behind, oldest first.
    public var idempotencyRecords: [IdempotencyRecord] { idempotency.all }

    /// Forgets what idempotency keys left behind more than 24 hours ago.
    public mutating func forgetIdempotencyRecords(at now: Timestamp) { idempotency.forget(at: now) }
}

extension SnapshotItems {
    /// The items of a list. While they are held, the first change of any 64 items in the store copies those.
    init(_ positions: SortedIndex<Item>, in table: Table<Item>) {
        self.init(count: positions.count) {
            var slots = positions.slots(in: positions.startIndex..<positions.endIndex).makeIterator()
            return { slots.next().map { table[$0] } }
        }
    }
}

// MARK: At the start

extension MemoryStore: StoreContents {
    /// Puts a list into a memory that is being restored, with its items in any order.
    ///
    /// Its items are counted anew. An item that is already there, in whichever list, stays what the newer
    /// revision says, since a checkpoint may be cut off between the files of two lists.
    public mutating func restore(_ checklist: Checklist, items restored: [Item]) {
        let id = checklist.id
        openItems = nil
        texts = nil
        var known: [Item] = []
        var slots: [Slot] = []
        slots.reserveCapacity(restored.count)
        let isNew = listIndexes[id] == nil
        for var item in restored {
            if item.checklistID != id { item.checklistID = id }
            guard isNew, itemSlots[item.id] == nil else {
                known.append(item)
                continue
            }
            let slot = items.insert(item)
            itemSlots[item.id] = slot
            noteNames(of: item)
            itemTally.add(item)
            sequences.item = max(sequences.item, Item.ID(rawValue: item.id.rawValue + 1))
            slots.append(slot)
        }
        if listIndexes[id] == nil { listIndexes[id] = ListIndex(list: slots, in: items) }
        put(recounted(checklist), for: id, touching: .zero)
        for item in known { restoreAgain(item) }
    }

    /// Puts what an idempotency key left behind into a memory that is being restored, oldest first.
    public mutating func restore(_ record: IdempotencyRecord) { idempotency.insert(record) }

    /// Puts the preferences of a person into a memory that is being restored.
    public mutating func restore(_ preferences: Preferences) { put(preferences) }

    /// Raises the counters of a store that is being restored to what they were.
    public mutating func restore(_ sequences: Sequences) { self.sequences.raise(to: sequences) }

    /// Raises the revision of a store that is being restored to what it was.
    public mutating func restore(revision: Revision) {
        self.revision = max(self.revision, revision)
        _ = waiting()
    }

    /// Keeps the newer of two states of an item, and the counts of both its lists.
    private mutating func restoreAgain(_ item: Item) {
        let old = itemSlots[item.id].map { items[$0] }
        if let old, old.revision >= item.revision { return }
        put(item, for: item.id, touching: .zero)
        for id in Set([old?.checklistID, item.checklistID].compactMap(\.self)) {
            guard let slot = checklistSlots[id] else { continue }
            put(recounted(checklists[slot]), for: id, touching: .zero)
        }
    }

    private func recounted(_ checklist: Checklist) -> Checklist {
        var checklist = checklist
        let tally = listIndexes[checklist.id]?.tally ?? ItemTally()
        checklist.itemsCount = tally.total
        checklist.uncheckedItemsCount = tally.count([.checked: false])
        return checklist
    }
}
