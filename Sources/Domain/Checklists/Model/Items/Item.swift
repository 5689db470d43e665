/// A to-do item on a checklist.
///
/// The fields lie in a copy-on-write box: a write passes the item from the request to the table, the journal
/// and the response without copying them.
public struct Item: Identifiable, Hashable, Sendable {
    /// The number of an item.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The identifier; it is not reused after the item is deleted.
    @inlinable public var id: ID { box.content.id }
    /// The client-chosen name, unique on the list; `nil` if the client chose none.
    @inlinable public var uid: String? {
        get { box.content.uid }
        set { change { $0.uid = newValue } }
    }
    /// The list of the item.
    @inlinable public var checklistID: Checklist.ID {
        get { box.content.checklistID }
        set { change { $0.checklistID = newValue } }
    }
    /// The task: 1 to 1,000 characters, trimmed, without control characters.
    @inlinable public var text: String {
        get { box.content.text }
        set { change { $0.text = newValue } }
    }
    /// Details, up to 20,000 characters.
    @inlinable public var notes: String {
        get { box.content.notes }
        set { change { $0.notes = newValue } }
    }
    /// Whether the item is done.
    @inlinable public var checked: Bool {
        get { box.content.checked }
        set { change { $0.checked = newValue } }
    }
    /// Whether the item is marked as important.
    @inlinable public var important: Bool {
        get { box.content.important }
        set { change { $0.important = newValue } }
    }
    /// The due time; for an all-day item the beginning of the day.
    @inlinable public var dueDate: Timestamp? {
        get { box.content.dueDate }
        set { change { $0.dueDate = newValue } }
    }
    /// Whether a reminder fires at `dueDate`, which must be set.
    @inlinable public var shouldRemind: Bool {
        get { box.content.shouldRemind }
        set { change { $0.shouldRemind = newValue } }
    }
    /// When a snoozed reminder fires again; `nil` if it is not snoozed.
    @inlinable public var snoozedUntil: Timestamp? {
        get { box.content.snoozedUntil }
        set { change { $0.snoozedUntil = newValue } }
    }
    /// The time of the next reminder; `nil` if none is scheduled. A write sets it, and firing clears it.
    /// Whether a reminder has fired therefore never depends on a clock.
    @inlinable public var remindAt: Timestamp? {
        get { box.content.remindAt }
        set { change { $0.remindAt = newValue } }
    }
    /// The rarely used time fields: day, time zone, recurrence and alarms.
    public var timing: Timing {
        get { box.content.timing?.value ?? Timing() }
        set { change { $0.timing = newValue == Timing() ? nil : Boxed(newValue) } }
    }
    /// The location.
    public var location: Location? {
        get { box.content.location?.value }
        set { change { $0.location = newValue.map(Boxed.init) } }
    }
    /// The object that a calendar app sent for the item.
    public var calendarObject: CalendarObject? {
        get { box.content.calendarObject?.value }
        set { change { $0.calendarObject = newValue.map(Boxed.init) } }
    }
    /// The member who is responsible for the item.
    @inlinable public var assigneeID: Person.ID? {
        get { box.content.assigneeID }
        set { change { $0.assigneeID = newValue } }
    }
    /// The sort key within the list, at most 2^53 - 1 for JavaScript. Only the order of positions has
    /// meaning.
    @inlinable public var position: Int {
        get { box.content.position }
        set { change { $0.position = newValue } }
    }
    /// When the item was checked; `nil` while it is unchecked.
    @inlinable public var checkedAt: Timestamp? {
        get { box.content.checkedAt }
        set { change { $0.checkedAt = newValue } }
    }
    /// The time of creation.
    @inlinable public var createdAt: Timestamp { box.content.createdAt }
    /// The revision that created the item or restored it from the trash.
    @inlinable public var createdIn: Revision {
        get { box.content.createdIn }
        set { change { $0.createdIn = newValue } }
    }
    /// The last change of the item, except of its position.
    @inlinable public var updatedAt: Timestamp {
        get { box.content.updatedAt }
        set { change { $0.updatedAt = newValue } }
    }
    /// The last change of the item, including its position.
    @inlinable public var changedAt: Timestamp {
        get { box.content.changedAt }
        set { change { $0.changedAt = newValue } }
    }
    /// The author of the last change; `nil` for the server itself.
    @inlinable public var changedBy: Principal? {
        get { box.content.changedBy }
        set { change { $0.changedBy = newValue } }
    }
    /// The revision that last changed the item.
    @inlinable public var revision: Revision {
        get { box.content.revision }
        set { change { $0.revision = newValue } }
    }

    @usableFromInline var box: Box

    /// Creates an item from its stored fields.
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

    /// Whether `timing` has any fields. This is faster than reading `timing`.
    @inlinable public var hasTiming: Bool { box.content.timing != nil }

    /// Whether it is no all-day item.
    @usableFromInline package var isTimed: Bool { box.content.timing?.value.dueOn == nil }

    /// Whether `location` is set. This is faster than reading it.
    @inlinable public var hasLocation: Bool { box.content.location != nil }

    /// Whether `calendarObject` is set. This is faster than reading it.
    @inlinable public var hasCalendarObject: Bool { box.content.calendarObject != nil }

    public static func == (left: Item, right: Item) -> Bool {
        left.box === right.box || left.box.content == right.box.content
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(box.content) }

    /// Changes a copy of the content and stores it in a new box.
    @usableFromInline mutating func change(_ body: (inout Content) -> Void) {
        var content = box.content
        body(&content)
        box = Box(content)
    }

    package init(_ content: Content) {
        var content = content
        if let timing = content.timing, timing.value == Timing() { content.timing = nil }
        if let details = content.details, details.value == Details() { content.details = nil }
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
        @usableFromInline package var details: Boxed<Details>?
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

        /// The content that a decoder fills with the fields of a stored item.
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
