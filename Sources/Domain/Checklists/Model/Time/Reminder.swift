/// A scheduled reminder.
public struct Reminder: Hashable, Sendable {
    /// The item.
    public var itemID: Item.ID
    /// The list of the item.
    public var checklistID: Checklist.ID
    /// The text of the item.
    public var text: String
    /// When the reminder fires.
    public var at: Timestamp

    package init(itemID: Item.ID, checklistID: Checklist.ID, text: String, at: Timestamp) {
        self.itemID = itemID
        self.checklistID = checklistID
        self.text = text
        self.at = at
    }
}

/// A reminder that fires now, with the content of its message.
public struct DueReminder: Hashable, Sendable {
    /// The deduplication id, the same after a crash and a retry.
    public var occurrenceID: String
    /// The item in its current state.
    public var item: Item
    /// The list of the item.
    public var checklist: Checklist
    /// The scheduled time.
    public var scheduledFor: Timestamp
    /// The actual time.
    public var firedAt: Timestamp
    /// Whether it fires later than the load of a running server explains.
    public var late: Bool
    /// The revision of the item after the reminder fired.
    public var revision: Revision

    /// Creates a reminder that fires now.
    /// - Parameter revision: `nil` if firing does not change the item.
    public init(
        occurrenceID: String, item: Item, checklist: Checklist, scheduledFor: Timestamp, firedAt: Timestamp,
        late: Bool, revision: Revision? = nil
    ) {
        self.occurrenceID = occurrenceID
        self.item = item
        self.checklist = checklist
        self.scheduledFor = scheduledFor
        self.firedAt = firedAt
        self.late = late
        self.revision = revision ?? item.revision
    }

    /// The delay in whole seconds.
    public var lateBySeconds: Int {
        Int(max(0, firedAt.milliseconds - scheduledFor.milliseconds) / 1000)
    }
}

/// The result of firing the due reminders.
public struct ReminderFiring: Sendable {
    /// The fired reminders, in order.
    public var fired: [DueReminder]
    /// The number of queued deliveries.
    public var deliveriesCount: Int
    /// The time of the next reminder, in the past if more are due now; `nil` if none is scheduled.
    public var next: Timestamp?
}
