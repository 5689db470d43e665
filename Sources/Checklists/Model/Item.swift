public import Dates

/// One thing to do, on one checklist.
///
/// It is a value whose content lies in memory that its copies share until one of them changes: a write hands
/// it from the request to the table, the journal and the answer.
public struct Item: Identifiable, Hashable, Sendable {
    /// The number of an item.
    public struct ID: Identifier {
        /// The number.
        public let rawValue: Int
        /// That number.
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// What a client calls an item by, on its list: a name that it can give before the item has a number.
    public struct UID: Hashable, Sendable {
        /// The list.
        public var checklistID: Checklist.ID
        /// What the client says.
        public var text: String

        /// That name on that list.
        public init(_ text: String, on checklistID: Checklist.ID) {
            self.checklistID = checklistID
            self.text = text
        }
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
        set { change { $0.timing = newValue == Timing() ? nil : TimingBox(newValue) } }
    }
    /// Where it is to be done.
    public var location: Location? {
        get { box.content.location?.value }
        set { change { $0.location = newValue.map(LocationBox.init) } }
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
        location: Location? = nil, assigneeID: Person.ID? = nil, position: Int,
        checkedAt: Timestamp? = nil, createdAt: Timestamp, updatedAt: Timestamp,
        changedAt: Timestamp? = nil, changedBy: Principal? = .first, createdIn: Revision? = nil,
        revision: Revision
    ) {
        box = Box(
            Content(
                id: id, uid: uid, checklistID: checklistID, text: text, notes: notes, checked: checked,
                important: important, dueDate: dueDate, shouldRemind: shouldRemind,
                snoozedUntil: snoozedUntil, remindAt: remindAt, location: location.map(LocationBox.init),
                assigneeID: assigneeID, position: position, checkedAt: checkedAt, createdAt: createdAt,
                updatedAt: updatedAt, changedAt: changedAt ?? updatedAt, changedBy: changedBy,
                createdIn: createdIn ?? revision, revision: revision))
        if let timing { self.timing = timing }
    }

    /// Whether there is anything of time besides a due date, which takes longer to get.
    @inlinable public var hasTiming: Bool { box.content.timing != nil }

    /// Whether it is due at a time, or never, and not on a day.
    package var isTimed: Bool { box.content.timing?.value.dueOn == nil }

    /// Whether there is a location, which takes longer to get.
    @inlinable public var hasLocation: Bool { box.content.location != nil }

    /// Whether both have the same content.
    public static func == (left: Item, right: Item) -> Bool {
        left.box === right.box || left.box.content == right.box.content
    }

    /// Items of the same content have the same hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(box.content) }

    /// Changes the content, which gets memory of its own.
    @usableFromInline mutating func change(_ body: (inout Content) -> Void) {
        var content = box.content
        body(&content)
        box = Box(content)
    }

    /// What there is to know of an item.
    @usableFromInline struct Content: Hashable, Sendable {
        @usableFromInline let id: ID
        @usableFromInline var uid: String?
        @usableFromInline var checklistID: Checklist.ID
        @usableFromInline var text: String
        @usableFromInline var notes: String
        @usableFromInline var checked: Bool
        @usableFromInline var important: Bool
        @usableFromInline var dueDate: Timestamp?
        @usableFromInline var shouldRemind: Bool
        @usableFromInline var snoozedUntil: Timestamp?
        @usableFromInline var remindAt: Timestamp?
        @usableFromInline var timing: TimingBox?
        @usableFromInline var location: LocationBox?
        @usableFromInline var assigneeID: Person.ID?
        @usableFromInline var position: Int
        @usableFromInline var checkedAt: Timestamp?
        @usableFromInline let createdAt: Timestamp
        @usableFromInline var updatedAt: Timestamp
        @usableFromInline var changedAt: Timestamp
        @usableFromInline var changedBy: Principal?
        @usableFromInline var createdIn: Revision
        @usableFromInline var revision: Revision
    }

    @usableFromInline final class Box: Sendable {
        @usableFromInline let content: Content

        init(_ content: Content) { self.content = content }
    }

    /// What few items have of time, apart from the rest.
    @usableFromInline final class TimingBox: Hashable, Sendable {
        let value: Timing

        init(_ value: Timing) { self.value = value }

        @usableFromInline static func == (left: TimingBox, right: TimingBox) -> Bool {
            left === right || left.value == right.value
        }

        @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }

    /// A location apart from the rest, since few items have one and it takes as much room.
    @usableFromInline final class LocationBox: Hashable, Sendable {
        let value: Location

        init(_ value: Location) { self.value = value }

        @usableFromInline static func == (left: LocationBox, right: LocationBox) -> Bool {
            left.value == right.value
        }

        @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }
}

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

    /// An item that is yet to be made.
    public init(text: String) {
        self.text = text
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

    /// A change of nothing, to be filled in.
    public init() {}

    /// Whether it names the check mark and nothing else.
    var isOfCheckMark: Bool {
        var other = ItemPatch()
        other.checked = checked
        return checked != nil && self == other
    }
}

/// Where an item goes within its list.
public enum ItemPlacement: Hashable, Sendable {
    case before(Item.ID)
    case after(Item.ID)
    case first
    case last
}
