public import Dates

/// A partial update of an item; `nil` leaves a field unchanged. Fields that can be empty are doubly optional:
/// `.some(nil)` clears them.
public struct ItemPatch: Hashable, Sendable {
    /// The new list. The item moves to its end.
    public var checklistID: Checklist.ID?
    /// The new text.
    public var text: String?
    /// The new notes.
    public var notes: String?
    /// The new check mark.
    public var checked: Bool?
    /// The new importance.
    public var important: Bool?
    /// The new due date; it replaces a day.
    public var dueDate: Timestamp??
    /// The new day; it replaces a due date.
    public var dueOn: CivilDate??
    /// The new IANA time zone; `.some(nil)` for the person's.
    public var timeZone: String??
    /// The new recurrence.
    public var recurrence: Recurrence??
    /// Whether a reminder fires at the due time.
    public var shouldRemind: Bool?
    /// The new alarms.
    public var alarms: [Alarm]?
    /// The new interval of repeated reminders, in seconds.
    public var repeatEvery: Int??
    /// The changes of the location; `.some(nil)` removes it.
    public var location: LocationPatch??
    /// The new assignee.
    public var assigneeID: Person.ID??

    private var boxedDetails: Boxed<CalendarDetails>?

    /// Creates an empty patch.
    public init() {}

    /// The object that a calendar app sent, with its resource name if it has one.
    public var calendarObject: CalendarObject? {
        get { boxedDetails?.value.object }
        set { boxedDetails.change { $0.object = newValue } }
    }
    /// When the item was checked, if the patch checks it; a time in the future counts as now.
    public var checkedAt: Timestamp? {
        get { boxedDetails?.value.checkedAt }
        set { boxedDetails.change { $0.checkedAt = newValue } }
    }
    /// The new snooze, applied after all other fields. A time that is not in the future counts as none, as
    /// does any for an item without reminders.
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
    /// Whether the patch checks the item because the app excluded the rest of the series. That is no
    /// completion.
    public var isCancelled: Bool {
        get { boxedDetails?.value.isCancelled ?? false }
        set { boxedDetails.change { $0.isCancelled = newValue } }
    }
    /// How long before its due time an occurrence starts, as an ISO 8601 duration. It must equal the item's
    /// lead: only a calendar app can change that.
    public var lead: String? {
        get { boxedDetails?.value.lead }
        set { boxedDetails.change { $0.lead = newValue } }
    }
    /// The new position. Other items can have the same.
    public var position: Int? {
        get { boxedDetails?.value.position }
        set { boxedDetails.change { $0.position = newValue } }
    }

    /// Whether the patch sets only the check mark, with or without its time.
    package var isOfCheckMark: Bool {
        var other = ItemPatch()
        (other.checked, other.checkedAt) = (checked, checkedAt)
        return checked != nil && self == other
    }

    /// Whether the patch sets only the snooze.
    package var isOfSnooze: Bool {
        var other = ItemPatch()
        other.snoozedUntil = snoozedUntil
        return snoozedUntil != nil && self == other
    }
}

extension ItemPatch {
    /// The rules that the patch breaks regardless of the item.
    public func violations() -> [Violation] { violations(of: nil) }

    /// The patch as it is stored, with its texts trimmed.
    /// - Throws: `invalid`.
    public func validated() throws(ChecklistsError) -> ItemPatch {
        try violations().throwIfAny()
        var patch = self
        patch.trim()
        return patch
    }

    mutating func trim() {
        text = text.map(TextRule.text.kept)
        if let location { self.location = .some(location?.trimmed) }
    }

    /// The rules that the patch breaks.
    ///
    /// - Parameter draft: The draft of the patch. Only for a draft does the check include whether due date,
    ///   recurrence and reminders fit together.
    func violations(of draft: ItemDraft?) -> [Violation] {
        let text = draft?.text ?? text
        var violations = text.map { TextRule.text.violations(of: $0, at: "/text") } ?? []
        if let notes { violations += TextRule.notes.violations(of: notes, at: "/notes") }
        if let uid = draft?.uid { violations += TextRule.violations(ofName: uid, at: "/uid") }
        if case .some(.some(let location)) = location {
            violations += location.named.partViolations()
            if draft != nil { violations += location.named.wholeViolations() }
        }
        if let calendarObject { violations += calendarObject.violations() }
        violations += TimingPatch(self).violations()
        let times = timeViolations
        // A recurrence rule has no days outside the supported years.
        if draft == nil || !times.isEmpty { return violations + times }
        return violations + timingViolationsOfDraft
    }

    /// The violations between the due time, the recurrence and the reminders of a new item.
    private var timingViolationsOfDraft: [Violation] {
        let (dueDate, dueOn, recurrence) = (dueDate ?? nil, dueOn ?? nil, recurrence ?? nil)
        var violations = Violation.ofTiming(
            dueDate != nil || dueOn != nil, shouldRemind ?? false, recurrence, alarms ?? [])
        let zone = (timeZone ?? nil).flatMap(LocalTime.init(zone:)) ?? .utc
        if let recurrence, let day = dueOn ?? dueDate.map({ zone.day(of: $0) }),
            !recurrence.rule.comesTrue(after: day)
        {
            violations.append(.untrueRule)
        }
        return violations
    }

    /// Applies the patch to an item, except for its list.
    ///
    /// - Parameter timing: The time fields of the patch, with a default time zone if they need one.
    /// - Throws: `invalid` if the patch conflicts with the other fields.
    func applied(
        to item: Item, _ timing: TimingPatch? = nil, at now: Timestamp
    ) throws(ChecklistsError) -> Item {
        var item = item
        item.change { item in
            if let text { item.text = text }
            if let notes { item.notes = notes }
            if let important { item.important = important }
            if let assigneeID { item.assigneeID = assigneeID }
            if let shouldRemind, shouldRemind != item.shouldRemind {
                item.shouldRemind = shouldRemind
                item.snoozedUntil = nil
            }
        }
        if let position { item.position = position.asPosition }
        if let location { item.location = location?.applied(to: item.location) }
        if let calendarObject { item.calendarObject = calendarObject }
        try (timing ?? TimingPatch(self)).apply(to: &item)
        if calendarObject != nil, item.timing.movedDays != 0 { item.timing.movedDays = 0 }
        if let checked {
            // An app that sends the object can end its own series.
            if checked, calendarObject == nil { try item.checkIsFollowed() }
            item.setChecked(checked, at: now, doneAt: checkedAt, isCompletion: !isCancelled)
        }
        if let snoozedUntil { item.putOff(until: snoozedUntil, at: now) }
        // The validation of the draft has checked the whole item.
        if item.isBlank { return item }
        var violations = item.location?.wholeViolations() ?? []
        if item.shouldRemind || item.hasTiming {
            let timing = item.timing
            violations += Violation.ofTiming(
                item.dueDate != nil, item.shouldRemind, timing.recurrence, timing.alarms)
        }
        try violations.throwIfAny()
        return item
    }
}

/// The fields that only calendar apps set. They share a box because most patches have none.
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
    /// Changes the details; removes the box if they are empty afterwards.
    fileprivate mutating func change(_ body: (inout CalendarDetails) -> Void) {
        var details = self?.value ?? CalendarDetails()
        body(&details)
        self = details == CalendarDetails() ? nil : Boxed(details)
    }
}
