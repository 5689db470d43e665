extension Schema {
    /// Version 12: accounts of people at providers.
    ///
    /// Version 11 ignores accounts, and keeps those of people that it changes. Of people that it removes it
    /// leaves orphaned rows in `secrets`.
    static let accounts = [
        "ALTER TABLE people ADD COLUMN identities jsonb",
        // Whether `sha256` is the key of an account, which is longer than a digest.
        "ALTER TABLE secrets ADD COLUMN is_account bool NOT NULL DEFAULT false",
    ]

    /// Version 13: proposals of assistants, undo records, and announcements on lists.
    ///
    /// Version 12 keeps proposals and announcements. It cannot read the scope `assist`, or tombstones with
    /// undo records or announcements.
    static let proposals = [
        "ALTER TABLE people ADD COLUMN proposals jsonb",
        "ALTER TABLE checklists ADD COLUMN announcements jsonb",
    ]
}
