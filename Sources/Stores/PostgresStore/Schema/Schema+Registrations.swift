extension Schema {
    /// Push registrations of calendar apps, and what these apps say of a list for one member.
    ///
    /// A program of the version before takes a registration for a push subscription that is turned off: it
    /// sends it nothing, and counts it as one. It leaves the properties of members alone, and cannot read a
    /// deleted list that has some.
    static let registrations = [
        "ALTER TABLE checklists ADD COLUMN member_properties jsonb",
        // Until when a push registration lasts; of no other webhook.
        "ALTER TABLE webhooks ADD COLUMN expires_at timestamptz",
        """
        CREATE INDEX webhooks_by_expiry ON webhooks (owner_id, expires_at) WHERE expires_at IS NOT NULL
        """,
    ]
}
