extension Schema {
    /// In which database the history began. A program of the version before does not look at it.
    static let origins = [
        """
        CREATE TABLE origins (
            owner_id bigint PRIMARY KEY,
            system_identifier text NOT NULL,
            database_id bigint NOT NULL,
            -- The transaction that wrote the row.
            transaction_id bigint NOT NULL,
            timeline text NOT NULL
        )
        """
    ]

    /// Which process has a claim, and what a commit touches. A program of the version before says neither:
    /// its claims last until their lease ends, whether it lives or not, and its commits may touch anything.
    static let processes = [
        "ALTER TABLE claims ADD COLUMN process_id bigint",
        "ALTER TABLE commits ADD COLUMN kinds bigint",
        "ALTER TABLE commits ADD COLUMN lists bigint[]",
        "ALTER TABLE commits ADD COLUMN people bigint[]",
    ]
}
