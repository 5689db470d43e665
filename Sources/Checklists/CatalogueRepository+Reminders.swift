extension CatalogueRepository {
    /// The reminders to come, soonest first.
    public func reminders(_ page: PageRequest) async throws -> Page<Reminder> {
        try await read { catalogue in (try catalogue.reminders(page), asOf: catalogue.revision) }
    }

    /// Puts a reminder off.
    public func snoozeItem(
        _ id: Item.ID, until moment: Timestamp, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Once<Item> {
        let now = now()
        return try await write { catalogue in
            try catalogue.snoozingItem(id, until: moment, ifMatch: ifMatch, once: key, at: now)
        }
    }

    /// Takes reminders that are due and queues their deliveries.
    public func fireReminders(
        startedAt: Timestamp, limit: Int, body: @Sendable (DueReminder) -> [UInt8]
    ) async throws -> ReminderFiring {
        let now = now()
        return try await write { catalogue in
            catalogue.firingReminders(startedAt: startedAt, limit: limit, at: now, body: body)
        }.value
    }
}
