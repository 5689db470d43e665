/// One thing to do, on one checklist.
///
/// It is a value whose content lies in memory that its copies share until one of them changes: a write hands
/// it from the request to the table, the journal and the answer.
public struct Item: Identifiable, Hashable, Sendable {
    /// The number of an item.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// Never used again, not even after the item is deleted.
    @inlinable public var id: ID { box.content.id }
    /// What a client calls it by; unique on its list.
    @inlinable public var uid: String? {
        get { box.content.uid }
        set { change { $0.uid = newValue } }
    }
    /// The list it is on.
    @inlinable public var checklistID: Checklist.ID {
        get { box.content.checklistID }
        set { change { $0.checklistID = newValue } }
    }
    /// What is to be done: 1 to 1,000 characters, trimmed, without control characters.
    @inlinable public var text: String {
        get { box.content.text }
        set { change { $0.text = newValue } }
    }
    /// More about it, up to 20,000 characters.
    @inlinable public var notes: String {
        get { box.content.notes }
        set { change { $0.notes = newValue } }
    }
    /// Whether it is done.
    @inlinable public var checked: Bool {
        get { box.content.checked }
        set { change { $0.checked = newValue } }
    }
    /// Whether it stands out.
    @inlinable public var important: Bool {
        get { box.content.important }
        set { change { $0.important = newValue } }
    }
    /// When it is due; where that is a day without a time, when that day begins.
    @inlinable public var dueDate: Timestamp? {
        get { box.content.dueDate }
        set { change { $0.dueDate = newValue } }
    }
    /// Whether a reminder goes out at `dueDate`, which it needs.
    @inlinable public var shouldRemind: Bool {
        get { box.content.shouldRemind }
        set { change { $0.shouldRemind = newValue } }
    }
    /// When the reminder comes again, while it is put off.
    @inlinable public var snoozedUntil: Timestamp? {
        get { box.content.snoozedUntil }
        set { change { $0.snoozedUntil = newValue } }
    }
    /// When its reminder goes out next; `nil` when none is scheduled. It is set by what is saved and cleared
    /// when the reminder goes out, so that whether it has gone out never depends on a clock.
    @inlinable public var remindAt: Timestamp? {
        get { box.content.remindAt }
        set { change { $0.remindAt = newValue } }
    }
    /// What else there is of time: a day, a zone, how it comes again and reminds.
    public var timing: Timing {
        get { box.content.timing?.value ?? Timing() }
        set { change { $0.timing = newValue == Timing() ? nil : Boxed(newValue) } }
    }
    /// Where it is to be done.
    public var location: Location? {
        get { box.content.location?.value }
        set { change { $0.location = newValue.map(Boxed.init) } }
    }
    /// What a calendar program sent for it.
    public var calendarObject: CalendarObject? {
        get { box.content.calendarObject?.value }
        set { change { $0.calendarObject = newValue.map(Boxed.init) } }
    }
    /// Who is to do it: a member of the list.
    @inlinable public var assigneeID: Person.ID? {
        get { box.content.assigneeID }
        set { change { $0.assigneeID = newValue } }
    }
    /// Its place in the list, by order alone: the number itself means nothing. At most 2^53 - 1, for
    /// JavaScript.
    @inlinable public var position: Int {
        get { box.content.position }
        set { change { $0.position = newValue } }
    }
    /// When it was checked last, while it is checked.
    @inlinable public var checkedAt: Timestamp? {
        get { box.content.checkedAt }
        set { change { $0.checkedAt = newValue } }
    }
    /// When it was made.
    @inlinable public var createdAt: Timestamp { box.content.createdAt }
    /// The change by which it was made, or came back from the trash.
    @inlinable public var createdIn: Revision {
        get { box.content.createdIn }
        set { change { $0.createdIn = newValue } }
    }
    /// When anything of it last changed.
    @inlinable public var updatedAt: Timestamp {
        get { box.content.updatedAt }
        set { change { $0.updatedAt = newValue } }
    }
    /// When anything of it last changed, its place among others included.
    @inlinable public var changedAt: Timestamp {
        get { box.content.changedAt }
        set { change { $0.changedAt = newValue } }
    }
    /// Who changed it last; `nil` for the service itself.
    @inlinable public var changedBy: Principal? {
        get { box.content.changedBy }
        set { change { $0.changedBy = newValue } }
    }
    /// The change that last touched it.
    @inlinable public var revision: Revision {
        get { box.content.revision }
        set { change { $0.revision = newValue } }
    }

    @usableFromInline var box: Box

