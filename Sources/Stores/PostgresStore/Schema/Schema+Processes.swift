extension Schema {
    /// Version 8: the database in which the history began. Earlier versions do not read it.
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

    /// Version 7: the process of a claim, and what a commit touches. Earlier versions write neither. Their
    /// claims last until the lease ends, even if the process has died, and their commits count as touching
    /// all.
    static let processes = [
        "ALTER TABLE claims ADD COLUMN process_id bigint",
        "ALTER TABLE commits ADD COLUMN kinds bigint",
        "ALTER TABLE commits ADD COLUMN lists bigint[]",
        "ALTER TABLE commits ADD COLUMN people bigint[]",
    ]
}
