import Checklists
import Paging

/// What is kept of the items of each list, by list.
struct ListIndexes: Sendable {
    private var numbers: [Checklist.ID: Int] = [:]
    /// Beside the dictionary, whose elements are not changed in place without an allocation.
    private var indexes: [ListIndex?] = []
    private var free: [Int] = []

    /// That of one list; `nil` where there is none.
    subscript(id: Checklist.ID) -> ListIndex? {
        @inline(__always) _read {
            if let number = numbers[id] { yield indexes[number] } else { yield nil }
        }
        @inline(__always) _modify {
            if let number = numbers[id] {
                yield &indexes[number]
                if indexes[number] == nil {
                    numbers[id] = nil
                    free.append(number)
                }
            } else {
                var new: ListIndex?
                yield &new
                if let new { add(new, of: id) }
            }
        }
    }

    private mutating func add(_ index: ListIndex, of id: Checklist.ID) {
        if let number = free.popLast() {
            indexes[number] = index
            numbers[id] = number
        } else {
            numbers[id] = indexes.count
            indexes.append(index)
        }
    }
}

/// What is kept of the items of one list, or of all that a person sees, besides the items themselves.
struct ListIndex: Sendable {
    /// How many of each kind there are.
    var tally = ItemTally()
    /// The items by position; kept of single lists only.
    private(set) var positions: SortedIndex<Item>?
    /// The orders that were asked for.
    var orders = IndexCache<Item>()
    /// The newest change of anything in the list.
    var lastTouched = Revision.zero
    /// The numbers of the indexes of those who are on the list.
    var viewers: [Int] = []

    /// By what a list is in order as people placed its items.
    static let byPosition = Sorting<Item>([SortKey(.listed(.position))])

    /// The items of one list, which are these.
    init(list slots: [Slot], in table: Table<Item>) {
        positions = SortedIndex(by: Self.byPosition, slots, in: table)
        for slot in slots { tally.add(table[slot]) }
    }

    /// The items that a person sees, of which there are none yet.
    init() {}

    /// Whether the items are there by an order already.
    func hasOrder(by sorting: Sorting<Item>) -> Bool {
        positions?.sorting == sorting || orders.contains(sorting)
    }

    /// The items by any order, made of `slots` where it is not that of a list.
    mutating func order(
        by sorting: Sorting<Item>, in table: Table<Item>, of slots: () -> [Slot]
    ) -> SortedIndex<Item> {
        if let positions, positions.sorting == sorting { return positions }
        return orders.order(by: sorting, in: table) { [positions] in positions?.slots ?? slots() }
    }

    /// Adds an item.
    mutating func insert(_ slot: Slot, in table: Table<Item>, touching revision: Revision) {
        tally.add(table[slot])
        positions?.insert(slot, in: table)
        orders.insert(slot, in: table)
        lastTouched = revision
    }

    /// Removes an item, before it leaves the table.
    mutating func remove(_ slot: Slot, in table: Table<Item>, touching revision: Revision) {
        tally.remove(table[slot])
        positions?.remove(slot, in: table)
        orders.remove(slot, in: table)
        lastTouched = revision
    }

    /// Makes ready for a change of an item, before it changes in the table.
    mutating func prepareChange(of slot: Slot, from old: Item, to new: Item, in table: Table<Item>) {
        if old.position != new.position { positions?.remove(slot, in: table) }
        orders.prepareChange(of: slot, from: old, to: new, in: table)
    }

    /// Catches up, after it changed in the table.
    mutating func finishChange(
        of slot: Slot, from old: Item, to new: Item, in table: Table<Item>, touching revision: Revision
    ) {
        tally.remove(old)
        tally.add(new)
        if old.position != new.position { positions?.insert(slot, in: table) }
        orders.finishChange(of: slot, from: old, to: new, in: table)
        lastTouched = revision
    }
}
