/// A reminder that is still to come.
public struct Reminder: Hashable, Sendable {
    /// The item it is for.
    public var itemID: Item.ID
    /// The list it is on.
    public var checklistID: Checklist.ID
    /// What is to be done.
    public var text: String
    /// When it goes out.
    public var at: Timestamp

    /// A reminder of an item.
    package init(itemID: Item.ID, checklistID: Checklist.ID, text: String, at: Timestamp) {
        self.itemID = itemID
        self.checklistID = checklistID
        self.text = text
        self.at = at
    }
}

/// A reminder that goes out now, with what its message tells.
public struct DueReminder: Hashable, Sendable {
    /// What it is known by, whatever a crash repeats.
    public var occurrenceID: String
    /// The item as it is now.
    public var item: Item
    /// The list it is on.
    public var checklist: Checklist
    /// When it was to go out.
    public var scheduledFor: Timestamp
    /// When it does.
    public var firedAt: Timestamp
    /// Whether that is later than a running service accounts for.
    public var late: Bool
    /// The revision that the item has when the reminder has gone out.
    public var revision: Revision

    /// A reminder that goes out now.
    /// - Parameter revision: `nil` where that does not change it.
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

    /// How much later it goes out than it was to, in whole seconds.
    public var lateBySeconds: Int {
        Int(max(0, firedAt.milliseconds - scheduledFor.milliseconds) / 1000)
    }
}

/// What came of looking for reminders that are due.
public struct ReminderFiring: Sendable {
    /// Those that went out, in the order in which they did.
    public var fired: [DueReminder]
    /// How many deliveries were queued for them.
    public var deliveriesCount: Int
    /// When the next one is due, in the past where there are more to go out now; `nil` when none is
    /// scheduled.
    public var next: Timestamp?
}
