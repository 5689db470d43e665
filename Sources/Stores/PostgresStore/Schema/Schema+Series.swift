extension Schema {
    /// Version 10: the lead and the exceptions of series, on items and deleted items. Version 9 does not read
    /// them and follows the rule alone. After its writes `series_revision` differs from `revision`, and the
    /// series is read from the calendar object again. It cannot read the result of an idempotency record with
    /// a series.
    static let series = [
        "ALTER TABLE items ADD COLUMN series jsonb",
        // The item's revision to which the series belongs.
        "ALTER TABLE items ADD COLUMN series_revision bigint",
        // The series of deleted items, by item ID.
        "ALTER TABLE removals ADD COLUMN series jsonb",
        // The newest schema version that a process knows. Processes before version 10 leave it `NULL`.
        "ALTER TABLE processes ADD COLUMN schema_version bigint",
    ]
}
