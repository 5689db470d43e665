import SQLStore

/// The SQL of the tables and of their upgrades.
enum Schema {
    /// The version that `tables` has. Release 1.0 upgrades no older one.
    static let firstVersion = 14

    /// The tables, and the upgrades to each further version. A process of the version before can keep running
    /// beside an upgraded database, and start again: a release has one step at most.
    static let steps = [tables, parts]

    static let tableNames = [
        "schema_version", "owners", "commits", "checklists", "items", "reminders", "webhooks", "deliveries",
        "claims", "idempotency_records", "tokens", "processes", "people", "members", "secrets", "preferences",
        "removals", "usage", "origins",
    ]

    /// Version 15: `collection_bytes` counts the sections and the awaited tasks of a list too. A list with
    /// sections that version 14 renames has too few until its next change. Deliveries have the list for whose
    /// hourly limit they count; version 14 counts none.
    ///
    /// Lists and sections have UUIDs. Version 14 keeps them. It leaves the UUIDs of lists that it deletes in
    /// `secrets`, and cannot read deleted records that have UUIDs.
    private static let parts =
        [
            "ALTER TABLE checklists ADD COLUMN uid jsonb",
            // Not in `sections`, which version 14 reads.
            "ALTER TABLE checklists ADD COLUMN section_uids jsonb",
            """
            UPDATE checklists SET collection_bytes = collection_bytes + CASE WHEN sections IS NULL THEN 0
            ELSE 50 + 11 * (jsonb_array_length(coalesce(sections->'memory', '[]')) / 2)
            + (SELECT coalesce(sum(25 + octet_length(convert_to(element->>'name', 'UTF8'))), 0)
            FROM jsonb_array_elements(coalesce(sections->'all', '[]')) AS element) END
            + 25 * (jsonb_array_length(coalesce(awaited, '[]')) / 3)
            WHERE sections IS NOT NULL OR awaited IS NOT NULL
            """,
            "ALTER TABLE deliveries ADD COLUMN checklist_id bigint",
            "ALTER TABLE deliveries ADD COLUMN withheld bigint NOT NULL DEFAULT 0",
            "CREATE INDEX deliveries_by_age ON deliveries (owner_id, webhook_id, created_at)",
        ] + UsageSQL(PostgresDialect()).counting
}
