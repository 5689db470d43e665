import Checklists

/// The items that somebody waits for: the unchecked ones by due date, and the reminders by time.
struct OpenItems: Sendable {
    private var due: SortedIndex<Item>?
    /// Those with a reminder to come, soonest first.
    private(set) var reminders: SortedIndex<Item>

    private static let byDueDate = Sorting<Item>([SortKey(.listed(.dueDate))])
    private static let byTime = Sorting<Item>([SortKey(.remindAt)])

    /// Those among some items.
    ///
    /// - Parameter withDue: Whether those are kept that are due.
    init(among slots: [Slot], in table: Table<Item>, withDue: Bool) {
        if withDue {
            due = SortedIndex(by: Self.byDueDate, slots.filter { Self.isDue(table[$0]) }, in: table)
        }
        reminders = SortedIndex(
            by: Self.byTime, slots.filter { table[$0].remindAt != nil }, in: table)
    }

    /// How many unchecked items were due before a moment.
    func overdue(before moment: Timestamp, in table: Table<Item>) -> Int {
        due.map { $0.rank(of: $0.partitionPoint(in: table) { $0.dueDate.map { $0 < moment } ?? false }) } ?? 0
    }

    /// Whether two states of an item differ in what is kept here.
    static func tellsApart(_ old: Item, _ new: Item) -> Bool {
        isDue(old) != isDue(new) || old.dueDate != new.dueDate || old.remindAt != new.remindAt
    }

    /// Adds an item if somebody waits for it.
    mutating func insert(_ slot: Slot, in table: Table<Item>) {
        if Self.isDue(table[slot]) { due?.insert(slot, in: table) }
        if table[slot].remindAt != nil { reminders.insert(slot, in: table) }
    }

    /// Removes an item, before it leaves the table or changes there.
    mutating func remove(_ slot: Slot, in table: Table<Item>) {
        if Self.isDue(table[slot]) { due?.remove(slot, in: table) }
        if table[slot].remindAt != nil { reminders.remove(slot, in: table) }
    }

    private static func isDue(_ item: Item) -> Bool { !item.checked && item.dueDate != nil }
}
