public import Dates

/// What somebody who adds an item says of it.
public struct ItemDraft: Hashable, Sendable {
    /// What is to be done, as given; `validated()` trims it.
    public var text: String
    /// What the client calls it by, if it does.
    public var uid: String?
    /// More about it.
    public var notes = ""
    /// Whether it is done already.
    public var checked = false
    /// Whether it stands out.
    public var important = false
    /// When it is due.
    public var dueDate: Timestamp?
    /// The day on which it is due, where that has no time.
    public var dueOn: CivilDate?
    /// The name of the time zone where the wall clock hangs; `nil` for the person's.
    public var timeZone: String?
    /// How it comes again.
    public var recurrence: Recurrence?
    /// Whether to remind when it is due.
    public var shouldRemind = false
    /// When to remind besides.
    public var alarms: [Alarm] = []
    /// After how many seconds a reminder comes again.
    public var repeatEvery: Int?
    /// Where it is to be done.
    public var location: Location?
    /// Who is to do it.
    public var assigneeID: Person.ID?

    private var boxedDetails: Boxed<CalendarDetails>?

    /// An item that is yet to be made.
    public init(text: String) {
        self.text = text
    }

    /// What a calendar program sent for it.
    public var calendarObject: CalendarObject? {
        get { boxedDetails?.value.object }
        set { boxedDetails.change { $0.object = newValue } }
    }
    /// When it was checked, if it is; what lies ahead counts as now.
    public var checkedAt: Timestamp? {
        get { boxedDetails?.value.checkedAt }
        set { boxedDetails.change { $0.checkedAt = newValue } }
    }
    /// Until when its reminder is put off; what does not lie ahead, or is of an item that does not remind,
    /// counts as none.
    public var snoozedUntil: Timestamp? {
        get { boxedDetails?.value.snoozedUntil ?? nil }
        set { boxedDetails.change { $0.snoozedUntil = newValue.map(Optional.some) } }
    }
    /// The lead and the exceptions that a calendar app sent.
    public var series: Series? {
        get { boxedDetails?.value.series }
        set { boxedDetails.change { $0.series = newValue } }
    }
    /// The current occurrence that a calendar app sent; `nil` if the due time identifies it.
    package var occurrence: Occurrence? {
        get { boxedDetails?.value.occurrence }
        set { boxedDetails.change { $0.occurrence = newValue } }
    }
    /// Its place by number, which others may have as well; `nil` for the end of the list.
    public var position: Int? {
        get { boxedDetails?.value.position }
        set { boxedDetails.change { $0.position = newValue } }
    }
}

/// What a change of an item names; `nil` stays as it is. What may be empty is optional twice: `.some(nil)`
/// clears it.
public struct ItemPatch: Hashable, Sendable {
    /// The list to move it to, where it comes last.
    public var checklistID: Checklist.ID?
    /// The new text.
    public var text: String?
    /// The new notes.
    public var notes: String?
    /// Checked or not.
    public var checked: Bool?
    /// Important or not.
    public var important: Bool?
    /// The new due date, or none; it takes the place of a day.
    public var dueDate: Timestamp??
    /// The new day, or none; it takes the place of a due date.
    public var dueOn: CivilDate??
    /// The new time zone, or the person's.
    public var timeZone: String??
    /// How it comes again, or that it does not.
    public var recurrence: Recurrence??
    /// Whether to remind.
    public var shouldRemind: Bool?
    /// When to remind besides.
    public var alarms: [Alarm]?
    /// After how many seconds a reminder comes again, or that it does not.
    public var repeatEvery: Int??
    /// What changes of the location, or that there is none any more.
    public var location: LocationPatch??
    /// Who is to do it, or nobody.
    public var assigneeID: Person.ID??

    private var boxedDetails: Boxed<CalendarDetails>?

    /// A change of nothing, to be filled in.
    public init() {}

    /// What a calendar program sent for it now, with the name that is given or none.
    public var calendarObject: CalendarObject? {
        get { boxedDetails?.value.object }
        set { boxedDetails.change { $0.object = newValue } }
    }
    /// When it was checked, where the patch checks it; what lies ahead counts as now.
    public var checkedAt: Timestamp? {
        get { boxedDetails?.value.checkedAt }
        set { boxedDetails.change { $0.checkedAt = newValue } }
    }
    /// Until when its reminder is put off once all else has changed, or that it is not; what does not lie
    /// ahead, or is of an item that does not remind then, counts as none.
    public var snoozedUntil: Timestamp?? {
        get { boxedDetails?.value.snoozedUntil }
        set { boxedDetails.change { $0.snoozedUntil = newValue } }
    }
    /// The lead and the exceptions that a calendar app sent; `nil` if the series moves with the due time.
    public var series: Series? {
        get { boxedDetails?.value.series }
        set { boxedDetails.change { $0.series = newValue } }
    }
    /// The current occurrence that a calendar app sent; `nil` if the due time identifies it.
    package var occurrence: Occurrence? {
        get { boxedDetails?.value.occurrence }
        set { boxedDetails.change { $0.occurrence = newValue } }
    }
    /// Whether the patch checks the item because the app left out what remained of the series. That is no
    /// completion.
    public var isCancelled: Bool {
        get { boxedDetails?.value.isCancelled ?? false }
        set { boxedDetails.change { $0.isCancelled = newValue } }
    }
    /// How long before its due time an occurrence starts, as `ISO8601Duration` writes it. Only a calendar app
    /// changes that, so it has to be that of the item.
    public var lead: String? {
        get { boxedDetails?.value.lead }
        set { boxedDetails.change { $0.lead = newValue } }
    }
    /// Its new place by number, which others may have as well.
    public var position: Int? {
        get { boxedDetails?.value.position }
        set { boxedDetails.change { $0.position = newValue } }
    }

    /// Whether it names the check mark, and when that was set, and nothing else.
    package var isOfCheckMark: Bool {
        var other = ItemPatch()
        (other.checked, other.checkedAt) = (checked, checkedAt)
        return checked != nil && self == other
    }

    /// Whether it names until when the item is snoozed, and nothing else.
    package var isOfSnooze: Bool {
        var other = ItemPatch()
        other.snoozedUntil = snoozedUntil
        return snoozedUntil != nil && self == other
    }
}

/// What calendar programs alone say of an item, apart from the rest of a draft or a patch, since few have any
/// of it.
private struct CalendarDetails: Hashable, Sendable {
    var object: CalendarObject?
    var checkedAt: Timestamp?
    var snoozedUntil: Timestamp??
    var position: Int?
    var series: Series?
    var occurrence: Occurrence?
    var lead: String?
    var isCancelled = false
}

extension Boxed<CalendarDetails>? {
    /// Changes what is said; where that is nothing any more, there is none.
    fileprivate mutating func change(_ body: (inout CalendarDetails) -> Void) {
        var details = self?.value ?? CalendarDetails()
        body(&details)
        self = details == CalendarDetails() ? nil : Boxed(details)
    }
}

/// Where an item goes within its list.
public enum ItemPlacement: Hashable, Sendable {
    case before(Item.ID)
    case after(Item.ID)
    case first
    case last
}
