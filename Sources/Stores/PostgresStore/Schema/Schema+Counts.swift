extension Schema {
    /// Version 14: indexes from which the items of one list are counted. Version 13 reads them too.
    static let counts = [
        """
        CREATE INDEX items_to_heed_by_list ON items (owner_id, checklist_id)
        WHERE important AND NOT checked
        """,
        // Only such items can have a reminder.
        """
        CREATE INDEX items_to_remind ON items (owner_id, checklist_id, id)
        WHERE should_remind OR timing IS NOT NULL
        """,
        // With `checked`, overdue items are counted without reading their rows.
        """
        CREATE INDEX items_by_list_and_due ON items (owner_id, checklist_id, due_date, is_timed, id,
        checked) WHERE due_date IS NOT NULL
        """,
        // `DROP INDEX` locks out readers until the commit, so it comes last.
        "DROP INDEX items_to_heed, items_by_list_and_due_date",
        "ALTER INDEX items_to_heed_by_list RENAME TO items_to_heed",
        "ALTER INDEX items_by_list_and_due RENAME TO items_by_list_and_due_date",
    ]
}
