extension Schema {
    /// What calendar apps say of series besides the rule. A program of the version before does not read it,
    /// and follows the rule alone. What it writes has another revision: then the series counts as not read,
    /// and the item's calendar object tells it. It cannot read a deleted item that has any of it.
    static let series = [
        "ALTER TABLE items ADD COLUMN series jsonb",
        // The revision of the item to which the series belongs.
        "ALTER TABLE items ADD COLUMN series_revision bigint",
    ]
}
