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
    /// Whether a reminder fires at the due time.
    public var shouldRemind: Bool?
    /// The new assignee; `.some(nil)` for none.
    public var assigneeID: Person.ID??

    /// The fields that few patches name stand apart, since every request copies a patch several times.
    private var rare: Boxed<RareFields>?

    /// A patch that names no field.
    public init() {}

    /// The new IANA time zone; `.some(nil)` for that of the person's preferences.
    public var timeZone: String?? {
        get { rare?.value.timeZone }
        set { rare.set(newValue == nil, in: RareFields()) { $0.timeZone = newValue } }
    }
    /// The new recurrence; `.some(nil)` ends it.
    public var recurrence: Recurrence?? {
        get { rare?.value.recurrence }
        set { rare.set(newValue == nil, in: RareFields()) { $0.recurrence = newValue } }
    }
    /// The alarms beside the reminder at the due time.
    public var alarms: [Alarm]? {
        get { rare?.value.alarms }
        set { rare.set(newValue == nil, in: RareFields()) { $0.alarms = newValue } }
    }
    /// The seconds between two repetitions of a reminder; `.some(nil)` for no repetition.
    public var repeatEvery: Int?? {
        get { rare?.value.repeatEvery }
        set { rare.set(newValue == nil, in: RareFields()) { $0.repeatEvery = newValue } }
    }
    /// The changed parts of the location; `.some(nil)` removes it.
    public var location: LocationPatch?? {
        get { rare?.value.location }
        set { rare.set(newValue == nil, in: RareFields()) { $0.location = newValue } }
    }
    /// The object that a calendar app sent, with its resource name if it has one.
    public var calendarObject: CalendarObject? {
        get { rare?.value.object }
        set { rare.set(newValue == nil, in: RareFields()) { $0.object = newValue } }
    }
    /// When the item was checked, if the patch checks it; a time in the future counts as now.
    public var checkedAt: Timestamp? {
        get { rare?.value.checkedAt }
        set { rare.set(newValue == nil, in: RareFields()) { $0.checkedAt = newValue } }
    }
    /// The new snooze, applied after all other fields. A time that is not in the future counts as none, as
    /// does any for an item without reminders.
    public var snoozedUntil: Timestamp?? {
        get { rare?.value.snoozedUntil }
        set { rare.set(newValue == nil, in: RareFields()) { $0.snoozedUntil = newValue } }
    }
    /// The lead and the exceptions that a calendar app sent; `nil` if the series moves with the due time.
    public var series: Series? {
        get { rare?.value.series }
        set { rare.set(newValue == nil, in: RareFields()) { $0.series = newValue } }
    }
    /// The current occurrence that a calendar app sent; `nil` if the due time identifies it.
    package var occurrence: Occurrence? {
        get { rare?.value.occurrence }
        set { rare.set(newValue == nil, in: RareFields()) { $0.occurrence = newValue } }
    }
    /// Whether the patch checks the item because the app excluded the rest of the series. That is no
    /// completion.
    public var isCancelled: Bool {
        get { rare?.value.isCancelled ?? false }
        set { rare.set(!newValue, in: RareFields()) { $0.isCancelled = newValue } }
    }
    /// How long before its due time an occurrence starts, as an ISO 8601 duration. It must equal the item's
    /// lead: only a calendar app can change that.
    public var lead: String? {
        get { rare?.value.lead }
        set { rare.set(newValue == nil, in: RareFields()) { $0.lead = newValue } }
    }
    /// The section, the parent, the tags, the amount and the start.
    public var details: DetailsPatch {
        get { rare?.value.details ?? DetailsPatch() }
        set {
            let isUnset = newValue == DetailsPatch()
            rare.set(isUnset, in: RareFields()) { $0.details = isUnset ? nil : newValue }
        }
    }
    /// Whether the patch has `details`. This is faster than reading them.
    var hasDetails: Bool {
        guard let rare else { return false }
        return rare.value.details != nil
    }
    /// The new position. Other items can have the same.
    public var position: Int? {
        get { rare?.value.position }
        set { rare.set(newValue == nil, in: RareFields()) { $0.position = newValue } }
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
    /// What breaks the rules, as far as the patch alone tells.
    public func violations() -> [Violation] { violations(isNew: false) }

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
        if rare?.value.details != nil { details.trim() }
    }

    /// The violations of the patch.
    ///
    /// - Parameters:
    ///   - isNew: Whether it is the patch of a new item. Only then it shows whether the due date, the
    ///     recurrence and the reminders fit each other.
    ///   - uid: The `uid` of the new item.
    func violations(isNew: Bool, uid: String? = nil) -> [Violation] {
        let text = isNew ? text ?? "" : text
        var violations = text.map { TextRule.text.violations(of: $0, at: "/text") } ?? []
        if let notes { violations += TextRule.notes.violations(of: notes, at: "/notes") }
        if let uid { violations += TextRule.violations(ofName: uid, at: "/uid") }
        if case .some(.some(let location)) = location {
            violations += location.named.partViolations()
            if isNew { violations += location.named.wholeViolations() }
        }
        if let calendarObject { violations += calendarObject.violations() }
        if dueOn != nil || rare != nil { violations += TimingPatch(self).violations() }
        if let details = rare?.value.details { violations += details.violations(isNew: isNew) }
        let times = timeViolations
        // The rule is not asked about times that no calendar here has.
        if !isNew || !times.isEmpty { return violations + times }
        return violations + timingViolationsOfDraft
    }

    /// The violations between the due time, the recurrence and the reminders of a new item.
    private var timingViolationsOfDraft: [Violation] {
        let (dueDate, dueOn, recurrence) = (dueDate ?? nil, dueOn ?? nil, recurrence ?? nil)
        // An app can give alarms to a task without a date. They wait for one.
        if calendarObject != nil, dueDate == nil, dueOn == nil, recurrence == nil { return [] }
        var violations = Violation.ofTiming(
            dueDate != nil || dueOn != nil, details.hasStart, shouldRemind ?? false, recurrence, alarms ?? [])
        let zone = (timeZone ?? nil).flatMap(LocalTime.init(zone:)) ?? .utc
        if let recurrence, let day = dueOn ?? dueDate.map({ zone.day(of: $0) }),
            !recurrence.rule.comesTrue(after: day)
        {
            violations.append(.neverRecurs)
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
        let old = item.hasDetails ? item.due : nil
        let before = item
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
        if let details = rare?.value.details {
            var changed = item.details
            details.apply(to: &changed)
            item.details = changed
        }
        if let calendarObject { item.calendarObject = calendarObject }
        try (timing ?? TimingPatch(self)).apply(to: &item)
        if calendarObject != nil, item.timing.movedDays != 0 { item.timing.movedDays = 0 }
        if item.hasDetails { settleDetails(of: &item, from: old) }
        if calendarObject == nil { item.settleLead(isOfStart: rare?.value.details?.isOfStart ?? false) }
        if let checked {
            // An app that sends the object can end its own series.
            if checked, calendarObject == nil { try item.checkIsFollowed() }
            item.setChecked(checked, at: now, doneAt: checkedAt, isCompletion: !isCancelled)
        }
        if let snoozedUntil { item.snooze(until: snoozedUntil, at: now) }
        var violations = item.hasDetails ? item.violationsOfDetails() : []
        // The validation of the draft has checked the other fields.
        if item.isBlank {
            try violations.throwIfAny()
            return item
        }
        violations += item.location?.wholeViolations() ?? []
        // An app can give alarms to a task without a date. They wait for one.
        if calendarObject == nil, item.shouldRemind || item.hasTiming, !item.waits(like: before) {
            let timing = item.timing
            violations += Violation.ofTiming(
                item.dueDate != nil, item.beginning != nil, item.shouldRemind, timing.recurrence,
                timing.alarms)
        }
        try violations.throwIfAny()
        return item
    }

    /// Moves the start with the due time in a series, and in a task of a calendar app that another client
    /// changes.
    ///
    /// The server adjusts the patch of an app instead of refusing it, because an app cannot show an error. It
    /// drops a start after the due time, and removes a recurring subtask from its parent.
    private func settleDetails(of item: inout Item, from old: Due?) {
        let isOfApp = calendarObject != nil
        let isSeries = item.hasTiming && item.timing.recurrence != nil
        if !details.isOfStart, isSeries || item.hasCalendarObject && !isOfApp { item.moveStart(from: old) }
        guard isOfApp else { return }
        if item.startsAfterDue { item.clearStart() }
        if isSeries { item.details.detach() }
    }
}

/// The fields that few patches name. `object` and those after it come from calendar apps alone.
private struct RareFields: Hashable, Sendable {
    var timeZone: String??
    var recurrence: Recurrence??
    var alarms: [Alarm]?
    var repeatEvery: Int??
    var location: LocationPatch??
    var object: CalendarObject?
    var checkedAt: Timestamp?
    var snoozedUntil: Timestamp??
    var position: Int?
    var series: Series?
    var occurrence: Occurrence?
    var lead: String?
    var isCancelled = false
    var details: DetailsPatch?
}
