extension Schema {
    /// Version 9: push registrations of calendar apps, and calendar properties of a list for one member.
    ///
    /// Version 8 treats a registration as a push subscription that is turned off: it counts it, but sends
    /// nothing. It keeps the properties of members, and cannot read a deleted list that has some.
    static let registrations = [
        "ALTER TABLE checklists ADD COLUMN member_properties jsonb",
        // The expiry of a push registration; `NULL` for other webhooks.
        "ALTER TABLE webhooks ADD COLUMN expires_at timestamptz",
        """
        CREATE INDEX webhooks_by_expiry ON webhooks (owner_id, expires_at) WHERE expires_at IS NOT NULL
        """,
    ]
}
