// MARK: For a checkpoint

public import Checklists

extension MemoryStore {
    public var checklistIDs: [Checklist.ID] { checklistSlots.keys.sorted() }

    /// A snapshot of a list, which shares its chunks with the memory; `nil` if there is no such list.
    public func snapshot(of id: Checklist.ID) -> ChecklistSnapshot? {
        guard let slot = checklistSlots[id], let positions = listIndexes[id]?.positions else { return nil }
        return ChecklistSnapshot(
            checklist: checklists[slot], items: SnapshotItems(positions, in: items))
    }

    /// All idempotency records, oldest first.
    public var idempotencyRecords: [IdempotencyRecord] { idempotency.all }

    /// Evicts idempotency records older than 24 hours.
    public mutating func forgetIdempotencyRecords(at now: Timestamp) { idempotency.forget(at: now) }
}

extension SnapshotItems {
    /// The items of a list. While they are held, the first write to a chunk of 64 items copies the chunk.
    init(_ positions: SortedIndex<Item>, in table: Table<Item>) {
        self.init(count: positions.count) {
            var slots = positions.slots(in: positions.startIndex..<positions.endIndex).makeIterator()
            return { slots.next().map { table[$0] } }
        }
    }
}

// MARK: At the start

extension MemoryStore: StoreContents {
    /// Adds a list, with its items in any order, to a memory that is being restored.
    ///
    /// Its items are counted again. If an item is already present, in any list, the newer revision wins: a
    /// crash
    /// can end a checkpoint between the files of two lists.
    public mutating func restore(_ checklist: Checklist, items restored: [Item]) {
        var list = place(checklist, items: restored)
        list.makeIndex()
        finish(list)
        restoreAgain(list.known)
    }

    /// Begins to add a list: places its items. The list is in the memory after `finish`.
    package mutating func place(_ checklist: Checklist, items restored: [Item]) -> RestoredList {
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
            itemKinds.note(item, in: slot)
            itemSlots[item.id] = slot
            noteNames(of: item)
            itemTally.add(ItemTally.Share(item))
            sequences.raise(above: item.id)
            slots.append(slot)
        }
        return RestoredList(checklist: checklist, known: known, slots: slots, table: items)
    }

    /// Ends the addition of a list whose index is made. The caller restores the duplicates, `known`, after
    /// the last list.
    package mutating func finish(_ list: consuming RestoredList) {
        let checklist = list.checklist
        if listIndexes[checklist.id] == nil { listIndexes[checklist.id] = list.takeIndex() }
        put(recounted(checklist), for: checklist.id, touching: .zero)
    }

    /// Restores items that are already present: the newer revision wins.
    package mutating func restoreAgain(_ known: [Item]) { for item in known { restoreAgain(item) } }

    /// Adds an idempotency record to a memory that is being restored. The caller adds the oldest first.
    public mutating func restore(_ record: IdempotencyRecord) { idempotency.insert(record) }

    /// Adds preferences to a memory that is being restored.
    public mutating func restore(_ preferences: Preferences) { put(preferences) }

    /// Raises the id sequences of a memory that is being restored.
    public mutating func restore(_ sequences: Sequences) { self.sequences.raise(to: sequences) }

    /// Raises the revision of a memory that is being restored.
    public mutating func restore(revision: Revision) {
        self.revision = max(self.revision, revision)
        _ = waiting()
    }

    /// Applies the newer of two versions of an item, and recounts both lists.
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

/// A list whose items are placed in a memory that is being restored.
///
/// Its index is made without access to the memory, so that several threads can make indexes.
package struct RestoredList: Sendable {
    fileprivate let checklist: Checklist
    /// The items that were present before, in any list.
    package let known: [Item]
    fileprivate let slots: [Slot]
    /// The items as of the placing; `nil` once the index is made.
    fileprivate var table: Table<Item>?
    private var index: ListIndex?

    fileprivate init(checklist: Checklist, known: [Item], slots: [Slot], table: Table<Item>) {
        self.checklist = checklist
        self.known = known
        self.slots = slots
        self.table = table
    }

    /// Whether the index takes long to make. While another thread makes it, a write to the memory copies
    /// the directory of the items.
    package var isLong: Bool { slots.count > Limits.itemsExaminedUnderLockMax }

    /// Makes the index.
    package mutating func makeIndex() {
        guard let table = exchange(&table, with: nil) else { return }
        index = ListIndex(list: slots, in: table)
    }

    fileprivate mutating func takeIndex() -> ListIndex {
        makeIndex()
        return exchange(&index, with: nil) ?? ListIndex(list: [], in: Table())
    }
}
