extension Schema {
    /// The lead and the exceptions of series, of items and of what was deleted. A program of the version
    /// before does not read them and follows the rule alone. After a write by it `series_revision` differs
    /// from `revision`; the series is then read from the calendar object again. It cannot read the result of
    /// an idempotency record that has a series.
    static let series = [
        "ALTER TABLE items ADD COLUMN series jsonb",
        // The revision of the item to which the series belongs.
        "ALTER TABLE items ADD COLUMN series_revision bigint",
        // The series of deleted items, by their IDs.
        "ALTER TABLE removals ADD COLUMN series jsonb",
        // The newest schema version that a process knows. Programs before version 10 leave it null.
        "ALTER TABLE processes ADD COLUMN schema_version bigint",
    ]
}
