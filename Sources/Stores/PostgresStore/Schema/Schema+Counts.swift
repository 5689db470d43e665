extension Schema {
    /// Version 14: indexes from which the items of one list are counted. Version 13 reads them too.
    static let counts = [
        "DROP INDEX items_to_heed",
        "CREATE INDEX items_to_heed ON items (owner_id, checklist_id) WHERE important AND NOT checked",
        // Only such items can have a reminder.
        """
        CREATE INDEX items_to_remind ON items (owner_id, checklist_id, id)
        WHERE should_remind OR timing IS NOT NULL
        """,
        "DROP INDEX items_by_list_and_due_date",
        // With `checked`, overdue items are counted without reading their rows.
        """
        CREATE INDEX items_by_list_and_due_date ON items (owner_id, checklist_id, due_date, is_timed, id,
        checked) WHERE due_date IS NOT NULL
        """,
    ]
}
