import SQLStore

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

    /// Version 15: `collection_bytes` counts the sections and the awaited tasks of a list too. A list with
    /// sections that version 14 renames has too few until its next change.
    static let parts =
        [
            """
            UPDATE checklists SET collection_bytes = collection_bytes + CASE WHEN sections IS NULL THEN 0
            ELSE 50 + 11 * (jsonb_array_length(coalesce(sections->'memory', '[]')) / 2)
            + (SELECT coalesce(sum(25 + octet_length(convert_to(element->>'name', 'UTF8'))), 0)
            FROM jsonb_array_elements(coalesce(sections->'all', '[]')) AS element) END
            + 25 * (jsonb_array_length(coalesce(awaited, '[]')) / 3)
            WHERE sections IS NOT NULL OR awaited IS NOT NULL
            """
        ] + UsageSQL(PostgresDialect()).counting
}
