/// What is to be reminded of, and when. Every method is a transaction, as with `ChecklistRepository`.
public protocol ReminderRepository: Sendable {
    /// A page of the reminders to come, soonest first.
    func reminders(_ page: PageRequest) async throws -> Page<Reminder>

    /// Puts an item's reminder off to a moment that lies ahead; the due date stays.
    func snoozeItem(
        _ id: Item.ID, until moment: Timestamp, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Once<Item>

    /// Takes reminders that are due and queues a delivery of each for every active webhook that is told of
    /// them, all as one durable change. Of several processes on one repository, each would get reminders of
    /// its own.
    ///
    /// Those that fell due since `startedAt` go out first, so that a backlog never delays them.
    ///
    /// - Parameters:
    ///   - startedAt: Since when somebody has been looking; what was due before is late.
    ///   - limit: How many at most.
    ///   - body: What the message about a reminder says.
    func fireReminders(
        startedAt: Timestamp, limit: Int, body: @Sendable (DueReminder) -> [UInt8]
    ) async throws -> ReminderFiring
}
