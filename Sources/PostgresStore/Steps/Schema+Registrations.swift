extension Schema {
    /// Push registrations of calendar apps. A program of the version before takes one for a push subscription
    /// that is turned off: it sends it nothing, and counts it as one.
    static let registrations = [
        // Until when a push registration lasts; of no other webhook.
        "ALTER TABLE webhooks ADD COLUMN expires_at timestamptz",
        """
        CREATE INDEX webhooks_by_expiry ON webhooks (owner_id, expires_at) WHERE expires_at IS NOT NULL
        """,
    ]
}
