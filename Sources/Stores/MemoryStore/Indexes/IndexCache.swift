import Checklists
import Paging

/// The orders in which some elements were asked for, kept up with every change.
///
/// An order is made when it is first used. The least recently used one goes when there are too many.
struct IndexCache<Element: Sortable>: Sendable {
    private var orders: [SortedIndex<Element>] = []
    /// When each was used last, by a clock that counts uses.
    private var lastUses: [UInt64] = []
    private var uses: UInt64 = 0

    /// The order by that sorting, made of `slots` if there is none yet.
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

    /// Whether there is an order by that sorting.
    func contains(_ sorting: Sorting<Element>) -> Bool { orders.contains { $0.sorting == sorting } }

    /// Adds an order that was made elsewhere.
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

    /// Forgets all orders, when making them anew costs less than keeping them up.
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
        for number in orders.indices where orders[number].sorting.tellsApart(old, new) {
            orders[number].remove(slot, in: table)
        }
    }

    /// Adds it to them again, after it changed in the table.
    mutating func finishChange(of slot: Slot, from old: Element, to new: Element, in table: Table<Element>) {
        for number in orders.indices where orders[number].sorting.tellsApart(old, new) {
            orders[number].insert(slot, in: table)
        }
    }
}