    /// An item as it is kept.
    public init(
        id: ID, uid: String? = nil, checklistID: Checklist.ID, text: String, notes: String = "",
        checked: Bool = false,
        important: Bool = false, dueDate: Timestamp? = nil, shouldRemind: Bool = false,
        snoozedUntil: Timestamp? = nil, remindAt: Timestamp? = nil, timing: Timing? = nil,
        location: Location? = nil, calendarObject: CalendarObject? = nil, assigneeID: Person.ID? = nil,
        position: Int, checkedAt: Timestamp? = nil, createdAt: Timestamp, updatedAt: Timestamp,
        changedAt: Timestamp? = nil, changedBy: Principal? = .first, createdIn: Revision? = nil,
        revision: Revision
    ) {
        box = Box(
            Content(
                id: id, uid: uid, checklistID: checklistID, text: text, notes: notes, checked: checked,
                important: important, dueDate: dueDate, shouldRemind: shouldRemind,
                snoozedUntil: snoozedUntil, remindAt: remindAt, location: location.map(Boxed.init),
                calendarObject: calendarObject.map(Boxed.init), assigneeID: assigneeID, position: position,
                checkedAt: checkedAt, createdAt: createdAt, updatedAt: updatedAt,
                changedAt: changedAt ?? updatedAt, changedBy: changedBy, createdIn: createdIn ?? revision,
                revision: revision))
        if let timing { self.timing = timing }
    }

    /// Whether it is the blank item that a draft is applied to: its `id` is 0 until `newItem` allocates one.
    var isBlank: Bool { id.rawValue == 0 }

    /// Whether there is anything of time besides a due date, which takes longer to get.
    @inlinable public var hasTiming: Bool { box.content.timing != nil }

    /// Whether it is due at a time, or never, and not on a day.
    @usableFromInline package var isTimed: Bool { box.content.timing?.value.dueOn == nil }

    /// Whether there is a location, which takes longer to get.
    @inlinable public var hasLocation: Bool { box.content.location != nil }

    /// Whether a calendar program sent anything for it, which takes longer to get.
    @inlinable public var hasCalendarObject: Bool { box.content.calendarObject != nil }

    public static func == (left: Item, right: Item) -> Bool {
        left.box === right.box || left.box.content == right.box.content
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(box.content) }

    /// Changes the content, which gets memory of its own.
    @usableFromInline mutating func change(_ body: (inout Content) -> Void) {
        var content = box.content
        body(&content)
        box = Box(content)
    }

    /// An item with a content.
    package init(_ content: Content) {
        var content = content
        if let timing = content.timing, timing.value == Timing() { content.timing = nil }
        box = Box(content)
    }

    /// All fields of the item.
    package var content: Content { box.content }

    /// The fields of an item.
    @usableFromInline package struct Content: Hashable, Sendable {
        @usableFromInline package var id: ID
        @usableFromInline package var uid: String?
        @usableFromInline package var checklistID: Checklist.ID
        @usableFromInline package var text: String
        @usableFromInline package var notes: String
        @usableFromInline package var checked: Bool
        @usableFromInline package var important: Bool
        @usableFromInline package var dueDate: Timestamp?
        @usableFromInline package var shouldRemind: Bool
        @usableFromInline package var snoozedUntil: Timestamp?
        @usableFromInline package var remindAt: Timestamp?
        @usableFromInline package var timing: Boxed<Timing>?
        @usableFromInline package var location: Boxed<Location>?
        @usableFromInline package var calendarObject: Boxed<CalendarObject>?
        @usableFromInline package var assigneeID: Person.ID?
        @usableFromInline package var position: Int
        @usableFromInline package var checkedAt: Timestamp?
        @usableFromInline package var createdAt: Timestamp
        @usableFromInline package var updatedAt: Timestamp
        @usableFromInline package var changedAt: Timestamp
        @usableFromInline package var changedBy: Principal?
        @usableFromInline package var createdIn: Revision
        @usableFromInline package var revision: Revision

        /// The content that the fields of a stored item are read into.
        package static let blank = Content(
            id: ID(rawValue: 0), checklistID: Checklist.ID(rawValue: 0), text: "", notes: "", checked: false,
            important: false, shouldRemind: false, position: 0, createdAt: Timestamp(milliseconds: 0),
            updatedAt: Timestamp(milliseconds: 0), changedAt: Timestamp(milliseconds: 0), changedBy: .first,
            createdIn: .zero, revision: .zero)
    }

    @usableFromInline final class Box: Sendable {
        @usableFromInline let content: Content

        init(_ content: Content) { self.content = content }
    }
}
