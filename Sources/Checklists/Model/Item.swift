/// One thing to do, on one checklist.
public struct Item: Identifiable, Hashable, Sendable {
    /// The number of an item.
    public struct ID: Identifier {
        /// The number.
        public let rawValue: Int
        /// That number.
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// Never used again, not even after the item is deleted.
    public let id: ID
    /// The list it is on.
    public var checklistID: Checklist.ID
    /// What is to be done: 1 to 1,000 characters, trimmed, without control characters.
    public var text: String
    /// More about it, up to 20,000 characters.
    public var notes: String
    /// Whether it is done.
    public var checked: Bool
    /// Whether it stands out.
    public var important: Bool
    /// When it is due.
    public var dueDate: Timestamp?
    /// Whether a reminder goes out at `dueDate`, which it needs.
    public var shouldRemind: Bool
    /// When the reminder comes again, while it is put off.
    public var snoozedUntil: Timestamp?
    /// When its reminder goes out next; `nil` when none is scheduled. It is set by what is saved and cleared
    /// when the reminder goes out, so that whether it has gone out never depends on a clock.
    public var remindAt: Timestamp?
    /// Where it is to be done.
    public var location: Location? {
        get { locationBox.location }
        set { locationBox = LocationBox(newValue) }
    }
    private var locationBox: LocationBox
    /// Its place in the list, by order alone: the number itself means nothing. At most 2^53 - 1, for
    /// JavaScript.
    public var position: Int
    /// When it was checked last, while it is checked.
    public var checkedAt: Timestamp?
    /// When it was made.
    public let createdAt: Timestamp
    /// When anything of it last changed.
    public var updatedAt: Timestamp
    /// The change that last touched it.
    public var revision: Revision

    /// An item as it is kept.
    public init(
        id: ID, checklistID: Checklist.ID, text: String, notes: String = "", checked: Bool = false,
        important: Bool = false, dueDate: Timestamp? = nil, shouldRemind: Bool = false,
        snoozedUntil: Timestamp? = nil, remindAt: Timestamp? = nil, location: Location? = nil, position: Int,
        checkedAt: Timestamp? = nil, createdAt: Timestamp, updatedAt: Timestamp, revision: Revision
    ) {
        self.id = id
        self.checklistID = checklistID
        self.text = text
        self.notes = notes
        self.checked = checked
        self.important = important
        self.dueDate = dueDate
        self.shouldRemind = shouldRemind
        self.snoozedUntil = snoozedUntil
        self.remindAt = remindAt
        locationBox = LocationBox(location)
        self.position = position
        self.checkedAt = checkedAt
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.revision = revision
    }

    /// A location apart from the item, since few items have one and it takes as much room as all the rest.
    private enum LocationBox: Hashable {
        case nowhere
        indirect case somewhere(Location)

        init(_ location: Location?) { self = location.map(LocationBox.somewhere) ?? .nowhere }

        var location: Location? {
            if case .somewhere(let location) = self { location } else { nil }
        }
    }
}

/// What somebody who adds an item says of it.
public struct ItemDraft: Hashable, Sendable {
    /// What is to be done, as given; `validated()` trims it.
    public var text: String
    /// More about it.
    public var notes = ""
    /// Whether it is done already.
    public var checked = false
    /// Whether it stands out.
    public var important = false
    /// When it is due.
    public var dueDate: Timestamp?
    /// Whether to remind at `dueDate`.
    public var shouldRemind = false
    /// Where it is to be done.
    public var location: Location?

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
    /// The new due date, or none.
    public var dueDate: Timestamp??
    /// Whether to remind.
    public var shouldRemind: Bool?
    /// What changes of the location, or that there is none any more.
    public var location: LocationPatch??

    /// A change of nothing, to be filled in.
    public init() {}
}

/// Where an item goes within its list.
public enum ItemPlacement: Hashable, Sendable {
    case before(Item.ID)
    case after(Item.ID)
    case first
    case last
}
