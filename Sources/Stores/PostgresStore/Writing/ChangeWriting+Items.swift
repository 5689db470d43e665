import Checklists
import Postgres

// What becomes of items, and when they remind.

extension ChangeWriting {
    mutating func insert(_ items: [Item]) {
        let sql = """
            INSERT INTO items (owner_id, id, checklist_id, checked, important, due_date, should_remind, \
            snoozed_until, is_timed, timing, series, series_revision, location, assignee_id, position, \
            checked_at, updated_at, revision, changed_at, changed_by_person, changed_by_device, created_at, \
            created_in, uid, calendar_object, resource_name, text, notes, text_key, folded, stored_bytes) \
            SELECT $1, * FROM unnest(\
            $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, \
            $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31)
            """
        add(sql, items) { items in
            Self.states(of: items) + [
                .timestamps(items.map(\.createdAt)), .revisions(items.map(\.createdIn)),
                .texts(items.map(\.uid)),
            ] + Self.calendarObjects(of: items) + Self.texts(of: items)
        }
    }

    mutating func update(_ all: [(before: Item, after: Item)]) {
        let sql = """
            UPDATE items AS old SET checklist_id = new.checklist_id, checked = new.checked, \
            important = new.important, due_date = new.due_date, should_remind = new.should_remind, \
            snoozed_until = new.snoozed_until, is_timed = new.is_timed, timing = new.timing, \
            series = new.series, series_revision = new.series_revision, location = new.location, \
            assignee_id = new.assignee_id, position = new.position, checked_at = new.checked_at, \
            updated_at = new.updated_at, revision = new.revision, \
            changed_at = new.changed_at, changed_by_person = new.person, changed_by_device = new.device \
            FROM \(Self.new(Self.stateColumns)) \
            WHERE old.owner_id = new.owner_id AND old.id = new.id
            """
        let changed = all.filter { before, after in
            var before = before
            before.remindAt = after.remindAt
            return before != after
        }
        add(sql, changed.map(\.after)) { Self.states(of: $0) }
        let rewritten = all.filter { old, new in
            !old.text.isSame(as: new.text) || !old.notes.isSame(as: new.notes)
                || old.storedBytes != new.storedBytes
        }
        let texts = """
            UPDATE items AS old SET text = new.text, notes = new.notes, text_key = new.text_key, \
            folded = new.folded, stored_bytes = new.stored_bytes \
            FROM \(Self.new("id, text, notes, text_key, folded, stored_bytes")) \
            WHERE old.owner_id = new.owner_id AND old.id = new.id
            """
        add(texts, rewritten.map(\.after)) { [.ids($0.map(\.id))] + Self.texts(of: $0) }
        let resent = all.filter { old, new in !old.hasSameCalendarObject(as: new) }
        let objects = """
            UPDATE items AS old SET calendar_object = new.calendar_object, \
            resource_name = new.resource_name FROM \(Self.new("id, calendar_object, resource_name")) \
            WHERE old.owner_id = new.owner_id AND old.id = new.id
            """
        add(objects, resent.map(\.after)) { [.ids($0.map(\.id))] + Self.calendarObjects(of: $0) }
    }

    /// The items that remind anew or at another time, and those that do no more.
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
        let sql = """
            INSERT INTO reminders (owner_id, id, remind_at) SELECT $1, * FROM unnest($2, $3) \
            ON CONFLICT (owner_id, id) DO UPDATE SET remind_at = excluded.remind_at
            """
        add(sql, reminders) { [.ids($0.map(\.id)), .timestamps($0.map(\.remindAt))] }
    }

    private static let stateColumns = """
        id, checklist_id, checked, important, due_date, should_remind, snoozed_until, is_timed, timing, \
        series, series_revision, location, assignee_id, position, checked_at, updated_at, revision, \
        changed_at, person, device
        """

    /// The columns of items from `id` to `changed_by_device`, without their texts.
    private static func states(of items: [Item]) -> [Parameter] {
        let timings = items.map { $0.hasTiming ? $0.timing : nil }
        let series = timings.map { $0?.storedSeries }
        return [
            .ids(items.map(\.id)), .ids(items.map(\.checklistID)), .bools(items.map(\.checked)),
            .bools(items.map(\.important)), .timestamps(items.map(\.dueDate)),
            .bools(items.map(\.shouldRemind)), .timestamps(items.map(\.snoozedUntil)),
            .bools(items.map(\.isTimed)), .jsons(timings.map { $0?.storedBasics }),
            .jsons(series), .ints(zip(items, series).map { $1 == nil ? nil : $0.revision.column }),
            .jsons(items.map { $0.location?.storedJSON }),
            .ints(items.map { $0.assigneeID?.rawValue }), .ints(items.map(\.position)),
            .timestamps(items.map(\.checkedAt)),
            .timestamps(items.map(\.updatedAt)), .revisions(items.map(\.revision)),
        ] + authors(items.map { ($0.changedAt, $0.updatedAt, $0.changedBy) })
    }

    /// The columns `calendar_object` and `resource_name` of items.
    private static func calendarObjects(of items: [Item]) -> [Parameter] {
        let objects = items.map { $0.hasCalendarObject ? $0.calendarObject : nil }
        return [.texts(objects.map { $0?.text }), .texts(objects.map { $0?.name })]
    }

    /// The columns of items from `text` to `stored_bytes`.
    private static func texts(of items: [Item]) -> [Parameter] {
        [
            .texts(items.map(\.text)), .texts(items.map(\.notes)),
            .byteStrings(items.map { TextOrder.key(of: $0.text) }), .texts(items.map(\.foldedText)),
            .ints(items.map(\.storedBytes)),
        ]
    }
}
