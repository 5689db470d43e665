public import Dates

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

extension ItemPatch {
    /// What breaks the rules, as far as the patch alone tells.
    public func violations() -> [Violation] { violations(of: nil) }

    /// The patch as it is kept, with its texts trimmed.
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

    /// What breaks the rules.
    ///
    /// - Parameter draft: The draft of the patch. The patch of a draft alone tells whether a due date, a
    ///   recurrence and reminders go together.
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
        // The rule is not asked about times that no calendar here has.
        if draft == nil || !times.isEmpty { return violations + times }
        return violations + timingViolationsOfDraft
    }

    /// What breaks the rules of how a due time, a recurrence and reminders go together in a new item.
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

    /// An item with what the patch names, but for its list, and what follows from that.
    ///
    /// - Parameter timing: What the patch names of time, with the time zone that it needs if it names none.
    /// - Throws: `invalid` if what the patch names does not go together with the rest.
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
            // An app that sends the object may end its own series.
            if checked, calendarObject == nil { try item.checkIsFollowed() }
            item.setChecked(checked, at: now, doneAt: checkedAt, isCompletion: !isCancelled)
        }
        if let snoozedUntil { item.putOff(until: snoozedUntil, at: now) }
        // The draft of a new item was checked as a whole.
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

/// What calendar programs alone say of an item, apart from the rest of a patch, since few have any of it.
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
