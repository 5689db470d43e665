import Checklists
import Paging

/// The index of each list's items.
struct ListIndexes: Sendable {
    private var numbers: [Checklist.ID: Int] = [:]
    /// An array, because changing an element of a dictionary in place allocates.
    private var indexes: [ListIndex?] = []
    private var free: [Int] = []

    /// The index of a list; `nil` if there is none.
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

    /// The number of the index of a list, for further access; `nil` if there is none.
    func number(of id: Checklist.ID) -> Int? { numbers[id] }

    /// The index with a number.
    subscript(number number: Int) -> ListIndex? {
        @inline(__always) _read { yield indexes[number] }
        @inline(__always) _modify { yield &indexes[number] }
    }

    /// Adds the index of a list that has none, and returns its number.
    @discardableResult mutating func add(_ index: ListIndex, of id: Checklist.ID) -> Int {
        let number = free.popLast() ?? indexes.count
        if number == indexes.count { indexes.append(index) } else { indexes[number] = index }
        numbers[id] = number
        return number
    }
}

/// The tally and the orders of the items of one list, or of all items that a person sees.
struct ListIndex: Sendable {
    var tally = ItemTally()
    /// The items by their marks; `nil` for the items of a person until a query needs it.
    private(set) var marks: ItemMarks?
    /// The items by position; `nil` for the items of a person.
    private(set) var positions: SortedIndex<Item>?
    var orders = IndexCache<Item>()
    /// The due items and the reminders; `nil` until they are first needed.
    var openItems: OpenItems?
    /// The newest revision of the list or any of its items.
    var lastTouched = Revision.zero
    /// The numbers of the members' person indexes.
    var members: [Int] = []
    /// The members who have not archived the list. Their indexes include its items.
    var viewers: [Int] = []

    /// The order in which people placed the items.
    static let byPosition = Sorting<Item>([SortKey(ItemQuery.Property.position)])

    /// An index of the items of a list.
    init(list slots: [Slot], in table: Table<Item>) {
        positions = SortedIndex(by: Self.byPosition, slots, in: table)
        for slot in slots { tally.add(ItemTally.Share(table[slot])) }
        marks = ItemMarks(of: slots, in: table)
    }

    /// An empty index of the items that a person sees.
    init() {}

    /// Whether the index has the order for a sorting.
    func hasOrder(by sorting: Sorting<Item>) -> Bool {
        positions?.sorting == sorting || orders.contains(sorting)
    }

    /// The items in an order. It is built from the positions, or from `slots` for the items of a person.
    mutating func order(
        by sorting: Sorting<Item>, in table: Table<Item>, of slots: () -> [Slot]
    ) -> SortedIndex<Item> {
        if let positions, positions.sorting == sorting { return positions }
        return orders.order(by: sorting, in: table) { [positions] in positions?.slots ?? slots() }
    }

    /// Sets the marks of the items of a person.
    mutating func setMarks(_ new: ItemMarks) { marks = new }

    /// Drops the orders, because updating them would take longer than rebuilding.
    mutating func dropOrders() {
        orders.removeAll()
        openItems = nil
    }

    /// Adds the marks of the items of a list to those of a person.
    mutating func addMarks(_ others: ItemMarks) { marks?.add(others) }

    /// Removes the marks of the items of a list from those of a person.
    mutating func removeMarks(_ others: ItemMarks) { marks?.remove(others) }

    mutating func insert(
        _ slot: Slot, in table: Table<Item>, _ share: ItemTally.Share, touching revision: Revision
    ) {
        tally.add(share)
        marks?.insert(table[slot], in: slot)
        positions?.insert(slot, in: table)
        orders.insert(slot, in: table)
        openItems?.insert(slot, in: table)
        lastTouched = revision
    }

    /// Removes an item, before it leaves the table.
    mutating func remove(
        _ slot: Slot, in table: Table<Item>, _ share: ItemTally.Share, touching revision: Revision
    ) {
        tally.remove(share)
        marks?.remove(table[slot], in: slot)
        positions?.remove(slot, in: table)
        orders.remove(slot, in: table)
        openItems?.remove(slot, in: table)
        lastTouched = revision
    }

    /// Removes an item from the orders in which it may move, before it changes in the table.
    mutating func prepareChange(of slot: Slot, from old: Item, to new: Item, in table: Table<Item>) {
        if old.isPlaced(unlike: new) { positions?.remove(slot, in: table) }
        orders.prepareChange(of: slot, from: old, to: new, in: table)
        if OpenItems.distinguishes(old, new) { openItems?.remove(slot, in: table) }
    }

    /// Adds the item to those orders again, after it changed in the table.
    mutating func finishChange(
        of slot: Slot, from old: Item, to new: Item, in table: Table<Item>,
        _ shares: (old: ItemTally.Share, new: ItemTally.Share), touching revision: Revision
    ) {
        tally.remove(shares.old)
        tally.add(shares.new)
        marks?.change(old, to: new, in: slot)
        if old.isPlaced(unlike: new) { positions?.insert(slot, in: table) }
        orders.finishChange(of: slot, from: old, to: new, in: table)
        if OpenItems.distinguishes(old, new) { openItems?.insert(slot, in: table) }
        lastTouched = revision
    }
}

extension Item {
    /// Whether two states of an item differ in the order by position.
    fileprivate func isPlaced(unlike other: Item) -> Bool {
        position != other.position || anchorID != other.anchorID || anchorPosition != other.anchorPosition
    }
}
