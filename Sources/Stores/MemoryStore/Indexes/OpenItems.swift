import Checklists
import Paging

/// The unchecked items by due date, and the items with a reminder by its time.
struct OpenItems: Sendable {
    private var due: SortedIndex<Item>?
    /// The number of all-day items among them, by the number of their day.
    private var days: [Int: [DayOfItem: Int]] = [:]
    /// The items with a scheduled reminder, soonest first.
    private(set) var reminders: SortedIndex<Item>

    private static let byDueDate = Sorting<Item>([SortKey(.listed(.dueDate))])
    private static let byTime = Sorting<Item>([SortKey(.remindAt)])

    /// Selects from some items.
    ///
    /// - Parameter withDue: Whether to index the due dates, too.
    init(among slots: [Slot], in table: Table<Item>, withDue: Bool) {
        if withDue {
            due = SortedIndex(by: Self.byDueDate, slots.filter { Self.isDue(table[$0]) }, in: table)
        }
        reminders = SortedIndex(
            by: Self.byTime, slots.filter { table[$0].remindAt != nil }, in: table)
        if withDue {
            for slot in slots where Self.isDue(table[slot]) { countDay(of: table[slot], by: 1) }
        }
    }

    /// How many unchecked items were due before a moment. An all-day item is overdue when its day has ended.
    func overdue(before moment: Timestamp, in table: Table<Item>) -> Int {
        guard let due else { return 0 }
        let begun = due.rank(
            of: due.partitionPoint(in: table) { $0.dueDate.map { $0 < moment } ?? false })
        return begun - daysUnderWay(at: moment)
    }

    /// The unchecked items by due date.
    var byDueDate: SortedIndex<Item> { due ?? SortedIndex(by: Self.byDueDate, []) }

    /// How many all-day items are due on a day that has begun and not ended.
    private func daysUnderWay(at moment: Timestamp) -> Int {
        if days.isEmpty { return 0 }
        var count = 0
        for number in DayOfItem.numbers(at: moment) {
            for (day, itemsCount) in days[number] ?? [:] where day.beginning < moment {
                if !day.isOver(at: moment) { count += itemsCount }
            }
        }
        return count
    }

    /// Whether two versions of an item differ in an indexed value.
    static func distinguishes(_ old: Item, _ new: Item) -> Bool {
        isDue(old) != isDue(new) || old.dueDate != new.dueDate || old.remindAt != new.remindAt
            || DayOfItem(old) != DayOfItem(new)
    }

    /// Changes the count of an all-day item's day.
    private mutating func countDay(of item: Item, by change: Int) {
        guard due != nil, let day = DayOfItem(item) else { return }
        let count = (days[day.number]?[day] ?? 0) + change
        days[day.number, default: [:]][day] = count == 0 ? nil : count
        if days[day.number]?.isEmpty == true { days[day.number] = nil }
    }

    /// Adds an item if it is due or has a reminder.
    mutating func insert(_ slot: Slot, in table: Table<Item>) {
        if Self.isDue(table[slot]) {
            due?.insert(slot, in: table)
            countDay(of: table[slot], by: 1)
        }
        if table[slot].remindAt != nil { reminders.insert(slot, in: table) }
    }

    /// Removes an item, before it changes in the table or leaves it.
    mutating func remove(_ slot: Slot, in table: Table<Item>) {
        if Self.isDue(table[slot]) {
            due?.remove(slot, in: table)
            countDay(of: table[slot], by: -1)
        }
        if table[slot].remindAt != nil { reminders.remove(slot, in: table) }
    }

    private static func isDue(_ item: Item) -> Bool { !item.checked && item.dueDate != nil }
}
