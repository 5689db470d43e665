import Checklists
import Paging

/// The recently used orders of some elements, updated with every change.
///
/// The first use of an order creates it. The cache holds `Limits.cachedIndexesMax` orders and evicts the
/// least recently used.
struct IndexCache<Element: Sortable>: Sendable {
    private var orders: [SortedIndex<Element>] = []
    /// The last use of each order, as a count of uses.
    private var lastUses: [UInt64] = []
    private var uses: UInt64 = 0

    /// The order for a sorting, built from `slots` if it is not cached.
    mutating func order(
        by sorting: Sorting<Element>, in table: Table<Element>, of slots: () -> [Slot]
    ) -> SortedIndex<Element> {
        uses += 1
        if let number = orders.firstIndex(where: { $0.sorting == sorting }) {
            lastUses[number] = uses
            return orders[number]
        }
        let order = SortedIndex(by: sorting, slots(), in: table)
        add(order)
        return order
    }

    /// Whether the order for a sorting is cached.
    func contains(_ sorting: Sorting<Element>) -> Bool { orders.contains { $0.sorting == sorting } }

    /// Adds a finished order.
    mutating func add(_ order: SortedIndex<Element>) {
        if orders.count == Limits.cachedIndexesMax,
            let oldest = lastUses.indices.min(by: { lastUses[$0] < lastUses[$1] })
        {
            orders.remove(at: oldest)
            lastUses.remove(at: oldest)
        }
        uses += 1
        orders.append(order)
        lastUses.append(uses)
    }

    /// Drops all orders, before a change that makes updating them slower than rebuilding.
    mutating func removeAll() {
        orders.removeAll()
        lastUses.removeAll()
    }

    /// Adds an element to every order.
    mutating func insert(_ slot: Slot, in table: Table<Element>) {
        for number in orders.indices { orders[number].insert(slot, in: table) }
    }

    /// Removes an element from every order, before it leaves the table.
    mutating func remove(_ slot: Slot, in table: Table<Element>) {
        for number in orders.indices { orders[number].remove(slot, in: table) }
    }

    /// Removes an element from the orders in which it may move, before it changes in the table.
    mutating func prepareChange(of slot: Slot, from old: Element, to new: Element, in table: Table<Element>) {
        for number in orders.indices where orders[number].sorting.distinguishes(old, new) {
            orders[number].remove(slot, in: table)
        }
    }

    /// Adds the element to those orders again, after it changed in the table.
    mutating func finishChange(of slot: Slot, from old: Element, to new: Element, in table: Table<Element>) {
        for number in orders.indices where orders[number].sorting.distinguishes(old, new) {
            orders[number].insert(slot, in: table)
        }
    }
}
