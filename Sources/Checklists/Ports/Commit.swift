/// Changes that became durable together: as much of them as those have to know who act on changes.
public struct Commit: Hashable, Sendable {
    /// The newest of them.
    public private(set) var revision: Revision
    /// Whether a reminder is to go out that was not before, or at another time.
    public private(set) var schedulesReminders: Bool
    /// Whether there may be something to send that there was not before.
    public private(set) var queuesDeliveries: Bool

    /// Changes of which only the newest is known: there may be anything in them.
    package init(through revision: Revision) {
        self.revision = revision
        schedulesReminders = true
        queuesDeliveries = true
    }

    /// One change alone.
    package init(_ change: Change) {
        revision = change.revision
        schedulesReminders = change.schedulesReminders
        queuesDeliveries = change.queuesDeliveries
    }

    /// Adds the change that follows.
    package mutating func join(_ change: Change) {
        revision = change.revision
        schedulesReminders = schedulesReminders || change.schedulesReminders
        queuesDeliveries = queuesDeliveries || change.queuesDeliveries
    }
}
