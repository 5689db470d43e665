import Checklists
import SQL

// Items and their reminders.

extension ChangeWriting {
    mutating func update(_ all: [(before: Item, after: Item)]) {
        let changed = all.filter { before, after in
            var before = before
            before.remindAt = after.remindAt
            return before != after
        }
        update(changed.map(\.after), .state, tables.items)
        let restored = changed.filter { $0.createdIn != $1.createdIn || $0.uid != $1.uid }
        update(restored.map(\.after), .fixed, tables.items)
        let rewritten = all.filter { old, new in
            !old.hasSameSearchText(as: new) || old.storedBytes != new.storedBytes
        }
        update(rewritten.map(\.after), .texts, tables.items)
        let described = all.filter { !$0.hasSameCalendarObject(as: $1) }
        update(described.map(\.after), .calendarObject, tables.items)
    }

    /// The items with a new or changed reminder, and those that lost theirs.
    static func reminders(of items: Net<Item>) -> (next: [Item], none: [Item.ID]) {
        var (next, none): ([Item], [Item.ID]) = ([], [])
        for (before, after) in items.all where before?.remindAt != after?.remindAt {
            if let after, after.remindAt != nil {
                next.append(after)
            } else if let before {
                none.append(before.id)
            }
        }
        return (next.sorted { $0.id < $1.id }, none.sorted())
    }

    mutating func put(_ reminders: [Item]) {
        if reminders.isEmpty { return }
        let sql = """
            INSERT INTO reminders (owner_id, id, remind_at) SELECT $1, * FROM \(dialect.rows(["$2", "$3"])) \
            ON CONFLICT (owner_id, id) DO UPDATE SET remind_at = excluded.remind_at
            """
        add(sql, reminders) { [.ids($0.map(\.id)), .timestamps($0.map(\.remindAt))] }
    }
}
