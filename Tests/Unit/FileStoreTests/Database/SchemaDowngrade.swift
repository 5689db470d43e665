/// Statements that revert the schema to an earlier version, as that version leaves a database.
enum SchemaDowngrade {
    /// From version 14 to version 13.
    static let counts = [
        "DROP INDEX items_to_heed, items_to_remind, items_by_list_and_due_date",
        "CREATE INDEX items_to_heed ON items (owner_id) WHERE important AND NOT checked",
        """
        CREATE INDEX items_by_list_and_due_date ON items (owner_id, checklist_id, due_date, is_timed, id)
        WHERE due_date IS NOT NULL
        """,
        "UPDATE schema_version SET version = 13",
    ]

    /// To version 12.
    static let proposals =
        counts + [
            "ALTER TABLE people DROP COLUMN proposals", "ALTER TABLE checklists DROP COLUMN announcements",
            "UPDATE schema_version SET version = 12",
        ]

    /// To version 11.
    static let accounts =
        proposals + [
            "ALTER TABLE people DROP COLUMN identities", "DELETE FROM secrets WHERE is_account",
            "ALTER TABLE secrets DROP COLUMN is_account", "UPDATE schema_version SET version = 11",
        ]

    /// To version 10.
    static let structure =
        accounts + [
            "DROP INDEX items_by_assignee_and_due_date, items_by_list_and_due_date",
            "DROP INDEX items_by_check, items_by_move",
            """
            ALTER TABLE items DROP COLUMN details, DROP COLUMN parent_id, DROP COLUMN parent_position, \
            DROP COLUMN section_id, DROP COLUMN tag_keys, DROP COLUMN start_date, DROP COLUMN start_on
            """,
            "ALTER TABLE checklists DROP COLUMN sections, DROP COLUMN awaited, DROP COLUMN member_order",
            "ALTER TABLE preferences DROP COLUMN views", "ALTER TABLE owners DROP COLUMN views",
            "CREATE INDEX items_by_position ON items (owner_id, checklist_id, position, id)",
            "UPDATE schema_version SET version = 10",
        ]
}
